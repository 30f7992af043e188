import path from "node:path";

import type { PackageManager } from "../domain/answers.ts";
import type { DependencyInstall, StagedFile } from "../domain/dependency-install.ts";
import { parseShallowJson } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import {
  KEPT_OF_PNPM_WORKSPACE,
  KEPT_OF_YARNRC,
  pick,
  toStagedManifest,
  toStagedPnpmLock,
} from "../domain/staged-manifest.ts";

/** Files that an install reads as they are: lockfiles, and what lockfiles refer to. */
const AS_THEY_ARE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|bun\.lockb?)$|\.(?:tgz|tar|tar\.gz|patch|diff)$/;

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * What a staging folder gets of the files handed over, sorted: manifests without scripts, settings without code or
 * registry. Every other name is left out, so an `.npmrc`, `.yarnrc`, `.pnpmfile.cjs` or `bunfig.toml` cannot come along.
 */
export async function toStagedFiles(install: DependencyInstall): Promise<readonly StagedFile[]> {
  if (install.kind === "tools") return toToolFiles(install.manager, install.versions);
  const staged: StagedFile[] = [];
  for (const file of install.files) {
    const bytes = await toStagedBytes(file, install.manager);
    if (bytes !== undefined) staged.push({ path: file.path, bytes });
  }
  return staged.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

async function toStagedBytes(
  { path: file, bytes }: StagedFile,
  manager: PackageManager
): Promise<Uint8Array | undefined> {
  const name = path.posix.basename(file);
  if (name === "package.json") return toManifest(bytes, manager);
  if (file === "pnpm-lock.yaml") return encode(toStagedPnpmLock(decode(bytes)));
  if (file === "pnpm-workspace.yaml" && manager === "pnpm") return pickYaml(bytes, KEPT_OF_PNPM_WORKSPACE);
  if (file === ".yarnrc.yml" && manager === "yarn-berry") return pickYaml(bytes, KEPT_OF_YARNRC);
  return AS_THEY_ARE.test(file) ? bytes : undefined;
}

/** A manifest that does not parse (a test's fixture, say) is no package of the install. */
function toManifest(bytes: Uint8Array, manager: PackageManager): Uint8Array | undefined {
  try {
    const manifest = parseShallowJson(decode(bytes));
    return encode(`${JSON.stringify(toStagedManifest(manifest, manager), null, 2)}\n`);
  } catch {
    return undefined;
  }
}

async function pickYaml(bytes: Uint8Array, names: ReadonlySet<string>): Promise<Uint8Array> {
  const { parseYaml, renderYaml } = await import("./yaml-values.ts");
  return encode(renderYaml(pick(parseYaml(decode(bytes)) as Json, names)));
}

function toToolFiles(manager: PackageManager, versions: Readonly<Record<string, string>>): readonly StagedFile[] {
  const manifest = { name: "hi-tools", version: "0.0.0", private: true, dependencies: versions };
  const files = [{ path: "package.json", bytes: encode(`${JSON.stringify(manifest, null, 2)}\n`) }];
  // Yarn 2 and later take the nearest folder with a lockfile for the project's root.
  return manager === "yarn-berry" ? [...files, { path: "yarn.lock", bytes: encode("") }] : files;
}
