import path from "node:path";

import { messagesApi } from "../apis/messages.ts";
import type { LiveAgent } from "./live-agent.ts";

/** Claude Code: one call a file, several in one turn; `-p` asks for no trust in the folder. */
export const claude: LiveAgent = {
  program: "claude",
  title: "Claude Code",
  api: messagesApi,
  toCalls:
    ({ repository }) =>
    (edits, tools) => {
      if (!tools.includes("Write")) return undefined;
      return edits.map(({ path: file, from, to }) => {
        const file_path = path.join(repository, file);
        return from === undefined
          ? { tool: "Write", input: { file_path, content: to } }
          : { tool: "Edit", input: { file_path, old_string: from, new_string: to } };
      });
    },
  start: async (_, address) => ({
    args: ["-p", "carry out the script", "--allowedTools", "Write,Edit,Read"],
    env: {
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
    },
  }),
};
