import type { GuardPolicy } from "../../contracts/guard.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import { GitFailure } from "../decide/run-git.ts";
import { readCommit, readTree } from "../repository/read-objects.ts";
import { findWorkTree } from "../session/find-work-tree.ts";
import { readPolicy } from "./read-policy.ts";

/** What keeps a session from beginning here, as far as the committed policy goes. */
export type PolicyTrouble =
  | { readonly kind: "missing" | "endless" }
  | { readonly kind: "unreadable"; readonly facts: Pick<RefusalFacts, "code" | "message" | "next"> };

/**
 * Whether HEAD has a policy that a session can begin with, and that can let an agent stop: undefined where it has.
 * Starts git, and writes nothing.
 */
export async function findPolicyTrouble(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>
): Promise<PolicyTrouble | undefined> {
  try {
    const place = { repository: findWorkTree(cwd), env };
    const commit = await readCommit(place, "HEAD");
    if (commit === undefined) return { kind: "missing" };
    return judge(await readPolicy(place, await readTree(place, commit)));
  } catch (error) {
    if (error instanceof Refusal && error.facts.code === "HI_POLICY_MISSING") return { kind: "missing" };
    if (error instanceof Refusal) return { kind: "unreadable", facts: error.facts };
    if (!(error instanceof GitFailure)) throw error;
    return {
      kind: "unreadable",
      facts: { code: "HI_GIT_FAILED", message: error.message, next: "git status says more" },
    };
  }
}

function judge({ validation }: GuardPolicy): PolicyTrouble | undefined {
  const canPass = validation.commands.length > 0 || validation.allowInspectionOnlyCompletion;
  return canPass ? undefined : { kind: "endless" };
}
