import path from "node:path";

import { describe, expect, it } from "vitest";

import type { ProcessRequest } from "../../src/domain/process.ts";
import { killRunningGroups } from "../../src/runtime/io/process-group.ts";
import { runProcess } from "../../src/runtime/io/process.ts";
import { waitUntilGone } from "../helpers/is-alive.ts";

// The one place that starts processes for the runtime: every ending is a value of a closed set, nothing is left behind.

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/processes");

function makeRequest(program: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  return {
    file: process.execPath,
    args: [path.join(FIXTURES, program)],
    cwd: FIXTURES,
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 300_000,
    maxOutputBytes: 1_000_000,
    ...more,
  };
}

describe("runProcess", () => {
  it("hands over input, exactly the environment it was told, and both streams", async () => {
    const outcome = await runProcess(makeRequest("echo-input.mjs", { env: { ONE: "1" }, input: "ünï" }));
    expect(outcome).toMatchObject({ ending: "ok", exitCode: 0, signal: undefined, stdout: "ünï" });
    // Some systems add a variable of their own; none of ours is there.
    expect(Number(outcome.stderr)).toBeLessThanOrEqual(2);
  });

  it("takes no harm from a child that does not read", async () => {
    const input = Buffer.alloc(5_000_000, "x");
    const outcome = await runProcess(makeRequest("tool-closed-stdin.mjs", { input }));
    expect(outcome).toMatchObject({ ending: "exited", exitCode: 101, stderr: "panicked at 'no'\n" });
  });

  it.each([
    ["a program that is not there", { file: "/no/such/program" }],
    ["a folder that is not there", { cwd: "/no/such/folder" }],
    ["an argument that no process can have", { args: ["a\0b"] }],
  ])("says not-found for %s", async (_, more) => {
    const outcome = await runProcess(makeRequest("echo-input.mjs", more));
    expect(outcome).toMatchObject({ ending: "not-found", exitCode: undefined });
    expect(outcome.stderr).not.toBe("");
  });

  it("names the signal of a child that was killed", async () => {
    expect(await runProcess(makeRequest("tool-crash.mjs"))).toMatchObject({ ending: "signalled", signal: "SIGSEGV" });
  });

  it("cuts off a flood at the byte", async () => {
    const outcome = await runProcess(makeRequest("tool-flood.mjs", { maxOutputBytes: 100_001 }));
    expect(outcome.ending).toBe("too-much-output");
    expect(outcome.stdout).toHaveLength(100_001);
  });

  it("kills the whole group at the deadline, whatever it ignores", async () => {
    const outcome = await runProcess(makeRequest("tool-hang.mjs", { timeoutMs: 1000 }));
    expect(outcome).toMatchObject({ ending: "timed-out", signal: "SIGKILL" });
  });

  it.each(["pipes", "quiet"])("leaves no grandchild behind when the child ends by itself (%s)", async (how) => {
    const request = makeRequest("leave-grandchild.mjs");
    const outcome = await runProcess({ ...request, args: [...request.args, how] });
    expect(outcome).toMatchObject({ ending: "ok", exitCode: 0 });
    await waitUntilGone(Number(outcome.stdout));
  });

  it("is not held up by a descendant in a session of its own that holds the pipes", async () => {
    const request = makeRequest("leave-grandchild.mjs");
    const outcome = await runProcess({ ...request, args: [...request.args, "session"] });
    expect(outcome).toMatchObject({ ending: "ok", exitCode: 0 });
    process.kill(Number(outcome.stdout), "SIGKILL");
  });

  it("can be interrupted, before and during", async () => {
    const before = await runProcess(makeRequest("tool-hang.mjs"), AbortSignal.abort());
    expect(before).toMatchObject({ ending: "interrupted", exitCode: undefined });
    const controller = new AbortController();
    const during = runProcess(makeRequest("tool-hang.mjs"), controller.signal);
    controller.abort();
    expect((await during).ending).toBe("interrupted");
  });

  it("lets a signal handler kill everything that runs", async () => {
    const both = [runProcess(makeRequest("tool-hang.mjs")), runProcess(makeRequest("tool-hang.mjs"))];
    killRunningGroups();
    expect((await Promise.all(both)).map((outcome) => outcome.ending)).toStrictEqual(["signalled", "signalled"]);
  });
});
