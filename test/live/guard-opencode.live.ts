import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runAgent } from "./agents/live-agent.ts";
import type { LiveRun } from "./agents/live-agent.ts";
import { makeOpencode } from "./agents/opencode.ts";
import { guard, SOURCE_FILE, TEST, TEST_FILE, toCarried, writeGuardScript } from "./guard-scenario.ts";
import { Place } from "./place.ts";

// `opencode run` ends as soon as its session is idle, so no stop can be held up in it: here it is the writes alone.

describe.each(["other", "gpt-5.5"])("OpenCode, model %s", (model) => {
  let place: Place;
  let run: LiveRun;

  beforeAll(async () => {
    place = await Place.create("opencode");
    await guard(place, "opencode");
    run = await runAgent(makeOpencode(model), { place, turns: writeGuardScript(place).slice(0, 3) });
  });

  afterAll(() => place.remove());

  test("a protected test is not written, and the model reads why; what is not protected is", async () => {
    expect(await place.read(TEST_FILE)).toBe(TEST);
    expect(toCarried(run, 2)).toContain("EXISTING_TEST_MODIFIED");
    expect(toCarried(run, 3)).not.toContain("the guard");
    expect(await place.read(SOURCE_FILE)).toContain("2 - 1");
  });
});
