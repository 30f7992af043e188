import { createHash } from "node:crypto";

import type { GuardPolicy } from "../../contracts/guard.ts";
import { Refusal } from "../../domain/refusal.ts";
import { findLostSession } from "../decide/find-lost-session.ts";
import { findRepositories } from "../decide/find-repositories.ts";
import { readSession } from "../decide/read-session.ts";
import type { ActiveSession } from "../decide/read-session.ts";
import { parsePolicy } from "../policy/parse-policy.ts";
import { askGit } from "../repository/read-objects.ts";
import { findWorkTree, PRECONDITION } from "./find-work-tree.ts";

/** An active session with its trusted policy. */
export interface OpenedSession {
  readonly active: ActiveSession;
  readonly policy: GuardPolicy;
}

interface SessionQuestion {
  /** A real folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The session that a folder lies in, and the policy of its baseline, from the commit and never from the work tree.
 * @throws Refusal HI_GUARD_NO_REPOSITORY, HI_GUARD_NO_SESSION (3), HI_GUARD_CORRUPT (7)
 */
export async function openSession(question: SessionQuestion): Promise<OpenedSession> {
  const active = findActive(question);
  const { session, repository } = active;
  const name = `${session.policySourceCommit}:${session.policyFile}`;
  const { exitCode, stdout } = await askGit({ repository, env: question.env }, ["cat-file", "blob", name], {
    answers: [0, 128],
  });
  const sha256 = createHash("sha256").update(stdout).digest("hex");
  if (exitCode !== 0 || sha256 !== session.trustedPolicyHash) {
    throw toCorrupt("the baseline's policy is gone, or not the one that the session began with");
  }
  return { active, policy: parsePolicy(session.policyFile, stdout) };
}

/** @throws Refusal as `openSession` */
function findActive({ cwd, env }: SessionQuestion): ActiveSession {
  const repositories = findRepositories(cwd);
  const lost = findLostSession(cwd, repositories, env);
  if (lost !== undefined) throw toCorrupt(lost);
  findWorkTree(cwd);
  for (const repository of repositories) {
    const read = readSession(repository, env);
    if (read.kind === "corrupt") throw toCorrupt(read.problem);
    if (read.kind === "active" && !repository.isBare) return read;
  }
  throw new Refusal({
    code: "HI_GUARD_NO_SESSION",
    message: "No guard session is active here.",
    next: 'hi session start --task "what is to be done"',
    exitCode: PRECONDITION,
  });
}

/** State that cannot be believed, as a refusal. */
export function toCorrupt(problem: string): Refusal {
  return new Refusal({
    code: "HI_GUARD_CORRUPT",
    message: `The guard's state cannot be believed: ${problem}.`,
    next: 'look at what happened; then hi session end, or hi session start --task "…" for a new one',
    exitCode: 7,
  });
}
