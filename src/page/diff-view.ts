import { html } from "diff2html";

type DiffFile = Exclude<Parameters<typeof html>[0], string>[number];
type DiffLine = DiffFile["blocks"][number]["lines"][number];

/** Beyond this many lines of a patch the rest is left out: a browser lays out no more of them without a pause. */
const MOST_LINES = 3000;
/** Beyond this many, lines are not paired word by word. */
const MOST_MATCHED = 400;

/** A patch as a table of two sides, or of one where there is no room for two. Everything in it is escaped by the library. */
export function renderPatch(patch: string, isWide: boolean): { readonly markup: string; readonly left: number } {
  const lines = patch.split("\n");
  const shown = lines.slice(0, MOST_LINES + 2);
  const markup = html([toFile(shown)], {
    drawFileList: false,
    matching: shown.length > MOST_MATCHED ? "none" : "lines",
    outputFormat: isWide ? "side-by-side" : "line-by-line",
    renderNothingWhenEmpty: true,
  });
  return { markup, left: lines.length - shown.length };
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * The patch as the library's own structure. It is read here and not there: a line that was taken away and begins with
 * two dashes looks like the head of another file, and only the counts of its hunk tell them apart.
 */
function toFile(lines: readonly string[]): DiffFile {
  const blocks: DiffFile["blocks"] = [];
  let [before, after] = [0, 0];
  for (const line of lines.slice(2)) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[3])];
      blocks.push({ header: line, oldStartLine: before, newStartLine: after, lines: [] });
      continue;
    }
    const block = blocks.at(-1);
    if (block === undefined) continue;
    block.lines.push(toLine(line, before, after));
    if (!line.startsWith("+") && !line.startsWith("\\")) before += 1;
    if (!line.startsWith("-") && !line.startsWith("\\")) after += 1;
  }
  const count = (type: string): number =>
    blocks.reduce((sum, block) => sum + block.lines.filter((line) => (line.type as string) === type).length, 0);
  return {
    oldName: "file",
    newName: "file",
    addedLines: count("insert"),
    deletedLines: count("delete"),
    isCombined: false,
    isGitDiff: false,
    language: "txt",
    blocks,
  };
}

function toLine(line: string, before: number, after: number): DiffLine {
  if (line.startsWith("+")) return { type: "insert", content: line, newNumber: after } as DiffLine;
  if (line.startsWith("-")) return { type: "delete", content: line, oldNumber: before } as DiffLine;
  const content = line.startsWith("\\") || line === "" ? ` ${line}` : line;
  return { type: "context", content, oldNumber: before, newNumber: after } as DiffLine;
}
