import type { Item, ModelRequest } from "./scripted-model.ts";

/** One finding as the model reads it. */
interface HeardFinding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
}

/** What a request tells the model of our hook. */
export interface Heard {
  /** Repair is asked for. */
  readonly asks: boolean;
  /** Repair is not asked for any more, which is said once. */
  readonly isOver: boolean;
  /** Each once, though some agents carry two texts of ours. */
  readonly findings: readonly HeardFinding[];
  /** The files that the model must read again. */
  readonly rewrote: readonly string[];
  /** The parts that hold a word of ours. */
  readonly items: readonly Item[];
}

const FINDING = /^(\S+):(\d+):(\d+) ([\w-]+\([\w/-]+\)) (?:error|warning) /gm;
const OURS = /\bThe edit was saved\b|\bhi rewrote\b|^hi: |oxlint -c /m;

/** Reads what the request newly carries. */
export function hear({ carried }: Pick<ModelRequest, "carried">): Heard {
  const items = carried.filter(({ role, text }) => role !== "user" && OURS.test(text));
  const text = items.map((item) => item.text).join("\n");
  const lines = new Map([...text.matchAll(FINDING)].map((match) => [match[0], match]));
  const rewrote = [...text.matchAll(/hi rewrote (.+?) \(/g)].flatMap(([, names = ""]) => names.split(", "));
  return {
    asks: text.includes("Repair them before you go on"),
    isOver: text.includes("repair is exhausted"),
    findings: [...lines.values()].map(([, file = "", line, column, rule = ""]) => ({
      file,
      line: Number(line),
      column: Number(column),
      rule,
    })),
    rewrote: [...new Set(rewrote)].toSorted(),
    items,
  };
}

/** `src/total.ts:4:5 eslint(no-debugger)`, sorted. */
export function listFindings({ findings }: Heard): readonly string[] {
  return findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`).toSorted();
}
