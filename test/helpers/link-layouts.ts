import { mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";

/** One link of a layout: where it lies below the tree, and its text (`<root>` and `<outside>` stand for real paths). */
export interface PlannedLink {
  readonly at: string;
  readonly text: string;
}

const FOLDERS = ["a", "a/b", "a/b/c", "d"] as const;
const FILES = ["a/file", "a/b/file", "top"] as const;
const NAMES = ["l0", "l1", "l2", "l3", "l4", "l5"] as const;

/** Segments that make chains, loops, climbs, dangling ends and ends in a file likely. */
const segment = fc.constantFrom("..", ".", "a", "b", "c", "d", "file", "top", "none", "outside", "tree", ...NAMES);
const relativeText = fc.array(segment, { minLength: 1, maxLength: 7 }).map((parts) => parts.join("/"));
const base = fc.constantFrom("<root>", "<outside>", "<root>/a", "<root>/../tree", "/");
const absoluteText = fc.tuple(base, relativeText).map(([start, rest]) => path.posix.join(start, rest));

const link: fc.Arbitrary<PlannedLink> = fc.record({
  at: fc
    .tuple(fc.constantFrom("", ...FOLDERS), fc.constantFrom(...NAMES))
    .map(([folder, name]) => path.posix.join(folder, name)),
  text: fc.oneof({ weight: 3, arbitrary: relativeText }, { weight: 1, arbitrary: absoluteText }),
});

export const linkLayout = (count: number): fc.Arbitrary<readonly PlannedLink[]> =>
  fc.uniqueArray(link, { selector: ({ at }) => at, minLength: 1, maxLength: count });

/** Makes the folders and files below `root`, and a neighbour `outside` that holds a secret and a way back. */
export function plantGround(root: string, outside: string): void {
  for (const folder of FOLDERS) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of FILES) writeFileSync(path.join(root, file), "plain");
  mkdirSync(path.join(outside, "a"), { recursive: true });
  writeFileSync(path.join(outside, "file"), "secret");
  writeFileSync(path.join(outside, "a/file"), "secret");
  symlinkSync(root, path.join(outside, "tree"));
}

export function plantLinks(root: string, outside: string, links: readonly PlannedLink[]): void {
  for (const { at, text } of links) {
    symlinkSync(text.replace("<root>", root).replace("<outside>", outside), path.join(root, at));
  }
}

export function removeLinks(root: string, links: readonly PlannedLink[]): void {
  for (const { at } of links) rmSync(path.join(root, at), { force: true });
}

/** Where a path leads, and whether something stands there. */
export type Answer = { readonly real: string; readonly exists: boolean } | "loop";

/** Where the system says that a path leads; for one that leads to nothing, where it would lead. */
export function askSystem(file: string): Answer {
  try {
    return { real: realpathSync.native(file), exists: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return "loop";
    const real = assumeFolders(file, { links: 0 });
    return real === undefined ? "loop" : { real, exists: false };
  }
}

/**
 * The textbook definition, by recursion: the real path of a path is the real path of its folder, then its last name,
 * and of a link the real path of its text there. Undefined beyond forty links. (`realpath -m` of some systems does not
 * end on such layouts.)
 */
function assumeFolders(file: string, seen: { links: number }): string | undefined {
  if (file === "/") return "/";
  const folder = assumeFolders(path.posix.dirname(file), seen);
  if (folder === undefined) return undefined;
  const name = path.posix.basename(file);
  if (name === ".") return folder;
  if (name === "..") return path.posix.dirname(folder);
  const text = readLinkText(path.posix.join(folder, name));
  if (text === undefined) return path.posix.join(folder, name);
  seen.links += 1;
  return seen.links > 40 ? undefined : assumeFolders(text.startsWith("/") ? text : `${folder}/${text}`, seen);
}

function readLinkText(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

export const isBelow = (root: string, real: string): boolean => real === root || real.startsWith(`${root}/`);
