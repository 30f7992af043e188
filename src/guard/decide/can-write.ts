import { existsSync } from "node:fs";
import path from "node:path";

import type { HookWriteDecision, WriteReason } from "../../contracts/write-decision.ts";
import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import { findLostSession } from "./find-lost-session.ts";
import { findRepositories, listUpwards } from "./find-repositories.ts";
import type { Repository } from "./find-repositories.ts";
import { findUserState } from "./find-user-state.ts";
import { findDeniedBelow } from "./judge-folder.ts";
import type { DeniedBelow } from "./judge-folder.ts";
import { PathJudge } from "./judge-path.ts";
import type { PathReason } from "./judge-path.ts";
import { listPlaces } from "./list-places.ts";
import { locateTarget, toRealPlace } from "./locate-target.ts";
import { openPathIndex } from "./path-index.ts";
import { readSession, toGuardFolder, toIndexFile } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";

/** What is asked, and where. */
export interface WriteQuestion {
  /** A real folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As it was given: absolute, or from the git root. */
  readonly asked: string;
}

/** A decision with the exit code that goes with it (docs/decisions/0005). */
export interface DecidedWrite {
  readonly decision: HookWriteDecision;
  readonly exitCode: 0 | 3 | 4 | 7;
}

/**
 * Decides about one write (seed 004). Read from the disk alone: no process is started. Every session of a repository
 * around the folder is asked, and the first that denies decides; whatever goes wrong is a denial too.
 */
export function decideWrite(question: WriteQuestion): DecidedWrite {
  try {
    return decide(question);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return deny("COULD_NOT_DECIDE", question.asked, `The guard could not decide: ${why ?? "a fault"}.`);
  }
}

function decide({ cwd, env, asked }: WriteQuestion): DecidedWrite {
  const here = findRepositories(cwd);
  const lost = findLostSession(cwd, here, env);
  if (lost !== undefined) return corrupt(asked, lost);
  const [nearest] = here;
  if (nearest === undefined && !path.isAbsolute(asked)) return toNoRepository(asked);
  const targets = listPlaces(nearest?.root ?? cwd, asked);
  let repositories = here;
  for (const target of targets) repositories = addRepositoriesOf(target, repositories);
  if (repositories.length === 0) return toNoRepository(asked);
  let [allowed, outside]: (DecidedWrite | undefined)[] = [];
  for (const repository of repositories) {
    const read = readSession(repository, env);
    if (read.kind === "corrupt") return corrupt(asked, read.problem);
    if (read.kind === "none") continue;
    const decided = decideInSession(read, { targets, asked, env });
    // What is outside of one work tree may be inside of another one, whose answer says more.
    if (decided.decision.reasonCode === "PATH_OUTSIDE_REPOSITORY") outside ??= decided;
    else if (decided.decision.decision === "deny") return decided;
    else allowed ??= decided;
  }
  return outside ?? allowed ?? allow("NO_ACTIVE_SESSION", asked, "No guard session is active here.");
}

/** A repository around the target that is none around the folder has a say as well. */
function addRepositoriesOf(target: string, here: readonly Repository[]): readonly Repository[] {
  const folder = listUpwards(path.dirname(target)).find((above) => existsSync(above));
  const there = folder === undefined ? [] : findRepositories(folder);
  return [...here, ...there.filter(({ root }) => here.every((known) => known.root !== root))];
}

interface Reading {
  /** Absolute. */
  readonly targets: readonly string[];
  readonly asked: string;
  readonly env: WriteQuestion["env"];
}

/** Of all readings of a path, the strictest counts. */
function decideInSession(active: ActiveSession, { targets, asked, env }: Reading): DecidedWrite {
  let [allowed, outside]: (DecidedWrite | undefined)[] = [];
  for (const target of targets) {
    const decided = decideReading(active, target, { asked, env });
    if (decided.decision.reasonCode === "PATH_OUTSIDE_REPOSITORY") outside ??= decided;
    else if (decided.decision.decision === "deny") return decided;
    else allowed ??= decided;
  }
  return outside ?? allowed ?? corrupt(asked, "there is no reading of the path");
}

