import { rm } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { generate, makeAnswers, pick } from "../helpers/generated.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { HookRepository } from "../helpers/hook-repository.ts";

// The generated plugin in Bun, which runs OpenCode's plugins, and in Node: a session that goes idle is sent on.

const PLUGIN = ".opencode/plugins/hi.js";
const DRIVER = path.join(PROJECT_ROOT, "test/fixtures/guard/idle-plugin.mjs");
const RUNTIMES = [
  ["bun", path.join(PROJECT_ROOT, "node_modules/.bin/bun")],
  ["node", process.execPath],
] as const;

const DENIES = `
let blocks = 0;
export const isGuarded = () => true;
export const decideWrite = () => undefined;
export const decideStop = async () => ({ decision: { schemaVersion: 1, decision: "deny", reasonCode: "COMPLETION_BLOCKED", explanation: "no pass" } });
export const countStop = () => (blocks += 1);
export const [clearStop, releaseStop] = [() => undefined, () => undefined];
`;

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create("opencode");
  const answers = makeAnswers({ packs: ["base", "guard"] });
  await repository.write(PLUGIN, pick(await generate(answers), PLUGIN).content);
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(() => repository.write(".hi/guard.json", '{ "schemaVersion": 1, "stopBlocks": 3 }'));

interface Told {
  readonly prompts: readonly { readonly id: string; readonly text: string }[];
  readonly logged: readonly string[];
}

async function tell(runtime: string, ...events: readonly object[]): Promise<Told> {
  const args = [DRIVER, repository.at(PLUGIN), repository.root, JSON.stringify(events)];
  const { stdout, stderr } = await runProcess(runtime, args, { cwd: repository.root });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Told;
}

const idle = (sessionID: string): object => ({ type: "session.idle", properties: { sessionID } });

describe.each(RUNTIMES)("in %s", (_, runtime) => {
  it("a session that may not stop is sent a prompt with the reason", async () => {
    await repository.write(".hi/runtime/guard.mjs", DENIES);
    const { prompts, logged } = await tell(runtime, { type: "session.updated", properties: {} }, idle("s"));
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toMatchObject({ id: "s", text: expect.stringContaining("Not finished yet: no pass") });
    expect(logged).toEqual([]);
  });

  it("neither a subagent's session nor one that the user has stopped is sent on", async () => {
    await repository.write(".hi/runtime/guard.mjs", DENIES);
    const aborted = { type: "session.error", properties: { sessionID: "s", error: { name: "MessageAbortedError" } } };
    expect(await tell(runtime, idle("part-1"), aborted, idle("s"))).toEqual({ prompts: [], logged: [] });
  });

  it("where nothing can be decided it is sent on once, and then let go aloud", async () => {
    await repository.write(".hi/runtime/guard.mjs", "export const x = ;");
    const { prompts, logged } = await tell(runtime, idle("s"), idle("s"));
    expect(prompts.map(({ text }) => text)).toEqual([expect.stringContaining("could not be decided")]);
    expect(logged).toEqual([expect.stringContaining("let go")]);
  });

  it("a session that may stop hears nothing", async () => {
    await rm(repository.at(".hi/guard.json"));
    expect(await tell(runtime, idle("s"))).toEqual({ prompts: [], logged: [] });
  });
});
