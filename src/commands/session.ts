import type { HookStopDecision } from "../contracts/stop-decision.ts";
import type { Report } from "../domain/report.ts";
import type { SessionRequest } from "../domain/request.ts";
import type { SessionCompletion, SessionFacts, SessionReport } from "../domain/session-report.ts";
import { decideStop, isCompletable } from "../guard/decide/can-stop.ts";
import type { Repository } from "../guard/decide/find-repositories.ts";
import { findRepositories } from "../guard/decide/find-repositories.ts";
import { readSession } from "../guard/decide/read-session.ts";
import type { SessionPayload } from "../guard/decide/session-payload.ts";
import { readReleases } from "../guard/decide/stop-loops.ts";
import { endSession } from "../guard/session/end-session.ts";
import { findWorkTree } from "../guard/session/find-work-tree.ts";
import { startSession } from "../guard/session/start-session.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi session start|status|end` (seed 004). */
export function session(
  request: SessionRequest,
  { cwd, env, progress }: Pick<World, "cwd" | "env" | "progress">,
  readVersion: () => Promise<string>
): Promise<Report> {
  return reportRefusals(request.verb, async () => {
    if (request.verb === "session status") return status(cwd, env);
    if (request.verb === "session end") {
      const putAside = await endSession({ cwd, env });
      return { kind: "session", verb: request.verb, state: "none", putAside, ...listReleases(findWorkTree(cwd), env) };
    }
    progress.stage("Reading the baseline");
    const started = await startSession({ cwd, env, task: request.task ?? "", hiVersion: await readVersion() });
    return {
      kind: "session",
      verb: request.verb,
      state: "active",
      session: toFacts(started.session),
      tests: started.tests,
      putAside: started.isSuperseding,
      ...listReleases(findWorkTree(cwd), env),
      ...(isCompletable(started.session) ? {} : { completion: await readCompletion(cwd, env) }),
    };
  });
}

async function status(cwd: string, env: World["env"]): Promise<Report> {
  const verb = "session status";
  const { decision, exitCode, problem } = await decideStop({ cwd, env });
  if (problem !== undefined) return { kind: "session", verb, state: "corrupt", problem };
  const repositories = findRepositories(cwd);
  const reads = repositories.map((repository) => readSession(repository, env));
  const active = reads.find((read) => read.kind === "active");
  if (active === undefined || exitCode === 3) {
    const [here] = repositories;
    return { kind: "session", verb, state: "none", ...(here && listReleases(here, env)) };
  }
  const completion = toCompletion(decision);
  const told = listReleases(active.repository, env);
  return { kind: "session", verb, state: "active", session: toFacts(active.session), completion, ...told };
}

/** They outlive a session: only a pass settles them. */
function listReleases(repository: Repository, env: World["env"]): Pick<SessionReport, "releases"> {
  const releases = readReleases(repository, env).map(({ provider, blocks, releasedAt }) => ({
    provider,
    blocks,
    releasedAt: releasedAt ?? "",
  }));
  return releases.length > 0 ? { releases } : {};
}

async function readCompletion(cwd: string, env: World["env"]): Promise<SessionCompletion> {
  return toCompletion((await decideStop({ cwd, env })).decision);
}

function toCompletion(decided: HookStopDecision): SessionCompletion {
  const { schemaVersion: _, ...completion } = decided;
  return completion;
}

function toFacts(payload: SessionPayload): SessionFacts {
  return {
    sessionId: payload.sessionId,
    task: payload.task,
    createdAt: payload.createdAt,
    baselineCommit: payload.baselineCommit,
    policyFile: payload.policyFile,
    trustedPolicyHash: payload.trustedPolicyHash,
    existingTests: payload.rules.existingTests,
    commands: payload.rules.commands.map(({ name }) => name),
  };
}
