import type { Agent } from "./agent.ts";
import { readClaudeEdit } from "./claude.ts";
import { readCodexEdit } from "./codex.ts";
import { readCursorEdit } from "./cursor.ts";
import { readOpenCodeEdit } from "./opencode.ts";

/** What is known of an agent before anything else is loaded. */
export interface EditReader extends Pick<Agent, "toEdit"> {
  readonly name: Agent["name"];
  /** Its answer where there is nothing to say, without the final newline. */
  readonly silence: "" | "{}";
}

const READERS: readonly EditReader[] = [
  { name: "claude", toEdit: readClaudeEdit, silence: "" },
  { name: "codex", toEdit: readCodexEdit, silence: "" },
  { name: "cursor", toEdit: readCursorEdit, silence: "{}" },
  { name: "opencode", toEdit: readOpenCodeEdit, silence: "{}" },
];

/** The reader of a `--provider` name; undefined for `neutral`, which prints its result whatever it is, and for no agent. */
export function findEditReader(name: string): EditReader | undefined {
  return READERS.find((reader) => reader.name === name);
}
