import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { findGitFolder } from "./git-folder.ts";
import { makePrivateFolder } from "./private-folder.ts";
import type { FolderState } from "./private-folder.ts";
import { pruneSessions } from "./prune-sessions.ts";

/** Whose requests are counted, and where. */
export interface RepairPlace {
  /** The repository root, a real path. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As the payload names it: empty, hostile or of any length. */
  readonly session: string;
}

/** Folders from the outside in: the first exists, each of the others is made where it is missing. */
type Chain = readonly string[];

/**
 * The folder that holds one session's requests, made where it is missing: in the work tree's git directory, which
 * neither git nor the project sees, else in the user's own state. Undefined where neither can be used.
 */
export async function openSessionFolder(place: RepairPlace): Promise<string | undefined> {
  for (const find of [findInGit, findInUserState]) {
    const chain = await find(place);
    const state = chain ? await makeChain([...chain, toHash(place.session)]) : "elsewhere";
    if (state === "unusable") return undefined;
    if (state !== "elsewhere" && chain) {
      const home = path.join(...chain);
      if (state === "made") await pruneSessions(home);
      return path.join(home, toHash(place.session));
    }
  }
  return undefined;
}

/** A name that no session can choose: 32 hexadecimal digits. */
export function toHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

async function makeChain([base = "", ...names]: Chain): Promise<FolderState> {
  let folder = base;
  let state: FolderState = "found";
  for (const name of names) {
    folder = path.join(folder, name);
    state = await makePrivateFolder(folder);
    if (state === "elsewhere" || state === "unusable") return state;
  }
  return state;
}

async function findInGit({ root }: RepairPlace): Promise<Chain | undefined> {
  const git = await findGitFolder(root);
  return git === undefined ? undefined : [git, "hi-repair"];
}

async function findInUserState({ root, env }: RepairPlace): Promise<Chain | undefined> {
  const named = findStateHome(env);
  // State that lies in the work tree would be one more file that an edit touches.
  if (named === undefined || isInside(root, await findRealPath(named))) return undefined;
  try {
    await mkdir(named, { recursive: true, mode: 0o700 });
    return [await realpath(named), "hi", "repair", toHash(root)];
  } catch {
    return undefined;
  }
}

/** Where a path lies or would lie: what is not there yet is made where it is named. */
async function findRealPath(named: string): Promise<string> {
  const real = await realpath(named).catch(() => undefined);
  const parent = path.dirname(named);
  if (real !== undefined || parent === named) return real ?? named;
  return path.join(await findRealPath(parent), path.basename(named));
}

function isInside(root: string, file: string): boolean {
  return file === root || file.startsWith(root + path.sep);
}

/** The XDG base directory for state; a relative one counts as none, as its specification says. */
function findStateHome(env: RepairPlace["env"]): string | undefined {
  const named = env["XDG_STATE_HOME"] ?? "";
  if (path.isAbsolute(named)) return named;
  const local = env["LOCALAPPDATA"] ?? "";
  if (process.platform === "win32" && path.isAbsolute(local)) return local;
  try {
    const home = os.homedir();
    return path.isAbsolute(home) ? path.join(home, ".local", "state") : undefined;
  } catch {
    return undefined;
  }
}
