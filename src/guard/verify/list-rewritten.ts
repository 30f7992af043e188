import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";

import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import { isRemembered } from "../decide/clean-walk.ts";
import type { WorkTreeEntry } from "../decide/fingerprint.ts";
import { hashBytes } from "../decide/hash-bytes.ts";
import { toDiskPath, toPathText } from "../decide/path-text.ts";
import { ENTRY, GIT_MODE } from "../decide/plain-index.ts";
import type { PlainIndex } from "../decide/plain-index.ts";
import type { KnownPath } from "../decide/sealed-state.ts";
import { readPathState } from "../decide/work-tree-state.ts";

/** Larger ones are left to git. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

interface Listing {
  readonly index: PlainIndex;
  /** When the index was written, in whole seconds. */
  readonly writtenAt: number;
  /** What differs, and so is in no question. */
  readonly entries: readonly WorkTreeEntry[];
  readonly keepsModes: boolean;
}

/**
 * The files of a private index of whose bytes its times tell nothing any more, and that hold the baseline's all the same:
 * held against the object's name, not against what git said a moment ago. @throws UnreadableTree
 */
export function listRewritten(root: string, listing: Listing): readonly KnownPath[] {
  const { index, entries, keepsModes } = listing;
  const differing = new Set(entries.map(({ path }) => path));
  const rewritten: KnownPath[] = [];
  for (let entry = 0; entry < index.count; entry += 1) {
    const path = toPathText(index.bytes.subarray(index.names[entry], index.ends[entry]));
    if (differing.has(path) || isToldByTimes(root, path, { listing, entry })) continue;
    const state = readPathState(root, path, keepsModes);
    if (isOfObject(root, { path, state }, { listing, entry })) rewritten.push({ path, state });
  }
  return rewritten;
}

interface Place {
  readonly listing: Listing;
  readonly entry: number;
}

function isToldByTimes(root: string, path: string, { listing, entry }: Place): boolean {
  try {
    const facts = lstatSync(toDiskPath(root, path), { throwIfNoEntry: false });
    return facts !== undefined && isRemembered(listing, entry, facts);
  } catch {
    return false;
  }
}

/** Whether what stands there is the object that the index names, its mode as well. A name that is no text is left to git. */
function isOfObject(root: string, { path, state }: KnownPath, { listing, entry }: Place): boolean {
  const { bytes, view, starts } = listing.index;
  const at = starts[entry] as number;
  if (state.kind !== "file" || !path.isWellFormed()) return false;
  const mode = view.getUint32(at + ENTRY.mode);
  if (mode !== GIT_MODE.plain && mode !== GIT_MODE.executable) return false;
  if (listing.keepsModes && (mode === GIT_MODE.executable) !== state.executable) return false;
  const contents = readRegularFileSync(`${root}/${path}`, MAX_FILE_BYTES);
  if (contents === undefined || hashBytes(contents) !== state.sha256) return false;
  const oid = createHash("sha1").update(`blob ${contents.length}\0`).update(contents).digest();
  return oid.equals(bytes.subarray(at + ENTRY.object, at + ENTRY.flags));
}
