import { rm } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Linter } from "../../src/domain/linters.ts";
import { says, sh, toAnswer } from "../helpers/custom-lint.ts";
import { generate, makeAnswers, pick } from "../helpers/generated.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { ADVISES, DENIES, FOUND, record, register } from "../helpers/linter-repository.ts";

// The generated plugin in Bun, which runs OpenCode's plugins, and in Node: a deny is thrown before the tool runs.

const PLUGIN = ".opencode/plugins/hi.js";
const RUNTIMES = [
  ["bun", path.join(PROJECT_ROOT, "node_modules/.bin/bun")],
  ["node", process.execPath],
] as const;

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create("opencode");
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

interface Called {
  readonly exports: number;
  readonly ran: boolean;
  readonly thrown?: string;
  readonly output?: string;
  readonly logged: readonly string[];
}

/** The plugin as it is generated for the linters, with their record beside it. */
async function set(...linters: readonly Record<string, unknown>[]): Promise<void> {
  const answers = makeAnswers({
    linters: linters.map((linter) => ({ ...linter, limits: { timeoutMs: 5000 } })) as unknown as readonly Linter[],
  });
  await repository.write(PLUGIN, pick(await generate(answers), PLUGIN).content);
  await register(repository, ...linters);
}

async function call(runtime: string, tool: string, args: unknown): Promise<Called> {
  const driver = path.join(PROJECT_ROOT, "test/fixtures/custom-lint/call-plugin.mjs");
  const given = [driver, repository.at(PLUGIN), repository.root, JSON.stringify({ tool, args })];
  const { stdout, stderr } = await runProcess(runtime, given, { cwd: repository.root });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Called;
}

const BASH = ["bash", { command: "git push" }] as const;

describe.each(RUNTIMES)("in %s", (_, runtime) => {
  it("a deny is thrown before the tool runs, with the reason as it stands", async () => {
    await set(record(says(DENIES), { name: "gate" }));
    const called = await call(runtime, ...BASH);
    expect(called).toMatchObject({ exports: 1, ran: false, logged: [] });
    expect(called.thrown).toBe(
      "Not done: the call was refused before it was made.\nthe linter gate denies it:\n  no.push error pushing is not for agents"
    );
  });

  it("an allow says nothing, and advice is appended to the tool's own result", async () => {
    await set(record(says(toAnswer("allow"))));
    expect(await call(runtime, ...BASH)).toStrictEqual({ exports: 1, logged: [], ran: true, output: "done" });
    await set(record(says(ADVISES), { name: "kind" }));
    expect((await call(runtime, ...BASH)).output).toBe("done\n\nthe linter kind advises:\n  be.kind note think twice");
  });

  it("after an edit a linter judges what was written", async () => {
    const script = `case $(cat) in *'"content":"secret"'*) printf %s "$1";; *) printf %s "$2";; esac`;
    const denies = toAnswer("deny", { findings: [FOUND] });
    await set(record(sh(script, denies, toAnswer("allow")), { name: "gate", events: ["post-edit"] }));
    await repository.write("notes.md", "secret");
    const edit = { filePath: "notes.md", content: "secret" };
    expect((await call(runtime, "write", edit)).output).toContain("notes.md:1:1 gate(no.push) error");
    expect((await call(runtime, "write", { ...edit, content: "x" })).output).toBe("done");
  });

  it.each([
    ["the runtime is gone", async () => rm(repository.at(".hi/runtime/hook.mjs"))],
    ["it says what is no JSON", async () => repository.write(".hi/runtime/hook.mjs", "process.stdout.write('{');")],
    ["it says nothing", async () => repository.write(".hi/runtime/hook.mjs", "")],
    ["its answer is no object", async () => repository.write(".hi/runtime/hook.mjs", "process.stdout.write('[]');")],
    ["it dies", async () => repository.write(".hi/runtime/hook.mjs", "process.kill(process.pid, 'SIGKILL');")],
  ])("where it cannot be asked, a closed linter refuses and an open one does not: %s", async (__, fault) => {
    const runtimeText = await repository.read(".hi/runtime/hook.mjs");
    try {
      await set(record(sh("exit 1"), { name: "gate" }));
      await fault();
      const closed = await call(runtime, ...BASH);
      expect(closed.ran).toBe(false);
      expect(closed.thrown).toMatch(
        /^Not done: the custom linters could not decide \(.+\), so the call was refused\. That is no verdict on it\.$/
      );
      await set(record(sh("exit 1"), { name: "style", onFailure: "open" }));
      const open = await call(runtime, ...BASH);
      expect(open).toMatchObject({ ran: true, output: "done" });
      expect(open.logged.join("\n")).toMatch(/^the custom linters could not decide: /);
    } finally {
      await repository.write(".hi/runtime/hook.mjs", runtimeText);
    }
  });
});

it("without a linter before tools the plugin has no such hook", async () => {
  const { content } = pick(await generate(makeAnswers()), PLUGIN);
  expect(content).not.toContain("tool.execute.before");
});
