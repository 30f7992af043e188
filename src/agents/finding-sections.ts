import { MAX_REPAIR_REQUESTS } from "../contracts/post-edit-result.ts";
import type { PostEditFinding, PostEditRepair, PostEditResult } from "../contracts/post-edit-result.ts";
import { toPlainLine } from "../domain/plain-text.ts";

/** A path of a list, and how many are named before the rest is counted. */
const MAX_NAME = 100;
const MAX_NAMES = 3;

/** Findings of which the same is to be said. */
export interface FindingSection {
  readonly kind: "asked" | "told" | "over" | "advice";
  readonly heading: string;
  readonly findings: readonly PostEditFinding[];
}

/** What is asked for, what is told only, and what is told for the last time, and advice, in this order; silent files are left out. */
export function toSections(result: PostEditResult): readonly FindingSection[] {
  const states = new Map(result.repair.map((repair) => [repair.file, repair]));
  const take = (isWanted: (repair: PostEditRepair | undefined) => boolean): readonly PostEditFinding[] =>
    result.findings.filter((finding) => !finding.isAdvice && isWanted(states.get(finding.file)));
  const asked = take((repair) => repair?.state === "asked");
  const told = take((repair) => repair === undefined || repair.state === "unrecorded");
  const over = take((repair) => repair?.state === "exhausted");
  const advice = result.findings.filter((finding) => finding.isAdvice);
  return [
    { kind: "asked" as const, heading: toAskedHeading(asked, result.repair), findings: asked },
    { kind: "told" as const, heading: toToldHeading(told), findings: told },
    { kind: "over" as const, heading: toOverHeading(over), findings: over },
    { kind: "advice" as const, heading: `Advice, not asked for: ${describe(advice)}.`, findings: advice },
  ].filter((section) => section.findings.length > 0);
}

/** For the user, once: what the agent is not asked for any more; empty where that is nothing. */
export function renderExhaustion(result: PostEditResult): string {
  const over = toSections(result).find((section) => section.kind === "over");
  return over ? `hi: repair is exhausted after ${MAX_REPAIR_REQUESTS} requests: ${describe(over.findings)}` : "";
}

function toAskedHeading(findings: readonly PostEditFinding[], repair: readonly PostEditRepair[]): string {
  const request = Math.max(0, ...repair.map((entry) => entry.request ?? 0));
  const count = request > 1 ? ` (request ${request} of ${MAX_REPAIR_REQUESTS})` : "";
  return `Findings left: ${describe(findings)}. Repair them before you go on${count}.`;
}

function toToldHeading(findings: readonly PostEditFinding[]): string {
  return `Findings left: ${describe(findings)}. Told only: requests to repair cannot be counted here.`;
}

function toOverHeading(findings: readonly PostEditFinding[]): string {
  const why = `repair is exhausted after ${MAX_REPAIR_REQUESTS} requests`;
  return `Not asked for again, since ${why}: ${describe(findings)}. Go on, and tell the user what is left.`;
}

/** `1 error, 2 warnings in src/a.ts`. */
function describe(findings: readonly PostEditFinding[]): string {
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const counts = [toCount(errors, "error"), toCount(findings.length - errors, "warning")];
  const files = nameFiles([...new Set(findings.map((finding) => finding.file))]);
  return `${counts.filter((count) => count !== "").join(", ")} in ${files}`;
}

/** The first files by name, the rest by number. */
export function nameFiles(files: readonly string[]): string {
  const named = files.slice(0, MAX_NAMES).map((file) => toPlainLine(file, MAX_NAME));
  const rest = files.length - named.length;
  return rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
}

function toCount(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
