import { describe, expect, it } from "vitest";

import { findAgent } from "../../src/agents/find-agent.ts";
import type { Json } from "../../src/domain/json.ts";
import { PROJECTIONS } from "../../src/domain/projections.ts";
import { PROVIDERS } from "../../src/domain/settings.ts";
import { generate, makeAnswers, makeScopeAnswers, pick } from "../helpers/generated.ts";

const NAMES = Object.values(PROJECTIONS);

async function readProjection(name: string): Promise<Json> {
  return JSON.parse(pick(await generate(makeAnswers()), name).content) as Json;
}

describe("a provider's projection", () => {
  it.each(PROVIDERS)("%s: stands where the agent's row says, and calls the one runtime", async (provider) => {
    const agent = findAgent(provider);
    const file = pick(await generate(makeAnswers({ providers: [provider] })), agent?.settingsPath ?? "");
    expect(file.generator).toBe(`provider-${provider}`);
    expect(file.content).toContain(".hi/runtime/hook.mjs");
    expect(file.content).toContain("post-edit");
    expect(file.content).toContain(provider);
  });

  it("Claude Code: one group on the edit tools, in the exec form, which no shell splits", async () => {
    expect(await readProjection(".claude/settings.json")).toEqual({
      hooks: {
        PostToolUse: [
          {
            matcher: "Edit|Write|NotebookEdit",
            hooks: [
              {
                type: "command",
                command: "node",
                args: ["${CLAUDE_PROJECT_DIR}/.hi/runtime/hook.mjs", "post-edit", "--provider", "claude"],
                timeout: 60,
              },
            ],
          },
        ],
      },
    });
  });

  it("Codex: only `hooks` at the top, or the whole file is dropped; only fields that its handlers have", async () => {
    const document = (await readProjection(".codex/hooks.json")) as { hooks: { PostToolUse: { hooks: object[] }[] } };
    expect(Object.keys(document)).toEqual(["hooks"]);
    expect(Object.keys(document.hooks)).toEqual(["PostToolUse"]);
    const handlers = document.hooks.PostToolUse.flatMap((group) => group.hooks);
    expect(handlers.map((handler) => Object.keys(handler).toSorted())).toEqual([
      ["command", "commandWindows", "timeout", "type"],
    ]);
  });

  it("Codex: the definition never changes, since trust is given to its hash", async () => {
    const { hooks } = (await readProjection(".codex/hooks.json")) as { hooks: Json };
    expect(hooks).toEqual({
      PostToolUse: [
        {
          matcher: "Edit|Write",
          hooks: [
            {
              type: "command",
              command:
                'node "$(git rev-parse --show-toplevel 2>/dev/null || pwd)/.hi/runtime/hook.mjs" post-edit --provider codex',
              commandWindows:
                "(for /f %i in ('git rev-parse --show-cdup') do @cd %i) & node .hi/runtime/hook.mjs post-edit --provider codex",
              timeout: 60,
            },
          ],
        },
      ],
    });
  });

  it("Codex: the Windows command needs no quotes, which cmd.exe and its caller disagree about", async () => {
    expect(JSON.stringify(await readProjection(".codex/hooks.json"))).not.toMatch(/"commandWindows":"[^"]*\\"/);
  });

  // Cursor runs afterFileEdit beside postToolUse: two runs would format and fix one file at the same time.
  it("Cursor: version 1, from the project root, on the one event that carries an answer", async () => {
    const command = "node .hi/runtime/hook.mjs post-edit --provider cursor";
    expect(await readProjection(".cursor/hooks.json")).toEqual({
      version: 1,
      hooks: { postToolUse: [{ command, matcher: "Write|StrReplace|Edit", timeout: 60 }] },
    });
  });

  it("is merged by key, so that neighbours stay: one array element, never the whole array", async () => {
    const files = await generate(makeAnswers());
    const pointers = [".claude/settings.json", ".codex/hooks.json", ".cursor/hooks.json"].map((name) =>
      pick(files, name).keys?.map((key) => key.pointer)
    );
    expect(pointers).toEqual([
      ["/hooks/PostToolUse/-"],
      ["/hooks/PostToolUse/-"],
      ["/version", "/hooks/postToolUse/-"],
    ]);
  });

  it("says nothing of scopes or versions: the same bytes in every repository", async () => {
    const one = await generate(makeAnswers());
    const other = await generate(
      makeAnswers({ scopes: [makeScopeAnswers("x", { format: true })], packs: ["base", "format"] })
    );
    for (const name of NAMES) {
      expect(pick(other, name).content).toBe(pick(one, name).content);
    }
  });

  // Codex's trust is given to the bytes, so a deadline that the timeout has room for changes none of them.
  it.each([1000, 20_000, 50_000])(
    "keeps its bytes while the timeout has room for the deadline: %i ms",
    async (deadlineMs) => {
      const usual = await generate(makeAnswers());
      const other = await generate(makeAnswers({ hook: { deadlineMs } }));
      for (const name of NAMES) expect(pick(other, name).content).toBe(pick(usual, name).content);
    }
  );

  it("waits longer than the longest deadline, and nothing else of it changes", async () => {
    const usual = await generate(makeAnswers());
    const longest = await generate(makeAnswers({ hook: { deadlineMs: 120_000 } }));
    for (const name of NAMES) {
      const text = pick(longest, name).content;
      const back = text.replace('"timeout": 130', '"timeout": 60').replace("= 130_000;", "= 60_000;");
      expect(text).not.toBe(back);
      expect(back).toBe(pick(usual, name).content);
    }
  });
});
