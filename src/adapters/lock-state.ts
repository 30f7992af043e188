import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import type { LockState } from "../pipeline/doctor/machine.ts";
import { readTop } from "./lock-folder.ts";
import { findLiveness } from "./process-identity.ts";
import { findLockFolder } from "./repository-lock.ts";

/** Looks at a repository's lock without taking it. */
export function readLockState(root: AbsolutePath): LockState {
  try {
    const path = findLockFolder(root);
    const top = readTop(path);
    if (top === undefined) return { kind: "free" };
    if (top.holder === undefined) return { kind: "unknown", path, holder: undefined };
    const { verb, pid, host, since } = top.holder;
    return { kind: findLiveness(top.holder), path, holder: `hi ${verb}, pid ${pid} on ${host}, since ${since}` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { where, message, next } = error.facts;
    return { kind: "unusable", path: where?.path ?? "", message, next };
  }
}
