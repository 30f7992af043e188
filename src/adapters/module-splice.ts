import type { Node } from "jsonc-parser";

import type { Insertion } from "./json-insert.ts";
import { insertChild } from "./json-insert.ts";
import { readLayout } from "./json-layout.ts";
import { removeChild } from "./json-remove.ts";
import type { JsonDocument } from "./json-text.ts";
import { followLine } from "./json-trivia.ts";
import { isImport, isRequire } from "./module-bindings.ts";
import type { ModuleBinding } from "./module-bindings.ts";
import type { Ast, ModuleText } from "./module-syntax.ts";
import { getNodes, getString, getNode } from "./module-syntax.ts";
import type { Splice } from "./text-splice.ts";
import {
  findLineEnding,
  findLineStart,
  hasLineBreak,
  isFirstOnLine,
  isLineEnd,
  measureLineBreakBefore,
  skipSpaces,
} from "./text-splice.ts";

/** An import as it is wanted: what to bring in, under which free name, and why (a comment line above it). */
export interface WantedImport {
  readonly from: string;
  readonly local: string;
  readonly comment?: string | undefined;
  readonly isCommonJs: boolean;
  /** The export that is meant; the default one where it is not given. */
  readonly name?: string;
}

/** JavaScript has JSON's brackets, commas and comments, so a list in it is edited as one in JSONC. */
function toDocument({ text }: ModuleText): JsonDocument {
  return { text, source: text, root: undefined };
}

function toList(container: Ast, children: readonly Ast[]): Node {
  const toSpan = (node: Ast): Node => ({ type: "null", offset: node.start, length: node.end - node.start });
  return { ...toSpan(container), type: "array", children: children.map(toSpan) };
}

function toInsertion(module: ModuleText, list: Node, text: string): Insertion {
  const document = toDocument(module);
  const isOpen = hasLineBreak(module.text.slice(list.offset, list.offset + list.length));
  const layout = { ...readLayout(document, list), isMultiline: isOpen };
  return { document, container: list, layout, render: () => text };
}

/** Puts a name into an array, before the element that has the index, or last. */
export function insertName(
  module: ModuleText,
  array: Ast,
  { name, index }: { name: string; index: number }
): readonly Splice[] {
  return insertChild(toInsertion(module, toList(array, getNodes(array, "elements")), name), index);
}

/** Puts a first member into an object; comments that stand in it stay in it. */
export function insertFirstMember(module: ModuleText, object: Ast, text: string): readonly Splice[] {
  const list = toList(object, getNodes(object, "properties"));
  const insertion = toInsertion(module, list, text);
  const isEmpty = list.children?.length === 0;
  const pad = isEmpty && !insertion.layout.isMultiline && isBraceAlone(module.text, object) ? ` ${text} ` : text;
  return insertChild({ ...insertion, render: () => pad }, 0);
}

function isBraceAlone(text: string, object: Ast): boolean {
  return text.slice(object.start + 1, object.end - 1).trim() === "";
}

export function removeElement(module: ModuleText, array: Ast, element: Ast): readonly Splice[] {
  const list = toList(array, getNodes(array, "elements"));
  const child = list.children?.find((node) => node.offset === element.start);
  return child ? removeChild(toDocument(module), list, child) : [];
}

/** The import as a line of this file: its quotes, its semicolons or none. */
export function renderImport(
  { body, text }: ModuleText,
  { from, local, comment, isCommonJs, name = "default" }: WantedImport
): readonly string[] {
  const statement = body.findLast((node) => isImport(node) || isRequire(node));
  const literal = getNode(body.findLast(isImport), "source");
  const isString = getString(literal) !== undefined;
  const quote = isString && literal && text.charAt(literal.start) === "'" ? "'" : '"';
  const sample = statement ?? body.at(-1);
  const end = sample && text.charAt(sample.end - 1) !== ";" ? "" : ";";
  const source = `${quote}${from}${quote}`;
  const clause = name === "default" ? local : `{ ${name === local ? name : `${name} as ${local}`} }`;
  const line = isCommonJs
    ? `const ${local} = require(${source}).${name}${end}`
    : `import ${clause} from ${source}${end}`;
  return comment === undefined ? [line] : [`// ${comment}`, line];
}

/** Several imports, each in a line or two. */
export function renderImports(module: ModuleText, wanted: readonly WantedImport[]): readonly string[] {
  return wanted.flatMap((one) => renderImport(module, one));
}

/** Puts imports after the last one, else at the top below what must stay there. */
export function insertImports(module: ModuleText, wanted: readonly WantedImport[]): readonly Splice[] {
  const [first] = wanted;
  if (!first) return [];
  const { text } = module;
  const eol = findLineEnding(text);
  const lines = renderImports(module, wanted).join(eol);
  const last = module.body.findLast(first.isCommonJs ? isRequire : isImport);
  if (last) return [insertAfter(module, last.end, eol + lines)];
  const directive = module.directives.at(-1);
  if (directive) return [insertAfter(module, directive.end, eol + lines)];
  const at = findTop(module);
  const isApart = at >= text.length || isLineEnd(text, skipSpaces(text, at));
  return [{ start: at, end: at, text: `${lines}${eol}${isApart ? "" : eol}` }];
}

