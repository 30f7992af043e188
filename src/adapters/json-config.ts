import type { Node } from "jsonc-parser";

import type { ConfigEdit, ConfigEditor, EditedConfig, ParsedConfig } from "../domain/config-edit.ts";
import { findLastEqual, nestValue, toEditedValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { isJsonEqual, toPointer, toPointerSegments } from "../domain/json.ts";
import { appendElement, insertMember, replaceValue, writeDocument } from "./json-insert.ts";
import { removeChild } from "./json-remove.ts";
import type { JsonDocument } from "./json-text.ts";
import { findChild, findMember, findNode, getChildren, getMemberName, readJsonText, toJson } from "./json-text.ts";
import { toManualLines } from "./manual-lines.ts";
import type { Splice } from "./text-splice.ts";
import { applySplices } from "./text-splice.ts";

/** Why an edit has no place in this document. */
interface NoPlace {
  readonly reason: string;
}

/**
 * Edits JSON and JSONC by spans: what is not inserted, replaced or removed stays byte for byte, and a result that does
 * not hold exactly the wanted change is never handed out. A text without a value counts as `{}`.
 */
export const jsonConfigEditor: ConfigEditor = { parse: parseJsonConfig, edit: editJsonConfig };

function parseJsonConfig(text: string): ParsedConfig {
  const reading = readJsonText(text);
  if (!reading.ok) return reading;
  const { root } = reading.document;
  const get = (pointer: string): Json | undefined => {
    if (!root) return pointer === "" ? {} : undefined;
    const node = findNode(root, pointer);
    return node && toJson(node);
  };
  return { ok: true, get };
}

function editJsonConfig(text: string, edit: ConfigEdit): EditedConfig {
  const reading = readJsonText(text);
  const lines = toManualLines(edit);
  if (!reading.ok) {
    const { message, line, column } = reading.problem;
    return { ok: false, reason: `line ${line}, column ${column}: ${message}`, lines };
  }
  const splices = planSplices(reading.document, edit);
  if ("reason" in splices) return { ok: false, reason: splices.reason, lines };
  if (splices.length === 0) return { ok: true, text };
  const edited = applySplices(text, splices);
  return isAsWanted(reading.document, edited, edit)
    ? { ok: true, text: edited }
    : { ok: false, reason: "the edit would change more than its own key", lines };
}

/** Reads the result again: it must parse and differ from the document by the edit alone. */
function isAsWanted({ root }: JsonDocument, edited: string, edit: ConfigEdit): boolean {
  const reading = readJsonText(edited);
  if (!reading.ok || !reading.document.root) return false;
  return isJsonEqual(toJson(reading.document.root), toEditedValue(root ? toJson(root) : {}, edit));
}

function planSplices(document: JsonDocument, edit: ConfigEdit): readonly Splice[] | NoPlace {
  if (edit.kind === "set" || edit.kind === "append") return planAddition(document, edit);
  if (edit.kind === "remove") return planRemoval(document, edit.pointer);
  const array = findNode(document.root, edit.pointer);
  const isRemoval = edit.kind === "remove-element";
  if (!array) return isRemoval ? [] : { reason: `there is no array at ${edit.pointer}` };
  if (array.type !== "array") return { reason: `${edit.pointer} holds no array` };
  const children = getChildren(array);
  const element = children[findLastEqual(children.map(toJson), isRemoval ? edit.value : edit.from)];
  if (isRemoval) return element ? removeChild(document, array, element) : [];
  if (!element) return { reason: `the array at ${edit.pointer} holds no such element` };
  return isJsonEqual(edit.from, edit.to) ? [] : replaceValue(document, element, edit.to);
}

type Addition = Extract<ConfigEdit, { kind: "set" | "append" }>;

/** Walks down as far as the document goes; what is missing from there on is made. */
function planAddition(document: JsonDocument, edit: Addition): readonly Splice[] | NoPlace {
  const segments = toPointerSegments(edit.pointer);
  const value = edit.kind === "append" ? [edit.value] : edit.value;
  if (!document.root) return writeRoot(document, nestValue(segments, value));
  let here: Node = document.root;
  for (const [depth, segment] of segments.entries()) {
    const next = findChild(here, segment);
    if (!next) {
      const at = toPointer(segments.slice(0, depth)) || "the document";
      if (here.type !== "object") return { reason: `${at} holds no object, so ${segment} cannot be put into it` };
      return insertMember(document, here, segment, nestValue(segments.slice(depth + 1), value));
    }
    here = next;
  }
  if (edit.kind === "set") return isJsonEqual(toJson(here), edit.value) ? [] : replaceValue(document, here, edit.value);
  if (here.type === "null") return replaceValue(document, here, value);
  return here.type === "array"
    ? appendElement(document, here, edit.value)
    : { reason: `${edit.pointer} holds no array` };
}

function writeRoot(document: JsonDocument, value: Json): readonly Splice[] | NoPlace {
  return value === null || typeof value !== "object" || Array.isArray(value)
    ? { reason: "the document must be an object" }
    : writeDocument(document, value);
}

function planRemoval(document: JsonDocument, pointer: string): readonly Splice[] | NoPlace {
  const segments = toPointerSegments(pointer);
  const key = segments.at(-1);
  if (key === undefined) return { reason: "the whole document cannot be removed" };
  const container = findNode(document.root, toPointer(segments.slice(0, -1)));
  if (!container) return [];
  if (container.type !== "object") {
    const element = findChild(container, key);
    return element ? removeChild(document, container, element) : [];
  }
  const member = findMember(container, key);
  if (!member) return [];
  // Taking the last one would bring an earlier one to light; taking all would take what is not ours.
  const isTwice = getChildren(container).filter((child) => getMemberName(child) === key).length > 1;
  return isTwice ? { reason: `${key} stands there more than once` } : removeChild(document, container, member);
}
