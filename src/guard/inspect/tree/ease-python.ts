/** A `yield` that gives nothing, at the end of a line. */
const BARE_YIELD = /\byield(?=[ \t]*(?:#[^\n]*)?(?:\r?\n|$|[);]))/g;
/** What a `with` binds that is no plain name. */
const TARGET = /(?<=\bas[ \t]+)(?:\([^()\n]*\)|\w+(?:\.\w+|\[[^\]\n]*\])+)(?=[ \t]*(?:,|:|\)))/g;
const BEGINS_WITH = /(?<=^[ \t]*)(?:async[ \t]+)?with[ \t]*\(/gm;
/** How far the end of a bracket is looked for. */
const MAX_HEAD = 4000;

/**
 * Writes for the parser what it does not know of Python, with every character in its place: it reads this text, and what
 * is read is taken from the real one.
 */
export function easePython(text: string): string {
  return unwrapItems(text)
    .replaceAll(TARGET, (target) => "_".repeat(target.length))
    .replaceAll(BARE_YIELD, (word, at: number, all: string) =>
      /[=(]\s*$/.test(all.slice(Math.max(0, at - 20), at)) ? "None " : "pass ".slice(0, word.length)
    );
}

/** A `with` whose items stand in brackets, over any number of lines, gets them without. */
function unwrapItems(text: string): string {
  let eased = text;
  for (const { 0: head, index } of text.matchAll(BEGINS_WITH)) {
    const open = index + head.length - 1;
    const close = findClose(text, open);
    const items = close === undefined ? "" : text.slice(open + 1, close);
    if (close === undefined || !/\bas\b/.test(items) || !/^[ \t]*:/.test(text.slice(close + 1, close + 20))) continue;
    const plain = items.replace(/,(\s*)$/, " $1").replaceAll(/[\r\n]/g, " ");
    eased = `${eased.slice(0, open)} ${plain} ${eased.slice(close + 1)}`;
  }
  return eased;
}

function findClose(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + MAX_HEAD); at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
