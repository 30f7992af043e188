import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The files of test/fixtures/scan-rules: one statement a line, and behind it what is said of it. */
export const CORPUS = path.join(import.meta.dirname, "../fixtures/scan-rules");

/** What a line says of itself: `= id` both engines find it, `+ id` ours alone, `- id` the peer alone. */
interface Expected {
  readonly file: string;
  readonly line: number;
  readonly mark: "=" | "+" | "-";
  readonly rule: string;
}

const MARKED = /(?:\/\/|\/\*) (?<marks>[=+-] [\w =+-]+?)(?: \*\/|$)/;

export function readCorpus(): { readonly files: ReadonlyMap<string, string>; readonly expected: readonly Expected[] } {
  const names = readdirSync(CORPUS).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  const files = new Map(names.map((name) => [name, readFileSync(path.join(CORPUS, name), "utf8")]));
  const expected = [...files].flatMap(([file, text]) =>
    text.split("\n").flatMap((line, at) => parseMarks(MARKED.exec(line)?.groups?.["marks"] ?? "", file, at + 1))
  );
  return { files, expected };
}

function parseMarks(marks: string, file: string, line: number): Expected[] {
  let mark: Expected["mark"] = "=";
  return marks
    .split(" ")
    .filter(Boolean)
    .flatMap((word) => {
      if (word === "=" || word === "+" || word === "-") mark = word;
      else return [{ file, line, mark, rule: `js/${word}` }];
      return [];
    });
}

/** `file:line rule`, each once and in order, as both sides are compared. */
export function toPlaces(
  found: readonly { readonly file: string; readonly line: number; readonly rule: string }[]
): string[] {
  return [...new Set(found.map(({ file, line, rule }) => `${file}:${line} ${rule}`))].toSorted();
}