function insertAfter(module: ModuleText, end: number, text: string): Splice {
  const line = followLine(toDocument(module), end);
  const isLast = line.breaks || line.end >= module.text.length;
  const at = isLast ? line.end : end;
  return { start: at, end: at, text };
}

/** Below the byte order mark, the `#!` line and the comments that speak of the whole file. */
function findTop({ text, interpreter, comments, body }: ModuleText): number {
  let top = interpreter ? skipLineBreak(text, interpreter.end) : Number(text.startsWith("\uFEFF"));
  const first = body[0]?.start ?? text.length;
  for (const comment of comments.filter((node) => node.end <= first)) {
    const lineEnd = skipSpaces(text, comment.end);
    if (!isLineEnd(text, lineEnd)) break;
    const next = skipLineBreak(text, lineEnd);
    const isHeader = /@ts-|licen[sc]e|copyright|(?:es|ox)lint-(?!disable-next)|@(?:format|prettier)/i.test(
      text.slice(comment.start, comment.end)
    );
    const isApart = isLineEnd(text, skipSpaces(text, next));
    if (isHeader || isApart) top = isApart ? skipLineBreak(text, skipSpaces(text, next)) : next;
  }
  return top;
}

function skipLineBreak(text: string, offset: number): number {
  return offset + (/^(?:\r\n|\n|\r)/.exec(text.slice(offset, offset + 2))?.[0].length ?? 0);
}

/** Takes imports out with their lines, and with the blank line that was put below them where they are all there are. */
export function removeStatements(module: ModuleText, statements: readonly Ast[]): readonly Splice[] {
  const { text, body, directives } = module;
  const sorted = statements.toSorted((left, right) => left.start - right.start);
  const [first] = sorted;
  const last = sorted.at(-1);
  const isAlone = (one: Ast): boolean => isFirstOnLine(text, one.start) && isLineEnd(text, skipSpaces(text, one.end));
  const isAll = body.filter((node) => isImport(node) || isRequire(node)).length === sorted.length;
  if (!first || !last) return [];
  if (!isAll || directives.length > 0 || !sorted.every(isAlone) || !isBlock(text, sorted)) {
    return sorted.flatMap((statement) => removeLine(text, statement));
  }
  const next = skipLineBreak(text, skipSpaces(text, last.end));
  const end = isLineEnd(text, next) ? skipLineBreak(text, next) : next;
  return [{ start: findLineStart(text, first.start), end, text: "" }];
}

/** Lines that follow each other. */
function isBlock(text: string, sorted: readonly Ast[]): boolean {
  return sorted.every((one, index) => {
    const previous = sorted[index - 1];
    return !previous || /^[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(previous.end, one.start));
  });
}

function removeLine(text: string, { start, end }: Ast): readonly Splice[] {
  const after = skipSpaces(text, end);
  if (!isFirstOnLine(text, start) || !isLineEnd(text, after)) return [{ start, end: after, text: "" }];
  const lineStart = findLineStart(text, start);
  const above = lineStart - measureLineBreakBefore(text, lineStart);
  if (above < lineStart) return [{ start: above, end: after, text: "" }];
  return [{ start: lineStart, end: skipLineBreak(text, after), text: "" }];
}

/** Takes an import out with its line, and with the blank line that was put below it at the top of a file. */
export function removeImport(module: ModuleText, { statement }: ModuleBinding, comment?: string): readonly Splice[] {
  const { text } = module;
  const after = skipSpaces(text, statement.end);
  if (!isFirstOnLine(text, statement.start) || !isLineEnd(text, after)) {
    return [{ start: statement.start, end: after, text: "" }];
  }
  const start = findCommentStart(text, findLineStart(text, statement.start), comment);
  const above = start - measureLineBreakBefore(text, start);
  const isTop =
    module.body.filter((node) => isImport(node) || isRequire(node)).length === 1 && module.directives.length === 0;
  if (above < start && !isTop) return [{ start: above, end: after, text: "" }];
  const next = skipLineBreak(text, after);
  return [{ start, end: isTop && isLineEnd(text, next) ? skipLineBreak(text, next) : next, text: "" }];
}

/** Takes in the line above where it is our own comment. */
function findCommentStart(text: string, lineStart: number, comment?: string): number {
  const lineEnd = lineStart - measureLineBreakBefore(text, lineStart);
  const above = findLineStart(text, lineEnd);
  return comment !== undefined && text.slice(above, lineEnd) === `// ${comment}` ? above : lineStart;
}
