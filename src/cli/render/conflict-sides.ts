import type { Conflict } from "../../domain/conflict.ts";
import { neutralise } from "./neutralise.ts";

/** The three sides of a conflict as lines, each cut to `most`; of texts only what is not alike in all three. */
export function renderSides({ base, current, wanted }: Conflict, most: number): string[] {
  const texts = [base ?? "", current, wanted].map(toLines);
  const [head, tail] = base === undefined ? [0, 0] : findAlike(texts);
  const show = (text: string | undefined): string[] => {
    if (text === undefined) return ["  (not kept any more)"];
    const lines = toLines(text);
    const different = lines.slice(head, lines.length - tail);
    const rest = different.length - most;
    const shown = different.slice(0, most).map((line) => `  ${neutralise(line)}`);
    return [...shown, ...(rest > 0 ? [`  … ${rest} more lines`] : [])];
  };
  return ["published last", ...show(base), "here", ...show(current), "ours now", ...show(wanted)];
}

const toLines = (text: string): readonly string[] => text.replace(/\r?\n$/, "").split(/\r?\n/);

/** How many lines all texts begin and end with. */
function findAlike(texts: readonly (readonly string[])[]): readonly [number, number] {
  const shortest = Math.min(...texts.map((lines) => lines.length));
  const isAlike = (at: number): boolean => new Set(texts.map((lines) => lines.at(at))).size === 1;
  let head = 0;
  while (head < shortest && isAlike(head)) head += 1;
  let tail = 0;
  while (tail < shortest - head && isAlike(-1 - tail)) tail += 1;
  return [head, tail];
}
