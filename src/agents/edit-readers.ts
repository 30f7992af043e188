import type { Agent } from "./agent.ts";
import { findClaudeGap, readClaudeEdit } from "./claude.ts";
import { findCodexGap, readCodexEdit } from "./codex.ts";
import { findCursorGap, readCursorEdit } from "./cursor.ts";
import { findOpenCodeGap, readOpenCodeEdit } from "./opencode.ts";

/** What is known of an agent before anything else is loaded. */
export interface EditReader extends Pick<Agent, "toEdit" | "findGap"> {
  readonly name: Agent["name"];
  /** Its answer where there is nothing to say, without the final newline. */
  readonly silence: "" | "{}";
}

const READERS: readonly EditReader[] = [
  { name: "claude", toEdit: readClaudeEdit, findGap: findClaudeGap, silence: "" },
  { name: "codex", toEdit: readCodexEdit, findGap: findCodexGap, silence: "" },
  { name: "cursor", toEdit: readCursorEdit, findGap: findCursorGap, silence: "{}" },
  { name: "opencode", toEdit: readOpenCodeEdit, findGap: findOpenCodeGap, silence: "{}" },
];

/** The reader of a `--provider` name; undefined for `neutral`, which prints its result whatever it is, and for no agent. */
export function findEditReader(name: string): EditReader | undefined {
  return READERS.find((reader) => reader.name === name);
}
