import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { collect, FAR_DEADLINE, HookRepository, listChanges } from "../helpers/hook-repository.ts";
import { hasTerminal } from "../helpers/terminal.ts";

// Payloads come from programs that misbehave: marks, noise, a pipe that never closes, nothing at all.

const NODE = process.execPath;
let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(() => repository.write("src/a.ts", "debugger;\n"));

function makePayload(more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    session_id: randomUUID(),
    hook_event_name: "PostToolUse",
    tool_name: "Edit",
    tool_input: { file_path: repository.at("src/a.ts") },
    ...more,
  });
}

describe("a payload is understood", () => {
  it.each([
    ["after one byte order mark", (text: string) => `\uFEFF${text}`],
    ["after two byte order marks", (text: string) => `\uFEFF\uFEFF${text}`],
    ["after a greeting in braces", (text: string) => `{hello} {{ "x" }\n}\n${text}`],
    [
      "after an odd byte order mark",
      (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff, 0]), Buffer.from(text)]),
    ],
    ["after stray bytes", (text: string) => `n++ ${text}`],
    ["after lines of a shell profile", (text: string) => `Welcome back!\r\n\r\n${text}`],
    ["before stray text", (text: string) => `${text}\n} trailing {`],
    ["with CRLF", (text: string) => `${text}\r\n`],
  ])("%s", async (_, wrap) => {
    const run = await repository.run("claude", wrap(makePayload()));
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(run.stdout)).toMatchObject({ decision: "block" });
  });

  it("on a stdin that is never closed", async () => {
    const run = await repository.run("claude", makePayload(), { keepOpen: true });
    expect(run).toMatchObject({ exitCode: 0, signal: null });
    expect(JSON.parse(run.stdout)).toMatchObject({ decision: "block" });
  });

  it("of several megabytes, to the end", async () => {
    const run = await repository.run("claude", makePayload({ big: 'x{"'.repeat(1_000_000) }));
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ decision: "block" });
  });
});

describe("no payload is a silent success", () => {
  it.each([
    ["empty", ""],
    ["blank", " \n\t"],
    ["no JSON", "hello"],
    ["half a payload", '{"tool_name":"Edit","tool_input":{"file_pa'],
    ["a list", "[1,2]"],
    ["null", "null"],
    ["an empty object", "{}"],
    ["broken JSON in balanced braces", '{"a":}'],
  ])("%s", async (_, text) => {
    const before = await repository.snapshot();
    for (const provider of ["claude", "codex"]) {
      expect(await repository.run(provider, text)).toStrictEqual({ stdout: "", stderr: "", exitCode: 0, signal: null });
    }
    for (const provider of ["cursor", "opencode"]) {
      expect(await repository.run(provider, text)).toStrictEqual({
        stdout: "{}\n",
        stderr: "",
        exitCode: 0,
        signal: null,
      });
    }
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });

  it("an open stdin that says nothing", async () => {
    expect(await repository.run("claude", "", { keepOpen: true })).toMatchObject({ stdout: "", exitCode: 0 });
  });

  /** What a shell makes of the hook's stdin, and how the hook ends. */
  async function runWith(redirection: string): Promise<unknown> {
    const child = spawn(
      "sh",
      ["-c", `exec "$0" .hi/runtime/hook.mjs post-edit --provider claude ${redirection}`, NODE],
      {
        cwd: repository.root,
        stdio: ["ignore", "pipe", "pipe"],
      }
    );
    return await collect(child);
  }

  it.each([
    ["is closed", "<&-"],
    ["is empty", "</dev/null"],
    ["is a folder", "<src"],
    ["can only be written", "0>../written"],
  ])("a stdin that %s", async (_, redirection) => {
    expect(await runWith(redirection)).toStrictEqual({ stdout: "", stderr: "", exitCode: 0, signal: null });
  });

  it.runIf(hasTerminal)("a terminal, which is not waited for", async () => {
    const command = `'${NODE}' .hi/runtime/hook.mjs post-edit --provider cursor`;
    const child = spawn("script", ["-qec", command, "/dev/null"], { cwd: repository.root, stdio: "pipe" });
    const { stdout, exitCode } = await collect(child);
    expect([stdout.trim(), exitCode]).toStrictEqual(["{}", 0]);
  });
});

