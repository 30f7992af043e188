import { readFile } from "node:fs/promises";
import path from "node:path";

import { PROJECT_ROOT } from "./hi.ts";
import type { Files } from "./inspected.ts";

/** A pair of states of a repository, and what an inspection in guarded mode has to find. */
export interface CorpusCase {
  readonly name: string;
  readonly kind: string;
  /** The codes that block, in the order of the words; empty where the change is harmless. */
  readonly codes: readonly string[];
  readonly before: Files;
  readonly after: Files;
}

const HEAD = /^=== (.+?) \| (.+?) \|(.*)$/;
const FILE = /^(---|\+\+\+) (\S+)$/;

/**
 * Reads a corpus: `=== name | kind | CODES` begins a case, `--- path` a file of the baseline, `+++ path` one of the work
 * tree. A file of the baseline that no `+++` names stays as it is; `+++ path` with nothing below it is deleted.
 */
export async function readCorpus(name: string): Promise<readonly CorpusCase[]> {
  const text = await readFile(path.join(PROJECT_ROOT, "test/fixtures/inspect", `${name}.txt`), "utf8");
  return text
    .split(/^(?==== )/m)
    .filter((part) => part.startsWith("==="))
    .map(parseCase);
}

function parseCase(part: string): CorpusCase {
  const [head = "", ...lines] = part.split("\n");
  const [, name = "", kind = "", codes = ""] = HEAD.exec(head) ?? [];
  const before: Record<string, string> = {};
  const changed: Record<string, string> = {};
  let file: { into: Record<string, string>; path: string } | undefined;
  for (const line of lines) {
    const [, side, filePath = ""] = FILE.exec(line) ?? [];
    if (side !== undefined) {
      file = { into: side === "---" ? before : changed, path: filePath };
      file.into[filePath] = "";
    } else if (file) file.into[file.path] += `${line}\n`;
  }
  const trimmed = (files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([key, value]) => [key, value.replace(/\n+$/, "\n")]));
  const after = Object.fromEntries(
    Object.entries({ ...trimmed(before), ...trimmed(changed) }).filter(([, value]) => value !== "\n" && value !== "")
  );
  return { name, kind, codes: codes.trim().split(/\s+/).filter(Boolean), before: trimmed(before), after };
}
