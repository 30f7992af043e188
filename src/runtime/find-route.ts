import path from "node:path";

import { boundHookDeadline, HOOK_DEADLINE_MS } from "../domain/hook-deadline.ts";
import { isRelativePath, isWithin } from "../domain/paths.ts";
import type { RelativePath, ScopePath } from "../domain/paths.ts";
import { SELECTION_PATH } from "../domain/receipt.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { toGlobExpression } from "./glob-expression.ts";
import { readJson } from "./io/read-json.ts";

/** How one scope is linted and formatted, as `.hi/lint/selection.json` records it. All paths repository-relative. */
export interface Route {
  readonly path: ScopePath;
  /** Where the tools run and where their packages are looked for first. */
  readonly cwd: ScopePath;
  readonly config: RelativePath;
  /** Undefined where another formatter, or none, formats the scope. */
  readonly formatConfig: RelativePath | undefined;
  /** The exact versions that the selection was made for; undefined is "whatever is installed". */
  readonly versions: { readonly oxlint: string | undefined; readonly oxfmt: string | undefined };
  readonly ignore: readonly RegExp[];
}

/** What the runtime takes from `.hi/lint/selection.json`. */
export interface Selection {
  readonly routes: readonly Route[];
  /** What one run may take, in milliseconds. */
  readonly deadlineMs: number;
}

/** The format that this runtime knows; a later number means another meaning of what it reads. */
const SCHEMA_VERSION = 1;

/**
 * Reads the selection. Fields that it does not know are passed over and those that an earlier version did not write
 * have their default, so that a runtime and a selection of different versions work together.
 * @throws ConfigurationError where what it needs is not there, or the format is a later one
 */
export async function readSelection(root: string): Promise<Selection> {
  const file = await readJson(path.join(root, SELECTION_PATH));
  if (file.kind === "absent") throw new ConfigurationError(SELECTION_PATH, "the file is missing: run hi update");
  if (file.kind === "broken") throw new ConfigurationError(SELECTION_PATH, file.message);
  const version = getField(file.value, "schemaVersion");
  if (typeof version === "number" && version > SCHEMA_VERSION) {
    const known = `this .hi/runtime/hook.mjs reads version ${SCHEMA_VERSION}`;
    throw new ConfigurationError(SELECTION_PATH, `it is of version ${version}, ${known}: run hi update`);
  }
  const scopes = getField(file.value, "scopes");
  if (!Array.isArray(scopes)) throw new ConfigurationError(SELECTION_PATH, "it has no list of scopes");
  return { routes: scopes.map(toRoute), deadlineMs: toDeadlineMs(getField(file.value, "hook")) };
}

function toDeadlineMs(hook: unknown): number {
  const deadlineMs = getField(hook, "deadlineMs") ?? HOOK_DEADLINE_MS.usual;
  if (typeof deadlineMs === "number") return boundHookDeadline(deadlineMs);
  throw new ConfigurationError(SELECTION_PATH, `its hook.deadlineMs is no number: ${JSON.stringify(deadlineMs)}`);
}

/** The most specific scope that holds the file and does not leave it out. */
export function findRoute(routes: readonly Route[], file: RelativePath): Route | undefined {
  const [owner] = routes
    .filter((route) => isWithin(route.path, file))
    .toSorted((left, right) => toDepth(right.path) - toDepth(left.path));
  if (!owner) return undefined;
  const inside = owner.path === "." ? file : file.slice(owner.path.length + 1);
  return owner.ignore.some((expression) => expression.test(inside)) ? undefined : owner;
}

function toDepth(scope: ScopePath): number {
  return scope === "." ? 0 : scope.split("/").length;
}

function toRoute(scope: unknown): Route {
  const scopePath = toScopePath(getField(scope, "path"));
  const config = getField(scope, "config");
  const formatConfig = getField(getField(scope, "format"), "config");
  const tools = getField(scope, "tools");
  const ignore = getField(scope, "ignore");
  return {
    path: scopePath,
    cwd: toScopePath(getField(scope, "cwd") ?? scopePath),
    config: toFile(config),
    formatConfig: formatConfig === undefined ? undefined : toFile(formatConfig),
    versions: { oxlint: toVersion(getField(tools, "oxlint")), oxfmt: toVersion(getField(tools, "oxfmt")) },
    ignore: (Array.isArray(ignore) ? ignore : []).map(toIgnore).filter((expression) => expression !== undefined),
  };
}

function getField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name] ?? undefined;
}

function toScopePath(value: unknown): ScopePath {
  return value === "." ? ("." as ScopePath) : (toFile(value) as unknown as ScopePath);
}

function toFile(value: unknown): RelativePath {
  if (isRelativePath(value)) return value;
  throw new ConfigurationError(
    SELECTION_PATH,
    `it names a path that is none of the repository: ${JSON.stringify(value)}`
  );
}

function toVersion(value: unknown): string | undefined {
  return typeof value === "string" && /^\d+\.\d+\.\d+/.test(value) ? value : undefined;
}

function toIgnore(value: unknown): RegExp | undefined {
  if (typeof value !== "string") return undefined;
  return toGlobExpression(value.replace(/^\.\//, "").replace(/\/$/, ""), { braces: true, below: true });
}
