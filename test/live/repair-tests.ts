import { readdir } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { LiveRun } from "./agents/live-agent.ts";
import { hear, listFindings } from "./hearing.ts";
import type { Heard } from "./hearing.ts";
import type { Place } from "./place.ts";
import { CONFIGURATION, STUBBORN_FILE } from "./repair-script.ts";

export interface Finished {
  readonly place: Place;
  readonly run: LiveRun;
}

/** What holds for every agent that went through the repair script; `get` is asked when a test runs. */
export function defineRepairTests(get: () => Finished): void {
  const hearAt = (number: number): Heard => hear({ carried: get().run.requests[number - 1]?.carried ?? [] });

  test("the request after an edit carries the exact findings", () => {
    expect(listFindings(hearAt(1))).toEqual([]);
    const heard = hearAt(2);
    expect(listFindings(heard)).toEqual(["src/total.ts:4:5 eslint(no-debugger)", "src/total.ts:7:3 eslint(no-alert)"]);
    expect(heard.asks).toBe(true);
  });

  test("the model repairs what it was told, and the next request carries nothing of ours", async () => {
    expect(hearAt(3).items).toEqual([]);
    expect(await get().place.read("src/total.ts")).not.toMatch(/debugger|alert/);
  });

  test("files edited in one turn are all answered, and what is mended is only named", async () => {
    const heard = hearAt(4);
    expect(listFindings(heard)).toEqual([
      "src/first.ts:4:5 eslint(no-debugger)",
      "src/first.ts:7:3 eslint(no-alert)",
      "src/second.ts:3:3 eslint(no-debugger)",
    ]);
    expect(heard.rewrote).toEqual(["src/untidy.ts"]);
    expect(await get().place.read("src/untidy.ts")).toBe("const limit = 3;\nexport default limit;\n");
    expect(hearAt(5).items).toEqual([]);
  });

  // Seed 003 AC-005: in any other file this would be formatted, and the safe fix of no-var applied.
  test("configuration is reported on and not rewritten", async () => {
    const heard = hearAt(6);
    expect(listFindings(heard)).toContain(`${CONFIGURATION.path}:1:1 eslint(no-var)`);
    expect(heard.rewrote).toEqual([]);
    expect(await get().place.read(CONFIGURATION.path)).toBe(CONFIGURATION.to);
  });

  // Seed 003 AC-004, on a finding that moves down by a line with every failure.
  test("repair of one finding is asked for three times, then exhaustion is said once without asking", () => {
    const heard = [7, 8, 9, 10, 11].map(hearAt);
    expect(heard.map(({ asks }) => asks)).toEqual([true, true, true, false, false]);
    for (const [index, each] of heard.slice(0, 3).entries()) {
      expect(listFindings(each)).toEqual([`${STUBBORN_FILE}:${index + 3}:3 eslint(no-debugger)`]);
    }
    expect(heard.map(({ isOver }) => isOver)).toEqual([false, false, false, true, false]);
    expect(heard[4]?.items).toEqual([]);
  });

  test("after it all the repository is in step with its receipt, and hi doctor knows of nothing wrong", async () => {
    expect(await get().place.hi("check")).toContain("In step");
    expect(await get().place.diagnose()).toEqual({ exitCode: 0, errors: [], warnings: [] });
  });

  test("all of it goes: no process and no file is left", async () => {
    const { place } = get();
    expect(await place.listProcesses()).toEqual([]);
    await place.remove();
    expect(await readdir(path.dirname(place.parent))).toEqual([]);
  });
}
