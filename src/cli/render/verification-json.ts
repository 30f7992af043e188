import type { VerificationReport } from "../../domain/verification-report.ts";
import type { DocumentInput } from "./json.ts";

/** What is said where nothing was found, or nothing of it. */
const NOTHING = {
  mode: null,
  finalStatus: null,
  failureKind: null,
  inspectionOnly: null,
  completionAuthorized: false,
  baselineCommit: null,
  policySourceCommit: null,
  currentHead: null,
  trustedPolicyHash: null,
  repositoryStateFingerprint: null,
  inspection: null,
  changedFiles: [],
  violations: [],
  warnings: [],
  commands: [],
  notRun: [],
  durationMs: null,
  receiptPath: null,
};

/** The one document of `hi verify --json` and `hi ci --json` (receipts/verification-report-1.schema.json). */
export function toVerificationDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  return {
    format: "hi-verification/1",
    verb,
    exitCode,
    ...NOTHING,
    ...(report?.kind === "verification" && toFound(report)),
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}

function toFound({ kind: _kind, verb: _verb, ...found }: VerificationReport) {
  return { ...found, inspectionOnly: found.finalStatus === "inspection_only" };
}
