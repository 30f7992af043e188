import type { InspectionCode, InspectionFinding } from "../../contracts/guard.ts";
import type { TextPosition } from "../../domain/text-position.ts";

/** What a rule has found; how severe it is says the policy (severity.ts), what to do about it remediations.ts. */
export interface FindingDraft {
  readonly code: InspectionCode;
  readonly path: string;
  readonly at?: TextPosition;
  readonly explanation: string;
  readonly confidence: InspectionFinding["confidence"];
}
