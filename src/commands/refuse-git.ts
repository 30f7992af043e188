import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import { GitFailure } from "../guard/decide/run-git.ts";
import { UnreadableTree } from "../guard/decide/work-tree-state.ts";

/** What git or the disk would not answer is no finding, and no pass. */
export async function refuseGit(work: () => Promise<Report>): Promise<Report> {
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
