import { isMap } from "yaml";
import type { Node, YAMLMap, YAMLSeq } from "yaml";

import type { Splice } from "./text-splice.ts";
import {
  findLineEnding,
  findLineStart,
  isFirstOnLine,
  isLineEnd,
  measureLineBreakBefore,
  skipSpaces,
} from "./text-splice.ts";
import { renderFlow, renderFlowMember } from "./yaml-render.ts";
import type { NewChild } from "./yaml-splice.ts";
import type { YamlChild, YamlDocument } from "./yaml-text.ts";

interface FlowInsertion {
  readonly collection: YAMLMap | YAMLSeq;
  readonly children: readonly YamlChild[];
  readonly child: NewChild;
}

/** Puts a child at the end of what stands between brackets; a comment stays behind what it is beside. */
export function insertIntoFlow(
  { source }: YamlDocument,
  { collection, children, child }: FlowInsertion
): readonly Splice[] {
  const [from, to] = getFlowSpan(collection);
  const last = children.at(-1);
  const isQuoted = children.some((other) => other.key !== undefined && /["']/.test(source.charAt(other.start)));
  const text =
    child.key === undefined ? renderFlow(child.value, isQuoted) : renderFlowMember(child.key, child.value, isQuoted);
  if (!last) {
    const pad = isMap(collection) ? " " : "";
    const isBare = source.slice(from, to).trim() === "";
    return [{ start: from, end: isBare ? to : from, text: `${pad}${text}${pad}` }];
  }
  const rest = source.slice(last.end, to);
  const comma = findComma(source, last.end, to);
  const lead = isFirstOnLine(source, last.start) ? findLead(source, last.start) : " ";
  if (rest.includes("#")) {
    const line = lead.trim() === "" && lead !== " " ? lead : findLineEnding(source) + " ".repeat(from);
    const place = insert(last.end + rest.trimEnd().length, `${line}${text}${comma === undefined ? "" : ","}`);
    return comma === undefined ? [insert(last.end, ","), place] : [place];
  }
  return comma === undefined ? [insert(last.end, `,${lead}${text}`)] : [insert(comma + 1, `${lead}${text},`)];
}

/** The line break and indentation before an offset that opens its line. */
function findLead(source: string, offset: number): string {
  const lineStart = findLineStart(source, offset);
  return source.slice(lineStart - measureLineBreakBefore(source, lineStart), offset);
}

/** The comma after a child; in between and after it there are blanks and comments alone. */
function findComma(source: string, from: number, to: number): number | undefined {
  const bare = source.slice(from, to).replaceAll(/#[^\r\n]*/g, (comment) => " ".repeat(comment.length));
  const at = bare.indexOf(",");
  return at === -1 ? undefined : from + at;
}

interface FlowRemoval {
  readonly collection: YAMLMap | YAMLSeq;
  readonly previous: YamlChild | undefined;
  readonly child: YamlChild;
  readonly next: YamlChild | undefined;
}

/** Takes a child out from between brackets, with its comma and the line that it leaves empty. */
export function removeFromFlow(
  { source }: YamlDocument,
  { collection, previous, child, next }: FlowRemoval
): readonly Splice[] {
  const [from, to] = getFlowSpan(collection);
  if (!source.slice(previous?.end ?? from, next?.start ?? to).includes("#")) {
    if (next) return [{ start: child.start, end: next.start, text: "" }];
    return [previous ? { start: previous.end, end: child.end, text: "" } : { start: from, end: to, text: "" }];
  }
  const comma = findComma(source, child.end, next?.start ?? to);
  const before = previous && comma === undefined ? findComma(source, previous.end, child.start) : undefined;
  const cut = before === undefined ? [] : [{ start: before, end: before + 1, text: "" }];
  const end = skipSpaces(source, comma === undefined ? child.end : comma + 1);
  const lineStart = findLineStart(source, child.start);
  const isAlone = isFirstOnLine(source, child.start) && isLineEnd(source, end);
  const start = isAlone ? lineStart - measureLineBreakBefore(source, lineStart) : child.start;
  return [...cut, { start, end, text: "" }];
}

/** The span between a flow collection's brackets. */
function getFlowSpan(collection: Node): readonly [number, number] {
  const [start, end] = collection.range ?? [0, 0];
  return [start + 1, end - 1];
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
