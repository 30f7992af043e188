import type { LintResult } from "../../contracts/lint-result.ts";
import type { LintOutput } from "../../domain/check-kind.ts";
import { renderGithub } from "./render-github.ts";
import { renderHuman } from "./render-human.ts";
import { renderSarif } from "./render-sarif.ts";

/** What goes where; nothing but the document is on stdout where one was asked for. */
export function renderLint(
  result: LintResult,
  output: LintOutput
): { readonly stdout: string; readonly stderr: string } {
  const human = renderHuman(result);
  if (output === "human") return human;
  const stderr = human.stderr + (output === "github" ? human.stdout.split("\n").slice(-2).join("\n") : "");
  if (output === "json") return { stdout: `${JSON.stringify(result, null, 2)}\n`, stderr };
  return { stdout: output === "sarif" ? renderSarif(result) : renderGithub(result), stderr };
}
