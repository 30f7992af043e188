import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openSync } from "node:fs";

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { HookRepository, listChanges } from "../helpers/hook-repository.ts";

// Payloads come from programs that misbehave: marks, noise, a pipe that never closes, nothing at all.

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

  it.each(["ignore", "closed"] as const)("a stdin that is %s", async (kind) => {
    const stdin = kind === "ignore" ? "ignore" : openSync("/dev/null", "r");
    const child = spawn(
      process.execPath,
      [repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "claude"],
      {
        stdio: [stdin, "pipe", "pipe"],
      }
    );
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  });
});

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
        expect(run).toMatchObject({ exitCode: 0, signal: null, stderr: "" });
        expect(run.stdout).not.toContain("decision");
      }),
      { numRuns: 60 }
    );
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });
});
