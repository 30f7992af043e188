import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { composePolicy } from "../domain/policy/compose-policy.ts";
import { toFolder } from "../domain/policy/file-paths.ts";
import { HARNESS_POLICY } from "../domain/policy/harness-policy.ts";
import { flattenPolicy } from "../domain/policy/merge-policies.ts";
import { movePolicy } from "../domain/policy/move-policy.ts";
import { nestPolicies } from "../domain/policy/nest-policy.ts";
import type { NestedPolicy } from "../domain/policy/nest-policy.ts";
import type { Policy, WrittenPolicy } from "../domain/policy/policy.ts";
import { toPolicy } from "../domain/policy/policy.ts";
import { readPolicy } from "../domain/policy/read-policy.ts";

// What a scope's lint configuration calls, copied into a repository as `.hi/lint/policy.mjs`. oxlint loads it with the
// configuration, each time anew; whatever is thrown here, oxlint shows as a configuration that does not load.

/** The project's own part of a composed configuration, for another scope's to start from. */
const PROJECT = Symbol.for("harness-intelligence.project-policy");

/** Policies of folders below the one that a policy was read for. */
const NESTED = Symbol.for("harness-intelligence.nested-policies");

/** How a policy that stands elsewhere is taken over. */
interface Adoption {
  /** The scope owns a tsconfig.json; without one, rules that need types stay with the folder that has it. */
  readonly typed?: boolean;
  /** Policies in folders below, from the configuration's folder, which hold there instead. */
  readonly nested?: readonly string[];
}

/**
 * The project's policy over the defaults, the harness's own last among these, as one configuration.
 * @param policy the project's configuration, as its module has it or as readPolicy gives it, or a promise of it: oxlint
 * waits for one, and gets one then
 * @param defaults presets, the earlier ones weaker
 * @throws TypeError for what is no plain object: nothing is ever taken for an empty policy
 */
export default function compose(
  policy: PromiseLike<WrittenPolicy> | WrittenPolicy,
  ...defaults: readonly WrittenPolicy[]
): Policy | Promise<Policy> {
  if (!isAwaited(policy)) return composeNow(policy, defaults);
  return Promise.resolve(policy).then((project) => composeNow(project, defaults));
}

function isAwaited(value: unknown): value is PromiseLike<WrittenPolicy> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

function composeNow(policy: WrittenPolicy, defaults: readonly WrittenPolicy[]): Policy {
  const project = toPolicy(policy, "the project's lint policy");
  const all = [...defaults, HARNESS_POLICY];
  const nested = (policy as { readonly [NESTED]?: readonly NestedPolicy[] })[NESTED] ?? [];
  const composed = nestPolicies(composePolicy(project, all), nested, all);
  Object.defineProperty(composed, PROJECT, { value: project });
  return composed;
}

/**
 * Reads a JSON policy and all that it extends, as it must read beside the configuration that asks for it.
 * @param configuration the asking module's URL or path
 * @param file the policy, from the configuration's folder; undefined where only folders below have one
 */
export function read(configuration: string, file: string | undefined, adoption: Adoption = {}): Policy {
  const { folder, place } = locate(configuration, file ?? ".");
  const files = { read: readText, findPackage };
  const policy =
    file === undefined ? {} : movePolicy(readPolicy(place, files), { from: toFolder(place), to: folder, findPackage });
  const nested = (adoption.nested ?? []).map((inner): NestedPolicy => {
    const below = locate(configuration, inner).place;
    return {
      folder: toFolder(inner.replace(/^\.\//, "")),
      policy: readPolicy(below, files),
      findPackage: toFindBelow(folder),
    };
  });
  return Object.defineProperty({ ...keepTypes(policy, { folder, place }, adoption) }, NESTED, { value: nested });
}

/** Nested folders are named from the configuration's. */
function toFindBelow(folder: string): typeof findPackage {
  const toWhole = (inner: string): string => (inner === "." ? folder : `${folder}/${inner}`);
  return (specifier, from, to) => findPackage(specifier, toWhole(from), toWhole(to));
}

/**
 * Takes over the configuration that a module of another folder exports: the project's own part of it.
 * @param file the module, from the configuration's folder
 */
export function adopt(
  configuration: string,
  file: string,
  { module, ...adoption }: Adoption & { readonly module: WrittenPolicy }
): Policy {
  const { folder, place } = locate(configuration, file);
  const project = (module as { readonly [PROJECT]?: WrittenPolicy })[PROJECT] ?? toPolicy(module, place);
  const policy = movePolicy(flattenPolicy(project), { from: toFolder(place), to: folder, findPackage });
  return keepTypes(policy, { folder, place }, adoption);
}

interface Place {
  readonly folder: string;
  readonly place: string;
}

function locate(configuration: string, file: string): Place {
  const from = configuration.startsWith("file:") ? fileURLToPath(configuration) : configuration;
  const folder = path.dirname(from);
  return { folder: toSlashes(folder), place: toSlashes(path.resolve(folder, file)) };
}

const toSlashes = (file: string): string => file.replaceAll(path.sep, "/");

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`the lint policy ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Type-aware linting is the choice of who owns the types (seed 003 AC-006): it does not go down to a scope without any. */
function keepTypes(policy: Policy, { folder, place }: Place, { typed = true }: Adoption): Policy {
  if (typed || toFolder(place) === folder || !policy.options) return policy;
  const { typeAware: _aware, typeCheck: _check, ...options } = policy.options;
  return { ...policy, options };
}

/** A package is found from the folder of the file that names it. Where that is another one, its file is named instead. */
function findPackage(specifier: string, from: string, to: string): string {
  const [scope = "", name = ""] = specifier.split("/");
  const bare = specifier.startsWith("@") ? `${scope}/${name}` : scope;
  const meant = findInstalled(bare, from);
  if (meant === undefined || meant === findInstalled(bare, to)) return specifier;
  try {
    return createRequire(`${from}/`).resolve(specifier);
  } catch {
    // Only for `import`: oxlint says what it does not find.
    return specifier;
  }
}

function findInstalled(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = toFolder(folder)) {
    const installed = `${folder}/node_modules/${name}`;
    if (existsSync(installed)) return realpathSync(installed);
    if (folder === toFolder(folder)) return undefined;
  }
}
