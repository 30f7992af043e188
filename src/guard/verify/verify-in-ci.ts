import type { GuardPolicy, Inspection } from "../../contracts/guard.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { VerificationFailure, VerificationReport } from "../../domain/verification-report.ts";
import { findRepositories } from "../decide/find-repositories.ts";
import { readReleases } from "../decide/stop-loops.ts";
import { inspect } from "../inspect/inspect.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { openComparison } from "../repository/open-repository.ts";
import { askGit, readCommit, readTree } from "../repository/read-objects.ts";
import type { ObjectPlace } from "../repository/read-objects.ts";
import { findWorkTree, PRECONDITION } from "../session/find-work-tree.ts";
import { runCommands } from "./run-commands.ts";
import { toReport } from "./to-report.ts";
import { findFailure, lookAgain } from "./verify.ts";
import type { VerifyOrder } from "./verify.ts";

/** What CI asks for: the same, without a session. */
export interface CiOrder extends Omit<VerifyOrder, "hiVersion"> {
  /** The branch or commit that a change is to go into. */
  readonly baseRef: string;
}

const MAX_REF = 1000;

/**
 * Verifies a change without a session: the policy of the base's tip, what is here compared with the merge base, the
 * policy's commands run. A release that no pass has settled fails it, where the guard's state is on this machine.
 * @throws Refusal HI_BASE_REF_REFUSED (2), HI_BASE_REF_UNKNOWN, HI_NO_MERGE_BASE, HI_POLICY_MISSING (3); GitFailure
 */
export async function verifyInCi(order: CiOrder): Promise<VerificationReport> {
  refuseOddRef(order.baseRef);
  const repository = findWorkTree(order.cwd);
  const place: ObjectPlace = { repository, env: order.env };
  const before = performance.now();
  const policySourceCommit = await readBase(place, order.baseRef);
  const policy = await readPolicy(place, await readTree(place, policySourceCommit), {
    name: `the tip of ${order.baseRef}`,
    mend: (file) => `merge ${file} there first: what a proposal brings with it never counts`,
  });
  const baselineCommit = await readMergeBase(place, policySourceCommit);
  const comparing = { repository, env: order.env, baselineCommit, policySourceCommit, policy };
  const look = async (): Promise<Inspection> => {
    const opened = await openComparison(comparing);
    try {
      return toCiInspection(await inspect(policy, opened.repository), policy);
    } finally {
      opened.close();
    }
  };
  const found = await examine(look, { order, policy, root: repository.root });
  const failure = found.failure ?? findCiFailure(order, policy);
  const verified = { ...found, failure, durationMs: Math.round(performance.now() - before) };
  return toReport(verified, policy, { verb: "ci", mode: "ci", policySourceCommit });
}

interface CiWork {
  readonly order: CiOrder;
  readonly policy: GuardPolicy;
  readonly root: string;
}

async function examine(look: () => Promise<Inspection>, { order, policy, root }: CiWork) {
  order.tell("ci: inspecting …");
  const first = await look();
  if (first.status === "blocked") return { inspection: first, commands: [], failure: "policy" as const };
  const { env, continueOnFailure, signal, tell } = order;
  const commands = await runCommands({ root, env, policy, continueOnFailure, signal, tell, verb: "ci" });
  if (signal.aborted) return { inspection: first, commands, failure: "interrupted" as const };
  const last = await lookAgain(look);
  return { inspection: last ?? first, commands, failure: findFailure({ first, last, commands }) };
}

function findCiFailure({ cwd, env }: CiOrder, { validation }: GuardPolicy): VerificationFailure | undefined {
  const isReleased = findRepositories(cwd).some((repository) => readReleases(repository, env).length > 0);
  if (isReleased) return "released-unverified";
  return validation.commands.length > 0 || validation.allowInspectionOnlyCompletion ? undefined : "inspection-only";
}

/** A policy that lets changes of itself through review takes them for a warning. */
function toCiInspection(inspection: Inspection, { ci }: GuardPolicy): Inspection {
  if (!ci.allowPolicyChanges) return inspection;
  const isPolicy = ({ code }: Inspection["violations"][number]): boolean => code === "CONFIG_CHANGED";
  const violations = inspection.violations.filter((finding) => !isPolicy(finding));
  const allowed = inspection.violations
    .filter(isPolicy)
    .map((finding) => ({ ...finding, severity: "warning" as const }));
  return {
    ...inspection,
    status: violations.length === 0 ? "passed" : "blocked",
    violations,
    warnings: [...inspection.warnings, ...allowed],
  };
}

/** @throws Refusal HI_BASE_REF_REFUSED */
function refuseOddRef(ref: string): void {
  const problem = findRefProblem(ref);
  if (problem === undefined) return;
  throw new Refusal({
    code: "HI_BASE_REF_REFUSED",
    message: `The base ${JSON.stringify(ref.slice(0, 100))} ${problem}.`,
    next: "name a branch, a tag or a commit: hi ci --base-ref origin/main",
  });
}

function findRefProblem(ref: string): string | undefined {
  if (ref === "" || ref.length > MAX_REF) return "is empty or too long";
  if (ref.startsWith("-")) return "begins with a dash";
  // oxlint-disable-next-line no-control-regex -- They are what is looked for.
  return /[\u0000-\u001F\u007F]/.test(ref) ? "holds a control character" : undefined;
}

/** @throws Refusal HI_BASE_REF_UNKNOWN */
async function readBase(place: ObjectPlace, ref: string): Promise<string> {
  const commit = await readCommit(place, ref);
  if (commit !== undefined) return commit;
  throw new Refusal({
    code: "HI_BASE_REF_UNKNOWN",
    message: `There is no commit ${JSON.stringify(ref)} in this clone.`,
    next: "fetch it (a shallow clone of CI has one commit alone: fetch-depth: 0), then run the same command again",
    exitCode: PRECONDITION,
  });
}

/** @throws Refusal HI_NO_MERGE_BASE */
async function readMergeBase(place: ObjectPlace, base: string): Promise<string> {
  const { exitCode, stdout } = await askGit(place, ["merge-base", base, "HEAD"], { answers: [0, 1, 128] });
  const commit = stdout.toString("utf8").trim();
  if (exitCode === 0 && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return commit;
  throw new Refusal({
    code: "HI_NO_MERGE_BASE",
    message: "HEAD and the base have no commit in common in this clone.",
    next: "fetch the whole history (fetch-depth: 0), then run the same command again",
    exitCode: PRECONDITION,
  });
}
