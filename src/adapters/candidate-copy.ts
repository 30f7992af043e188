import { lstatSync, symlinkSync } from "node:fs";
import path from "node:path";

import type { Candidate, NotPreviewed } from "../domain/candidate.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { ensureFolder } from "./ensure-folder.ts";
import { copyFile } from "./hashed-copy.ts";
import type { CopiedFile } from "./hashed-copy.ts";
import { isNeverCopied } from "./preview-files.ts";
import { resolvePath, toPosixRelative } from "./resolve-inside.ts";
import type { Resolution } from "./resolve-inside.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** What one copy from the live tree to the candidate works on; both roots are real paths. */
export interface CopyJob {
  readonly liveRoot: AbsolutePath;
  readonly candidateRoot: AbsolutePath;
  readonly paths: readonly RelativePath[];
  /** Called between files; throws to stop. Gives waiting signals their turn. */
  readonly pause: () => Promise<void>;
}

type Skip = NotPreviewed["why"];

interface Progress {
  readonly copied: CopiedFile[];
  readonly links: RelativePath[];
  readonly skipped: Map<string, Skip>;
  readonly seen: Set<RelativePath>;
  readonly pending: RelativePath[];
  /** Whether a folder of the live tree is one by its own name, or by way of a link. */
  readonly folders: Map<string, FolderState>;
}

type FolderState = "plain" | "absent" | "linked" | "outside";

/**
 * Copies files and re-makes the links that stay inside, one after another: on one disk many at once are no faster, and
 * the bytes in memory are those of one file. A file that is gone is no longer part of the repository and left out.
 */
export async function copyLive(job: CopyJob): Promise<Pick<Candidate, "copied" | "links" | "notPreviewed">> {
  const progress: Progress = {
    copied: [],
    links: [],
    skipped: new Map(),
    seen: new Set(job.paths),
    pending: job.paths.toReversed(),
    folders: new Map(),
  };
  for (let next = progress.pending.pop(); next !== undefined; next = progress.pending.pop()) {
    await job.pause();
    const skip = copyOne(job, progress, next);
    if (skip !== undefined) progress.skipped.set(next, skip);
  }
  return {
    copied: progress.copied,
    links: progress.links,
    notPreviewed: [...progress.skipped].map(([name, why]) => ({ path: name, why })),
  };
}

function copyOne(job: CopyJob, progress: Progress, file: RelativePath): Skip | undefined {
  const folder = findFolderState(job.liveRoot, progress, path.posix.dirname(file));
  if (folder !== "plain") return folder === "outside" ? "link-outside" : undefined;
  const stats = orUndefined(ABSENCE, () => lstatSync(path.join(job.liveRoot, file)));
  if (stats === undefined || stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return copyLink(job, progress, file);
  if (!stats.isFile()) return "not-a-file";
  ensureFolder(job.candidateRoot, path.posix.dirname(file));
  const copied = copyFile(job, file);
  if (typeof copied === "string") return copied;
  progress.copied.push(copied);
  return undefined;
}

/** What is listed below a linked folder is listed again under its real path, or lies outside. */
function findFolderState(liveRoot: AbsolutePath, { folders }: Progress, folder: string): FolderState {
  const known = folders.get(folder);
  if (known !== undefined) return known;
  const found = toFolderState(liveRoot, resolvePath(liveRoot, folder));
  folders.set(folder, found);
  return found;
}

function toFolderState(liveRoot: AbsolutePath, { state, firstLink, real }: Resolution): FolderState {
  if (firstLink === undefined) return state === "exists" ? "plain" : "absent";
  return isSameOrBelow(liveRoot, real) ? "linked" : "outside";
}

/**
 * Re-makes a link, relative and straight to where it leads in the end, so that it cannot lead out of the candidate and
 * needs no other link on the way. The file it leads to comes too.
 */
function copyLink(job: CopyJob, progress: Progress, link: RelativePath): Skip | undefined {
  const { real, state } = resolvePath(job.liveRoot, link);
  if (state === "loop" || state === "blocked" || !isSameOrBelow(job.liveRoot, real)) return "link-outside";
  const target = toPosixRelative(job.liveRoot, real);
  if (target !== "" && !isRelativePath(target)) return "link-outside";
  const isDependency = target.split("/").includes("node_modules");
  if (!isDependency && isNeverCopied(target)) return "link-outside";
  ensureFolder(job.candidateRoot, path.posix.dirname(link));
  const text = path.posix.relative(path.posix.dirname(link), target === "" ? "." : target) || ".";
  symlinkSync(text, path.join(job.candidateRoot, link));
  progress.links.push(link);
  if (state === "exists" && !isDependency && isRelativePath(target)) addTarget(progress, target);
  return undefined;
}

function addTarget({ seen, pending }: Progress, target: RelativePath): void {
  if (seen.has(target)) return;
  seen.add(target);
  pending.push(target);
}
