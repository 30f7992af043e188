import type { Node } from "jsonc-parser";

import type { JsonDocument } from "./json-text.ts";
import { getChildren } from "./json-text.ts";
import { findComma, findLastComment, isBlank } from "./json-trivia.ts";
import type { Splice } from "./text-splice.ts";
import {
  findLineStart,
  isFirstOnLine,
  isLineEnd,
  measureLineBreakBefore,
  skipSpaces,
  skipSpacesBack,
} from "./text-splice.ts";

/** A span to take out, and on which side white space that would be left over is taken as well. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly keepsSpaces?: boolean;
}

/**
 * Takes one child out of a container, with the comma that its going leaves over and, where it had a line of its own,
 * that line. Comments stay: they are the project's.
 */
export function removeChild(document: JsonDocument, container: Node, child: Node): readonly Splice[] {
  const cuts = findCuts(document, container, child);
  const from = container.offset + 1;
  const to = container.offset + container.length - 1;
  const isOnly = getChildren(container).length === 1;
  if (isOnly && isBlankBesides(document, { from, to, cuts })) return [{ start: from, end: to, text: "" }];
  return cuts.map((cut) => widen(document, cut));
}

function findCuts(document: JsonDocument, container: Node, child: Node): readonly Cut[] {
  const start = child.offset;
  const end = start + child.length;
  const following = findComma(document, end);
  if (following !== undefined) {
    if (isBlank(document, end, following)) return [{ start, end: following + 1 }];
    return [
      { start, end },
      { start: following, end: following + 1 },
    ];
  }
  const siblings = getChildren(container);
  const previous = siblings[siblings.indexOf(child) - 1];
  const leading = previous && findComma(document, previous.offset + previous.length);
  if (leading === undefined) return [{ start, end }];
  if (isBlank(document, leading + 1, start)) return [{ start: leading, end, keepsSpaces: true }];
  return [
    { start: leading, end: leading + 1, keepsSpaces: true },
    { start, end },
  ];
}

function isBlankBesides(
  document: JsonDocument,
  { from, to, cuts }: { from: number; to: number; cuts: readonly Cut[] }
): boolean {
  const edges = [from, ...cuts.flatMap((cut) => [cut.start, cut.end]), to];
  return edges.every((edge, index) => index % 2 === 1 || isBlank(document, edge, edges[index + 1] ?? to));
}

/** Adds the line break and indentation of a line that would be left empty, or the spaces between two neighbours. */
function widen(document: JsonDocument, { start, end, keepsSpaces = false }: Cut): Splice {
  const { text } = document;
  const after = skipSpaces(text, end);
  if (isFirstOnLine(text, start)) {
    const lineStart = findLineStart(text, start);
    const above = lineStart - measureLineBreakBefore(text, lineStart);
    if (isLineEnd(text, after)) return { start: above, end: after, text: "" };
    const isClosed = /[\]}]/.test(text.charAt(after)) && !endsInLineComment(document, above);
    return isClosed ? { start: above, end, text: "" } : { start, end: after, text: "" };
  }
  if (keepsSpaces) return { start, end, text: "" };
  const isFollowed = !isLineEnd(text, after) && !/[\]}/]/.test(text.charAt(after));
  if (isFollowed) return { start, end: after, text: "" };
  return { start: skipSpacesBack(text, start), end, text: "" };
}

/** A closing bracket must not be drawn up into a line comment. */
function endsInLineComment(document: JsonDocument, lineEnd: number): boolean {
  const comment = findLastComment(document, 0, lineEnd);
  return comment?.end === lineEnd && document.source.startsWith("//", comment.start);
}
