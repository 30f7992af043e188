import type { CorpusCase } from "./inspect-corpus.ts";

/** A case with what an inspection found. */
export interface JudgedCase extends CorpusCase {
  readonly found: readonly string[];
}

/** A Markdown table of what was found of what should be, by kind of change: a row a kind, a sum at the end. */
export function toConfusionTable(judged: Readonly<Record<string, readonly JudgedCase[]>>): string {
  return Object.entries(judged)
    .map(([corpus, cases]) => {
      const kinds = [...Map.groupBy(cases, ({ kind }) => kind)];
      const rows = [...kinds.map(([kind, some]) => toRow(kind, some)), toRow("**all**", cases)];
      const head = ["kind", "weaker", "found", "missed", "harmless", "let pass", "false alarm"];
      const table = [head, ...rows];
      const widths = head.map((_word, at) => Math.max(3, ...table.map((row) => row[at]?.length ?? 0)));
      const line = (row: readonly string[]): string =>
        `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
      return [`### ${corpus}`, "", line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
        "\n"
      );
    })
    .join("\n\n")
    .concat("\n");
}

function toRow(kind: string, cases: readonly JudgedCase[]): readonly string[] {
  const weak = cases.filter(({ codes }) => codes.length > 0);
  const harmless = cases.filter(({ codes }) => codes.length === 0);
  const found = weak.filter(({ codes, found: got }) => codes.every((code) => got.includes(code))).length;
  const alarms = harmless.filter(({ found: got }) => got.length > 0).length;
  return [kind, weak.length, found, weak.length - found, harmless.length, harmless.length - alarms, alarms].map(String);
}
