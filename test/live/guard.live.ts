import { rm } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { RUNTIME_PATH } from "../../src/domain/receipt.ts";
import { claude } from "./agents/claude.ts";
import { codex, listHooks, trustHook, trustProject } from "./agents/codex.ts";
import { runAgent } from "./agents/live-agent.ts";
import type { LiveAgent, LiveRun } from "./agents/live-agent.ts";
import {
  canStop,
  guard,
  putBack,
  SOURCE_FILE,
  TEST,
  TEST_FILE,
  toCarried,
  writeGuardScript,
  writeStubbornScript,
} from "./guard-scenario.ts";
import { Place } from "./place.ts";

// The guard under the real agents: what a session protects is not written, and none of them stops before a fresh pass.

describe.each([claude, codex] as readonly LiveAgent[])("$title", (agent) => {
  let place: Place;
  let run: LiveRun;

  beforeAll(async () => {
    place = await Place.create(agent.program);
    await guard(place, agent.program);
    if (agent === codex) {
      await trustProject(place);
      for (const hook of await listHooks(place)) await trustHook(place, hook);
    }
    run = await runAgent(agent, { place, turns: writeGuardScript(place) });
  });

  afterAll(() => place.remove());

  test("a protected test is not written, and the model reads why", async () => {
    expect(await place.read(TEST_FILE)).toBe(TEST);
    expect(toCarried(run, 2)).toContain("EXISTING_TEST_MODIFIED");
  });

  test("what is not protected is written", async () => {
    expect(toCarried(run, 3)).not.toContain("the guard");
    expect(await place.read(SOURCE_FILE)).toContain("2 - 1");
  });

  test("it is kept from stopping before a pass, and stops after one", async () => {
    expect(toCarried(run, 4)).toContain("Not finished yet");
    expect(toCarried(run, 4)).toContain("hi verify");
    expect(run.requests).toHaveLength(4);
    expect(await canStop(place)).toBe("COMPLETION_ALLOWED");
  });

  test("it is let go after three blocks, which is recorded", async () => {
    await putBack(place);
    const stubborn = await runAgent(agent, { place, turns: writeStubbornScript(4) });
    expect([2, 3, 4].map((number) => /block \d of \d/.exec(toCarried(stubborn, number))?.[0])).toEqual([
      "block 1 of 3",
      "block 2 of 3",
      "block 3 of 3",
    ]);
    expect(stubborn.requests).toHaveLength(4);
    expect(await canStop(place)).toBe("COMPLETION_BLOCKED");
    expect(await place.hi("session", "status")).toContain(`Released unverified: ${agent.program}`);
  });

  test("without the runtime a call is refused, and it is kept from stopping once", async () => {
    await putBack(place);
    await rm(path.join(place.repository, RUNTIME_PATH));
    const lost = await runAgent(agent, {
      place,
      turns: [...writeGuardScript(place).slice(1, 3), ...writeStubbornScript(1)],
    });
    expect(toCarried(lost, 2)).toContain("could not decide");
    expect(await place.read(SOURCE_FILE)).not.toContain("2 - 1");
    expect(toCarried(lost, 3)).toContain("Not finished yet");
    expect(lost.requests).toHaveLength(3);
  });

  test("all of it goes: no process is left", async () => {
    expect(await place.listProcesses()).toEqual([]);
  });
});
