import type { LintResult } from "../../contracts/lint-result.ts";
import type { LintOutput } from "../../domain/check-kind.ts";
import { renderGithub } from "./render-github.ts";
import { renderEnd } from "./render-human.ts";
import { renderSarif } from "./render-sarif.ts";

/**
 * What is printed once a run is over; nothing but the document is on stdout where one was asked for. A person has been
 * told the findings by then, scope by scope.
 */
export function renderLint(
  result: LintResult,
  output: LintOutput
): { readonly stdout: string; readonly stderr: string } {
  const end = renderEnd(result);
  if (output === "human") return end;
  if (output === "json") return { stdout: `${JSON.stringify(result, null, 2)}\n`, stderr: end.stderr };
  // What the findings alone do not tell: why nothing was checked, what was left, what was judged.
  const stderr = end.stderr + end.stdout;
  return { stdout: output === "sarif" ? renderSarif(result) : renderGithub(result), stderr };
}
