import path from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { claude } from "./agents/claude.ts";
import { runAgent } from "./agents/live-agent.ts";
import type { LiveRun } from "./agents/live-agent.ts";
import { hear } from "./hearing.ts";
import { Place } from "./place.ts";
import { writeRepairScript } from "./repair-script.ts";
import { defineRepairTests } from "./repair-tests.ts";
import { keepTranscript } from "./transcript.ts";

describe("Claude Code", () => {
  let place: Place;
  let run: LiveRun;

  beforeAll(async () => {
    place = await Place.create("claude");
    run = await runAgent(claude, { place, turns: writeRepairScript() });
    await keepTranscript(await place.nameAgent(claude), place, run);
  });

  test("the tool's result stays, and both texts come as a system message", () => {
    const [result, ...rest] = run.requests[1]?.carried ?? [];
    expect(result).toMatchObject({ role: "tool", text: expect.stringContaining("File created successfully") });
    expect(rest.map(({ role }) => role)).toEqual(["system"]);
    expect(rest[0]?.text).toContain("PostToolUse:Write hook blocking error from command");
    expect(rest[0]?.text).toContain("PostToolUse:Write hook additional context");
  });

  test("exhaustion is context alone", () => {
    const [, said] = run.requests[9]?.carried ?? [];
    expect(said?.text).toMatch(/^PostToolUse:Edit hook additional context: [^]*repair is exhausted/);
    expect(said?.text).not.toContain("blocking error");
  });

  // anthropics/claude-code#76441: the project's settings are read in the folder of the start and no other.
  test("started in a folder below the root, it runs no hook", async () => {
    const cwd = path.join(place.repository, "src");
    const edit = { path: "src/unseen.ts", to: "var   unseen = 1\nexport   default unseen\n" };
    const { requests } = await runAgent(claude, {
      place,
      turns: [
        { about: "writes a file", reply: () => ({ edits: [edit] }) },
        { about: "ends its turn", reply: () => ({ say: "done" }) },
      ],
      cwd,
    });
    expect(requests.flatMap((request) => hear(request).items)).toEqual([]);
    expect(await place.read(edit.path)).toBe(edit.to);
    expect((await place.diagnose(cwd)).warnings).toContain("claude-subfolder");
  });

  defineRepairTests(() => ({ place, run }));
});
