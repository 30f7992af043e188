import { chmodSync, lstatSync, mkdirSync, realpathSync, rmSync, rmdirSync, statSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { FileState } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import type { PlannedWrite, Publisher, RemovedFile, StagedWrite } from "../pipeline/world.ts";
import { flushFolder, retryWhileBusy, systemRename, toNameBeside, writeBeside } from "./atomic-file.ts";
import type { Rename } from "./atomic-file.ts";
import { findLanding } from "./landing.ts";
import { resolvePath } from "./resolve-inside.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

/** Writes to the live repository, one file at a time; `rename` is for tests that make it fail. */
export function createPublisher({ rename = systemRename }: { readonly rename?: Rename } = {}): Publisher {
  return {
    check: async (root, asked, before) => findLanding(root, asked, before).target,
    stage: async (root, write) => stageWrite(root, write),
    commit: (root, staged) => commitWrite(root, staged, rename),
    discard: discardWrite,
    remove: (root, asked, before) => setAside({ root, asked, before, rename }),
    putBack: (removed) => putBack(removed, rename),
    forget: ({ aside }) => removeTemporary(aside),
  };
}

function stageWrite(root: AbsolutePath, write: PlannedWrite): StagedWrite {
  const { target, standing } = findLanding(root, write.path, write.before);
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const full = path.join(realRoot, target) as AbsolutePath;
  const madeFolders = makeFolders(path.dirname(full) as AbsolutePath);
  try {
    refuseMoved(realRoot, write.path, target);
    const content = { bytes: write.bytes, mode: standing?.mode ?? write.mode };
    const temporary = writeBeside(full, standing ? { ...content, ownerOf: full } : content);
    return { write, target, temporary, madeFolders };
  } catch (error) {
    removeEmptyFolders(madeFolders);
    throw error;
  }
}

/** Makes what is missing on the way to a folder, outermost first, each as open as the folder it is made in. */
function makeFolders(folder: AbsolutePath): readonly AbsolutePath[] {
  if (orUndefined(ABSENCE, () => lstatSync(folder)) !== undefined) return [];
  const above = path.dirname(folder) as AbsolutePath;
  const made = makeFolders(above);
  try {
    mkdirSync(folder, 0o700);
    chmodSync(folder, (statSync(above).mode & 0o7777) | 0o700);
  } catch (error) {
    if (toErrorCode(error) === "EEXIST") return made;
    removeEmptyFolders(made);
    throw error;
  }
  return [...made, folder];
}

function removeEmptyFolders(folders: readonly AbsolutePath[]): void {
  for (const folder of folders.toReversed()) {
    orUndefined(["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES"], () => rmdirSync(folder));
  }
}

/** The folder that bytes are about to land in must still be the contained one: a link may have come in its place. */
function refuseMoved(realRoot: AbsolutePath, asked: RelativePath, target: RelativePath): void {
  const { firstLink, state } = resolvePath(realRoot, path.posix.dirname(target));
  if (firstLink !== undefined || state !== "exists") throw toMoved(asked);
}

function toMoved(asked: RelativePath): Refusal {
  return new Refusal({
    code: "HI_STALE_PLAN",
    message: `The folder of ${asked} was replaced while it was being written.`,
    where: { path: asked },
    next: "run the same command again; it plans anew",
  });
}

async function commitWrite(
  root: AbsolutePath,
  { write, target, temporary }: StagedWrite,
  rename: Rename
): Promise<void> {
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const full = path.join(realRoot, target);
  await retryWhileBusy(() => {
    const now = findLanding(root, write.path, write.before);
    if (now.target !== target) throw toMoved(write.path);
    refuseMoved(realRoot, write.path, target);
    if (now.standing) chmodSync(temporary, now.standing.mode);
    rename(temporary, full);
  });
  flushFolder(path.dirname(full));
}

/** The temporary file may be renamed already; then only the folders are left to take back, where they are empty. */
async function discardWrite({ temporary, madeFolders }: StagedWrite): Promise<void> {
  await removeTemporary(temporary);
  removeEmptyFolders(madeFolders);
}

/** What holds a temporary file of ours for longer than the retries must not hide what went before: it stays. */
async function removeTemporary(file: AbsolutePath): Promise<void> {
  await retryWhileBusy(() => rmSync(file, { force: true })).catch((error: unknown) => {
    if (toErrorCode(error) === undefined) throw error;
  });
}

interface Removal {
  readonly root: AbsolutePath;
  readonly asked: RelativePath;
  readonly before: FileState;
  readonly rename: Rename;
}

/** After a last look the name itself goes, of a link the link. */
async function setAside({ root, asked, before, rename }: Removal): Promise<RemovedFile> {
  const folder = resolvePath(realpathSync.native(root) as AbsolutePath, path.posix.dirname(asked)).real;
  const file = path.join(folder, path.posix.basename(asked)) as AbsolutePath;
  const aside = toNameBeside(file);
  await retryWhileBusy(() => {
    findLanding(root, asked, before);
    rename(file, aside);
  });
  flushFolder(folder);
  return { file, aside };
}

/** Never over something that has come since. */
async function putBack({ file, aside }: RemovedFile, rename: Rename): Promise<void> {
  if (orUndefined(ABSENCE, () => lstatSync(file)) !== undefined) throw toTaken(file);
  await retryWhileBusy(() => rename(aside, file));
  flushFolder(path.dirname(file));
}

function toTaken(file: string): Error {
  return Object.assign(new Error(`something stands at ${file}`), { code: "EEXIST", path: file });
}
