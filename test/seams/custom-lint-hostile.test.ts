import { mkdir, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { node, says, sh, toAnswer } from "../helpers/custom-lint.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { announce, askBefore, DENIES, record, register } from "../helpers/linter-repository.ts";

// What could turn a closed linter off: a payload that outlasts the agents' patience, and a record that says nothing.

const ALLOWS = toAnswer("allow");

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await repository.write("src/a.ts", "1\n");
  await rm(repository.at(".hi/receipt.json"), { force: true });
});

/** Why Claude Code and Codex are refused; undefined where nothing is. */
function toRefusal(stdout: string): string | undefined {
  const { hookSpecificOutput: said } = JSON.parse(stdout) as { hookSpecificOutput?: Record<string, string> };
  return said?.["permissionDecision"] === "deny" ? said["permissionDecisionReason"] : undefined;
}

async function hear(input: unknown = announce("claude", repository.root)): Promise<string | undefined> {
  return toRefusal((await askBefore(repository, "claude", input)).stdout);
}

// Each of these held the one thread for minutes: the agents' own timeouts passed, and a closed linter with them.
describe("a payload that is made to take long", { timeout: 60_000 }, () => {
  const ask = (input: Record<string, unknown>, provider = "codex") =>
    repository.run(provider, input, {
      args: [repository.at(".hi/runtime/hook.mjs"), "pre-tool", "--provider", provider],
      killAfterMs: 40_000,
    });
  const patch = (lines: readonly string[]) => ({
    ...announce("codex", repository.root, "edit"),
    tool_input: { command: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") },
  });

  it.each([
    ["blanks in a header", () => patch([` *** Delete File: a${" ".repeat(300_000)}b`]), "codex"],
    [
      "a path of 200,000 folders",
      () => ({
        ...announce("claude", repository.root, "edit"),
        tool_name: "Write",
        tool_input: { file_path: "a/".repeat(200_000), content: "x" },
      }),
      "claude",
    ],
    [
      "60,000 files",
      () => patch(Array.from({ length: 60_000 }, (_, index) => `*** Delete File: d/d/${index}`)),
      "codex",
    ],
  ])("%s: refused, by one answer", async (_, toPayload, provider) => {
    await register(repository, record(says(DENIES), { limits: { maxInputBytes: 64 * 1024 * 1024 } }));
    const run = await ask(toPayload(), provider);
    expect(run).toMatchObject({ exitCode: 0, signal: null });
    expect(toRefusal(run.stdout)).toContain("Not done");
  });

  it("a path that only looks long is the short one that it means", async () => {
    await register(
      repository,
      record(
        node(
          "-e",
          "process.stdin.on('data', (d) => { const p = JSON.parse(d).subject.args.path; console.log(JSON.stringify({ schema: 'fak-custom-lint/1', disposition: p === 'src/a.ts' ? 'deny' : 'allow' })); })"
        )
      )
    );
    const file_path = `${"x/../".repeat(2000)}src/a.ts`;
    const input = {
      ...announce("claude", repository.root, "edit"),
      tool_input: { file_path, old_string: "1", new_string: "2" },
    };
    expect(await hear(input)).toContain("Not done");
  });
});

describe("a record that somebody has emptied or led away", () => {
  it.each([
    ["an empty list", { schemaVersion: 1, linters: [] }],
    ["a version that is a text", { schemaVersion: "2", linters: [record(says(ALLOWS))] }],
    ["no version", { linters: [record(says(ALLOWS))] }],
  ])("%s disarms nobody", async (_, value) => {
    await repository.write(".hi/linters.json", JSON.stringify(value));
    expect(await hear()).toContain("could not be decided");
  });

  it("a link out of the repository is not followed", async () => {
    await rm(repository.at(".hi/linters.json"), { force: true });
    const outside = path.join(repository.root, "../linters.json");
    await repository.write("linters.json", JSON.stringify({ schemaVersion: 1, linters: [record(says(ALLOWS))] }));
    await rename(repository.at("linters.json"), outside);
    await symlink(outside, repository.at(".hi/linters.json"));
    expect(await hear()).toContain("could not be decided");
    await rm(repository.at(".hi/linters.json"));
  });

  it("a receipt whose list of files is no list of files tells nothing", async () => {
    await rm(repository.at(".hi/linters.json"), { force: true });
    await repository.write(".hi/receipt.json", JSON.stringify({ files: [] }));
    expect(await hear()).toContain("could not be decided");
  });

  it("a time limit that no timer holds does not cover another linter's deny", async () => {
    await register(
      repository,
      record(says(DENIES), { name: "gate", onFailure: "open" }),
      record(sh('sleep 1; printf %s "$1"', ALLOWS), { name: "slow", onFailure: "open", limits: { timeoutMs: 3e9 } })
    );
    expect(await hear()).toContain("no.push");
  });
});

// The system goes up from where a link leads, and a program that joins names goes up from the link: two files.
describe("a name that goes up from a linked folder", () => {
  it.each([
    [
      "claude",
      (root: string) => ({ tool_name: "Write", tool_input: { file_path: `${root}/linked/../a.ts`, content: "x" } }),
    ],
    [
      "codex",
      () => ({
        turn_id: "t",
        tool_name: "apply_patch",
        tool_input: { command: "*** Begin Patch\n*** Add File: linked/../a.ts\n+x\n*** End Patch" },
      }),
    ],
  ])("is no file that a linter could be told (%s)", async (provider, announced) => {
    await mkdir(path.join(repository.root, "../elsewhere/folder"), { recursive: true });
    await rm(repository.at("linked"), { force: true });
    await symlink(path.join(repository.root, "../elsewhere/folder"), repository.at("linked"));
    await register(repository, record(says(ALLOWS)));
    const common = { session_id: "s", cwd: repository.root, hook_event_name: "PreToolUse" };
    const run = await askBefore(repository, provider, { ...common, ...announced(repository.root) });
    expect(toRefusal(run.stdout)).toContain("could not be decided");
    const plain = { ...common, tool_name: "Write", tool_input: { file_path: "src/../src/a.ts", content: "x" } };
    expect((await askBefore(repository, "claude", plain)).stdout).not.toContain("deny");
  });
});
