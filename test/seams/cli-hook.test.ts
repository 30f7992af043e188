import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { PROVIDERS } from "../../src/domain/settings.ts";
import { HI, runHi, runProcess } from "../helpers/hi.ts";
import { FAR_DEADLINE, HookRepository } from "../helpers/hook-repository.ts";

// `hi hook` is what `.hi/runtime/hook.mjs` is, found from anywhere. Claude Code takes exit code 2 for "block the edit", so
// nothing that is wrong with the command line, the place or the program may end with it, but a decision that is misspelt.

const TEXT = "export const a = 1;\ndebugger;\n";
let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});
afterAll(() => repository[Symbol.asyncDispose]());
beforeEach(() => repository.write("src/a.ts", TEXT));

function toPayload(provider: string): object {
  const file = repository.at("src/a.ts");
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch\n";
  const cwd = repository.root;
  const payloads: Record<string, object> = {
    claude: {
      session_id: "s",
      cwd,
      hook_event_name: "PostToolUse",
      tool_name: "Edit",
      tool_input: { file_path: file },
    },
    codex: {
      session_id: "s",
      cwd,
      hook_event_name: "PostToolUse",
      tool_name: "apply_patch",
      tool_input: { command: patch },
    },
    cursor: {
      conversation_id: "s",
      hook_event_name: "postToolUse",
      tool_name: "Write",
      cwd,
      tool_input: { file_path: file },
    },
    opencode: { tool: "edit", sessionID: "s", args: { filePath: file }, directory: cwd },
    neutral: { session: "s", cwd, files: ["src/a.ts"] },
  };
  return payloads[provider] ?? {};
}

const runHook = (args: readonly string[], input: unknown, cwd = repository.root, env: Record<string, string> = {}) =>
  runHi(["hook", ...args], {
    cwd,
    env: { ...FAR_DEADLINE, XDG_STATE_HOME: repository.state, CURSOR_VERSION: "", HI_HOOK: "", ...env },
    input: typeof input === "string" ? input : JSON.stringify(input),
  });

describe("hi hook post-edit", () => {
  it.each([...PROVIDERS, "neutral"])("answers %s as the runtime does", async (provider) => {
    // Without what is remembered: the second request for the same repair is told apart from the first.
    const forget = () => rm(repository.state, { recursive: true, force: true });
    await forget();
    const theirs = await repository.run(provider, toPayload(provider));
    await forget();
    const ours = await runHook(["post-edit", "--provider", provider], toPayload(provider));
    expect(ours).toMatchObject({ exitCode: 0, stdout: theirs.stdout, stderr: "" });
    expect(ours.stdout).toContain("no-debugger");
  });

  it("finds the repository by the payload's folder, then by the current one", async () => {
    await mkdir(repository.at("src/deep/er"), { recursive: true });
    const below = { files: ["../../a.ts"], cwd: repository.at("src/deep/er") };
    const fromElsewhere = await runHook(["--provider=neutral", "post-edit"], below, "/");
    expect(JSON.parse(fromElsewhere.stdout)).toMatchObject({ status: "findings", files: ["src/a.ts"] });
    const withoutFolder = await runHook(
      ["post-edit", "--provider", "neutral"],
      { files: [repository.at("src/a.ts")] },
      repository.at("src/deep")
    );
    expect(JSON.parse(withoutFolder.stdout)).toMatchObject({ status: "findings", files: ["src/a.ts"] });
    const gone = { files: ["src/a.ts"], cwd: repository.at("no/such/folder") };
    expect((await runHook(["post-edit", "--provider", "neutral"], gone)).exitCode).toBe(0);
  });

  it("outside of every repository that is set up: a silent answer and one line for logs", async () => {
    const ended = await runHook(["post-edit", "--provider", "cursor"], toPayload("opencode"), "/");
    expect(ended).toMatchObject({ exitCode: 0, stdout: "{}\n" });
    const elsewhere = { ...toPayload("cursor"), cwd: "/" };
    const told = await runHook(["post-edit", "--provider", "cursor"], elsewhere, "/");
    expect(told).toMatchObject({ exitCode: 0, stdout: "{}\n" });
    expect(told.stderr).toMatch(/^hi: no folder upward holds \.hi.*not checked\n$/);
  });

  it("is turned off by HI_HOOK=off", async () => {
    const ended = await runHook(["post-edit", "--provider", "claude"], toPayload("claude"), undefined, {
      HI_HOOK: "off",
    });
    expect(ended).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    expect(await repository.read("src/a.ts")).toBe(TEXT);
  });

  it("shows an example first in its help, and its one exit code", async () => {
    for (const args of [["--help"], ["post-edit", "--help"], ["post-edit", "--provider", "claude", "--help"]]) {
      const { exitCode, stdout, stderr } = await runHook(args, "");
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout.split("\n")[0]).toBe("Example:");
      expect(stdout).toContain("It ends with 0 always");
    }
    expect((await runHi(["help", "hook"], { cwd: "/" })).stdout.split("\n")[0]).toBe("Example:");
  });
});

