import type { FindingDraft } from "../finding-draft.ts";
import type { Scalar, Settings } from "./setting.ts";

/** What comparing two versions of a configuration finds, and the path of the setting. */
export interface ConfigFinding extends Pick<FindingDraft, "code" | "explanation" | "confidence"> {
  readonly setting: string;
}

/** A rule about settings: both versions in, what is weaker out. */
export type ConfigRule = (before: Settings, after: Settings) => readonly ConfigFinding[];

/** All paths of two versions, in the order of code units. */
export function listPaths(before: Settings, after: Settings): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted();
}

/** The values of one list that another does not have, as often as they are missing. */
export function listMissing(values: readonly Scalar[], others: readonly Scalar[]): readonly Scalar[] {
  const left = [...others];
  return values.filter((value) => {
    const at = left.indexOf(value);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

export function toFinding(
  code: ConfigFinding["code"],
  setting: string,
  explanation: string,
  confidence: ConfigFinding["confidence"] = "high"
): ConfigFinding {
  return { code, setting, explanation, confidence };
}
