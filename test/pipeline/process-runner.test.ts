import { chmod, mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import type { ProcessOutcome, ProcessRequest } from "../../src/domain/process.ts";
import { PROCESS_ENDINGS } from "../../src/domain/process.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";
import { isAlive, waitUntilGone } from "../helpers/is-alive.ts";

const FIXTURES = path.join(PROJECT_ROOT, "test/fixtures/processes");
const DEADLINE_MS = 300_000;
/** Long enough for Node to start and to speak on a busy machine. */
const SHORT_MS = 15_000;

/** Runs one of the misbehaving programs; the deadline is far away unless the test is about it. */
function run(program: string, args: readonly string[] = [], change: Partial<ProcessRequest> = {}) {
  const runner = createProcessRunner(new AbortController().signal);
  return runner.run({ ...toRequest(program, args), ...change });
}

function toRequest(program: string, args: readonly string[]): ProcessRequest {
  return {
    file: process.execPath,
    args: [path.join(FIXTURES, program), ...args],
    cwd: FIXTURES,
    env: {},
    timeoutMs: DEADLINE_MS,
    maxOutputBytes: 1024 * 1024,
  };
}

const toGrandchild = (outcome: ProcessOutcome): number => JSON.parse(outcome.stdout).pid;

describe("a process that ends by itself", () => {
  test("ok: both streams, code 0, the command and the directory as asked", async () => {
    const outcome = await run("run-exit.mjs", ["0"]);
    expect(outcome).toMatchObject({
      ending: "ok",
      command: [process.execPath, path.join(FIXTURES, "run-exit.mjs"), "0"],
      cwd: FIXTURES,
      exitCode: 0,
      signal: undefined,
      stdout: "said on stdout\n",
      stderr: "said on stderr\n",
    });
    expect(outcome.durationMs).toBeGreaterThan(0);
  });

  test.each([1, 2, 70, 255])("exited: code %i, with the same fields", async (code) => {
    const outcome = await run("run-exit.mjs", [String(code)]);
    expect(outcome).toMatchObject({ ending: "exited", exitCode: code, signal: undefined, stdout: "said on stdout\n" });
  });

  test.each(["SIGKILL", "SIGSEGV", "SIGTERM"])("signalled: %s", async (signal) => {
    expect(await run("run-die.mjs", [signal])).toMatchObject({ ending: "signalled", exitCode: undefined, signal });
  });

  test("not found: the program is missing, is a folder, may not be executed, or its directory is missing", () =>
    withTemporaryDirectory(async (directory) => {
      const plain = path.join(directory, "plain");
      await writeFile(plain, "no program");
      await chmod(plain, 0o644);
      for (const file of [path.join(directory, "none"), "hi-no-such-program", directory, plain]) {
        const outcome = await run("run-exit.mjs", ["0"], { file, cwd: directory });
        expect(outcome).toMatchObject({ ending: "not-found", exitCode: undefined, signal: undefined });
        expect(outcome.stderr).toMatch(/ENOENT|EACCES/);
      }
      const outcome = await run("run-exit.mjs", ["0"], { cwd: path.join(directory, "none") });
      expect(outcome.ending).toBe("not-found");
    }));

  test("every ending is one of the closed set", async () => {
    const outcomes = await Promise.all([
      run("run-exit.mjs", ["0"]),
      run("run-exit.mjs", ["3"]),
      run("run-die.mjs", ["SIGINT"]),
    ]);
    for (const { ending } of outcomes) expect(PROCESS_ENDINGS).toContain(ending);
  });
});

describe("what a process is given", () => {
  test("argv as it is: spaces, quotes, dollars, globs and line ends are no shell's business", async () => {
    const args = ["a b", `"'$HOME\``, "*", "; exit 7", "new\nline", "", "--flag=x"];
    const outcome = await run("run-tell.mjs", args, { input: "" });
    expect(JSON.parse(outcome.stdout).args).toEqual(args);
  });

  test("exactly the environment given: nothing ambient, and no folder added to PATH", async () => {
    const env = { PATH: "/nowhere", HI_GIVEN: "yes" };
    const outcome = await run("run-tell.mjs", [], { env, input: "" });
    expect(JSON.parse(outcome.stdout).env).toEqual(env);
  });

  test("the directory, and the input as text and as bytes", () =>
    withTemporaryDirectory(async (directory) => {
      const cwd = path.join(await realpath(directory), "with space");
      await mkdir(cwd);
      for (const input of ["é\n", new TextEncoder().encode("é\n")]) {
        const outcome = await run("run-tell.mjs", [], { cwd, input });
        expect(JSON.parse(outcome.stdout)).toMatchObject({ cwd, input: "é\n" });
      }
    }));

  test("input that is not read is no failure: the error on the pipe is absorbed", async () => {
    const outcome = await run("run-close-stdin.mjs", [], { input: "x".repeat(8 * 1024 * 1024) });
    expect(outcome).toMatchObject({ ending: "ok", stdout: "closed\n" });
  });
});

describe.concurrent("a process that does not end", () => {
  test("timed out: what it said is kept", async () => {
    const outcome = await run("run-hang.mjs", [], { timeoutMs: SHORT_MS });
    expect(outcome).toMatchObject({ ending: "timed-out", exitCode: undefined, stdout: "up\n" });
  });

  test("timed out although it ignores every polite signal", async () => {
    const outcome = await run("run-ignore-term.mjs", [], { timeoutMs: SHORT_MS });
    expect(outcome).toMatchObject({ ending: "timed-out", signal: "SIGKILL", stdout: "up\n" });
  });

  test.each(["stdout", "stderr"] as const)("too much on %s: cut at the limit, and killed", async (stream) => {
    const outcome = await run("run-flood.mjs", [stream], { maxOutputBytes: 100_000 });
    expect(outcome.ending).toBe("too-much-output");
    expect(outcome[stream]).toHaveLength(100_000);
  });

  test("exactly the limit is not too much", async () => {
    const outcome = await run("run-write.mjs", ["1"], { maxOutputBytes: 1024 * 1024 });
    expect(outcome).toMatchObject({ ending: "ok", exitCode: 0 });
    expect(outcome.stdout).toHaveLength(1024 * 1024);
  });

  test("interrupted: the group is killed", async () => {
    const controller = new AbortController();
    const pid = Promise.withResolvers<number>();
    const request = toRequest("run-grandchild.mjs", ["stay"]);
    const onStdout = (chunk: Uint8Array) => pid.resolve(JSON.parse(new TextDecoder().decode(chunk)).pid);
    const running = createProcessRunner(controller.signal).run({ ...request, onStdout });
    const grandchild = await pid.promise;
    controller.abort();
    expect(await running).toMatchObject({ ending: "interrupted" });
    await waitUntilGone(grandchild);
  });

  test("interrupted before it began: nothing is started", async () => {
    const runner = createProcessRunner(AbortSignal.abort());
    const outcome = await runner.run(toRequest("run-exit.mjs", ["0"]));
    expect(outcome).toMatchObject({ ending: "interrupted", stdout: "", exitCode: undefined });
  });
});

// Mechanism: `close` waits for every holder of the pipes, so a grandchild that outlives its parent hangs the reader.
describe.concurrent("a process with children of its own", () => {
  test("the deadline takes the whole group", async () => {
    const outcome = await run("run-grandchild.mjs", ["stay"], { timeoutMs: SHORT_MS });
    expect(outcome.ending).toBe("timed-out");
    await waitUntilGone(toGrandchild(outcome));
  });

  test("what a well-ended process left in its group is killed, and the ending is still ok", async () => {
    const outcome = await run("run-grandchild.mjs", ["leave"]);
    expect(outcome).toMatchObject({ ending: "ok", exitCode: 0 });
    await waitUntilGone(toGrandchild(outcome));
  });

  test.each(["stay", "leave"])(
    "a grandchild that left the group (%s) and holds the pipes does not hang us",
    async (mode) => {
      const timeoutMs = mode === "stay" ? SHORT_MS : DEADLINE_MS;
      const outcome = await run("run-setsid-grandchild.mjs", [mode], { timeoutMs });
      expect(outcome.ending).toBe(mode === "stay" ? "timed-out" : "ok");
      const grandchild = toGrandchild(outcome);
      expect(isAlive(grandchild)).toBe(true);
      process.kill(grandchild, "SIGKILL");
    }
  );

  test.skipIf(process.platform !== "linux")(
    "with a mark in the environment, the one that left the group is found",
    async () => {
      const env = { HI_MARK: `mark-${process.pid}-${Math.random()}` };
      const outcome = await run("run-setsid-grandchild.mjs", ["leave"], { env, mark: "HI_MARK" });
      expect(outcome.ending).toBe("ok");
      await waitUntilGone(toGrandchild(outcome));
    }
  );
});

describe("a long answer", () => {
  test("handed over chunk by chunk, it is not kept whole, and its limit still holds", async () => {
    let bytes = 0;
    const onStdout = (chunk: Uint8Array): void => {
      bytes += chunk.length;
    };
    const change = { onStdout, maxOutputBytes: 64 * 1024 * 1024 };
    const outcome = await run("run-write.mjs", ["50"], change);
    expect(outcome.ending).toBe("ok");
    expect(bytes).toBe(50 * 1024 * 1024);
    expect(outcome.stdout.length).toBeLessThanOrEqual(64 * 1024);
    const flood = await run("run-flood.mjs", ["stdout"], { ...change, maxOutputBytes: 1_000_000 });
    expect(flood.ending).toBe("too-much-output");
  });
});
