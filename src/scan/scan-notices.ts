import type { SkippedFile, SkipReason } from "../contracts/scanner.ts";
import { BLIND_REASONS, SCANNER_LIMITS } from "../contracts/scanner.ts";

/** What the summary line calls the files that are skipped for one reason. */
const SUMMARY: Readonly<Record<SkipReason, string>> = {
  "too-large": "too large",
  binary: "binary",
  "not-utf8": "not UTF-8",
  unreadable: "unreadable",
  "not-a-file": "no regular file",
  unsupported: "not read by any rule",
  ignored: "ignored",
  minified: "minified",
  "partial-parse": "parsed in part",
  "link-outside": "link to outside",
  "out-of-time": "out of time",
  "engine-failed": "engine failed",
};
/** A line for each file only as long as anybody reads them. */
const MOST_LINES = 20;

/** Each file and reason once: several detectors may stumble over the same place. */
export function toEachOnce(skipped: readonly SkippedFile[]): readonly SkippedFile[] {
  return [...new Map(skipped.map((each) => [`${each.reason} ${each.file}`, each])).values()];
}

/** As many as a response holds; those that a gate goes by come first, so that no crowd of others hides them. */
export function toToldSkips(skipped: readonly SkippedFile[]): readonly SkippedFile[] {
  const blind = skipped.filter(({ reason }) => BLIND_REASONS.has(reason));
  const others = skipped.filter(({ reason }) => !BLIND_REASONS.has(reason));
  return [...blind, ...others].slice(0, SCANNER_LIMITS.maxSkipped);
}

/** What is said of files that were not looked at, or not whole. */
export function toSkipNotices(
  skipped: readonly SkippedFile[],
  passedOver: ReadonlyMap<string, number>,
  filesScanned: number
): readonly string[] {
  const lines = toToldSkips(skipped).slice(0, MOST_LINES).map(toLine);
  const counts = new Map(passedOver);
  for (const { reason } of skipped) {
    const words = SUMMARY[reason];
    if (reason !== "partial-parse") counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...counts].map(([words, count]) => `${count} ${words}`);
  const rest = skipped.length - SCANNER_LIMITS.maxSkipped;
  return [
    ...lines,
    ...(total === 0 ? [] : [`Skipped ${total} file${total === 1 ? "" : "s"}: ${parts.join(", ")}.`]),
    ...(rest > 0 ? [`${rest} more skipped files are not listed.`] : []),
    ...(filesScanned > 0 ? [] : ["Warning: no files were scanned."]),
  ];
}

function toLine({ file, reason, detail }: SkippedFile): string {
  const why = detail === undefined ? SUMMARY[reason] : `${SUMMARY[reason]}: ${detail}`;
  return reason === "partial-parse" ? `warning: ${file} (${why})` : `warning: skipping ${file} (${why})`;
}

/** How many findings were held back, and by whose word. */
export function toHeldBackNotices(heldBack: ReadonlyMap<string, number>): readonly string[] {
  const total = [...heldBack.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const parts = [...heldBack].map(([why, count]) => `${count} ${why}`);
  return [`${total} finding${total === 1 ? " is" : "s are"} suppressed: ${parts.join(", ")}.`];
}
