import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { HookRepository, listChanges, makeScope } from "../helpers/hook-repository.ts";

// A repository that was made to hold the hook up or to lead it out: it ends by itself, exit 0, and touches nothing.

/** Longer than the hook may ever take; a hook that is killed here did not end by itself. */
const KILL_AFTER_MS = 300_000;
const TEXT = "debugger\n";
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
  await repository.write("src/a.ts", TEXT);
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

function startHook(env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "neutral"], {
    cwd: repository.root,
    env: { ...process.env, ...env },
    killSignal: "SIGKILL",
    stdio: "pipe",
    timeout: KILL_AFTER_MS,
  });
}

interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function collect(hook: ChildProcess): Promise<Ending> {
  let stdout = "";
  let stderr = "";
  hook.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  hook.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => {
    hook.on("close", (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
}

function checkFile(file: string): Promise<Ending> {
  const hook = startHook();
  const ending = collect(hook);
  hook.stdin?.end(JSON.stringify({ files: [file] }));
  return ending;
}

async function makePipe(name: string): Promise<void> {
  await rm(repository.at(name), { force: true });
  expect(spawnSync("sh", ["-c", 'mkfifo "$1"', "sh", repository.at(name)]).status).toBe(0);
}

/**
 * Runs on one file, and shows that the hook ended by itself with this failure and that nothing changed. Without a receipt
 * nobody knows whether linters were recorded here, which is a failure of its own beside it.
 */
async function expectFailure(file: string, failure: Record<string, unknown>): Promise<void> {
  const before = await repository.snapshot();
  const { stdout, ...ending } = await checkFile(file);
  expect(ending).toMatchObject({ exitCode: 0, signal: null });
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ status: "failed", findings: [], changed: [] });
  const isOfLinters = (one: { readonly command: readonly string[] }): boolean => one.command[0] === ".hi/linters.json";
  expect(result.failures.filter((one: { readonly command: readonly string[] }) => !isOfLinters(one))).toMatchObject([
    failure,
  ]);
  expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
}

describe.skipIf(process.platform === "win32")("a file that cannot be read", () => {
  it.each([".gitignore", "src/.gitignore", ".hi/lint/selection.json", ".hi/receipt.json"])(
    "since it is a pipe: %s",
    async (name) => {
      await makePipe(name);
      await expectFailure("src/a.ts", { kind: "configuration", command: [name] });
    }
  );

  it.each([".gitignore", ".hi/lint/selection.json", ".hi/receipt.json"])("since it is a device: %s", async (name) => {
    await rm(repository.at(name), { force: true });
    await symlink("/dev/zero", repository.at(name));
    await expectFailure("src/a.ts", { kind: "configuration", command: [name] });
  });

  it.each([".gitignore", ".hi/lint/selection.json", ".hi/receipt.json"])("since it is too large: %s", async (name) => {
    await repository.write(name, Buffer.alloc(4 * 1024 * 1024 + 1, " "));
    await expectFailure("src/a.ts", { kind: "configuration", command: [name] });
  });

  it("since a tool's manifest is a pipe", async () => {
    await repository.select([makeScope(".", { format: null })]);
    await repository.replaceTool("oxlint", "tool-garbage.mjs");
    await makePipe("node_modules/oxlint/package.json");
    await expectFailure("src/a.ts", { kind: "tool-missing", command: ["oxlint"] });
  });
});

describe("a stdin", () => {
  it("that is fed slowly and without end is let go", async () => {
    const before = await repository.snapshot();
    const hook = startHook();
    const ending = collect(hook);
    hook.stdin?.on("error", () => undefined);
    hook.stdin?.write('{"files":["src/a.ts"],"more":"');
    const feeder = setInterval(() => hook.stdin?.write("x"), 100);
    const { stdout, ...rest } = await ending;
    clearInterval(feeder);
    expect(rest).toStrictEqual({ exitCode: 0, signal: null, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ status: "skipped" });
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });
});

describe("a scope", () => {
  const refused = { kind: "configuration", command: [".hi/lint/selection.json"] };

  it("whose folder is led out by a link is skipped", async () => {
    const outside = path.join(repository.root, "../outside");
    await mkdir(outside);
    await symlink(outside, repository.at("work"));
    await repository.select([makeScope(".", { cwd: "work" })]);
    await expectFailure("src/a.ts", refused);
  });

  it.each([
    ["lint", { config: "led-out.ts" }],
    ["format", { format: { config: "led-out.ts" } }],
  ])("whose %s configuration is led out by a link is skipped", async (_, changes) => {
    const outside = path.join(repository.root, "../outside.ts");
    const trace = path.join(repository.root, "trace");
    const program = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(trace)}, "");\n`;
    await writeFile(outside, `${program}export default {};\n`);
    await symlink(outside, repository.at("led-out.ts"));
    await repository.select([makeScope(".", changes)]);
    await expectFailure("src/a.ts", refused);
  });

  it("whose folder is a link to another folder of the repository is checked", async () => {
    await symlink("src", repository.at("work"));
    await repository.select([makeScope(".", { cwd: "work" })]);
    const result = await repository.check(["src/a.ts"]);
    expect(result).toMatchObject({ status: "findings", failures: [], changed: ["src/a.ts"] });
  });
});
