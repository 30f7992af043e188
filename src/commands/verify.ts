import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { CiRequest, VerifyRequest } from "../domain/request.ts";
import { GitFailure } from "../guard/decide/run-git.ts";
import { UnreadableTree } from "../guard/decide/work-tree-state.ts";
import { verifyInCi } from "../guard/verify/verify-in-ci.ts";
import { verify as verifySession } from "../guard/verify/verify.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

interface VerifyHost extends Pick<World, "cwd" | "env" | "interrupted"> {
  readonly readVersion: () => Promise<string>;
  /** One line for whoever waits. */
  readonly tell: (line: string) => void;
}

/** `hi verify` and `hi ci` (seed 004). */
export function verify(request: VerifyRequest | CiRequest, host: VerifyHost): Promise<Report> {
  const { cwd, env, interrupted: signal, tell } = host;
  const { continueOnFailure } = request;
  return reportRefusals(request.verb, () =>
    refuseGit(async () => {
      if (request.verb === "ci") {
        return verifyInCi({ cwd, env, continueOnFailure, signal, tell, baseRef: request.baseRef });
      }
      return verifySession({ cwd, env, continueOnFailure, signal, tell, hiVersion: await host.readVersion() });
    })
  );
}

/** What git or the disk would not answer is no finding, and no pass. */
async function refuseGit(work: () => Promise<Report>): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitFailure || error instanceof UnreadableTree)) throw error;
    const isGit = error instanceof GitFailure;
    throw new Refusal({
      code: isGit ? "HI_GIT_FAILED" : "HI_TREE_UNREADABLE",
      message: isGit
        ? `git could not read this repository: ${error.message}.`
        : `The work tree cannot be read: ${error.message}.`,
      next: isGit
        ? "git status says more; then run the same command again"
        : "let nothing write here, then run the same command again",
      exitCode: isGit ? 3 : 5,
    });
  }
}
