import { toConfigFormat } from "../../domain/config-format.ts";
import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { FileState } from "../../domain/plan.ts";
import { toStanding } from "../../domain/publication-journal.ts";
import type { Journal, JournalEntry } from "../../domain/publication-journal.ts";
import type { Receipt, ReceiptEntry } from "../../domain/receipt.ts";
import { RECEIPT_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import { decodeText, encodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import { takeOut } from "./take-out.ts";
import type { TakenOut } from "./take-out.ts";

/** What of an edited file is taken back: the state that was looked at, and the bytes that it shall have. */
export interface TakeOut extends Pick<TakenOut, "kept" | "out"> {
  readonly now: FileState;
  /** Undefined where nothing of it can be taken out. */
  readonly bytes: Uint8Array | undefined;
}

/** By the place in the journal. */
export type TakeOuts = ReadonlyMap<RelativePath, TakeOut>;

type Tools = Pick<World, "disk" | "documents" | "editors" | "journal">;

interface Receipts {
  readonly before: Receipt | undefined;
  readonly after: Receipt | undefined;
}

/**
 * Finds what a person edited since of which only keys are ours, with the bytes that it has without them. The journal's
 * own receipts say what is ours: the one on the disk goes first when a publication is taken back. Reads only.
 */
export async function findTakeOuts(root: AbsolutePath, journal: Journal, world: Tools): Promise<TakeOuts> {
  const receipts = await readReceipts(root, journal, world);
  const found = new Map<RelativePath, TakeOut>();
  for (const entry of journal.entries) {
    const after = findMerged(receipts.after, entry.path);
    if (after === undefined) continue;
    const owned = { before: findMerged(receipts.before, entry.path), after };
    const taken = await look({ root, journal, entry, owned }, world);
    if (taken) found.set(entry.place, taken);
  }
  return found;
}

async function readReceipts(root: AbsolutePath, journal: Journal, world: Tools): Promise<Receipts> {
  const { before, after } = await world.journal.readReceipts(root, journal);
  const parse = (bytes: Uint8Array | undefined): Receipt | undefined => {
    const decoded = bytes && decodeText(bytes);
    return decoded?.ok ? orUndefined(() => world.documents.receipt(decoded.text, RECEIPT_PATH)) : undefined;
  };
  return { before: parse(before), after: parse(after) };
}

function findMerged(receipt: Receipt | undefined, path: RelativePath): ReceiptEntry | undefined {
  const owned = receipt && Object.hasOwn(receipt.files, path) ? receipt.files[path] : undefined;
  return owned?.class === "merged" ? owned : undefined;
}

interface Looking {
  readonly root: AbsolutePath;
  readonly journal: Journal;
  readonly entry: JournalEntry;
  readonly owned: { readonly before: ReceiptEntry | undefined; readonly after: ReceiptEntry };
}

async function look({ root, journal, entry, owned }: Looking, world: Tools): Promise<TakeOut | undefined> {
  const now = await world.disk.inspect(root, entry.place);
  if (toStanding(entry, now) !== "theirs" || now.kind !== "file") return undefined;
  const text = decodeText(now.bytes);
  const stood = decodeText(await world.journal.readSaved(root, journal, entry));
  if (!text.ok || !stood.ok || (entry.before !== null && "link" in entry.before)) return undefined;
  const { path } = entry;
  const editor = await world.editors(toConfigFormat(path));
  const before = entry.before === null ? undefined : stood.text;
  const taken = orUndefined(() => takeOut({ path, text: text.text, before, owned, editor }));
  if (taken === undefined || taken.out.length + taken.kept.length === 0) return undefined;
  const { out, kept } = taken;
  return { now, out, kept, bytes: taken.text === text.text ? undefined : encodeText(taken.text) };
}

/** What cannot be read is kept whole. */
function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
