import { toExclusionExpressions } from "./glob-expression.ts";
import type { RelativePath, ScopePath } from "./paths.ts";
import { isRelativePath } from "./paths.ts";

/**
 * How one scope is linted and formatted, as `.hi/lint/selection.json` records it: the one record that scripts, commit
 * gate, hook and preview go by. All paths repository-relative.
 */
export interface Route {
  readonly path: ScopePath;
  /** Where the tools run and where their packages are looked for first. */
  readonly cwd: ScopePath;
  readonly config: RelativePath;
  /** Undefined where another formatter, or none, formats the scope. */
  readonly formatConfig: RelativePath | undefined;
  /** The exact versions that the selection was made for; undefined is "whatever is installed". */
  readonly versions: { readonly oxlint: string | undefined; readonly oxfmt: string | undefined };
  /** What below the scope it leaves out, as recorded: globs relative to it. */
  readonly ignore: readonly string[];
  /** The same as a question; the path is relative to the scope. */
  readonly leavesOut: (inside: string) => boolean;
  /** How many warnings let a run over the scope pass. */
  readonly maxWarnings: number;
}

/**
 * Reads the selection's scopes. Tolerant of fields that it does not know, and of those that an earlier version did not
 * write. The first thing that cannot be meant is the problem, in words.
 */
export function parseRoutes(scopes: unknown): { readonly routes: readonly Route[] } | { readonly problem: string } {
  if (!Array.isArray(scopes)) return { problem: "it has no list of scopes" };
  try {
    return { routes: scopes.map(toRoute) };
  } catch (error) {
    if (error instanceof RouteProblem) return { problem: error.message };
    throw error;
  }
}

class RouteProblem extends Error {}

function toRoute(scope: unknown): Route {
  const scopePath = toScopePath(getField(scope, "path"));
  const formatConfig = getField(getField(scope, "format"), "config");
  const tools = getField(scope, "tools");
  const ignore = toIgnore(getField(scope, "ignore") ?? []);
  return {
    path: scopePath,
    cwd: toScopePath(getField(scope, "cwd") ?? scopePath),
    config: toFile(getField(scope, "config")),
    formatConfig: formatConfig === undefined ? undefined : toFile(formatConfig),
    versions: { oxlint: toVersion(getField(tools, "oxlint")), oxfmt: toVersion(getField(tools, "oxfmt")) },
    ignore,
    leavesOut: toQuestion(ignore),
    maxWarnings: toMaxWarnings(getField(scope, "maxWarnings") ?? 0),
  };
}

/** A member of an object; undefined for null and for everything that has none. */
export function getField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name] ?? undefined;
}

function toScopePath(value: unknown): ScopePath {
  return value === "." ? ("." as ScopePath) : (toFile(value) as unknown as ScopePath);
}

function toFile(value: unknown): RelativePath {
  if (isRelativePath(value)) return value;
  throw new RouteProblem(`it names a path that is none of the repository: ${JSON.stringify(value)}`);
}

function toVersion(value: unknown): string | undefined {
  return typeof value === "string" && /^\d+\.\d+\.\d+/.test(value) ? value : undefined;
}

function toMaxWarnings(value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new RouteProblem(`a scope's maxWarnings is no number of warnings: ${JSON.stringify(value)}`);
}

function toIgnore(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new RouteProblem(`a scope's exclusions are no list of globs: ${JSON.stringify(value)}`);
}

/** An exclusion that cannot be read must not be taken for none. */
function toQuestion(ignore: readonly string[]): Route["leavesOut"] {
  const expressions = ignore.flatMap((glob) => {
    const found = toExclusionExpressions(glob.replace(/^\.\//, "").replace(/(?<!\\)\/$/, ""));
    if (found) return found;
    throw new RouteProblem(`an exclusion is no glob: ${JSON.stringify(glob)}`);
  });
  return (inside) => expressions.some((expression) => expression.test(inside));
}
