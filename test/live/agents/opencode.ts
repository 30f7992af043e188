import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { chatApi } from "../apis/chat.ts";
import { toPatch } from "./codex.ts";
import type { LiveAgent } from "./live-agent.ts";

/**
 * OpenCode: by the model's name it offers `write` and `edit`, or (for the GPT family) `apply_patch` with many files.
 * Before the first turn it installs a package of its own into every configuration folder; without a network that is
 * tried again for more than a minute, unless told not to.
 */
export function makeOpencode(model: string): LiveAgent {
  return {
    program: "opencode",
    title: "OpenCode",
    api: chatApi,
    toCalls:
      ({ repository }) =>
      (edits, tools) => {
        if (tools.includes("apply_patch")) return [{ tool: "apply_patch", input: { patchText: toPatch(edits) } }];
        if (!tools.includes("write")) return undefined;
        return edits.map(({ path: file, from, to }) => {
          const filePath = path.join(repository, file);
          return from === undefined
            ? { tool: "write", input: { filePath, content: to } }
            : { tool: "edit", input: { filePath, oldString: from, newString: to } };
        });
      },
    start: async (place, address) => {
      const folder = path.join(place.home, ".config/opencode");
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, "opencode.json"), renderConfiguration(model, address));
      return {
        args: ["run", "carry out the script"],
        env: {
          OPENCODE_DISABLE_AUTOUPDATE: "1",
          OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
          OPENCODE_DISABLE_MODELS_FETCH: "1",
          npm_config_fetch_retries: "0",
        },
      };
    },
  };
}

function renderConfiguration(model: string, address: string): string {
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "scripted",
    options: { baseURL: `${address}/v1`, apiKey: "none" },
    models: { [model]: { name: model } },
  };
  return JSON.stringify({
    autoupdate: false,
    share: "disabled",
    model: `scripted/${model}`,
    small_model: `scripted/${model}`,
    provider: { scripted: provider },
    permission: { edit: "allow" },
  });
}
