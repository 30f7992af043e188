import { readdirSync } from "node:fs";
import path from "node:path";

import type { PathJudge, PathReason } from "./judge-path.ts";

/** What of a folder may not be written. */
export interface DeniedBelow {
  readonly name: string;
  readonly reason: Exclude<PathReason, "WRITE_ALLOWED"> | "TOO_MANY";
}

/** More names than this are looked at for no folder. */
const MAX_ENTRIES = 20_000;

/** Installed packages are the project's to take away and bring back. */
const INSTALLED = "node_modules";

/**
 * The first thing in a folder that may not be written: who removes, moves or exchanges a folder does so with all that is
 * in it. `folder` is a real path, `names` what it is called from the root. No link is followed.
 */
export function findDeniedBelow(judge: PathJudge, folder: string, names: readonly string[]): DeniedBelow | undefined {
  const pending = path.basename(folder) === INSTALLED ? [] : [""];
  let entries = 0;
  for (let inner = pending.pop(); inner !== undefined; inner = pending.pop()) {
    for (const entry of readdirSync(path.join(folder, inner), { withFileTypes: true })) {
      entries += 1;
      const below = `${inner}/${entry.name}`;
      if (entries > MAX_ENTRIES) return { name: names[0] ?? "", reason: "TOO_MANY" };
      if (entry.isDirectory() && entry.name !== INSTALLED) pending.push(below);
      const denied = findDenied(judge, below, { names, isFolder: entry.isDirectory() });
      if (denied !== undefined) return denied;
    }
  }
  return undefined;
}

function findDenied(
  judge: PathJudge,
  below: string,
  { names, isFolder }: { readonly names: readonly string[]; readonly isFolder: boolean }
): DeniedBelow | undefined {
  for (const one of names) {
    const name = `${one}${below}`;
    const reason = judge.judge(name);
    if (reason === "WRITE_ALLOWED") continue;
    // A pattern over files may match the name of a folder too: its files are looked at by themselves.
    if (isFolder && !IS_WHOLE.has(reason)) continue;
    return { name, reason };
  }
  return undefined;
}

const IS_WHOLE: ReadonlySet<PathReason> = new Set<PathReason>([
  "JUDGE_CONFIGURATION_PROTECTED",
  "SESSION_STATE_CORRUPT",
]);
