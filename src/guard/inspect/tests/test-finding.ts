import type { FindingDraft } from "../finding-draft.ts";

/** What comparing two versions of a test file finds; `at` is an offset in the version now, undefined where nothing is left. */
export interface TestFinding extends Pick<FindingDraft, "code" | "explanation" | "confidence"> {
  readonly at: number | undefined;
}

export function toFinding(
  code: TestFinding["code"],
  at: number | undefined,
  explanation: string,
  confidence: TestFinding["confidence"]
): TestFinding {
  return { code, at, explanation, confidence };
}
