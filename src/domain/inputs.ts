import type { Answers, LintPolicy, ScopeAnswers } from "./answers.ts";
import type { Json } from "./json.ts";
import { canonicalJson } from "./json.ts";

/**
 * The text whose SHA-256 is the receipt's inputs digest: the answers and `lint.exclude`, less what a run may differ in
 * (`take`, `newLinter`) and what takes a walk of the repository to find (the embedded packages in `ignore`, presets that
 * only a source shows, nested policies), so that `hi check` computes it from a handful of files. `hi diff` and `hi update` do walk, and see
 * both.
 */
export function toInputsText(answers: Answers, exclude: readonly string[]): string {
  const { take: _take, newLinter: _newLinter, scopes, ...rest } = answers;
  const inputs = { ...rest, exclude, scopes: scopes.map(toKnownByACheck) };
  return canonicalJson(inputs as unknown as Json);
}

function toKnownByACheck({ ignore: _ignore, presets = [], policy, ...rest }: ScopeAnswers): Partial<ScopeAnswers> {
  const known = presets.filter(({ isFromSource }) => isFromSource !== true);
  const scope = { ...rest, policy: withoutNested(policy) };
  return known.length > 0 ? { ...scope, presets: known } : scope;
}

function withoutNested(policy: LintPolicy): LintPolicy {
  if (policy.kind !== "generated" || policy.project === undefined) return policy;
  if (policy.project.isAbsent) return { kind: policy.kind };
  const { nested: _nested, ...project } = policy.project;
  return { kind: policy.kind, project };
}
