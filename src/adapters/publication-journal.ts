import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
} from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import type { FileState } from "../domain/plan.ts";
import { JOURNAL_SCHEMA_VERSION, toJournalFacts } from "../domain/publication-journal.ts";
import type { Journal, JournalBefore, JournalEntry, JournalState, SavedRange } from "../domain/publication-journal.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type { JournalDraft, PublicationJournal } from "../pipeline/publishing/publisher.ts";
import { flushFolder, toTemporaryName, writeDurably } from "./atomic-file.ts";
import { sha256 } from "./hash.ts";
import { refuseForeignPaths } from "./journal-claims.ts";
import { parseJournal, toInvalid, toJournalText } from "./journal-document.ts";
import { refuseUnlessOwnFolder } from "./journal-folder.ts";
import { findJournalFolder, JOURNAL, LAST } from "./journal-place.ts";
import { readLockState } from "./lock-state.ts";
import { readRegularText, withRegularFile } from "./read-regular.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

/** A journal of 100,000 paths is a tenth of it. */
const LONGEST_BYTES = 64 * 1024 * 1024;
/** The saved bytes of a finished publication are kept for `hi undo` up to here, and so long. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;
const LONGEST_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The journal of a publication, and of the last finished one. Everything is on the disk when a method returns, so that
 * a publication may go on; the folder and its files are this user's alone.
 */
export function createPublicationJournal(): PublicationJournal {
  return {
    look: async (root) => look(root),
    open: async (root, draft) => sayFailed(root, () => open(root, draft)),
    read: async (root, which) => (which === "last" ? readLast(root) : readJournal(root, JOURNAL)),
    readSaved: async (root, journal, entry) => readSaved(root, journal, entry),
    readReceipts: async (root, journal) => cutReceipts(journal, readPack(findJournalFolder(root), journal)),
    reopen: async (root) => sayFailed(root, () => moveTo(root, LAST, JOURNAL)),
    close: async (root, journal, how) => sayFailed(root, () => close(root, journal, how)),
  };
}

function look(root: AbsolutePath): JournalState {
  const file = path.join(findJournalFolder(root), JOURNAL);
  if (!existsSync(file)) return { kind: "none" };
  if (readLockState(root).kind === "alive") return { kind: "running" };
  try {
    const journal = readJournal(root, JOURNAL);
    return journal ? { kind: "unfinished", facts: toJournalFacts(journal) } : { kind: "none" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, next } = error.facts;
    return { kind: "unusable", path: file, message, next };
  }
}

/** @throws Refusal HI_UNFINISHED where an earlier publication has not been recovered from */
function open(root: AbsolutePath, draft: JournalDraft): Journal {
  const folder = findJournalFolder(root);
  makeFolder(folder);
  if (existsSync(path.join(folder, JOURNAL))) throw toUnfinished(folder);
  removeStrays(folder, findLastId(root));
  const pack: Uint8Array[] = [];
  const entries = draft.entries.map((entry): JournalEntry => {
    const after = entry.after ?? null;
    return {
      path: entry.path,
      place: entry.place,
      before: save(entry.before, pack),
      after,
      temporary: toTemporaryName(),
    };
  });
  const receipt = draft.receipt === undefined ? null : add(draft.receipt, pack);
  const saved = Buffer.concat(pack);
  const journal: Journal = {
    schemaVersion: JOURNAL_SCHEMA_VERSION,
    id: randomBytes(8).toString("hex"),
    verb: draft.verb,
    startedAt: new Date().toISOString(),
    entries,
    folders: draft.folders,
    receipt,
    saved: { length: saved.length, sha256: sha256(saved) },
  };
  try {
    writeDurably(toSavedFile(folder, journal), saved);
    writeDurably(path.join(folder, JOURNAL) as AbsolutePath, Buffer.from(toJournalText(journal)));
  } catch (error) {
    // Nothing else has been done yet, so nothing is to be recovered from.
    drop(root, folder);
    throw error;
  }
  return journal;
}

/** Takes the journal away, then what it alone needed; the last finished publication stays. */
function drop(root: AbsolutePath, folder: AbsolutePath): void {
  rmSync(path.join(folder, JOURNAL), { force: true });
  flushFolder(folder);
  removeStrays(folder, findLastId(root));
  if (!existsSync(path.join(folder, LAST))) removeFolder(folder);
}

const toSavedFile = (folder: string, { id }: Journal): AbsolutePath => path.join(folder, `saved-${id}`) as AbsolutePath;

function save(before: FileState, pack: Uint8Array[]): JournalBefore {
  if (before.kind === "link") return { link: before.target };
  if (before.kind !== "file") return null;
  return { sha256: before.sha256, mode: before.mode, ...add(before.bytes, pack) };
}

function add(bytes: Uint8Array, pack: Uint8Array[]): SavedRange {
  const at = pack.reduce((sum, part) => sum + part.length, 0);
  pack.push(bytes);
  return { at, length: bytes.length };
}

