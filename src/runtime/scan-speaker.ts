import { realpathSync } from "node:fs";
import path from "node:path";

import { mergeParts, NOTHING_TO_SAY } from "../contracts/post-edit-result.ts";
import type { PostEditFailureKind, PostEditFinding, PostEditPart } from "../contracts/post-edit-result.ts";
import { parseScannerAnswer } from "../contracts/scanner-answer.ts";
import type { AnswerFinding } from "../contracts/scanner-answer.ts";
import { SCAN_RECORD_PATH } from "../domain/scan-record.ts";
import type { ScanChoices } from "../domain/scan-record.ts";
import { toScannedKind } from "../domain/scanned-files.ts";
import { findScanAdapter } from "./find-scan-adapter.ts";
import { runProcess } from "./io/process.ts";
import { toSubjectPaths } from "./locate-subject.ts";
import { readScanRecord } from "./read-scan-record.ts";
import type { PostEditTurn, Speaker } from "./speaker.ts";

/** An edit of more files than this is a generated one; the rest is told as not scanned. */
const MOST_FILES = 20;
/** A response of one file is far below this. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** A process that could not even start is none that should be begun. */
const LEAST_MS = 50;

/**
 * Scans the edited files by the scanner adapter, a process of its own, once they are as they stay; only where the record
 * says so. It fails open: without an adapter, of a file that is gone, and of what nobody reads, it says nothing; what
 * does not work is a failure, which blocks nothing (seed 002). @throws ConfigurationError where the record cannot be read
 */
export const scanSpeaker: Speaker = {
  name: SCAN_RECORD_PATH,
  speak: async (turn) => {
    const choices = turn.edit.isUnheard ? undefined : readScanRecord(turn.root);
    if (choices === undefined) return NOTHING_TO_SAY;
    const named = await toSubjectPaths(turn.root, turn.edit);
    const files = named.filter((file) => isScanned(file) && isThere(turn.root, file));
    if (files.length === 0) return NOTHING_TO_SAY;
    const adapter = findScanAdapter(turn, choices);
    if (adapter === undefined) return NOTHING_TO_SAY;
    const parts: PostEditPart[] = [];
    for (const file of files.slice(0, MOST_FILES)) parts.push(await scanFile(file, { turn, choices, adapter }));
    const left = files.length - MOST_FILES;
    if (left > 0) parts.push(toFailure("process", `${left} more edited files were not scanned`));
    return mergeParts(parts);
  },
};

function isScanned(file: string): boolean {
  const kind = toScannedKind(file);
  return kind !== undefined && kind !== "key-material" && !file.split("/").includes("node_modules");
}

/** Where its name says: a link may have taken its place. */
function isThere(root: string, file: string): boolean {
  const place = path.join(root, file);
  try {
    return realpathSync(place) === place;
  } catch {
    return false;
  }
}

interface Scan {
  readonly turn: PostEditTurn;
  readonly choices: ScanChoices;
  readonly adapter: string;
}

async function scanFile(file: string, { turn, choices, adapter }: Scan): Promise<PostEditPart> {
  const { root, env, deadlineAt } = turn;
  const timeoutMs = Math.round(deadlineAt - performance.now());
  if (timeoutMs < LEAST_MS) return toFailure("timeout", `${file} was not scanned: no time was left`);
  const { severity, engine } = choices;
  const request = { schema_version: "1.0.0", command: "scan-file", path: file, workspace_root: root, severity };
  const outcome = await runProcess({
    file: process.execPath,
    args: [adapter],
    cwd: root,
    env: engine === "auto" ? env : { ...env, HI_SCAN_ENGINE: engine },
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    input: JSON.stringify(request),
  });
  if (outcome.ending === "timed-out") return toFailure("timeout", `${file} was not scanned in time`);
  if (outcome.ending !== "ok") return toFailure("process", `${file} was not scanned: the adapter ${outcome.ending}`);
  const answer = parseScannerAnswer(outcome.stdout);
  if (answer.kind === "failed") return toFailure("process", `${file} was not scanned: ${answer.error}`);
  if (answer.kind === "malformed") return toFailure("malformed-output", `${file} was not scanned: ${answer.why}`);
  if (answer.findings.length === 0) return { ...NOTHING_TO_SAY, files: [file] };
  const command = ["hi", "scan", "--severity", severity, file.replace(/^-/, "./-")];
  return {
    ...NOTHING_TO_SAY,
    files: [file],
    findings: answer.findings.map((finding) => toFinding(finding, file)),
    rerun: [{ cwd: ".", command }],
  };
}

/** The line itself is not shown: it may hold a secret. */
function toFinding({ rule, severity, description, fix, ...place }: AnswerFinding, file: string): PostEditFinding {
  return {
    file,
    rule,
    severity: severity === "critical" || severity === "high" ? "error" : "warning",
    ...place,
    message: `${severity}: ${description}`,
    ...(fix === undefined ? {} : { help: fix }),
  };
}

function toFailure(kind: PostEditFailureKind, output: string): PostEditPart {
  const failure = { kind, command: ["hi adapter"], exitCode: null, signal: null, output };
  return { ...NOTHING_TO_SAY, failures: [failure] };
}
