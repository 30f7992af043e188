import type { Answers } from "./answers.ts";
import type { Json } from "./json.ts";
import { canonicalJson } from "./json.ts";

/**
 * The text whose SHA-256 is the receipt's inputs digest: the answers and `lint.exclude`, less what a run may differ in
 * (`take`, `newLinter`) and what takes a walk of the repository to find (the embedded packages in `ignore`), so that `hi check`
 * computes it from a handful of files. `hi diff` and `hi update` do walk, and see a new embedded package.
 */
export function toInputsText(answers: Answers, exclude: readonly string[]): string {
  const { take: _take, newLinter: _newLinter, scopes, ...rest } = answers;
  const inputs = { ...rest, exclude, scopes: scopes.map(({ ignore: _ignore, ...scope }) => scope) };
  return canonicalJson(inputs as unknown as Json);
}
