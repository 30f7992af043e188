import { findRoot } from "../runtime/find-root.ts";
import { runLintProgram } from "../runtime/lint/run-lint-program.ts";

/**
 * `hi lint`: the same code as `.hi/runtime/lint.mjs`, in the repository that the current folder lies in. It prints and ends
 * the process itself, so that both say the same with the same code.
 */
export async function lint(words: readonly string[]): Promise<never> {
  return runLintProgram({ argv: words, root: await findRoot(undefined), name: "hi lint" });
}
