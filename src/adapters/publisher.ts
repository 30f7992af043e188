import { chmodSync, lstatSync, mkdirSync, realpathSync, rmSync, rmdirSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { FileState } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import type { PlannedWrite, Publisher, Removal, RemovedFile, StagedWrite } from "../pipeline/publishing/publisher.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { flushFolder, retryWhileBusy, systemRename, toNameBeside, writeBeside } from "./atomic-file.ts";
import type { Rename } from "./atomic-file.ts";
import { inspectPath } from "./disk.ts";
import { findLanding, locateLanding } from "./landing.ts";
import { isStraight, resolvePath } from "./resolve-inside.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

/** Writes to the live repository, one file at a time; `rename` is for tests that make it fail. */
export function createPublisher({ rename = systemRename }: { readonly rename?: Rename } = {}): Publisher {
  return {
    locate: async (root, asked, before) => locateLanding(root, asked, before),
    stage: async (root, write) => stageWrite(root, write),
    commit: (root, staged) => commitWrite(root, staged, rename),
    findStaged: async (root, write, sha256) => findStaged(root, write, sha256),
    remove: (root, removal) => setAside(root, removal, rename),
    putBack: (removed) => putBack(removed, rename),
    forget: ({ aside }) => removeTemporary(aside),
    restoreAside: (root, removal) => restoreAside(root, removal, rename),
    link: async (root, place, target) => makeLink(root, place, target),
    sweep: (root, place, temporary) => sweepBeside(root, place, temporary),
    removeFolders: async (root, folders) => {
      const realRoot = realpathSync.native(root) as AbsolutePath;
      // What has become a link since is someone's, wherever it leads.
      for (const folder of folders.toReversed()) {
        if (isStraight(realRoot, folder)) orUndefined(FILLED_OR_GONE, () => rmdirSync(toFull(root, folder)));
      }
    },
    flush: async (root, places) => flushBeside(root, places),
  };
}

const toFull = (root: AbsolutePath, inside: RelativePath): AbsolutePath =>
  path.join(realpathSync.native(root), inside) as AbsolutePath;

function stageWrite(root: AbsolutePath, write: PlannedWrite): StagedWrite {
  const { target, standing } = findLanding(root, write.path, write.before);
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const full = path.join(realRoot, target) as AbsolutePath;
  const madeFolders = makeFolders(path.dirname(full) as AbsolutePath);
  try {
    refuseMoved(realRoot, write.path, target);
    const named = write.temporary === undefined ? {} : { temporary: write.temporary };
    const content = { bytes: write.bytes, mode: standing?.mode ?? write.mode, ...named };
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

const FILLED_OR_GONE = [...ABSENCE, "ENOTEMPTY", "EEXIST"];

/** As far as the system lets it: what stays is in the journal. */
function removeEmptyFolders(folders: readonly AbsolutePath[]): void {
  for (const folder of folders.toReversed()) {
    orUndefined([...FILLED_OR_GONE, "EPERM", "EACCES", "EBUSY", "EROFS", "EIO", "ENOSPC", "EXDEV"], () =>
      rmdirSync(folder)
    );
  }
}

/** The folder that bytes are about to land in must still be the contained one: a link may have come in its place. */
function refuseMoved(realRoot: AbsolutePath, asked: RelativePath, target: RelativePath): void {
  const folder = path.posix.dirname(target);
  if (isStraight(realRoot, folder)) return;
  const { firstLink, state } = resolvePath(realRoot, folder);
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
}

function findStaged(root: AbsolutePath, write: Required<PlannedWrite>, sha256: string): StagedWrite | undefined {
  const beside = toBeside(write.path, write.temporary);
  const state = inspectPath(root, beside);
  if (state.kind !== "file" || state.sha256 !== sha256) return undefined;
  return { write, target: write.path, temporary: toFull(root, beside), madeFolders: [] };
}

const toBeside = (place: RelativePath, temporary: string): RelativePath =>
  path.posix.join(path.posix.dirname(place), temporary) as RelativePath;

/** Gone also where a file has come in the place of its folder. */
const removeTemporary = (file: AbsolutePath): Promise<void> =>
  retryWhileBusy(() => {
    orUndefined(ABSENCE, () => rmSync(file, { force: true }));
  });

/** The folder may lead elsewhere since it was staged: never out of the repository. */
async function sweepBeside(root: AbsolutePath, place: RelativePath, temporary: string): Promise<void> {
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const { real } = resolvePath(realRoot, path.posix.dirname(place));
  if (!isSameOrBelow(realRoot, real)) return;
  await removeTemporary(toNameBeside(path.join(real, path.posix.basename(place)) as AbsolutePath, temporary));
}

/** After a last look the name itself goes, of a link the link. */
async function setAside(root: AbsolutePath, removal: Removal, rename: Rename): Promise<RemovedFile> {
  const { path: asked, before, temporary } = removal;
  const folder = resolvePath(realpathSync.native(root) as AbsolutePath, path.posix.dirname(asked)).real;
  const file = path.join(folder, path.posix.basename(asked)) as AbsolutePath;
  const aside = toNameBeside(file, temporary);
  await retryWhileBusy(() => {
    findLanding(root, asked, before);
    rename(file, aside);
  });
  return { file, aside };
}

/** Never over something that has come since. */
async function putBack({ file, aside }: RemovedFile, rename: Rename): Promise<void> {
  if (orUndefined(ABSENCE, () => lstatSync(file)) !== undefined) throw toTaken(file);
  await retryWhileBusy(() => rename(aside, file));
}

async function restoreAside(root: AbsolutePath, removal: Required<Removal>, rename: Rename): Promise<boolean> {
  const beside = toBeside(removal.path, removal.temporary);
  const state = inspectPath(root, beside);
  if (!isSame(removal.before, state)) return false;
  await putBack({ file: toFull(root, removal.path), aside: toFull(root, beside) }, rename);
  return true;
}

function isSame(before: FileState, now: FileState): boolean {
  if (before.kind === "link") return now.kind === "link" && now.target === before.target;
  return before.kind === "file" && now.kind === "file" && now.sha256 === before.sha256;
}

/** Lexical: a link of a plan led inside, and one that does not is not made. */
function makeLink(root: AbsolutePath, place: RelativePath, target: string): void {
  const full = toFull(root, place);
  const realRoot = realpathSync.native(root) as AbsolutePath;
  refuseMoved(realRoot, place, place);
  if (!isSameOrBelow(realRoot, path.resolve(path.dirname(full), target))) {
    throw new Refusal({
      code: "HI_LINK_OUTSIDE",
      message: `The link ${place} led out of the repository (${target}).`,
      where: { path: place },
      next: `make the link ${place} by hand`,
    });
  }
  symlinkSync(target, full);
}

function flushBeside(root: AbsolutePath, places: readonly RelativePath[]): void {
  for (const folder of new Set(places.map((place) => path.dirname(toFull(root, place))))) flushFolder(folder);
}

function toTaken(file: string): Error {
  return Object.assign(new Error(`something stands at ${file}`), { code: "EEXIST", path: file });
}
