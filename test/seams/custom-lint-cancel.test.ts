import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { Linter } from "../../src/domain/linters.ts";
import { isAlive, says, sh } from "../helpers/custom-lint.ts";
import { generate, makeAnswers, pick } from "../helpers/generated.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { collect, HookRepository } from "../helpers/hook-repository.ts";
import { announce, DENIES, onceHeard, record, register } from "../helpers/linter-repository.ts";

// An agent that gives up waiting: the linters end with the hook, and what it says last is a verdict of the contract.

let repository: HookRepository;
let pidFile = "";

beforeAll(async () => {
  repository = await HookRepository.create();
  pidFile = path.join(repository.root, "../linter.pid");
});

beforeEach(() => rm(pidFile, { force: true }));

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

/** Writes down who it is, closes nothing, and does not end. */
const sleeps = (): readonly string[] => sh('echo $$ > "$1"; exec sleep 60', pidFile);

async function findLinter(): Promise<number> {
  await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, "utf8").endsWith("\n"), { timeout: 20_000 });
  return Number(readFileSync(pidFile, "utf8"));
}

/** Says on stderr when a linter has ended and was heard. */
const TELLS = onceHeard(`process.stderr.write("heard");`);

function start(provider: string, ...options: readonly string[]): ReturnType<typeof spawn> {
  const args = [...options, repository.at(".hi/runtime/hook.mjs"), "pre-tool", "--provider", provider];
  const child = spawn(process.execPath, args, { cwd: repository.root, stdio: "pipe" });
  child.stdin.end(JSON.stringify(announce("claude", repository.root)));
  return child;
}

describe.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s", (signal) => {
  it("ends the linter, and a closed one refuses as cancelled", async () => {
    await register(repository, record(sleeps()));
    const child = start("claude");
    const ended = collect(child);
    const linter = await findLinter();
    child.kill(signal);
    const { stdout, signal: endedBy } = await ended;
    expect(endedBy).toBe(signal);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stdout).toContain("cancelled");
    expect(isAlive(linter)).toBe(false);
  });
});

it("a signal twice changes nothing", async () => {
  await register(repository, record(sleeps()));
  const child = start("claude");
  const ended = collect(child);
  await findLinter();
  child.kill("SIGTERM");
  child.kill("SIGTERM");
  const { stdout, signal } = await ended;
  expect(signal).toBe("SIGTERM");
  expect(stdout).toContain('"permissionDecision":"deny"');
});

it("a signal before the payload is there is answered too", async () => {
  await register(repository, record(sleeps()));
  const args = [repository.at(".hi/runtime/hook.mjs"), "pre-tool", "--provider", "claude"];
  const load = `data:text/javascript,${encodeURIComponent('process.on("newListener", (name) => name === "SIGTERM" && process.stderr.write("ready\\n"))')}`;
  const child = spawn(process.execPath, ["--import", load, ...args], { cwd: repository.root, stdio: "pipe" });
  const ended = collect(child);
  await new Promise((resolve) => child.stderr.once("data", resolve));
  child.kill("SIGTERM");
  const { stdout, signal } = await ended;
  expect(signal).toBe("SIGTERM");
  expect(stdout).toContain('"permissionDecision":"deny"');
  child.stdin.destroy();
});

it("what another one has denied by then stands", async () => {
  const open = { onFailure: "open" };
  await register(repository, record(says(DENIES), open), record(sleeps(), { ...open, name: "slow" }));
  const child = start("neutral", "--import", TELLS);
  const ended = collect(child);
  const heard = await new Promise((resolve) => child.stderr?.once("data", resolve));
  expect(heard).toBe("heard");
  await findLinter();
  child.kill("SIGTERM");
  const { stdout } = await ended;
  expect(JSON.parse(stdout)).toMatchObject({ disposition: "deny" });
  expect(stdout).toContain('"kind":"cancelled"');
});

it("OpenCode's plugin ends the hook and its linters where there is no answer in time", async () => {
  const answers = makeAnswers({
    linters: [record(sleeps(), { limits: { timeoutMs: 50_000 } })] as unknown as readonly Linter[],
  });
  const plugin = pick(await generate(answers), ".opencode/plugins/hi.js").content;
  expect(plugin).toMatch(/PRE_TOOL_DEADLINE_MS = \d+_000;/);
  await repository.write(
    ".opencode/plugins/hi.js",
    plugin.replace(/(PRE_TOOL_DEADLINE_MS) = \d+_000;/, "$1 = 10_000;")
  );
  await register(repository, record(sleeps(), { limits: { timeoutMs: 50_000 } }));
  const driver = path.join(PROJECT_ROOT, "test/fixtures/custom-lint/call-plugin.mjs");
  const call = JSON.stringify({ tool: "bash", args: { command: "git push" } });
  const { stdout } = await runProcess(
    process.execPath,
    [driver, repository.at(".opencode/plugins/hi.js"), repository.root, call],
    {
      cwd: repository.root,
    }
  );
  expect(JSON.parse(stdout)).toMatchObject({ ran: false });
  expect(stdout).toContain("no answer in 10 seconds");
  const linter = await findLinter();
  await vi.waitUntil(() => !isAlive(linter), { timeout: 20_000 });
});
