import { isRecord } from "../../domain/base.ts";
import type { Plan, PlanEntry } from "../../domain/plan.ts";
import type { FileDiff } from "./file-diff.ts";
import { toFileDiff } from "./file-diff.ts";
import { neutralise, neutraliseLines } from "./neutralise.ts";
import type { Style, Tone } from "./style.ts";

/** How many lines of one file's diff are shown; the JSON report has them all. */
const MAX_LINES = 200;
/** The same of a file that is all ours: up to here whole, beyond it only its beginning, since nobody reads a bundle. */
const MAX_OURS = { whole: 60, beginning: 12 } as const;

/** A unified diff per changed file, the receipt's own left out: it only records the others. */
export function renderDiffs(plan: Plan, style: Style): string[] {
  return plan.entries.flatMap((entry) => {
    const diff = isRecord(entry.path) ? undefined : toFileDiff(entry);
    return diff === undefined ? [] : ["", ...renderDiff(entry, diff, style)];
  });
}

function renderDiff({ path, ownership }: PlanEntry, diff: FileDiff, style: Style): string[] {
  if (diff.kind === "binary") {
    return [`${neutralise(path)}: binary, sha256 ${diff.before} ${style.glyphs.arrow} ${diff.after}`];
  }
  if (diff.kind === "too-large") return [`${neutralise(path)}: ${diff.bytes} bytes, too large to show`];
  const lines = neutraliseLines(diff.patch).trimEnd().split("\n");
  const shown = lines.slice(0, toShownLines(ownership, lines.length)).map((line) => style.paint(toTone(line), line));
  const rest = lines.length - shown.length;
  if (rest === 0) return shown;
  return [...shown, style.paint("dim", `… ${rest} more lines (the same command with --json has them)`)];
}

function toShownLines(ownership: PlanEntry["ownership"], lines: number): number {
  if (ownership !== "generated") return MAX_LINES;
  return lines > MAX_OURS.whole ? MAX_OURS.beginning : MAX_OURS.whole;
}

function toTone(line: string): Tone {
  if (line.startsWith("+++") || line.startsWith("---")) return "strong";
  if (line.startsWith("+")) return "good";
  if (line.startsWith("-")) return "bad";
  return line.startsWith("@@") ? "change" : "plain";
}
