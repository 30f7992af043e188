import type { ProviderName } from "../domain/settings.ts";
import { findRoot } from "../runtime/find-root.ts";
import { endWith, runProgram } from "../runtime/run-program.ts";

/** What an agent's configuration, or a person, asks of `hi hook`. */
export interface HookRequest {
  readonly event: "post-edit";
  readonly provider: ProviderName | "neutral";
}

/**
 * `hi hook post-edit`: the same code as `.hi/runtime/hook.mjs`, in the repository that the payload's folder or the
 * current one lies in. The process ends with 0 whatever came of it: agents take other codes for a verdict.
 */
export function hook({ event, provider }: HookRequest): Promise<never> {
  return runProgram({ argv: [event, "--provider", provider], root: findRoot });
}

/** The same where the hook cannot be run: one line, no verdict. */
export function endHook(line: string): Promise<never> {
  return endWith(() => ({ stdout: "", stderr: `${line}\n` }));
}
