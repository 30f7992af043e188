import type { PreToolAgent } from "./agent.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { neutral } from "./neutral.ts";
import { opencode } from "./opencode.ts";

const AGENTS: readonly PreToolAgent[] = [claude, codex, cursor, opencode, neutral];

/** The row of a `--provider` name; undefined for a name that is none. */
export function findPreToolAgent(name: string): PreToolAgent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}
