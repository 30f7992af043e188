import type { Conflict, Settlement } from "../../domain/conflict.ts";
import { mayBeMarked, toConflictId } from "../../domain/conflict.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { PlanEntry, Reason } from "../../domain/plan.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import { decodeText, encodeText } from "../../domain/text-encoding.ts";
import type { MergeRegion, ThreeTexts } from "../../domain/three-way.ts";
import { findLineEnd, hasMarkers, toCleanText, toLineEnd, toMarkedText } from "../../domain/three-way.ts";
import type { Current } from "../reading/read-current.ts";
import { toPortableSha } from "../reading/read-current.ts";
import type { World } from "../world.ts";
import { readBase } from "./plan-bases.ts";

/** A whole file of ours that was edited here, while ours changed too. */
export interface EditedFile {
  readonly root: Parameters<typeof readBase>[0];
  readonly path: RelativePath;
  readonly current: Current;
  /** What the templates want now. */
  readonly wanted: Uint8Array;
  readonly owned: ReceiptEntry;
  /** The receipt's entry where ours stands there as wanted. */
  readonly advanced: ReceiptEntry;
  readonly settle: (id: string) => Settlement | undefined;
}

/** What becomes of such a file: what of a plan entry the merge decides. */
export type MergedFile = Pick<PlanEntry, "action" | "reason" | "receipt" | "after" | "afterSha256" | "conflicts">;

/**
 * Merges by lines over what was published last. Where that is not kept any more, or is no text, or both changed the same
 * lines, it is a conflict: as it was chosen, else open. The receipt is told what ours is now, and the edit beside it.
 */
export async function mergeFile(edited: EditedFile, world: World): Promise<MergedFile> {
  const { advanced } = edited;
  const sides = await readSides(edited, world);
  const regions = sides && (await world.mergeLines(sides));
  const clean = regions && toCleanText(regions);
  if (sides === undefined || clean === undefined) return settle(edited, { sides, regions }, world);
  const receipt: ReceiptEntry = { ...advanced, ...toKept(encodeText(clean), world) };
  const code = hasMarkers(clean) ? "marks-left" : "local-edit";
  if (clean === sides.current) return { action: "keep", reason: { code }, receipt };
  return { ...toWritten(encodeText(clean), world), reason: { code: "merged" }, receipt };
}

/** The edit as the receipt tells it, whatever line ends a checkout gives the file; a merge left unfinished is none. */
function toKept(bytes: Uint8Array | undefined, world: World): Pick<ReceiptEntry, "keptSha256"> {
  const decoded = bytes && decodeText(bytes);
  if (decoded?.ok && hasMarkers(decoded.text)) return {};
  const keptSha256 = bytes && toPortableSha({ bytes, sha256: world.hash(bytes) }, world);
  return keptSha256 === undefined ? {} : { keptSha256 };
}

const toWritten = (after: Uint8Array, world: World) =>
  ({ action: "update", after, afterSha256: world.hash(after) }) as const;

interface Merge {
  readonly sides: ThreeTexts | undefined;
  readonly regions: readonly MergeRegion[] | undefined;
}

function settle(edited: EditedFile, { sides, regions }: Merge, world: World): MergedFile {
  const { current, wanted, owned, advanced } = edited;
  const conflict = toConflict(edited, sides);
  const chosen = edited.settle(conflict.id);
  const why: Pick<Reason, "args"> = sides === undefined ? { args: { why: NO_BASE } } : {};
  if (chosen === "take") return { ...toWritten(wanted, world), reason: { code: "taken" }, receipt: advanced };
  if (chosen === "keep") {
    const receipt = { ...advanced, ...toKept(current.bytes, world) };
    return { action: "conflict", reason: { code: "local-edit-and-template-changed", ...why }, receipt };
  }
  if (chosen === "markers" && conflict.mayBeMarked && sides && regions) {
    const marked = encodeText(toMarkedText(regions, findLineEnd(sides.current)));
    // Without the edit: what stands between markers is drift until a person has settled it.
    return { ...toWritten(marked, world), reason: { code: "marked" }, receipt: advanced };
  }
  return { action: "conflict", reason: { code: "both-changed", ...why }, conflicts: [conflict], receipt: owned };
}

const NO_BASE = "what was published last is not kept in .hi/base, or is no text, so the two cannot be merged";

function toConflict({ path, current, wanted }: EditedFile, sides: ThreeTexts | undefined): Conflict {
  return {
    id: toConflictId(path),
    path,
    base: sides?.base,
    current: sides?.current ?? toShown(current.bytes),
    wanted: sides?.wanted ?? toShown(wanted),
    mayBeMarked: sides !== undefined && mayBeMarked(path),
  };
}

function toShown(bytes: Uint8Array = new Uint8Array()): string {
  const decoded = decodeText(bytes);
  return decoded.ok ? decoded.text : `${bytes.length} bytes`;
}

/** The three texts, ours in the line ending that the file has here. */
async function readSides({ root, current, wanted, owned }: EditedFile, world: World): Promise<ThreeTexts | undefined> {
  const base = await readBase(root, owned.sha256, world);
  const [here, ours] = [decodeText(current.bytes ?? new Uint8Array()), decodeText(wanted)];
  if (base === undefined || !here.ok || !ours.ok) return undefined;
  const lineEnd = findLineEnd(here.text);
  return { base: toLineEnd(base, lineEnd), current: here.text, wanted: toLineEnd(ours.text, lineEnd) };
}
