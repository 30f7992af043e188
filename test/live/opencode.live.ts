import { beforeAll, describe, expect, test } from "vitest";

import { runAgent } from "./agents/live-agent.ts";
import type { LiveRun } from "./agents/live-agent.ts";
import { makeOpencode } from "./agents/opencode.ts";
import { Place } from "./place.ts";
import { writeRepairScript } from "./repair-script.ts";
import { defineRepairTests } from "./repair-tests.ts";
import { keepTranscript } from "./transcript.ts";

describe.each([
  { model: "other", tools: "write and edit", result: "Wrote file successfully." },
  { model: "gpt-5.5", tools: "apply_patch", result: "Success. Updated the following files:\nA src/total.ts" },
])("OpenCode, with $tools", ({ model, tools, result }) => {
  const opencode = makeOpencode(model);
  let place: Place;
  let run: LiveRun;

  beforeAll(async () => {
    place = await Place.create("opencode");
    run = await runAgent(opencode, { place, turns: writeRepairScript() });
    await keepTranscript(`${await place.nameAgent(opencode)}, with ${tools}`, place, run);
  });

  test("the text follows the tool's own result", () => {
    const carried = run.requests[1]?.carried ?? [];
    expect(carried.map(({ role }) => role)).toEqual(["tool"]);
    expect(carried[0]?.text.startsWith(`${result}\n\nThe edit was saved.`)).toBe(true);
  });

  test("a clean edit adds nothing to the tool's own result", () => {
    const texts = run.requests[2]?.carried.map(({ text }) => text);
    expect(texts).toEqual([expect.stringMatching(/^Edit applied successfully\.$|^Success.*\nM src\/total\.ts$/)]);
  });

  defineRepairTests(() => ({ place, run }));
});
