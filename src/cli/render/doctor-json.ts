import type { DoctorFinding } from "../../domain/doctor.ts";
import { toDoctorWords } from "./doctor-words.ts";
import type { DocumentInput } from "./json.ts";

/** The one document of `hi doctor --json` (receipts/doctor-1.schema.json), for a refusal and a defect as well. */
export function toDoctorDocument({ exitCode, report, refusal }: DocumentInput) {
  const isDone = report?.kind === "doctor";
  return {
    format: "hi-doctor/1",
    exitCode,
    root: isDone ? report.root : null,
    findings: isDone ? report.findings.map(toFinding) : [],
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}

function toFinding(finding: DoctorFinding) {
  const { area, code, severity, path, args, next } = finding;
  return { area, code, severity, path: path ?? null, seen: toDoctorWords(finding), args, next: next ?? null };
}
