import { isClaimableKey } from "../../domain/claims.ts";
import type { ConfigEditor } from "../../domain/config-edit.ts";
import type { OwnedKey } from "../../domain/desired.ts";
import type { Json } from "../../domain/json.ts";
import { isJsonEqual, toPointer, toPointerSegments } from "../../domain/json.ts";
import { isSameElement } from "../../domain/own-element.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { KeyPlan } from "../../domain/plan.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import { planMerged } from "../plan/plan-merged.ts";

/** A merged file that was published and edited since, and what is to be taken back of it. */
export interface EditedFile {
  readonly path: RelativePath;
  /** As it stands. */
  readonly text: string;
  /** As it stood before the publication; undefined where there was none. */
  readonly before: string | undefined;
  /** What the receipts say of it: the one from before, and the published one. */
  readonly owned: { readonly before: ReceiptEntry | undefined; readonly after: ReceiptEntry };
  readonly editor: ConfigEditor;
}

/** The text without what the publication put in, by pointers; `kept` was edited since, so it stays. */
export interface TakenOut {
  readonly text: string;
  readonly out: readonly string[];
  readonly kept: readonly string[];
}

type Get = (pointer: string) => Json | undefined;

const isElement = (pointer: string): boolean => pointer.endsWith("/-");

/**
 * Takes the published keys out of a file that was edited since, each only where its value is still ours; a key that
 * stood there before gets the value from then. Undefined where the publication did more than that, so that the file is
 * kept whole. @throws Refusal HI_UNPARSEABLE
 */
export function takeOut(file: EditedFile): TakenOut | undefined {
  const { path, text, owned, editor } = file;
  const keys = (owned.after.keys ?? []).filter(({ pointer }) => isClaimableKey(path, pointer));
  const before = readBefore(file);
  if (before === undefined || !keepsAll(owned.before?.keys ?? [], keys)) return undefined;
  const wanted = keys.flatMap((key) => findBefore(key, before));
  const merged = planMerged({
    path,
    text,
    editor,
    desired: { keys: wanted },
    owned: { ...owned.after, keys, removedKeys: [] },
    take: [],
    restore: false,
    settle: () => "keep",
  });
  const pointersOf = (...actions: readonly KeyPlan["action"][]): readonly string[] =>
    merged.keys.filter(({ action }) => actions.includes(action)).map(({ key }) => key.pointer);
  const out = pointersOf("delete", "update");
  return {
    text: dropEmptied(merged.text, { out, before, editor }),
    out,
    kept: merged.keys.filter(isEdited).map(({ key }) => key.pointer),
  };
}

const isEdited = ({ action, reason }: KeyPlan): boolean =>
  action === "conflict" || reason.code === "orphan-edited" || reason.code === "local-edit";

/** What stood at a pointer before; undefined where that cannot be read. */
function readBefore({ before, editor }: EditedFile): Get | undefined {
  if (before === undefined) return () => undefined;
  const parsed = editor.parse(before);
  return parsed.ok ? parsed.get : undefined;
}

/** A publication that took something out, or put another element in the place of one, is not undone by taking out. */
function keepsAll(before: readonly OwnedKey[], after: readonly OwnedKey[]): boolean {
  return before.every(({ pointer, value }) =>
    after.some((key) => key.pointer === pointer && (!isElement(pointer) || isSameElement(key.value, value)))
  );
}

/** A key as it was before the publication, where it was there. */
function findBefore({ pointer, value }: OwnedKey, before: Get): readonly OwnedKey[] {
  if (!isElement(pointer)) {
    const stood = before(pointer);
    return stood === undefined ? [] : [{ pointer, value: stood }];
  }
  const array = before(pointer.slice(0, -2));
  return Array.isArray(array) && array.some((element: Json) => isSameElement(element, value))
    ? [{ pointer, value }]
    : [];
}

interface Emptied {
  readonly out: readonly string[];
  readonly before: Get;
  readonly editor: ConfigEditor;
}

/** Takes out what the publication made for its keys and holds nothing now: `scripts`, or the list of a hook's event. */
function dropEmptied(text: string, { out, before, editor }: Emptied): string {
  let here = text;
  for (const pointer of out) {
    const segments = toPointerSegments(pointer);
    for (let depth = segments.length - 1; depth > 0; depth -= 1) {
      const container = toPointer(segments.slice(0, depth));
      const parsed = editor.parse(here);
      const value = parsed.ok ? parsed.get(container) : undefined;
      const isEmpty = isJsonEqual(value, {}) || isJsonEqual(value, []);
      if (!isEmpty || before(container) !== undefined) break;
      const edited = editor.edit(here, { kind: "remove", pointer: container });
      if (!edited.ok) break;
      here = edited.text;
    }
  }
  return here;
}
