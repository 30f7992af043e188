import { createHash, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";

import type { GuardPolicy } from "../../contracts/guard.ts";
import { Refusal } from "../../domain/refusal.ts";
import { renderPathIndex } from "../decide/path-index.ts";
import { matchesAny } from "../decide/path-matcher.ts";
import { toLossyText } from "../decide/path-text.ts";
import { toGuardFolder, toIndexFile, toTreeFolder } from "../decide/read-session.ts";
import { isRelevant } from "../decide/relevant-path.ts";
import { GitFailure } from "../decide/run-git.ts";
import type { SessionPayload, SessionRules } from "../decide/session-payload.ts";
import { toPlaceHash } from "../decide/user-state.ts";
import { makeOwnFolder, writeOwnFile } from "../decide/write-own-file.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { askGit, readBlobs, readCommit, readTree } from "../repository/read-objects.ts";
import type { ObjectPlace, TreeEntry } from "../repository/read-objects.ts";
import { findWorkTree, PRECONDITION } from "./find-work-tree.ts";
import { makeLastingTree } from "./make-tree.ts";
import type { MadeTree } from "./make-tree.ts";
import { probeVolume, sweepProbes } from "./probe-volume.ts";
import { toSessionRules } from "./session-rules.ts";
import { replaceSession } from "./session-store.ts";
import { openUserKey } from "./user-key.ts";

/** What a session begins with. */
export interface StartOrder {
  /** A real folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is to be done, in a person's words. */
  readonly task: string;
  readonly hiVersion: string;
}

/** A session that has begun. */
export interface StartedSession {
  readonly session: SessionPayload;
  readonly policy: GuardPolicy;
  /** How many of the baseline's files are tests. */
  readonly tests: number;
  /** True where another session stood here, which is put aside. */
  readonly isSuperseding: boolean;
}

const MAX_TASK = 10_000;
const RECEIPT = ".hi/receipt.json";

/**
 * Begins a session: HEAD becomes the baseline, and its policy the trusted one. Nothing may differ from HEAD, and what the
 * user's own git configuration would hide counts. The session that stood here is put aside.
 * @throws Refusal HI_GUARD_TASK, HI_GUARD_NO_REPOSITORY, HI_GUARD_NO_COMMIT, HI_GUARD_DIRTY, HI_POLICY_…, HI_GUARD_STATE
 */
export async function startSession(order: StartOrder): Promise<StartedSession> {
  const task = parseTask(order.task);
  const repository = findWorkTree(order.cwd);
  const place: ObjectPlace = { repository, env: order.env };
  try {
    return await start(order, place, task);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new Refusal({
      code: "HI_GIT_FAILED",
      message: `git could not read this repository: ${error.message}.`,
      next: "git status says more; then run the same command again",
      exitCode: PRECONDITION,
    });
  }
}

async function start(order: StartOrder, place: ObjectPlace, task: string): Promise<StartedSession> {
  const { repository, env } = place;
  const baselineCommit = await readCommit(place, "HEAD");
  if (baselineCommit === undefined) throw toNoCommit();
  const entries = await readTree(place, baselineCommit);
  const policy = await readPolicy(place, entries);
  const receipt = entries.get(RECEIPT);
  const rules = toSessionRules(policy, receipt && (await readBlobs(place, [receipt.oid])).get(receipt.oid));
  const { userState, key } = openUserKey(env);
  const folder = toGuardFolder(repository.commonDirectory);
  makeOwnFolder(folder);
  sweepProbes(repository.root);
  const sessionId = randomUUID();
  const treeFolder = toTreeFolder(folder, sessionId);
  try {
    const tree = await makeLastingTree({ repository, env, folder: treeFolder, commit: baselineCommit, entries });
    await refuseDirty(place, tree, rules);
    const tests = listTests(entries, rules);
    writeOwnFile(toIndexFile(folder, sessionId), renderPathIndex(tests, sessionId, key));
    const session: SessionPayload = {
      schemaVersion: 1,
      sessionId,
      task,
      createdAt: new Date().toISOString(),
      hiVersion: order.hiVersion,
      repositoryId: await toRepositoryId(place, baselineCommit),
      place: toPlaceHash(repository.commonDirectory),
      baselineCommit,
      policySourceCommit: baselineCommit,
      policyFile: policy.file,
      trustedPolicyHash: policy.sha256,
      rules,
      volume: probeVolume(repository.root),
      treeSha256: tree.treeSha256,
      excludesSha256: tree.excludesSha256,
      submodules: [...entries].filter(([, { mode }]) => mode === "160000").map(([name]) => name),
    };
    const isSuperseding = await replaceSession({ repository, userState, key, session });
    return { session, policy, tests: tests.length, isSuperseding };
  } catch (error) {
    rmSync(treeFolder, { recursive: true, force: true });
    rmSync(toIndexFile(folder, sessionId), { force: true });
    throw error;
  }
}

/** @throws Refusal HI_GUARD_TASK */
function parseTask(text: string): string {
  const task = text.trim();
  if (task !== "" && task.length <= MAX_TASK) return task;
  throw new Refusal({
    code: "HI_GUARD_TASK",
    message: `A session needs a task of 1 to ${MAX_TASK} characters.`,
    next: 'hi session start --task "what is to be done"',
  });
}

function toNoCommit(): Refusal {
  return new Refusal({
    code: "HI_GUARD_NO_COMMIT",
    message: "There is no commit yet, and a session begins at one.",
    next: "commit hi.policy.yml, then run the same command again",
    exitCode: PRECONDITION,
  });
}

/** Tests of the baseline as can-write will be asked about them. */
function listTests(entries: ReadonlyMap<string, TreeEntry>, { patterns }: SessionRules): readonly string[] {
  const names = [...entries.keys()].map(toLossyText);
  return names.filter((name) => matchesAny(patterns.test, name));
}

/** @throws Refusal HI_GUARD_DIRTY */
async function refuseDirty(place: ObjectPlace, tree: MadeTree, rules: SessionRules): Promise<void> {
  const args = ["diff-index", "--cached", "--name-only", "-z", "--ignore-submodules=none", "HEAD"];
  const staged = (await askGit(place, args)).stdout.toString("utf8").split("\0").filter(Boolean);
  const differing = tree.differences.filter(({ path }) => isRelevant(rules, path)).map(({ path }) => path);
  const dirty = [...new Set([...staged, ...differing])].toSorted();
  if (dirty.length === 0) return;
  throw new Refusal({
    code: "HI_GUARD_DIRTY",
    message: `${dirty.length === 1 ? "One path differs" : `${dirty.length} paths differ`} from HEAD, and a session begins at a commit.`,
    next: "commit or stash them (git status lists them, but for what git was told to hide), then run the same command again",
    details: { paths: toShownPaths(dirty) },
    exitCode: PRECONDITION,
  });
}

const MOST_SHOWN = 10;
/** What hi keeps of its own there is one thing to a person, however many files it is. */
const KEPT = ".hi/base/";

function toShownPaths(paths: readonly string[]): readonly string[] {
  const folded = [...new Set(paths.map((path) => (path.startsWith(KEPT) ? KEPT : path)))];
  const more = folded.length - MOST_SHOWN;
  return more > 0 ? [...folded.slice(0, MOST_SHOWN), `and ${more} more`] : folded;
}

/** The same for every whole clone: SHA-256 over the commits without parents that the baseline reaches. */
async function toRepositoryId(place: ObjectPlace, commit: string): Promise<string> {
  const { stdout } = await askGit(place, ["rev-list", "--max-parents=0", commit]);
  const roots = stdout.toString("utf8").split("\n").filter(Boolean).toSorted();
  return createHash("sha256")
    .update(["hi-guard-repository-1", ...roots].join("\0"))
    .digest("hex");
}
