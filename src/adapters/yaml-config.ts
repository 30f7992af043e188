import { isAlias, isMap, isSeq } from "yaml";
import type { Node, YAMLMap, YAMLSeq } from "yaml";

import type { ConfigEdit, ConfigEditor, EditedConfig, ParsedConfig } from "../domain/config-edit.ts";
import { findLastEqual, findValue, nestValue, toEditedValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { isJsonEqual, toPointer, toPointerSegments } from "../domain/json.ts";
import { applySplices } from "./text-splice.ts";
import type { Splice } from "./text-splice.ts";
import { renderMember } from "./yaml-render.ts";
import { insertYamlChild, insertYamlFirst, removeYamlChild, replaceYamlValue, writeYamlRoot } from "./yaml-splice.ts";
import type { YamlChild, YamlDocument } from "./yaml-text.ts";
import { findYamlChild, getYamlChildren, isFlow, isNothing, readYamlText } from "./yaml-text.ts";

/**
 * Edits YAML by spans found in its syntax tree; comments, quotes, anchors and line endings stay byte for byte.
 * A shape that gives no safe place is refused with the lines to add; every result is read again and compared.
 */
export const yamlConfigEditor: ConfigEditor = { parse: parseYamlConfig, edit: editYamlConfig };

function parseYamlConfig(text: string): ParsedConfig {
  const reading = readYamlText(text);
  if (!reading.ok) return reading;
  return { ok: true, get: (pointer) => findValue(reading.document.value, pointer) };
}

function editYamlConfig(text: string, edit: ConfigEdit): EditedConfig {
  const reading = readYamlText(text);
  const refuse = (reason: string): EditedConfig => ({ ok: false, reason, lines: toYamlLines(edit) });
  if (!reading.ok) {
    const { message, line, column } = reading.problem;
    return refuse(`line ${line}, column ${column}: ${message}`);
  }
  const { document } = reading;
  const wanted = toEditedValue(document.value, edit);
  if (wanted === undefined) {
    return isTakingOut(edit) ? { ok: true, text } : refuse(`the document has no place for ${edit.pointer}`);
  }
  if (isJsonEqual(wanted, document.value)) return { ok: true, text };
  if (edit.kind === "append" && standsElsewhere(document, edit.pointer)) {
    return refuse("the list comes by an alias or by `<<`: the element belongs into the list that is named there");
  }
  let why: string | undefined;
  for (const plan of [planSplices, planAtTop]) {
    const edited = tryPlan(() => plan(document, edit, wanted), document.source);
    if (edited.text !== undefined && isRead(edited.text, wanted)) {
      return { ok: true, text: text.startsWith("\uFEFF") ? `\uFEFF${edited.text}` : edited.text };
    }
    why ??= edited.why ?? "the edit would change more than its own key";
  }
  return refuse(why ?? "");
}

/** Whether a value is there, and not as text of its own: one in its place would cut it off from what it names. */
function standsElsewhere({ root, value }: YamlDocument, pointer: string): boolean {
  if (findValue(value, pointer) === undefined) return false;
  let here: Node | null = root;
  for (const segment of toPointerSegments(pointer)) {
    const child = findYamlChild(here, segment);
    if (!child || isAlias(child.value)) return true;
    here = child.value;
  }
  return false;
}

function tryPlan(plan: () => readonly Splice[], source: string): { readonly text?: string; readonly why?: string } {
  try {
    return { text: applySplices(source, plan()) };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return { why: error.message };
    throw error;
  }
}

function isRead(text: string, wanted: Json): boolean {
  const again = readYamlText(text);
  return again.ok && isJsonEqual(again.document.value, wanted);
}

function isTakingOut(edit: ConfigEdit): boolean {
  return edit.kind === "remove" || edit.kind === "remove-element";
}

/** @throws TypeError where the shape gives no safe place */
function planSplices(document: YamlDocument, edit: ConfigEdit, wanted: Json): readonly Splice[] {
  if (edit.kind === "set" || edit.kind === "append") return planAddition(document, edit, wanted);
  const segments = toPointerSegments(edit.pointer);
  if (edit.kind === "remove") return planRemoval(document, segments);
  const array = walk(document.root, segments).at(-1);
  if (!isSeq(array?.value)) throw new TypeError("there is no sequence");
  const items = findValue(document.value, edit.pointer) as readonly Json[];
  const index = findLastEqual(items, edit.kind === "remove-element" ? edit.value : edit.from);
  if (edit.kind === "remove-element") return planRemoval(document, [...segments, String(index)]);
  const child = getYamlChildren(array.value)[index];
  if (!child) throw new TypeError("there is no such element");
  return replaceYamlValue(document, child, edit.to);
}

/**
 * A new key of the document's own, before all others: what ends a document may run on to its very end. @throws TypeError
 */
function planAtTop({ source, root }: YamlDocument, edit: ConfigEdit, wanted: Json): readonly Splice[] {
  const [key, ...deeper] = toPointerSegments(edit.pointer);
  const isNew = key !== undefined && deeper.length === 0 && findYamlChild(root, key) === undefined;
  if (isTakingOut(edit) || !isNew || !isMap(root) || isFlow(root)) throw new TypeError("there is no other place");
  return insertYamlFirst({ source, root, value: null }, root, { key, value: findValue(wanted, edit.pointer) ?? null });
}

/** The children on the way down, as far as the document goes. @throws TypeError on an alias */
function walk(root: Node | null, segments: readonly string[]): readonly YamlChild[] {
  const way: YamlChild[] = [];
  let here = root;
  for (const segment of segments) {
    if (isAlias(here)) throw new TypeError("an alias stands on the way: what it names is used elsewhere too");
    const child = findYamlChild(here, segment);
    if (!child) break;
    way.push(child);
    here = child.value;
  }
  return way;
}

function planAddition(
  document: YamlDocument,
  edit: Extract<ConfigEdit, { kind: "set" | "append" }>,
  wanted: Json
): readonly Splice[] {
  const segments = toPointerSegments(edit.pointer);
  const [first, ...others] = segments;
  if (first === undefined) throw new TypeError("the whole document cannot be replaced");
  const value = findValue(wanted, edit.pointer) ?? edit.value;
  if (isNothing(document.root)) return writeYamlRoot(document, first, nestValue(others, value));
  const way = walk(document.root, segments);
  const last = way.at(-1);
  const here = last ? last.value : document.root;
  if (way.length === segments.length && last) {
    if (edit.kind === "set" || isNothing(here)) return replaceYamlValue(document, last, value);
    return addChild(document, { here, holder: last, child: { value: edit.value } });
  }
  const [key, ...deeper] = segments.slice(way.length);
  if (key === undefined) throw new TypeError("there is no place");
  return addChild(document, { here, holder: last, child: { key, value: nestValue(deeper, value) } });
}

interface Addition {
  readonly here: Node | null;
  readonly holder: YamlChild | undefined;
  readonly child: { readonly key?: string; readonly value: Json };
}

/** Puts a child into a collection; an empty one of its own line is written as a block. */
function addChild(document: YamlDocument, { here, holder, child }: Addition): readonly Splice[] {
  const whole: Json = child.key === undefined ? [child.value] : { [child.key]: child.value };
  const isEmpty = (isMap(here) || isSeq(here)) && here.items.length === 0;
  if (isEmpty && holder?.key !== undefined && !holder.isFlow) return replaceYamlValue(document, holder, whole);
  if (!isMap(here) && !isSeq(here)) throw new TypeError("the value there is no collection");
  return insertYamlChild(document, here, child);
}

function planRemoval(document: YamlDocument, segments: readonly string[]): readonly Splice[] {
  const way = walk(document.root, segments);
  const child = way.at(-1);
  const holder = way.at(-2);
  if (!child || way.length !== segments.length) throw new TypeError("an alias or nothing stands there");
  const collection = holder ? holder.value : document.root;
  if (!isMap(collection) && !isSeq(collection)) throw new TypeError("there is no collection");
  const isLast = collection.items.length === 1 && !isFlow(collection);
  if (isLast && holder) return replaceYamlValue(document, holder, isMap(collection) ? {} : []);
  return removeYamlChild(document, collection as YAMLMap | YAMLSeq, child);
}

/** The lines that a person adds (or takes out) by hand. */
function toYamlLines(edit: ConfigEdit): readonly string[] {
  const [first, ...others] = toPointerSegments(edit.pointer);
  if (first === undefined) return [toPointer([])];
  const style = { eol: "\n", unit: 2, dash: 2 };
  return renderMember(first, nestValue(others, toShownValue(edit)), { column: 0, style }).split("\n");
}

function toShownValue(edit: ConfigEdit): Json {
  if (edit.kind === "set") return edit.value;
  if (edit.kind === "append" || edit.kind === "remove-element") return [edit.value];
  return edit.kind === "replace-element" ? [edit.to] : null;
}
