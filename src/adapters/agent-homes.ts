import { statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import type { AgentHomes } from "../pipeline/doctor/machine.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where each agent's own configuration is on this machine, by the variables that move it. */
export function findAgentHomes(env: Environment): AgentHomes {
  const home = homedir();
  const config = env["XDG_CONFIG_HOME"] || path.join(home, ".config");
  return {
    claude: toFolder(env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude")),
    codex: toFolder(env["CODEX_HOME"] || path.join(home, ".codex")),
    cursor: toFolder(path.join(home, ".cursor")),
    opencode: toFolder(path.join(config, "opencode")),
    claudeManaged: toManaged(env) as AbsolutePath,
  };
}

/** Claude Code's documented places for settings that an administrator makes. */
function toManaged(env: Environment): string {
  const name = "managed-settings.json";
  if (process.platform === "darwin") return path.join("/Library/Application Support/ClaudeCode", name);
  if (process.platform === "win32") return path.join(env["ProgramFiles"] ?? "C:\\Program Files", "ClaudeCode", name);
  return path.join("/etc/claude-code", name);
}

function toFolder(named: string): AbsolutePath | undefined {
  try {
    return path.isAbsolute(named) && statSync(named).isDirectory() ? (named as AbsolutePath) : undefined;
  } catch {
    return undefined;
  }
}
