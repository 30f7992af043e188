import path from "node:path";

import type { Repository } from "./find-repositories.ts";
import { listUpwards } from "./find-repositories.ts";
import { findUserState } from "./find-user-state.ts";
import { hasRecords, readRecord } from "./user-state.ts";

/**
 * A session whose whole repository is gone: the user's state still names a `.git` folder in or above this one that is no
 * repository any more. Undefined where there is none, which one look tells where no session runs at all.
 */
export function findLostSession(
  cwd: string,
  repositories: readonly Repository[],
  env: Readonly<Record<string, string | undefined>>
): string | undefined {
  const userState = findUserState(env);
  if (userState === undefined || !hasRecords(userState)) return undefined;
  const roots = new Set(repositories.map(({ root }) => root));
  const isLost = listUpwards(cwd).some(
    (folder) => !roots.has(folder) && readRecord(userState, path.join(folder, ".git")).kind !== "absent"
  );
  return isLost ? "a repository with a session was here, and its git folder is gone" : undefined;
}
