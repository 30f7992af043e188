import { realpathSync } from "node:fs";
import path from "node:path";

import { isBasePath } from "../domain/base.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { Journal, JournalEntry, SavedRange } from "../domain/publication-journal.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../domain/receipt.ts";
import { inspectPath } from "./disk.ts";
import { sha256 } from "./hash.ts";
import { toInvalid } from "./journal-document.ts";
import { resolvePath, toPosixRelative } from "./resolve-inside.ts";

/** A journal with what it saved; receipts: the one from before and the one to be published, as far as it has them. */
export interface ReadJournal {
  readonly journal: Journal;
  readonly file: AbsolutePath;
  readonly receipts: { readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined };
  readonly cutSaved: (range: SavedRange) => Uint8Array;
}

/**
 * Holds a journal's paths against what may be ours: what the receipt on disk owns, the one from before and the one to be
 * published, and the documents of `.hi` themselves. @throws Refusal HI_JOURNAL_INVALID
 */
export function refuseForeignPaths(root: AbsolutePath, read: ReadJournal): void {
  const { journal, file, receipts } = read;
  refuseOtherReceipts(read);
  const current = inspectPath(root, RECEIPT_PATH);
  const ownedHere = new Set<string>([RECEIPT_PATH, SETTINGS_PATH]);
  for (const name of readNames(current.kind === "file" ? current.bytes : undefined)) ownedHere.add(name);
  const owned = new Set([...ownedHere, ...readNames(receipts.before), ...readNames(receipts.after)]);
  const foreign = journal.entries.find((entry) => !owned.has(entry.path) && !isBasePath(entry.path));
  if (foreign) throw toInvalid(file, `no receipt owns ${JSON.stringify(foreign.path)}`);
  const astray = journal.entries.find((entry) => !leadsToPlace(root, entry));
  if (astray) throw toInvalid(file, `${JSON.stringify(astray.path)} does not lead to ${JSON.stringify(astray.place)}`);
  if (!isInWorkTree(file)) return;
  const claimed = journal.entries.filter((entry) => !ownedHere.has(entry.path) && !isBasePath(entry.path));
  refuseOverwriting(root, claimed, read);
}

/** Outside git the journal comes with the folder: it may be anybody's. */
const isInWorkTree = (file: AbsolutePath): boolean => path.basename(path.dirname(path.dirname(file))) === ".hi";

/** A receipt that a journal saved speaks of paths only where it is the one that the same journal changes. */
function refuseOtherReceipts({ journal, file, receipts }: ReadJournal): void {
  const { before = null, after = null } = journal.entries.find((entry) => entry.path === RECEIPT_PATH) ?? {};
  const isBefore =
    receipts.before === undefined || (before && "sha256" in before && before.sha256) === sha256(receipts.before);
  const isAfter = receipts.after === undefined || after?.sha256 === sha256(receipts.after);
  if (!isBefore || !isAfter) throw toInvalid(file, "it saved a receipt that is not the one it publishes");
}

/**
 * What the journal's own receipts alone claim, and no receipt on disk, may have bytes of a merge taken out of it or put
 * into it, never others: the first publication merges its keys into files that nothing owned before.
 */
function refuseOverwriting(root: AbsolutePath, claimed: readonly JournalEntry[], read: ReadJournal): void {
  for (const entry of claimed) {
    const { before, after, place, temporary } = entry;
    if (before === null || after === null || !("at" in before)) continue;
    const now = inspectPath(root, place);
    if (now.kind !== "file" || ![before.sha256, after.sha256].includes(now.sha256)) continue;
    const staged = inspectPath(root, path.posix.join(path.posix.dirname(place), temporary) as RelativePath);
    const larger = now.sha256 === after.sha256 ? now : staged;
    if (larger.kind !== "file" || larger.sha256 !== after.sha256) continue;
    if (isWithinBytes(read.cutSaved(before), larger.bytes)) continue;
    throw toInvalid(
      read.file,
      `no receipt on the disk owns ${JSON.stringify(entry.path)}, and it would be overwritten`
    );
  }
}

/** Whether a text is the other one with bytes taken out. */
function isWithinBytes(smaller: Uint8Array, larger: Uint8Array): boolean {
  let at = 0;
  for (const byte of larger) if (byte === smaller[at]) at += 1;
  return at === smaller.length;
}

/**
 * A place is where its path leads: the end of it, or, of a link that goes itself, the link. Where it is the path itself
 * there is nothing to follow: a folder that has become a link since makes it someone's, and that is said later.
 */
function leadsToPlace(root: AbsolutePath, entry: JournalEntry): boolean {
  if (entry.path === entry.place) return true;
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const folder = resolvePath(realRoot, path.posix.dirname(entry.path)).real;
  const ends = [resolvePath(realRoot, entry.path).real, path.join(folder, path.posix.basename(entry.path))];
  return ends.some((end) => toPosixRelative(realRoot, end) === entry.place);
}

/** The paths of a receipt, as far as it can be read: one that cannot owns nothing. */
function readNames(bytes: Uint8Array | undefined): readonly string[] {
  if (bytes === undefined) return [];
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const files = value !== null && typeof value === "object" ? Reflect.get(value, "files") : undefined;
    return files !== null && typeof files === "object" ? Object.keys(files).filter(isRelativePath) : [];
  } catch {
    return [];
  }
}
