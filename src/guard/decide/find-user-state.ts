import { homedir } from "node:os";
import path from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the user keeps what no repository holds: the key, and which repositories have a session. `XDG_STATE_HOME`, else
 * `~/.local/state` (Windows: `LOCALAPPDATA`). Undefined where the user has no home.
 */
export function findUserState(env: Environment): string | undefined {
  const named = env["XDG_STATE_HOME"] ?? "";
  if (path.isAbsolute(named)) return path.join(named, "hi", "guard");
  const local = env["LOCALAPPDATA"] ?? "";
  if (process.platform === "win32" && path.isAbsolute(local)) return path.join(local, "hi", "guard");
  const home = findHome();
  return home === undefined ? undefined : path.join(home, ".local", "state", "hi", "guard");
}

function findHome(): string | undefined {
  try {
    const home = homedir();
    return path.isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