describe("an edit whose payload names no file is told in one line, and stops nothing", () => {
  const claude = { session_id: "s", hook_event_name: "PostToolUse" };
  const cursor = { conversation_id: "c", cursor_version: "2.0", hook_event_name: "postToolUse" };
  it.each([
    ["claude", { ...claude, tool_name: "Edit", tool_input: {} }, "Edit names no file: tool_input.file_path is missing"],
    ["claude", { ...claude, tool_name: "Write", tool_input: { file_path: 5 } }, "tool_input.file_path is no text"],
    ["claude", { ...claude, tool_name: "Write" }, "Write names no file: tool_input is missing"],
    ["codex", { ...claude, turn_id: "t", tool_name: "apply_patch", tool_input: {} }, "tool_input.command is missing"],
    ["cursor", { ...cursor, tool_name: "Write", tool_input: { path: "" } }, "tool_input.path is empty"],
    ["opencode", { tool: "edit", sessionID: "s", args: { path: "src/a.ts" } }, "args.filePath is missing"],
  ])("%s: %j", async (provider, payload, said) => {
    const silence = provider === "claude" || provider === "codex" ? "" : "{}\n";
    // The second run may be answered by the entry alone.
    for (const _ of [1, 2]) {
      const { stderr, ...run } = await repository.run(provider, payload);
      expect(run).toStrictEqual({ stdout: silence, exitCode: 0, signal: null });
      expect(stderr).toMatch(/^hi: the payload of \w+ names no file: [^\n]+; the edit was not checked\n$/);
      expect(stderr).toContain(said);
    }
  });

  it("and a patch that only deletes lacks nothing", async () => {
    const command = "*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch\n";
    const run = await repository.run("codex", {
      ...claude,
      turn_id: "t",
      tool_name: "apply_patch",
      tool_input: { command },
    });
    expect(run.stderr).toBe("");
  });
});

describe("a payload's writer", () => {
  const MEGABYTE = 1024 * 1024;

  /**
   * Has a payload and then blanks written, to the last byte, and says how their writer ended, and the hook. The writer is
   * a process of its own: one that is held up by whatever else runs here falls silent, and a silent one is let go.
   */
  async function feed(args: readonly string[], text: string, megabytes: number, env = {}): Promise<unknown> {
    await repository.write("../payload", text);
    await repository.write("../blanks", Buffer.alloc(megabytes * MEGABYTE, " "));
    const script = '{ cat ../payload ../blanks; echo $? >../writer; } | "$@"';
    const child = spawn("sh", ["-c", script, "sh", NODE, repository.at(".hi/runtime/hook.mjs"), ...args], {
      cwd: repository.root,
      env: { ...process.env, ...FAR_DEADLINE, XDG_STATE_HOME: repository.state, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { exitCode, stdout } = await collect(child);
    return { writer: await repository.read("../writer"), exitCode, isHeard: stdout.includes("decision") };
  }

  const CLAUDE = ["post-edit", "--provider", "claude"];
  it.each([
    ["that goes on behind the payload", CLAUDE, () => makePayload(), 20, {}, true],
    ["of a payload that is too large", CLAUDE, () => `{"big":"`, 70, {}, false],
    ["of no payload", CLAUDE, () => "hello", 70, {}, false],
    ["where the hook is off", CLAUDE, () => makePayload(), 20, { HI_HOOK: "off" }, false],
    ["where the command line is wrong", ["post-edit"], () => makePayload(), 20, {}, false],
  ])("%s meets no closed pipe", async (_, args, makeText, megabytes, env, isHeard) => {
    expect(await feed(args, makeText(), megabytes, env)).toStrictEqual({ writer: "0\n", exitCode: 0, isHeard });
  });
});

/** An edit of no named file is told in one line, and stops nothing. */
const TOLD = /^(?:hi: the payload of \S+ names no file: [^\n]+; the edit was not checked\n)?$/;

describe("any bytes at all", () => {
  it("never crash, hang, block or touch a file", async () => {
    const before = await repository.snapshot();
    const provider = fc.constantFrom("claude", "codex", "cursor", "opencode", "neutral");
    const noise = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => `{"tool_name":"Edit","tool_input":${text}}`)
    );
    await fc.assert(
      fc.asyncProperty(provider, noise, async (name, text) => {
        const run = await repository.run(name, text);
        expect(run).toMatchObject({ exitCode: 0, signal: null });
        expect(run.stderr).toMatch(TOLD);
        expect(run.stdout).not.toContain("decision");
      }),
      { numRuns: 60 }
    );
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });
});
