import type { DocumentInput } from "./json.ts";

/** What is said where nothing could be inspected. */
const NOTHING = {
  schemaVersion: 1,
  status: null,
  baselineCommit: null,
  currentHead: null,
  trustedPolicyHash: null,
  repositoryStateFingerprint: null,
  changedFiles: [],
  violations: [],
  warnings: [],
};

/** The one document of `hi inspect --json` (receipts/inspection-1.schema.json): an inspection, or why there is none. */
export function toInspectionDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  const { kind: _kind, verb: _verb, ...found } = report?.kind === "inspection" ? report : { kind: undefined, verb };
  return {
    format: "hi-inspection/1",
    verb,
    exitCode,
    ...NOTHING,
    ...found,
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}
