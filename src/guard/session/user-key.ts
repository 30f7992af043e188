import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { Refusal } from "../../domain/refusal.ts";
import { findUserState } from "../decide/find-user-state.ts";
import { KEY_BYTES, readKey, toKeyFile } from "../decide/user-state.ts";
import { makeOwnFolder, writeOwnFile } from "../decide/write-own-file.ts";

/** The user's state folder and key, made where there are none. */
export interface UserKey {
  readonly userState: string;
  readonly key: Buffer;
}

/** @throws Refusal HI_GUARD_STATE where others could read or change the key, or there is no home to keep it in */
export function openUserKey(env: Readonly<Record<string, string | undefined>>): UserKey {
  const userState = findUserState(env);
  if (userState === undefined) {
    throw toRefusal("There is no home folder to keep the guard's key in.", "set XDG_STATE_HOME");
  }
  makeOwnFolder(userState);
  makeOwnFolder(path.join(userState, "sessions"));
  let read = readKey(userState);
  if (read.kind === "absent") {
    makeKey(userState);
    read = readKey(userState);
  }
  if (read.kind === "key") return { userState, key: read.key };
  const problem = read.kind === "unsafe" ? read.problem : "the guard's key cannot be made";
  throw toRefusal(`${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`, `look at ${toKeyFile(userState)}`);
}

/** Given its name only where nobody has it: of two that make a key at once, both use the first one's. */
function makeKey(userState: string): void {
  const beside = path.join(userState, `key-${randomBytes(8).toString("hex")}`);
  writeOwnFile(beside, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
  try {
    linkSync(beside, toKeyFile(userState));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") writeOwnFile(toKeyFile(userState), readFileSync(beside));
  } finally {
    rmSync(beside, { force: true });
  }
}

function toRefusal(message: string, next: string): Refusal {
  return new Refusal({ code: "HI_GUARD_STATE", message, next, exitCode: 7 });
}
