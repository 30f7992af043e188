import { STATUS_WORDS } from "../../domain/verification-report.ts";
import type { ReportedFinding, VerificationReport, VerifiedCommand } from "../../domain/verification-report.ts";
import { neutralise, neutraliseLines, shorten } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { count } from "./words.ts";

const MAX_COMMAND = 80;
const MAX_FINDINGS = 50;
/** The end of a failed command's output that is shown; the seal and `--json` hold more. */
const SHOWN_LINES = 20;

/** What a verification found, and whether it counts. */
export function renderVerification(report: VerificationReport, style: Style): string[] {
  const { violations, warnings, commands, notRun } = report;
  return [
    toInspection(report, style),
    ...renderFindings([...violations, ...warnings], style),
    ...(commands.length === 0 ? [] : ["Commands", ...toTable(commands.map((command) => toRow(command, style)))]),
    ...(notRun.length === 0 ? [] : [`Not run: ${notRun.map(neutralise).join(", ")}`]),
    ...commands.filter(({ status }) => status !== "passed").flatMap(renderOutput),
    "",
    ...renderOutcome(report, style),
  ];
}

function toInspection(
  { inspection, changedFiles, baselineCommit, violations }: VerificationReport,
  style: Style
): string {
  const changed = count(changedFiles.length, "changed file");
  const since = `since ${baselineCommit.slice(0, 12)}`;
  if (inspection === "passed") return style.paint("good", `${style.glyphs.ok} Inspection passed: ${changed} ${since}`);
  const found = count(violations.length, "violation");
  return style.paint("bad", `${style.glyphs.error} Inspection blocks: ${found} in ${changed} ${since}`);
}

function renderFindings(findings: readonly ReportedFinding[], style: Style): string[] {
  const shown = findings.slice(0, MAX_FINDINGS).flatMap((finding) => {
    const { severity, code, path, line, column, explanation, remediation } = finding;
    const place = [path, line, column].filter((part) => part !== undefined).join(":");
    const tone = severity === "blocking" ? "bad" : "warn";
    const head = `  ${style.paint(tone, code)} ${neutralise(place)}`;
    return [head, `    ${neutralise(explanation)}`, style.paint("dim", `    ${neutralise(remediation)}`)];
  });
  const left = findings.length - MAX_FINDINGS;
  return left > 0 ? [...shown, `  … and ${left} more: --json has all`] : shown;
}

function toRow({ name, command, status, durationMs }: VerifiedCommand, style: Style): string[] {
  const isFine = status === "passed";
  const mark = isFine ? style.glyphs.ok : style.glyphs.error;
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  return [mark, neutralise(name), STATUS_WORDS[status], seconds, neutralise(shorten(command, MAX_COMMAND))];
}

function renderOutput({ name, status, exitCode, signal, timeoutSeconds, stdout, stderr }: VerifiedCommand): string[] {
  const how = {
    "timed-out": `was ended after ${timeoutSeconds} s`,
    "spawn-error": "could not be started",
    failed: signal === null ? `ended with ${exitCode ?? "no code"}` : `was ended by ${signal}`,
    passed: "passed",
  }[status];
  const text = [stdout.retained, stderr.retained].filter((one) => one.trim() !== "").map((one) => one.trimEnd());
  if (text.length === 0) return ["", `${neutralise(name)} ${how}, and printed nothing`];
  const lines = neutraliseLines(text.join("\n")).split("\n").slice(-SHOWN_LINES);
  return ["", `${neutralise(name)} ${how}:`, ...lines.map((line) => `  | ${line}`)];
}

const WHY: Readonly<Record<Exclude<VerificationReport["failureKind"], undefined>, string>> = {
  policy: "the inspection blocks",
  command: "a command did not pass",
  "state-changed": "files, the index or HEAD changed while it ran",
  superseded: "a newer verification, or another session, began meanwhile",
  "inspection-only": "no command was run, and the policy does not let an inspection alone count",
  "released-unverified": "an agent was let go here without a pass, and none has settled that since",
  interrupted: "it was interrupted",
};

const BLOCKED_NEXT =
  "Next: mend what blocks, then hi verify; what should stay changed, a person changes outside of a session";
const POLICY_NEXT =
  "Next: a person adds validation.commands or validation.allowInspectionOnlyCompletion to the policy, commits it and starts a new session";

const BRANCH_NEXT =
  "Next: mend what blocks on the branch, then run this again; whether something of it may stay, a person decides in review";
const BASE_POLICY_NEXT =
  "Next: a person adds validation.commands or validation.allowInspectionOnlyCompletion to the policy of the base";
const CHANGED_NEXT =
  "name what the commands write in .gitignore, or in paths.ignoredPatterns of the policy, and change nothing meanwhile";

/** What is wrong where CI runs is mended on the branch, or in the policy of its base. */
function toNext(kind: keyof typeof WHY, verb: VerificationReport["verb"]): string {
  const again = verb === "ci" ? "run this again" : `hi ${verb}`;
  switch (kind) {
    case "released-unverified":
      return "Next: hi verify in a session, which hi session start begins: a pass settles it";
    case "policy":
      return verb === "ci" ? BRANCH_NEXT : BLOCKED_NEXT;
    case "inspection-only":
      return verb === "ci" ? BASE_POLICY_NEXT : POLICY_NEXT;
    case "state-changed":
      return `Next: ${CHANGED_NEXT}; then ${again}`;
    case "command":
      return `Next: mend it, then ${again}`;
    default:
      return `Next: ${again}`;
  }
}

function renderOutcome(report: VerificationReport, style: Style): string[] {
  const { failureKind, finalStatus, completionAuthorized, receiptPath, verb } = report;
  if (failureKind !== undefined) {
    return [style.paint("bad", `${style.glyphs.error} Not verified: ${WHY[failureKind]}`), toNext(failureKind, verb)];
  }
  if (!completionAuthorized) {
    const words = "Inspected, and no command was run: the policy does not let that count for an agent's stop";
    return [style.paint("warn", `${style.glyphs.warning} ${words}`), POLICY_NEXT];
  }
  const words =
    finalStatus === "passed" ? "Verified: what is here now passed" : "Inspected; the policy lets that count";
  return [
    style.paint("good", `${style.glyphs.ok} ${words}`),
    ...(receiptPath === undefined ? [] : [style.paint("dim", `Seal: ${neutralise(receiptPath)}`)]),
  ];
}