function decideReading(
  { repository, session, key }: ActiveSession,
  target: string,
  { asked, env }: Pick<Reading, "asked" | "env">
): DecidedWrite {
  const found = locateTarget(repository.root, target, repository.commonDirectory);
  if (found.kind === "unsafe") {
    const isOurs = isGuardState(target, [repository.commonDirectory, repository.gitDirectory, findUserState(env)]);
    if (isOurs) return toDenial("JUDGE_CONFIGURATION_PROTECTED", asked, asked);
    return deny("PATH_OUTSIDE_REPOSITORY", asked, toUnsafeWords(found.problem));
  }
  const { sessionId } = session;
  const file = toIndexFile(toGuardFolder(repository.commonDirectory), sessionId);
  const judge = new PathJudge(session, () => openPathIndex(file, sessionId, key));
  for (const name of [found.lexical, ...found.aliases]) {
    const reason = judge.judge(name);
    if (reason !== "WRITE_ALLOWED") return toDenial(reason, found.lexical, name);
  }
  if (found.folder !== undefined) {
    const inner = findDeniedBelow(judge, found.folder, [found.lexical, ...found.aliases]);
    if (inner !== undefined) return toInnerDenial(inner, found.lexical);
  }
  // A folder on the way may lie on a volume that folds names although the root does not.
  const folded = judge.judgeFolded(found.lexical);
  if (folded !== undefined && folded !== "WRITE_ALLOWED" && !found.hasExactName()) {
    return toDenial(folded, found.lexical, "another spelling of it");
  }
  if (found.lexical.includes("\uFFFD")) {
    return deny(
      "PATH_OUTSIDE_REPOSITORY",
      found.lexical,
      toUnsafeWords("its name is not UTF-8, so it cannot be looked at")
    );
  }
  return allow("WRITE_ALLOWED", found.lexical, "The session's policy lets this path be written.");
}

/** What the guard keeps, and what git keeps, may lie outside of every work tree. */
function isGuardState(target: string, folders: readonly (string | undefined)[]): boolean {
  const places = [target, toRealPlace(target) ?? target];
  return folders.some((folder) => folder !== undefined && places.some((place) => isSameOrBelow(folder, place)));
}

const WORDS: Readonly<Record<Exclude<PathReason, "WRITE_ALLOWED">, string>> = {
  SESSION_STATE_CORRUPT: "The guard's list of the baseline's tests cannot be believed",
  JUDGE_CONFIGURATION_PROTECTED: "This is part of the guard, or of what runs it, and stays as it is during a session",
  PROTECTED_PATH_CHANGED: "The policy protects this path",
  SNAPSHOT_CHANGED: "The policy lets no snapshot be changed during a session",
  EXISTING_TEST_MODIFIED: "This test is of the session's baseline, which the policy holds immutable",
  NEW_TEST_NOT_ALLOWED: "The policy lets no new test be added during a session",
};

function toDenial(
  reason: Exclude<PathReason, "WRITE_ALLOWED">,
  lexical: string,
  name: string,
  how = "it is another name of"
): DecidedWrite {
  const through = name === lexical ? "" : ` (${how} ${JSON.stringify(name)})`;
  const next = reason === "SESSION_STATE_CORRUPT" ? SEE_STATUS : ELSE;
  const decided = deny(reason, lexical, `${WORDS[reason]}${through}. ${next}`);
  return reason === "SESSION_STATE_CORRUPT" ? { ...decided, exitCode: 7 } : decided;
}

function toInnerDenial({ name, reason }: DeniedBelow, lexical: string): DecidedWrite {
  if (reason !== "TOO_MANY") return toDenial(reason, lexical, name, "what lies in it counts:");
  const words = "The guard could not decide: it is a folder of more files than are looked at.";
  return deny("COULD_NOT_DECIDE", lexical, words);
}

const ELSE = "Change something else, or ask whoever began the session.";
const SEE_STATUS = "A person has to look: hi session status.";

function toUnsafeWords(problem: string): string {
  return `The path is not safe to write: ${problem}. ${ELSE}`;
}

function corrupt(asked: string, problem: string): DecidedWrite {
  const decided = deny(
    "SESSION_STATE_CORRUPT",
    asked,
    `The guard's state cannot be believed: ${problem}. ${SEE_STATUS}`
  );
  return { ...decided, exitCode: 7 };
}

function toNoRepository(asked: string): DecidedWrite {
  const words = "There is no git repository here, so there is nothing to guard; run it in one.";
  return { ...deny("COULD_NOT_DECIDE", asked, words), exitCode: 3 };
}

function deny(reasonCode: WriteReason, asked: string, explanation: string): DecidedWrite {
  return { decision: { schemaVersion: 1, decision: "deny", reasonCode, path: asked, explanation }, exitCode: 4 };
}

function allow(reasonCode: WriteReason, asked: string, explanation: string): DecidedWrite {
  return { decision: { schemaVersion: 1, decision: "allow", reasonCode, path: asked, explanation }, exitCode: 0 };
}

/** True where any repository around a folder has a session, or state of one that cannot be believed. */
export function isGuarded(cwd: string, env: WriteQuestion["env"]): boolean {
  const repositories = findRepositories(cwd);
  const isActive = (repository: Repository): boolean => readSession(repository, env).kind !== "none";
  return findLostSession(cwd, repositories, env) !== undefined || repositories.some(isActive);
}