function makeFolder(folder: AbsolutePath): void {
  for (const one of [path.dirname(folder), folder]) if (makeOne(one)) flushFolder(path.dirname(one));
  refuseUnlessOwnFolder(folder);
  // Whatever the umask is: this user's alone, and usable.
  chmodSync(folder, 0o700);
  // Outside git it lies in the work tree, which may become one of git's.
  const ignore = path.join(folder, ".gitignore") as AbsolutePath;
  if (path.basename(path.dirname(folder)) !== ".hi" || existsSync(ignore)) return;
  try {
    writeDurably(ignore, Buffer.from("*\n"));
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** False where it was there. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (toErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** The last finished publication, where it can still be undone. */
function findLastId(root: AbsolutePath): string | undefined {
  try {
    return readLast(root)?.id;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What a publication that was killed before its journal stood, or after it was dropped, has left. */
function removeStrays(folder: AbsolutePath, last: string | undefined): void {
  const kept = new Set(last === undefined ? [] : [LAST, `saved-${last}`]);
  for (const name of orUndefined(ABSENCE, () => readdirSync(folder)) ?? []) {
    if (!kept.has(name) && OURS.test(name)) rmSync(path.join(folder, name), { force: true });
  }
}

const OURS = /^(?:last|saved-[0-9a-f]{16}|\.hi-publish-[0-9a-f]{16}\.tmp)$/;

function readLast(root: AbsolutePath): Journal | undefined {
  const last = readJournal(root, LAST);
  return last && Date.now() - Date.parse(last.startedAt) < LONGEST_KEPT_MS ? last : undefined;
}

/** @throws Refusal HI_JOURNAL_INVALID, HI_JOURNAL_NEWER */
function readJournal(root: AbsolutePath, name: string): Journal | undefined {
  const folder = findJournalFolder(root);
  const file = path.join(folder, name) as AbsolutePath;
  if (!existsSync(file)) return undefined;
  refuseUnlessOwnFolder(folder);
  const text = readRegularText(file, LONGEST_BYTES);
  if (text === undefined) throw toInvalid(file, "it is no regular file, or too large");
  const journal = parseJournal(text, file);
  const saved = readPack(folder, journal);
  const cutSaved = (range: SavedRange): Uint8Array => cut(saved, range);
  refuseForeignPaths(root, { journal, file, receipts: cutReceipts(journal, saved), cutSaved });
  return journal;
}

/** @throws Refusal HI_JOURNAL_INVALID where the saved bytes are not those that were saved */
function readSaved(root: AbsolutePath, journal: Journal, { before }: JournalEntry): Uint8Array {
  if (before === null || !("at" in before)) return new Uint8Array();
  const file = toSavedFile(findJournalFolder(root), journal);
  const bytes = orUndefined(ABSENCE, () => withRegularFile(file, (descriptor) => readRange(descriptor, before)));
  if (bytes !== undefined && sha256(bytes) === before.sha256) return bytes;
  throw toInvalid(file, "the saved bytes are not there, or were changed");
}

function readRange(descriptor: number, { at, length }: SavedRange): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
}

function readPack(folder: AbsolutePath, journal: Journal): Uint8Array {
  const file = toSavedFile(folder, journal);
  const bytes = orUndefined(ABSENCE, () => withRegularFile(file, (descriptor) => readFileSync(descriptor)));
  if (bytes?.length === journal.saved.length && sha256(bytes) === journal.saved.sha256) return bytes;
  throw toInvalid(file, "the saved bytes are not there, or were changed");
}

function cutReceipts({ entries, receipt }: Journal, saved: Uint8Array) {
  const before = entries.find((entry) => entry.path === RECEIPT_PATH)?.before ?? null;
  return {
    before: before !== null && "at" in before ? cut(saved, before) : undefined,
    after: receipt ? cut(saved, receipt) : undefined,
  };
}

const cut = (bytes: Uint8Array, { at, length }: SavedRange): Uint8Array => bytes.subarray(at, at + length);

function moveTo(root: AbsolutePath, from: string, to: string): void {
  const folder = findJournalFolder(root);
  renameSync(path.join(folder, from), path.join(folder, to));
  flushFolder(folder);
}

/** `kept`: what was published can be undone from here on. `dropped`: nothing is left of it. */
function close(root: AbsolutePath, journal: Journal, how: "kept" | "dropped"): void {
  const folder = findJournalFolder(root);
  if (how === "dropped") {
    drop(root, folder);
    return;
  }
  // What could be undone before is so no longer: something else has been published since.
  moveTo(root, JOURNAL, LAST);
  if (journal.saved.length <= MOST_KEPT_BYTES) removeStrays(folder, journal.id);
  else {
    removeStrays(folder, undefined);
    removeFolder(folder);
  }
}

function removeFolder(folder: AbsolutePath): void {
  rmSync(path.join(folder, ".gitignore"), { force: true });
  const isInTree = path.basename(path.dirname(folder)) === ".hi";
  for (const one of isInTree ? [folder, path.dirname(folder)] : [folder]) {
    orUndefined(["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "EBUSY"], () => rmdirSync(one));
  }
}

function toUnfinished(folder: AbsolutePath): Refusal {
  return new Refusal({
    code: "HI_UNFINISHED",
    message: "An earlier publication was cut short and has not been recovered from.",
    where: { path: path.join(folder, JOURNAL) },
    next: "run the same command again; it recovers first",
  });
}

/** @throws Refusal HI_JOURNAL_FAILED where the system does not let the journal be written */
async function sayFailed<Value>(root: AbsolutePath, work: () => Value): Promise<Value> {
  try {
    return work();
  } catch (error) {
    const code = toErrorCode(error);
    if (code === undefined) throw error;
    const folder = findJournalFolder(root);
    throw new Refusal({
      code: "HI_JOURNAL_FAILED",
      message: `The journal of the publication could not be written (${code}).`,
      where: { path: folder },
      next: `make room, and ${path.dirname(folder)} writable for this user, then run the same command again`,
      details: { system: code },
    });
  }
}
