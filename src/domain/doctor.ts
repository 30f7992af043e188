import type { Finding } from "./finding.ts";
import type { AbsolutePath } from "./paths.ts";

/** What `hi doctor` looks at, in the order in which it tells of it. */
export const DOCTOR_AREAS = [
  "machine",
  "repository",
  "tools",
  "claude",
  "codex",
  "cursor",
  "opencode",
  "commits",
] as const;
export type DoctorArea = (typeof DOCTOR_AREAS)[number];

/**
 * One thing that was looked at. `ok`: as it should be. `info`: cannot be told, or need not be mended. `warning`: may keep
 * a hook from working. `error`: wrong, and what counts for the exit code.
 */
export interface DoctorFinding extends Omit<Finding, "severity"> {
  readonly area: DoctorArea;
  readonly severity: "ok" | Finding["severity"];
  /** The next command to type, or the next thing to do; there wherever something is to be mended. */
  readonly next?: string;
}

/** What `hi doctor` says; also what its `--json` prints (receipts/doctor-1.schema.json). */
export interface DoctorReport {
  readonly kind: "doctor";
  readonly verb: "doctor";
  readonly root: AbsolutePath;
  readonly findings: readonly DoctorFinding[];
}

type Details = Partial<Pick<DoctorFinding, "args" | "next" | "path">>;

/** Says one thing of one area. */
export type Tell = (severity: DoctorFinding["severity"], code: string, details?: Details) => DoctorFinding;

/** A teller of one area. */
export function tellOf(area: DoctorArea): Tell {
  return (severity, code, { args = {}, ...details } = {}) => ({ area, severity, code, args, ...details });
}
