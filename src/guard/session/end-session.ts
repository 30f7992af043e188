import { findUserState } from "../decide/find-user-state.ts";
import { findWorkTree } from "./find-work-tree.ts";
import { removeSession } from "./session-store.ts";

/**
 * Ends the session of the repository that a folder lies in, whatever is left of it: its file is put aside, and what was
 * verified counts no more. False where there was none. @throws Refusal HI_GUARD_NO_REPOSITORY, HI_GUARD_BUSY
 */
export async function endSession({
  cwd,
  env,
}: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<boolean> {
  const repository = findWorkTree(cwd);
  const userState = findUserState(env);
  return userState === undefined ? false : removeSession({ repository, userState });
}
