import type { Json } from "./json.ts";

/** Beyond this a recursive reader could exhaust the stack; no configuration comes near it. */
export const DEEPEST_JSON = 500;

const QUOTE = 34;
const BACKSLASH = 92;
const SLASH = 47;
const STAR = 42;
const OPENINGS = new Set([91, 123]);
const CLOSINGS = new Set([93, 125]);

/** Where the nesting of a JSON or JSONC text passes the limit, as an offset; brackets in texts and comments aside. */
export function findTooDeep(text: string): number | undefined {
  if (!hasManyOpenings(text)) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at);
    else if (code === SLASH) at = findCommentEnd(text, at);
    else if (OPENINGS.has(code)) depth += 1;
    else if (CLOSINGS.has(code)) depth -= 1;
    if (depth > DEEPEST_JSON) return at;
  }
  return undefined;
}

/** Whether brackets open often enough for it: the platform finds them faster than a walk from character to character. */
function hasManyOpenings(text: string): boolean {
  let count = 0;
  for (const opening of ["{", "["]) {
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
      count += 1;
      if (count > DEEPEST_JSON) return true;
    }
  }
  return false;
}

/** The closing quote; a text that is not closed ends with its line. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === 10 || code === 13) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function findCommentEnd(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === STAR) {
    const end = text.indexOf("*/", start + 2);
    return end === -1 ? text.length : end + 1;
  }
  if (next !== SLASH) return start;
  let at = start + 2;
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
  return at;
}

/** The platform's parser behind the limit; a byte order mark is passed over. @throws SyntaxError */
export function parseShallowJson(text: string): Json {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (findTooDeep(bare) !== undefined) throw new SyntaxError(`nested too deep, beyond ${DEEPEST_JSON} levels`);
  return JSON.parse(bare) as Json;
}
