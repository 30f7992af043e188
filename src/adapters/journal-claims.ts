import { realpathSync } from "node:fs";
import path from "node:path";

import { isBasePath } from "../domain/base.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { Journal, JournalEntry } from "../domain/publication-journal.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../domain/receipt.ts";
import { inspectPath } from "./disk.ts";
import { toInvalid } from "./journal-document.ts";
import { resolvePath, toPosixRelative } from "./resolve-inside.ts";

/**
 * Holds a journal's paths against what may be ours: what the receipt on disk owns, the one from before and the one to be
 * published, and the documents of `.hi` themselves. @throws Refusal HI_JOURNAL_INVALID
 */
export function refuseForeignPaths(
  root: AbsolutePath,
  { journal, file, receipts }: { journal: Journal; file: AbsolutePath; receipts: readonly (Uint8Array | undefined)[] }
): void {
  const current = inspectPath(root, RECEIPT_PATH);
  const owned = new Set<string>([RECEIPT_PATH, SETTINGS_PATH]);
  for (const bytes of [current.kind === "file" ? current.bytes : undefined, ...receipts]) {
    for (const name of bytes === undefined ? [] : readNames(bytes)) owned.add(name);
  }
  const foreign = journal.entries.find((entry) => !owned.has(entry.path) && !isBasePath(entry.path));
  if (foreign) throw toInvalid(file, `no receipt owns ${JSON.stringify(foreign.path)}`);
  const astray = journal.entries.find((entry) => !leadsToPlace(root, entry));
  if (astray) throw toInvalid(file, `${JSON.stringify(astray.path)} does not lead to ${JSON.stringify(astray.place)}`);
}

/** A place is where its path leads: the end of it, or, of a link that goes itself, the link. */
function leadsToPlace(root: AbsolutePath, entry: JournalEntry): boolean {
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const folder = resolvePath(realRoot, path.posix.dirname(entry.path)).real;
  const ends = [resolvePath(realRoot, entry.path).real, path.join(folder, path.posix.basename(entry.path))];
  return ends.some((end) => toPosixRelative(realRoot, end) === entry.place);
}

/** The paths of a receipt, as far as it can be read: one that cannot owns nothing. */
function readNames(bytes: Uint8Array): readonly string[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const files = value !== null && typeof value === "object" ? Reflect.get(value, "files") : undefined;
    return files !== null && typeof files === "object" ? Object.keys(files).filter(isRelativePath) : [];
  } catch {
    return [];
  }
}
