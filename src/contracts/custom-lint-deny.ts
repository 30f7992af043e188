/** A key or value of interest is this long at most, escapes included. */
const LONGEST_WORD = 80;

/**
 * True where an object in the output says `"disposition": "deny"` at its top, however broken the rest is: cut off,
 * repeated, followed or preceded by other text, of another schema, not UTF-8. It errs on the side of the deny.
 */
export function saysDeny(output: Uint8Array): boolean {
  const text = new TextDecoder().decode(output);
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
  const [between] = /^[ \t\r\n]*:[ \t\r\n]*(?=")/.exec(text.slice(from, from + LONGEST_WORD)) ?? [];
  if (between === undefined) return false;
  const start = from + between.length;
  return toWord(text, start, findStringEnd(text, start)) === "deny";
}

function toWord(text: string, start: number, end: number): string | undefined {
  if (end - start > LONGEST_WORD) return undefined;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return undefined;
  }
}
