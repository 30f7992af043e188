import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import { findGitFolder } from "./git-folder.ts";
import { isSameOrBelow } from "./is-same-or-below.ts";
import { makePrivateFolder } from "./private-folder.ts";
import type { FolderState } from "./private-folder.ts";

/** Whose state it is. */
export interface StatePlace {
  /** The repository root, a real path. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is kept of a repository outside of its work tree: requests for repair, that the hook has run, what was passed over. */
export type StateKind = "repair" | "hook" | "triage";

/** A folder of state of ours; `isNew` where it has just been made. */
export interface StateFolder {
  readonly folder: string;
  readonly isNew: boolean;
}

/** Folders from the outside in: the first exists, each of the others is made where it is missing. */
type Chain = readonly [base: string, ...names: string[]];

/**
 * Opens a folder for one kind of state, made where it is missing with the folders named below it: in the work tree's git
 * directory, which neither git nor the project sees, else in the user's own state. Undefined where neither can be used.
 */
export async function openStateFolder(
  place: StatePlace,
  kind: StateKind,
  names: readonly string[] = []
): Promise<StateFolder | undefined> {
  for (const find of [findInGit, findInUserState]) {
    const chain = await find(place, kind);
    if (!chain || !(await isMade(chain[0]))) continue;
    const state = await makeChain([...chain, ...names]);
    if (state === "unusable") return undefined;
    if (state !== "elsewhere") return { folder: path.join(...chain, ...names), isNew: state === "made" };
  }
  return undefined;
}

/** Opens the user's own folder for one kind of state, of all repositories: no copy of one brings it along. */
export async function openUserFolder(place: StatePlace, kind: StateKind): Promise<string | undefined> {
  const [base, ...names] = (await findInUserState(place, kind)) ?? [];
  if (base === undefined || !(await isMade(base))) return undefined;
  const chain: Chain = [base, ...names.slice(0, -1)];
  const state = await makeChain(chain);
  return state === "made" || state === "found" ? path.join(...chain) : undefined;
}

/** Where one kind of state may lie, the place that is tried first at the front; nothing is made. */
export async function listStateFolders(place: StatePlace, kind: StateKind): Promise<readonly string[]> {
  const chains = [await findInGit(place, kind), await findInUserState(place, kind)];
  return chains.filter((chain) => chain !== undefined).map((chain) => path.join(...chain));
}

/** A name that nobody outside can choose: 32 hexadecimal digits. */
export function toHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

async function makeChain([base, ...names]: Chain): Promise<FolderState> {
  let folder = base;
  let state: FolderState = "found";
  for (const name of names) {
    folder = path.join(folder, name);
    state = await makePrivateFolder(folder);
    if (state === "elsewhere" || state === "unusable") return state;
  }
  return state;
}

async function isMade(base: string): Promise<boolean> {
  try {
    await mkdir(base, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

async function findInGit({ root }: StatePlace, kind: StateKind): Promise<Chain | undefined> {
  const git = await findGitFolder(root);
  return git === undefined ? undefined : [git, `hi-${kind}`];
}

async function findInUserState({ root, env }: StatePlace, kind: StateKind): Promise<Chain | undefined> {
  const named = findStateHome(env);
  if (named === undefined) return undefined;
  const home = await findRealPath(named);
  // State that lies in the work tree would be one more file that an edit touches.
  return isSameOrBelow(root, home) ? undefined : [home, "hi", kind, toHash(root)];
}

/** Where a path lies or would lie: what is not there yet is made where it is named. */
async function findRealPath(named: string): Promise<string> {
  const real = await realpath(named).catch(() => undefined);
  const parent = path.dirname(named);
  if (real !== undefined || parent === named) return real ?? named;
  return path.join(await findRealPath(parent), path.basename(named));
}

/** The XDG base directory for state; a relative one counts as none, as its specification says. */
function findStateHome(env: StatePlace["env"]): string | undefined {
  const named = env["XDG_STATE_HOME"] ?? "";
  if (path.isAbsolute(named)) return named;
  const local = env["LOCALAPPDATA"] ?? "";
  if (process.platform === "win32" && path.isAbsolute(local)) return local;
  try {
    const home = homedir();
    return path.isAbsolute(home) ? path.join(home, ".local", "state") : undefined;
  } catch {
    return undefined;
  }
}
