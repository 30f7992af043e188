/** A key or value of interest is this long at most, escapes included. */
const LONGEST_WORD = 80;

/** As it stands where nobody has put it into a text of JSON, whose quotes have a backslash. */
const BARE = /(?<!\\)"disposition"\s*:\s*"deny"/;

/**
 * True where an object in the output says `"disposition": "deny"` at its top, however broken the rest is: cut off,
 * repeated, followed or preceded by other text, in a list, of another schema, not UTF-8. Of an output that is no JSON
 * nobody can tell where an object begins, so there the words count wherever they stand: it errs on the side of the deny.
 */
export function saysDeny(output: Uint8Array): boolean {
  // With two bytes a character, every other one is a NUL.
  const text = new TextDecoder().decode(output).replaceAll("\0", "");
  const value = parse(text);
  if (value === undefined) return BARE.test(text) || saysDenyAtTop(text);
  return isDenying(value) || (Array.isArray(value) && value.some(isDenying)) || saysDenyAtTop(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isDenying(value: unknown): boolean {
  return typeof value === "object" && value !== null && "disposition" in value && value.disposition === "deny";
}

/** Looks sign by sign: a member that stands twice, or whose name has escapes, is found as well. */
function saysDenyAtTop(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "{") {
      // An object at the start of a line is a new one, whatever a log line before it has opened.
      depth = at === 0 || text.charAt(at - 1) === "\n" ? 1 : depth + 1;
    } else if (sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth = Math.max(0, depth - 1);
    else if (sign === '"') {
      const end = findStringEnd(text, at);
      if (depth === 1 && toWord(text, at, end) === "disposition" && isDeny(text, end)) return true;
      at = end - 1;
    }
  }
  return false;
}

/** Behind the closing quote; JSON's strings hold no line break, so one that is not closed ends with its line. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"' || sign === "\n") return at + 1;
    if (sign === "\\") at += 1;
  }
  return text.length;
}

function isDeny(text: string, from: number): boolean {
  const colon = skipBlanks(text, from);
  const start = skipBlanks(text, colon + 1);
  if (text.charAt(colon) !== ":" || text.charAt(start) !== '"') return false;
  return toWord(text, start, findStringEnd(text, start)) === "deny";
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) at += 1;
  return at;
}

function toWord(text: string, start: number, end: number): string | undefined {
  if (end - start > LONGEST_WORD) return undefined;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return undefined;
  }
}
