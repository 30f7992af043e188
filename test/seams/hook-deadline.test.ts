import { readFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { PostEditResult } from "../../src/contracts/post-edit-result.ts";
import { generate, makeAnswers, makeScopeAnswers, pick } from "../helpers/generated.ts";
import { runProcess } from "../helpers/hi.ts";
import { HookRepository, makeScope } from "../helpers/hook-repository.ts";

// The settings' deadline reaches the runtime by the selection, which may be of an earlier or a later hi than the runtime.

const FIRST_RUNTIME = path.join(import.meta.dirname, "../fixtures/runtimes/first.mjs");
const SELECTION = ".hi/lint/selection.json";

let repository: HookRepository;
beforeAll(async () => {
  repository = await HookRepository.create();
});
afterAll(() => repository[Symbol.asyncDispose]());
beforeEach(async () => {
  await repository.write("src/a.ts", "debugger;\n");
});

/** Where the environment says nothing, the selection has the word. */
const check = (deadlineMs = ""): Promise<PostEditResult> =>
  repository.check(["src/a.ts"], { env: { HI_HOOK_DEADLINE_MS: deadlineMs } });

const select = (more: object): Promise<void> =>
  repository.write(SELECTION, JSON.stringify({ schemaVersion: 1, scopes: [makeScope(".")], ...more }));

describe("the selection's deadline", () => {
  it("ends the tools that take longer, and HI_HOOK_DEADLINE_MS has the last word", async () => {
    await repository.replaceTool("oxlint", "tool-slow.mjs");
    // With no other tool that could be too slow for it.
    const scopes = [makeScope(".", { format: null })];
    await select({ scopes, hook: { deadlineMs: 1000 } });
    expect((await check()).failures).toMatchObject([{ kind: "timeout" }]);
    const longer = await check("300000");
    expect(longer.failures).toStrictEqual([]);
    await select({ scopes, hook: { deadlineMs: 120_000 } });
    expect((await check()).failures).toStrictEqual([]);
    const shorter = await check("1000");
    expect(shorter.failures).toMatchObject([{ kind: "timeout" }]);
    await repository.ownModules();
  });

  // A timer that is set to more than about 24 days fires at once.
  it("beyond its bounds counts as the bound", async () => {
    await select({ hook: { deadlineMs: 1e12 } });
    expect((await check()).status).toBe("findings");
  });

  it.each(['"20s"', "[]", "{}", "true"])("that is %s is a configuration failure", async (text) => {
    await select({ hook: { deadlineMs: JSON.parse(text) as unknown } });
    expect((await check()).failures).toMatchObject([
      { kind: "configuration", command: [SELECTION], output: expect.stringContaining("hook.deadlineMs") as string },
    ]);
  });
});

describe("a runtime and a selection of different versions", () => {
  it.each([
    ["from before hook was written", {}],
    ["without a deadline", { hook: {} }],
    ["with fields of a later version", { hook: { deadlineMs: 20_000, later: [1] }, later: true }],
  ])("today's runtime reads a selection %s", async (_, more) => {
    await select(more);
    expect((await check()).status).toBe("findings");
  });

  it("today's runtime refuses a selection of a later format, in words", async () => {
    await select({ schemaVersion: 2 });
    const [failure] = (await check()).failures;
    expect(failure).toMatchObject({ kind: "configuration", command: [SELECTION] });
    expect(failure?.output).toBe("it is of version 2, what reads it here knows version 1: run hi update");
  });

  // fixtures/runtimes/first.mjs is the first runtime that was ever published, minified.
  it("the first runtime reads a selection as it is written today", async () => {
    const answers = makeAnswers({
      hook: { deadlineMs: 90_000 },
      packs: ["base", "format"],
      scopes: [makeScopeAnswers(".", { format: true })],
    });
    await repository.write(SELECTION, pick(await generate(answers), SELECTION).content);
    await repository.write("src/a.ts", "var  a = 1; debugger\n");
    await repository.write(".hi/runtime/hook.mjs", await readFile(FIRST_RUNTIME));
    // Its answer is of its own day, so it is not held against today's schema.
    const args = [repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "neutral"];
    const run = await runProcess(process.execPath, args, {
      cwd: repository.root,
      input: JSON.stringify({ files: ["src/a.ts"] }),
    });
    const result = JSON.parse(run.stdout) as PostEditResult;
    expect(result).toMatchObject({ status: "findings", changed: ["src/a.ts"], failures: [] });
  });
});
