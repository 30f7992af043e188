import type { Candidate } from "../../domain/candidate.ts";
import type { Conflict } from "../../domain/conflict.ts";
import type { FileSnapshot, FileState, KeyPlan, Plan, PlanEntry } from "../../domain/plan.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import type { Gate, Report, RunReport } from "../../domain/report.ts";
import type { Verb } from "../../domain/request.ts";
import { toFileDiff } from "./file-diff.ts";

/** What a document is made from: a report, or a refusal that came before there was one (a usage error, for one). */
export interface DocumentInput {
  readonly verb: Verb | null;
  readonly exitCode: number;
  readonly report?: Report;
  readonly refusal?: RefusalFacts;
}

/** The one document of `--json` (receipts/report-1.schema.json): the same members whatever the verb and the ending. */
export function toDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  const run = toRunOf(report);
  return {
    format: "hi-report/1",
    verb,
    exitCode,
    ...toStages(run, run.gate ?? toGate(report)),
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
    findings: (report?.kind === "check" || report?.kind === "explain" ? report.findings : run.findings) ?? [],
    evidence: run.evidence ?? [],
    commands: run.commands ?? [],
    check: report?.kind === "check" ? toCheck(report) : null,
    explain: report?.kind === "explain" ? toExplain(report) : null,
  };
}

/** Where no run got as far as a gate: a verb that only reads, or a refusal before there was one. */
function toGate(report: Report | undefined): Gate {
  const isReading = report?.kind === "check" || report?.kind === "explain";
  return { open: false, because: isReading ? "reads-only" : "refused" };
}

/** What each stage of a run left, in their order; null for a stage that was not reached. */
function toStages(run: Partial<RunReport>, gate: Gate) {
  return {
    dryRun: run.dryRun ?? false,
    plan: run.plan ? toPlan(run.plan) : null,
    candidate: run.candidate ? toCandidate(run.candidate) : null,
    containment: run.containment ?? null,
    preview: run.preview ?? null,
    debtGate: run.debtGate ?? null,
    gate,
    cleanup: run.cleanup ?? null,
    published: run.published ? { ...run.published, receiptSha256: run.published.receiptSha256 ?? null } : null,
    installed: run.installed ?? null,
  };
}

/** The document's text. Valid JSON with the exact values, and nothing in it that a terminal would act on. */
export function renderDocument(document: object): string {
  const text = JSON.stringify(document, null, 2);
  return `${text.replaceAll(INVISIBLE, (char) => [...toUnits(char)].map(toEscape).join(""))}\n`;
}

/** JSON escapes C0 by itself; DEL, C1, bidirectional controls and invisible characters are left to us. */
const INVISIBLE =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

function* toUnits(char: string): Generator<number> {
  for (let at = 0; at < char.length; at += 1) yield char.charCodeAt(at);
}

const toEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;

/** What a run left, however it ended; empty where there was none. */
export function toRunOf(report: Report | undefined): Partial<RunReport> {
  if (report?.kind === "run") return report;
  return (report?.kind === "refused" ? report.partial : undefined) ?? {};
}

function toPlan(plan: Plan) {
  return {
    root: plan.root,
    inputsDigest: plan.inputsDigest,
    templateVersion: plan.templateVersion,
    templateDigest: plan.templateDigest,
    entries: plan.entries.map(toEntry),
    findings: plan.findings,
    install: plan.install,
    preview: plan.foreseen?.preview ?? null,
    executes: plan.foreseen?.executes ?? [],
    commands: plan.foreseen?.commands ?? [],
  };
}

function toEntry(entry: PlanEntry) {
  const diff = toFileDiff(entry);
  return {
    path: entry.path,
    action: entry.action,
    ownership: entry.ownership,
    generator: entry.generator,
    reason: entry.reason,
    before: toState(entry.before),
    after: entry.afterSha256 === undefined ? null : { sha256: entry.afterSha256 },
    diff: diff?.kind === "text" ? diff.patch : null,
    diffOmitted: diff === undefined || diff.kind === "text" ? null : diff.kind,
    keys: (entry.keys ?? []).map(toKey),
    manual: entry.manual ?? [],
    ...(entry.conflicts ? { conflicts: entry.conflicts.map(toConflict) } : {}),
  };
}

function toConflict({ pointer, base, current, wanted, mayBeMarked }: Conflict) {
  return { pointer: pointer ?? null, base: base ?? null, current, wanted, mayBeMarked };
}

/** What stood at a path, by hash and never by bytes. */
function toState(state: FileState) {
  const file = toFile(state);
  return {
    kind: state.kind,
    sha256: file?.sha256 ?? null,
    mode: file?.mode ?? null,
    target: state.kind === "link" ? state.target : null,
  };
}

function toFile(state: FileState): FileSnapshot | undefined {
  if (state.kind === "link") return state.file;
  return state.kind === "file" ? state : undefined;
}

function toKey({ key, action, reason, theirs, consequence }: KeyPlan) {
  return {
    pointer: key.pointer,
    value: key.value,
    action,
    reason,
    theirs: theirs ?? null,
    consequence: consequence ?? null,
  };
}

/** The files copied into the candidate are counted; the containment evidence is what proves them. */
function toCandidate(candidate: Candidate) {
  const { root, approvedParent, liveRoot, nonce, copied, planned, notPreviewed, copyMs } = candidate;
  const bytes = copied.reduce((sum, file) => sum + file.bytes, 0);
  return {
    root,
    approvedParent,
    liveRoot,
    nonce,
    copied: { files: copied.length, bytes },
    planned,
    notPreviewed,
    copyMs,
  };
}

function toCheck({ rows, templateVersion, checkedPaths }: Extract<Report, { kind: "check" }>) {
  return { rows: rows.map((row) => ({ ...row, keys: row.keys ?? [] })), templateVersion, checkedPaths };
}

function toExplain({ path, owner, entry, keys, differs, paths, wouldDo }: Extract<Report, { kind: "explain" }>) {
  return { path, owner, entry: entry ?? null, keys: keys ?? [], differs: differs.map(toKey), paths, wouldDo };
}
