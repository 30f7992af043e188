import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Candidate } from "../domain/candidate.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { isSameOrBelow, resolvePath } from "./resolve-inside.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** One file of the candidate: its path below the root, and what tells it from every other file of the machine. */
interface CandidateFile {
  readonly path: string;
  readonly identity: string;
  readonly isLinkedTwice: boolean;
}

/** Everything a candidate holds, links not followed. Paths are relative, in the machine's own separators. */
export interface CandidateContent {
  readonly links: readonly string[];
  readonly files: readonly CandidateFile[];
  /** A folder of another device; on systems with a list of mounts the list has shown it before. */
  readonly mounted: string | undefined;
}

/** Entries looked at before waiting signals get their turn. */
const BATCH = 2000;

/** Visits everything below a folder, links and folders included, and never follows a link. */
async function walk(root: string, visit: (inside: string, kind: "link" | "folder" | "other") => void, pause: Pause): Promise<void> {
  const pending = [""];
  let count = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const here = path.join(root, folder);
    const entries = orUndefined(ABSENCE, () => readdirSync(here, { withFileTypes: true })) ?? [];
    for (const entry of entries) {
      const inside = path.join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (isFolder) pending.push(inside);
      visit(inside, entry.isSymbolicLink() ? "link" : isFolder ? "folder" : "other");
      count += 1;
      if (count % BATCH === 0) await pause();
    }
  }
}

type Pause = () => Promise<void>;

export async function walkCandidate(root: AbsolutePath, pause: Pause): Promise<CandidateContent> {
  const links: string[] = [];
  const files: CandidateFile[] = [];
  const device = lstatSync(root, { bigint: true }).dev;
  let mounted: string | undefined;
  const visit = (inside: string, kind: "link" | "folder" | "other"): void => {
    if (kind === "link") {
      links.push(inside);
      return;
    }
    const { dev, ino, nlink } = lstatSync(path.join(root, inside), { bigint: true });
    if (kind === "folder") mounted ??= dev === device ? undefined : inside;
    else files.push({ path: inside, identity: `${dev}:${ino}`, isLinkedTwice: nlink > 1n });
  };
  await walk(root, visit, pause);
  return { links, files, mounted };
}

/**
 * The first link that does not lead to a place in the candidate, as a sentence. One that leads to nothing is judged by
 * where it would lead; a loop leads nowhere and is refused.
 */
export function examineLinks(root: AbsolutePath, links: readonly string[]): string | undefined {
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
 * (packages linked from the cache). The file of the same path is compared in any case, for file systems that do not
 * count links.
 */
export async function findSharedFile({
  candidate,
  liveRoot,
  files,
  pause,
}: {
  candidate: Candidate;
  liveRoot: AbsolutePath;
  files: readonly CandidateFile[];
  pause: Pause;
}): Promise<string | undefined> {
  const linked = new Map(files.filter((file) => file.isLinkedTwice).map((file) => [file.identity, file.path]));
  for (const [index, file] of files.entries()) {
    if (index % BATCH === 0) await pause();
    if (readIdentityText(path.join(liveRoot, file.path)) === file.identity) {
      return toSentence(candidate, file.path, file.path);
    }
  }
  if (linked.size === 0) return undefined;
  let shared: string | undefined;
  const visit = (inside: string, kind: "link" | "folder" | "other"): void => {
    if (shared !== undefined || kind !== "other") return;
    const here = linked.get(readIdentityText(path.join(liveRoot, inside)) ?? "");
    if (here !== undefined) shared = toSentence(candidate, here, inside);
  };
  await walk(liveRoot, visit, pause);
  return shared;
}

function readIdentityText(file: string): string | undefined {
  const stats = orUndefined([...ABSENCE, "EACCES"], () => lstatSync(file, { bigint: true }));
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
}

function toSentence({ root }: Candidate, inside: string, live: string): string {
  return `${path.join(root, inside)} is the same file as ${live} of the repository`;
}
