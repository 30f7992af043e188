import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

import type { Finding } from "../domain/finding.ts";
import type { AbsolutePath, ScopePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { ScopeFolder } from "../domain/selection.ts";
import { isRepositoryTop } from "../runtime/io/folder-kind.ts";

/** How many workspace packages a repository may have before the rest is reported instead of proposed. */
const MAX_WORKSPACES = 2000;
const MAX_PATTERNS = 500;

/** Folders that are never a package of the repository, whatever a pattern says. */
const NEVER = ["**/node_modules/**", "**/.git/**", "**/.hi/**"];

/**
 * Expands workspace patterns to the folders that hold a package.json, sorted. Negations are honoured, links are not
 * followed, and what would lead out of the root is reported, never visited.
 */
export async function findWorkspaces(
  root: AbsolutePath,
  patterns: readonly string[]
): Promise<{ readonly folders: readonly ScopePath[]; readonly findings: readonly Finding[] }> {
  const cleaned = patterns.slice(0, MAX_PATTERNS).map(toCleanPattern);
  const outside = cleaned.filter((pattern) => isOutside(pattern) || isTooWild(pattern));
  const isUsable = (pattern: string): boolean => !outside.includes(pattern);
  const wanted = cleaned.filter((pattern) => isUsable(pattern) && !pattern.startsWith("!") && pattern !== "");
  const refused = cleaned.filter((pattern) => isUsable(pattern) && pattern.startsWith("!"));
  const folders = wanted.length === 0 ? [] : await expand(root, wanted, refused);
  const findings = [
    ...outside.map((pattern) => toFinding("workspace-outside", pattern)),
    ...(folders.length > MAX_WORKSPACES ? [toFinding("workspaces-too-many", String(MAX_WORKSPACES))] : []),
  ];
  return { folders: folders.slice(0, MAX_WORKSPACES), findings };
}

/** The glob library backtracks over stars, so a pattern with more than anybody needs could hold the run. */
function isTooWild(pattern: string): boolean {
  const segments = pattern.split("/");
  const isCrowded = segments.some((segment) => (segment.match(/\*+/g)?.length ?? 0) > MAX_STARS);
  return pattern.length > 512 || isCrowded || segments.filter((segment) => segment === "**").length > MAX_STARS;
}

const MAX_STARS = 3;

async function expand(
  root: AbsolutePath,
  wanted: readonly string[],
  refused: readonly string[]
): Promise<readonly ScopePath[]> {
  const { glob } = await import("tinyglobby");
  const files = await glob(wanted.map(toManifestPattern), {
    cwd: root,
    ignore: [
      ...NEVER,
      ...refused.flatMap((pattern) => [toManifestPattern(pattern.slice(1)), `${pattern.slice(1)}/**`]),
    ],
    followSymbolicLinks: false,
    onlyFiles: true,
    expandDirectories: false,
  });
  const folders = files.map((file) => (file === "package.json" ? "." : file.slice(0, -"/package.json".length)));
  const contained = folders.filter((folder) => folder === "." || isRelativePath(folder));
  return [...new Set(contained)].toSorted() as ScopePath[];
}

function toCleanPattern(pattern: string): string {
  return pattern
    .trim()
    .replace(/^(!?)(?:\.\/)+/, "$1")
    .replace(/\/+$/, "");
}

function toManifestPattern(pattern: string): string {
  return pattern === "." ? "package.json" : `${pattern}/package.json`;
}

function isOutside(pattern: string): boolean {
  const bare = pattern.replace(/^!/, "");
  return bare.startsWith("/") || /^[A-Za-z]:/.test(bare) || bare.includes("\\") || bare.split(/[/{,}]/).includes("..");
}

function toFinding(code: string, value: string): Finding {
  return { code, severity: "warning", args: { value } };
}

/** Where a folder really is: links resolved, and in the disk's own spelling on a disk that folds case. */
export async function inspectFolder(root: AbsolutePath, folder: ScopePath): Promise<ScopeFolder> {
  const place = folder === "." ? root : path.join(root, ...folder.split("/"));
  const real = await realpath(place).catch(() => undefined);
  if (real === undefined) return { kind: "absent" };
  const inside = path.relative(root, real).split(path.sep).join("/");
  if (inside !== "" && !isRelativePath(inside)) return { kind: "outside" };
  if (!(await lstat(real)).isDirectory()) return { kind: "not-a-folder" };
  const repository = inside === folder ? findRepository(root, inside) : undefined;
  if (repository !== undefined) return { kind: "embedded", repository };
  return { kind: "folder", real: (inside === "" ? "." : inside) as ScopePath };
}

/** The outermost folder on the way, the root aside, that is the top of a git repository. */
function findRepository(root: AbsolutePath, folder: string): string | undefined {
  const segments = folder.split("/");
  return segments
    .map((_, index) => segments.slice(0, index + 1).join("/"))
    .find((above) => isRepositoryTop(path.join(root, above)));
}
