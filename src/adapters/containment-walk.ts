import { lstatSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { resolvePath } from "./resolve-inside.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";
import { walkTree } from "./walk-tree.ts";
import type { Pause } from "./walk-tree.ts";

/** The two trees that must not touch, both real paths. */
export interface Trees {
  readonly root: AbsolutePath;
  readonly liveRoot: AbsolutePath;
}

/** What a look at everything in a candidate found, links not followed. Paths are relative to its root. */
export interface CandidateContent {
  readonly links: readonly string[];
  readonly fileCount: number;
  /** Files with a second hard link, by device and inode: each could be a file of the live tree too. */
  readonly linkedTwice: ReadonlyMap<string, string>;
  /** The first file that is the live file of the same path. */
  readonly sharedInPlace: string | undefined;
  /** A folder of another device; on systems with a list of mounts that list has shown it before. */
  readonly mounted: string | undefined;
}

type Found = { -readonly [Key in keyof Omit<CandidateContent, "links" | "linkedTwice">]: CandidateContent[Key] };

/** Looks at every entry of a candidate once. */
export async function walkCandidate({ root, liveRoot }: Trees, pause: Pause): Promise<CandidateContent> {
  const device = lstatSync(root, { bigint: true }).dev;
  const links: string[] = [];
  const linkedTwice = new Map<string, string>();
  const found: Found = { fileCount: 0, sharedInPlace: undefined, mounted: undefined };
  await walkTree(
    root,
    (inside, kind) => {
      if (kind === "link") {
        links.push(inside);
        return;
      }
      const { dev, ino, nlink } = lstatSync(path.join(root, inside), { bigint: true });
      if (kind === "folder") {
        if (dev !== device) found.mounted ??= inside;
        return;
      }
      found.fileCount += 1;
      const identity = `${dev}:${ino}`;
      if (nlink > 1n) linkedTwice.set(identity, inside);
      if (readFileIdentity(path.join(liveRoot, inside)) === identity) found.sharedInPlace ??= inside;
    },
    pause
  );
  return { links, linkedTwice, ...found };
}

/**
 * The first link that does not lead to a place in the candidate, as a sentence. One that leads to nothing is judged by
 * where it would lead; a loop leads nowhere and is refused.
 */
export function findEscape(root: AbsolutePath, links: readonly string[]): string | undefined {
  for (const link of links) {
    const from = path.join(root, path.dirname(link)) as AbsolutePath;
    const { real, state } = resolvePath(from, path.basename(link));
    if (state === "loop") return `${link} is a link without an end`;
    if (!isSameOrBelow(root, real)) return `${link} leads to ${real}`;
  }
  return undefined;
}

/**
 * The first file of the candidate that is the same file as one of the live tree, as a sentence. Only a file with a
 * second hard link can be another file too, so the live tree is searched only where the candidate has such files
 * (packages linked from the cache). The file of the same path was compared in any case, for file systems that do not
 * count links.
 */
export async function findSharedFile(
  { root, liveRoot }: Trees,
  { linkedTwice, sharedInPlace }: CandidateContent,
  pause: Pause
): Promise<string | undefined> {
  const toSentence = (inside: string, live: string): string =>
    `${path.join(root, inside)} is the same file as ${live} of the repository`;
  if (sharedInPlace !== undefined) return toSentence(sharedInPlace, sharedInPlace);
  if (linkedTwice.size === 0) return undefined;
  let shared: string | undefined;
  await walkTree(
    liveRoot,
    (inside, kind) => {
      if (kind !== "file" || shared !== undefined) return;
      const here = linkedTwice.get(readFileIdentity(path.join(liveRoot, inside)) ?? "");
      if (here !== undefined) shared = toSentence(here, inside);
    },
    pause
  );
  return shared;
}

function readFileIdentity(file: string): string | undefined {
  const stats = orUndefined([...ABSENCE, "EACCES"], () => lstatSync(file, { bigint: true }));
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
}
