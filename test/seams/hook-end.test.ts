import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { FAR_DEADLINE, HookRepository, makeScope } from "../helpers/hook-repository.ts";

// An agent waits for the process, so the process ends by itself, with 0, whatever goes on in it or around it.

/** Longer than the hook may ever take; one that is killed here did not end by itself. */
const KILL_AFTER_MS = 600_000;
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
  await repository.write("src/a.ts", "export const a = 1;\ndebugger;\n");
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

describe("a hook", () => {
  it("ends after its answer, whatever goes on in its process", async () => {
    await repository.write(
      "../never-ends.mjs",
      'setInterval(() => undefined, 1000);\nprocess.on("exit", () => undefined);\n'
    );
    const file = path.join(repository.root, "../never-ends.mjs");
    const payload = { session_id: "s", tool_name: "Edit", tool_input: { file_path: repository.at("src/a.ts") } };
    const run = await repository.run("claude", payload, {
      args: ["--import", file, repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "claude"],
      keepOpen: true,
    });
    expect(run).toMatchObject({ exitCode: 0, signal: null, stderr: "" });
    expect(JSON.parse(run.stdout)).toMatchObject({ decision: "block" });
  });

  it("never answers twice, whatever is thrown behind its answer", async () => {
    const late =
      "const write = process.stdout.write; process.stdout.write = function (...values) { setTimeout(() => { throw new Error('late'); }, 10); return write.apply(this, values); };";
    await repository.write("../late.mjs", late);
    const payload = { session_id: "s", tool_name: "Edit", tool_input: { file_path: repository.at("src/a.ts") } };
    const run = await repository.run("claude", payload, {
      args: [
        "--import",
        path.join(repository.root, "../late.mjs"),
        repository.at(".hi/runtime/hook.mjs"),
        "post-edit",
        "--provider",
        "claude",
      ],
      keepOpen: true,
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ decision: "block" });
    expect(run.exitCode).toBe(0);
  });

  it("ends in time where nobody takes its answer, and says so", async () => {
    const reply = path.join(repository.root, "../reply.json");
    await repository.select([makeScope(".", { format: null })]);
    await repository.replaceTool("oxlint", "tool-reply.mjs");
    await repository.write(
      ".hi/receipt.json",
      '{ "schemaVersion": 1, "files": { "src/a.ts": { "class": "generated" } } }'
    );
    await repository.write("../reply.json", JSON.stringify({ exitCode: 1, stdout: makeLongReport() }));
    const args = [repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "neutral"];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...FAR_DEADLINE, XDG_STATE_HOME: repository.state, HI_TEST_REPLY: reply },
      stdio: "pipe",
      timeout: KILL_AFTER_MS,
      killSignal: "SIGKILL",
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [said, ended] = [once(child.stderr, "end"), once(child, "exit")];
    child.stdin.end(JSON.stringify({ session: "s", files: ["src/a.ts"] }));
    // Its stdout is a pipe that nobody reads: what does not fit into it waits for ever.
    const [exitCode, signal] = await ended;
    await said;
    expect([exitCode, signal]).toStrictEqual([0, null]);
    expect(stderr).toBe("hi: nobody took the answer in time\n");
    child.stdout.destroy();
  });

  it("ends with one line and 0 where something throws that nobody foresaw", async () => {
    await repository.write(
      "../breaks.mjs",
      'Object.defineProperty(process, "stdin", { get() { throw new Error("no \\u001B[1mstdin"); } });\n'
    );
    const file = path.join(repository.root, "../breaks.mjs");
    const run = await repository.run("claude", "{}", {
      args: ["--import", file, repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "claude"],
    });
    expect(run).toStrictEqual({
      exitCode: 0,
      signal: null,
      stdout: "",
      stderr: "hi: Error: no stdin; the edit was not checked\n",
    });
  });
});

/** Some megabytes: more than any pipe holds. */
function makeLongReport(): string {
  const labels = [{ span: { offset: 0, length: 1 } }];
  const diagnostic = { message: "m".repeat(200), code: "x(y)", severity: "error", filename: "src/a.ts", labels };
  return JSON.stringify({ diagnostics: Array.from({ length: 10_000 }, () => diagnostic), number_of_files: 1 });
}
