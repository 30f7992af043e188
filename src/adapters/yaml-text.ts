import { isCollection, isMap, isPair, isScalar, isSeq, parseDocument } from "yaml";
import type { Node, Pair, ParsedNode, YAMLMap, YAMLSeq } from "yaml";

import type { ParseProblem } from "../domain/config-edit.ts";
import { toArrayIndex } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { toTextPosition } from "../domain/text-position.ts";
import { findLineEnding, findLineStart } from "./text-splice.ts";
import type { YamlStyle } from "./yaml-render.ts";

/** A parsed document. Offsets of its nodes are those of `source`, which is the text without its byte order mark. */
export interface YamlDocument {
  readonly source: string;
  readonly root: ParsedNode | null;
  readonly value: Json;
}

export type YamlReading =
  | { readonly ok: true; readonly document: YamlDocument }
  | { readonly ok: false; readonly problem: ParseProblem };

/** A mapping's entry or a sequence's item, with the spans that an edit needs. */
export interface YamlChild {
  readonly key: string | undefined;
  readonly value: Node | null;
  /** Where the key or the item's own text begins. */
  readonly start: number;
  /** Just after the key's colon, or where the item's value begins. */
  readonly opening: number;
  /** Where the last of its own text ends; comments and line ends after it are not its. */
  readonly end: number;
  /** Offset of the dash of a block sequence's item. */
  readonly dash: number | undefined;
  /** It stands between brackets. */
  readonly isFlow: boolean;
}

/** Reads one YAML document; an empty one counts as an empty mapping. Aliases that blow up are a problem. */
export function readYamlText(text: string): YamlReading {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const parsed = parseDocument(source, { keepSourceTokens: true, prettyErrors: false, merge: true });
  // Who reads a configuration reads the first document of it.
  const first = parsed.errors.find(({ code }) => code !== "MULTIPLE_DOCS");
  if (first) return { ok: false, problem: { message: first.message, ...toTextPosition(source, first.pos[0]) } };
  try {
    const value = toJsonValue(parsed.toJS({ maxAliasCount: 100 }));
    return { ok: true, document: { source, root: parsed.contents, value } };
  } catch (error) {
    const message = error instanceof Error ? error.message : "the aliases cannot be resolved";
    return { ok: false, problem: { message, line: 1, column: 1 } };
  }
}

/** Values that JSON has no word for (a date, infinity) become their text: enough to tell a change. */
function toJsonValue(value: unknown): Json {
  if (value === null || value === undefined) return {};
  const text = JSON.stringify(value, (_, item: unknown) => (isOdd(item) ? String(item) : item));
  return JSON.parse(text) as Json;
}

function isOdd(item: unknown): boolean {
  return typeof item === "bigint" || (typeof item === "number" && !Number.isFinite(item));
}

/** The children of a block or flow collection. @throws TypeError where one has no place in the source */
export function getYamlChildren(collection: YAMLMap | YAMLSeq): readonly YamlChild[] {
  return collection.items.map((item, index) =>
    isPair(item)
      ? toMember(collection, item as Pair<ParsedNode, ParsedNode | null>)
      : toItem(collection, item as Node, index)
  );
}

function toMember(collection: Node, pair: Pair<ParsedNode, ParsedNode | null>): YamlChild {
  const { key, value } = pair;
  const source = pair.srcToken;
  const range = key?.range;
  if (!source || !range) throw new TypeError("a key without a place");
  const colon = source.sep?.find((token) => token.type === "map-value-ind");
  // An anchor, a tag or the sign of an explicit key opens a member, too.
  const property = source.start.find(({ type }) => PROPERTIES.has(type));
  const opening = colon ? colon.offset + 1 : range[1];
  const end = value ? Math.max(findEnd(value), opening) : opening;
  const name = isScalar(key) ? String(key.value ?? "") : String(key);
  const start = property?.offset ?? range[0];
  return { key: name, value, start, opening, end, dash: undefined, isFlow: isFlow(collection) };
}

const PROPERTIES: ReadonlySet<string> = new Set(["anchor", "tag", "explicit-key-ind"]);

function toItem(collection: YAMLMap | YAMLSeq, value: Node, index: number): YamlChild {
  const token = collection.srcToken;
  const source = token && "items" in token ? token.items[index] : undefined;
  const dash = source?.start.find((part) => part.type === "seq-item-ind");
  if (!value.range) throw new TypeError("an item without a place");
  const opening = value.range[0];
  const place = { start: dash?.offset ?? opening, opening, end: findEnd(value), dash: dash?.offset };
  return { key: undefined, value, ...place, isFlow: isFlow(collection) };
}

/** Whether a document holds no value at all. */
export function isNothing(root: Node | null): boolean {
  return root === null || (isScalar(root) && root.value === null);
}

/** Where a node's own text ends: for block collections, where that of its last child does. */
function findEnd(node: Node): number {
  const end = node.range?.[1] ?? 0;
  if (!isCollection(node) || isFlow(node)) return end;
  const last = node.items.length > 0 ? getYamlChildren(node as YAMLMap | YAMLSeq).at(-1) : undefined;
  return last?.end ?? end;
}

export function isFlow(node: Node): boolean {
  return isCollection(node) && node.flow === true;
}

export function isBlockScalar(node: Node | null): boolean {
  return isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");
}

/** One step down by a pointer segment. An alias is not followed: what it names stands elsewhere too. */
export function findYamlChild(node: Node | null, segment: string): YamlChild | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const children = getYamlChildren(node);
  if (isMap(node)) return children.findLast((child) => child.key === segment);
  const index = toArrayIndex(segment, children.length);
  return index === undefined ? undefined : children[index];
}

/** Indentation as the document shows it first, in spaces. */
export function readYamlStyle({ source, root }: YamlDocument): YamlStyle {
  let unit: number | undefined;
  let dash: number | undefined;
  const visit = (node: Node | null): void => {
    if (!isCollection(node) || isFlow(node)) return;
    for (const child of getYamlChildren(node as YAMLMap | YAMLSeq)) {
      const first =
        isCollection(child.value) && !isFlow(child.value) ? getYamlChildren(child.value as YAMLMap)[0] : undefined;
      const added =
        first && child.key !== undefined ? getColumn(source, first.start) - getColumn(source, child.start) : undefined;
      if (added !== undefined && isSeq(child.value)) dash ??= added;
      else if (added !== undefined && added > 0) unit ??= added;
      visit(child.value);
    }
  };
  visit(root);
  return { eol: findLineEnding(source), unit: unit ?? 2, dash: dash ?? unit ?? 2 };
}

export function getColumn(source: string, offset: number): number {
  return offset - findLineStart(source, offset);
}
