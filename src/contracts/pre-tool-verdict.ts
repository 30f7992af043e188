import type { CustomLintDisposition, CustomLintFinding } from "./custom-lint.ts";
import { mergeDispositions } from "./custom-lint.ts";

/** The contract's name and version; its JSON Schema is receipts/pre-tool-verdict-1.schema.json. */
const PRE_TOOL_SCHEMA = "hi-pre-tool/1";

/** What one speaker says of a call that is about to be made. */
export interface PreToolSaying {
  /** Who says it, as a reader should know it: `the linter no-secrets`. */
  readonly speaker: string;
  readonly disposition: CustomLintDisposition;
  /** Untrusted texts; whoever shows them neutralises. Empty where nothing was decided. */
  readonly findings: readonly CustomLintFinding[];
  /** Why it could not decide; then the disposition is by policy, and no verdict on the call. */
  readonly undecided?: { readonly kind: string; readonly message: string };
  /** What else a person should know, such as a process that was left behind. */
  readonly notes: readonly string[];
}

/** The provider-neutral verdict on one call; every provider's answer is a translation of it. */
export interface PreToolVerdict {
  readonly schema: typeof PRE_TOOL_SCHEMA;
  /** The strictest of all sayings. */
  readonly disposition: CustomLintDisposition;
  readonly sayings: readonly PreToolSaying[];
}

/** Merges what all speakers say: deny before advisory before allow. */
export function toVerdict(sayings: readonly PreToolSaying[]): PreToolVerdict {
  const disposition = mergeDispositions(sayings.map((saying) => saying.disposition));
  return { schema: PRE_TOOL_SCHEMA, disposition, sayings };
}

/** A speaker that could not decide, and what its policy makes of that. */
export function toUndecided(
  speaker: string,
  policy: "open" | "closed",
  undecided: { readonly kind: string; readonly message: string }
): PreToolSaying {
  return { speaker, disposition: policy === "open" ? "advisory" : "deny", findings: [], undecided, notes: [] };
}