describe("a wrong command line", () => {
  it.each([
    [[], "which event? post-edit, pre-tool, stop, can-write, can-stop"],
    [["post-edt", "--provider", "claude"], 'unknown event "post-edt" (did you mean post-edit?)'],
    [["stop", "--provider", "claude"], "node .hi/runtime/hook.mjs stop --provider NAME"],
    [["post-edit"], "which agent"],
    [["post-edit", "--provider"], "which agent"],
    [["post-edit", "--provider", "cladue"], 'unknown provider "cladue" (did you mean claude?)'],
    [["post-edit", "--provider", "\u001B[31mred"], String.raw`unknown provider "\u001b[31mred"`],
    [["post-edit", "--provider", "claude", "--json"], '"--json" is not known here'],
    [["--yes", "post-edit", "--provider", "claude"], 'unknown event "--yes"'],
  ])("%j is one line, exit code 0, and no answer", async (args, said) => {
    const ended = await runHook(args, toPayload("claude"));
    expect(ended).toMatchObject({ exitCode: 0, stdout: "" });
    expect(ended.stderr).toContain(said);
    expect(ended.stderr).toMatch(/^hi hook: [^\n]*the edit was not checked \(hi hook --help\)\n$/);
    expect(await repository.read("src/a.ts")).toBe(TEXT);
  });

  it.each([
    [["can-wite", "--path", "src/a.ts", "--json"], 'unknown event "can-wite" (did you mean can-write?)'],
    [["Can-Stop"], 'unknown event "Can-Stop" (did you mean can-stop?)'],
    [["can-read"], 'unknown event "can-read" (known: post-edit, pre-tool, stop, can-write, can-stop)'],
    [["an-write", "--path", "a"], 'unknown event "an-write" (did you mean can-write?)'],
  ])("%j, a decision that is misspelt, ends as one that could not be made", async (args, said) => {
    const ended = await runHook(args, "");
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toBe(`hi hook: ${said}; nothing was decided (hi hook --help)\n`);
  });

  it("drains the payload all the same: an agent takes a closed pipe for an error of the hook", async () => {
    await repository.write("../payload", `${" ".repeat(8_000_000)}{}`);
    // By a writer of its own, which nothing here holds up: one that falls silent is let go.
    const script = '{ cat ../payload; echo "writer $?" >&2; } | { "$@"; echo "hook $?"; }';
    const ended = await runProcess("sh", ["-c", `${script} 2>../said`, "sh", process.execPath, HI, "hook", "nope"], {
      cwd: repository.root,
    });
    expect(ended).toMatchObject({ stdout: "hook 0\n", stderr: "writer 0\n" });
  });

  it("on a Node that is too old is no block either", async () => {
    const text = await readFile(HI, "utf8");
    const launcher = path.join(repository.root, "../launcher.mjs");
    await writeFile(launcher, text.replace(/isWithin\("[^"]*"/, 'isWithin(">=99.0.0"'));
    const run = (args: readonly string[]) => repository.run("", "", { args: [launcher, ...args] });
    expect(await run(["hook", "post-edit", "--provider", "claude"])).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await run(["check"])).toMatchObject({ exitCode: 2 });
  });
});
