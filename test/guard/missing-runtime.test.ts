import { rm, writeFile } from "node:fs/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { BASELINE_TEST, GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";
import { git, runProcess } from "../helpers/hi.ts";

// What agents are told to start, started as they start it, where the runtime itself is missing or broken: the guard must
// not be taken for leave to go on. Agents take exit code 2 for a refusal, and 1 for none.

const RUNTIME = ".hi/runtime/hook.mjs";

let repository: GuardedRepository;

beforeAll(async () => {
  repository = await GuardedRepository.create(toPolicy([{ name: "passes", command: node("") }]), {
    ".gitignore": "node_modules\n",
  });
  const init = ["init", "--yes", "--preview", "off", "--scopes", ".", "--packs", "base,guard"];
  const ended = await repository.hi([...init, "--providers", "claude,codex,cursor"]);
  expect(ended.exitCode, ended.stderr).toBe(0);
  await repository.commit("guard");
  await repository.start();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(() => git(repository.root, "checkout", "--quiet", "."));

interface Hook {
  readonly command: string;
  readonly args?: readonly string[];
}

const EVENTS = {
  claude: [".claude/settings.json", "PreToolUse", "Stop"],
  codex: [".codex/hooks.json", "PreToolUse", "Stop"],
  cursor: [".cursor/hooks.json", "preToolUse", "stop"],
} as const;
type Provider = keyof typeof EVENTS;

function findHook(provider: Provider, event: string): Hook {
  const settings = JSON.parse(repository.read(EVENTS[provider][0])) as { hooks: Record<string, readonly unknown[]> };
  const [group] = settings.hooks[event] ?? [];
  return provider === "cursor" ? (group as Hook) : ((group as { hooks: readonly [Hook] }).hooks[0] as Hook);
}

/** Claude Code starts a program with arguments, the others give a text to a shell. */
function start(provider: Provider, event: string, payload: unknown, env: Readonly<Record<string, string>> = {}) {
  const { command, args } = findHook(provider, event);
  const argv = args?.map((one) => one.replace("${CLAUDE_PROJECT_DIR}", repository.root));
  return runProcess(argv ? command : "/bin/sh", argv ?? ["-c", command], {
    cwd: repository.root,
    env: { ...repository.env, CLAUDE_PROJECT_DIR: repository.root, ...env },
    input: JSON.stringify(payload),
  });
}

const before = { session_id: "s", turn_id: "t", hook_event_name: "PreToolUse", tool_name: "Bash" };
const remove = () => ({ ...before, cwd: repository.root, tool_input: { command: `rm ${BASELINE_TEST}` } });
const look = () => ({ ...before, cwd: repository.root, tool_input: { command: "ls" } });
const stop = (stop_hook_active: boolean) => ({
  session_id: "s",
  turn_id: "t",
  cwd: repository.root,
  hook_event_name: "Stop",
  stop_hook_active,
  last_assistant_message: 'done "stop_hook_active":true',
});
const cursorStop = (loop_count: number) => ({
  conversation_id: "c",
  hook_event_name: "stop",
  workspace_roots: [repository.root],
  status: "completed",
  loop_count,
});

const BREAK: Readonly<Record<string, () => Promise<void>>> = {
  missing: () => rm(repository.at(RUNTIME)),
  "no module": () => writeFile(repository.at(RUNTIME), "export const x = ;"),
  "an error of its own": () => writeFile(repository.at(RUNTIME), "throw new Error('no');"),
};

describe.each(["claude", "codex"] as const)("%s", (provider) => {
  it("is answered by the runtime where it is there", async () => {
    const denied = await start(provider, "PreToolUse", remove());
    expect(denied).toMatchObject({ exitCode: 0, stderr: "" });
    expect(denied.stdout).toContain("EXISTING_TEST_MODIFIED");
    expect(await start(provider, "PreToolUse", look())).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    const held = await start(provider, "Stop", stop(false));
    expect(held.exitCode).toBe(0);
    expect(JSON.parse(held.stdout)).toMatchObject({ decision: "block" });
  });

  it.each(Object.entries(BREAK))("is refused where it is %s, and kept from stopping once", async (_, breakIt) => {
    await breakIt();
    for (const payload of [remove(), look()]) {
      const refused = await start(provider, "PreToolUse", payload);
      expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
      expect(refused.stderr).toMatch(/could not decide .*no verdict.*hi restore/s);
    }
    const held = await start(provider, "Stop", stop(false));
    expect(held).toMatchObject({ exitCode: 2, stdout: "" });
    expect(held.stderr).toMatch(/Not finished yet: .*could not be decided.*hi verify/s);
    const released = await start(provider, "Stop", stop(true));
    expect(released.exitCode).toBe(0);
    expect(JSON.parse(released.stdout)).toEqual({ systemMessage: expect.stringContaining("let go unverified") });
  });
});

it("refuses Codex where there is no Node", async () => {
  const refused = await start("codex", "PreToolUse", look(), { PATH: repository.at("src") });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).not.toBe("");
});

it.each(Object.entries(BREAK))("sends Cursor on once where the runtime is %s", async (_, breakIt) => {
  expect(JSON.parse((await start("cursor", "stop", cursorStop(0))).stdout)).toHaveProperty("followup_message");
  await breakIt();
  const held = await start("cursor", "stop", cursorStop(0));
  expect(held.exitCode).toBe(0);
  expect(JSON.parse(held.stdout)).toEqual({ followup_message: expect.stringContaining("could not be decided") });
  expect(await start("cursor", "stop", cursorStop(1))).toMatchObject({ exitCode: 0, stdout: "{}\n" });
  // Before a tool Cursor itself refuses what ends with an error.
  expect((await start("cursor", "preToolUse", look())).exitCode).toBe(1);
  expect(findHook("cursor", "preToolUse")).toHaveProperty("failClosed", true);
});
