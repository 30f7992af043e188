import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { codex, listHooks, trustHook, trustProject } from "./agents/codex.ts";
import type { CodexHook } from "./agents/codex.ts";
import { runAgent } from "./agents/live-agent.ts";
import type { LiveRun } from "./agents/live-agent.ts";
import { hear, listFindings } from "./hearing.ts";
import { Place } from "./place.ts";
import { writeRepairScript } from "./repair-script.ts";
import { defineRepairTests } from "./repair-tests.ts";
import type { Turn } from "./scripted-model.ts";
import { keepTranscript } from "./transcript.ts";

/** What our hook leaves each time it has run for Codex. */
const MARK_OF_A_RUN = ".git/hi-hook/codex.json";

/** One new file with something to mend and something to find. */
function writeOnce(file: string): { readonly text: string; readonly turns: readonly Turn[] } {
  const text = "var   once = 1\ndebugger\nexport   default once\n";
  return {
    text,
    turns: [
      { about: `writes ${file}`, reply: () => ({ edits: [{ path: file, to: text }] }) },
      { about: "ends its turn", reply: () => ({ say: "done" }) },
    ],
  };
}

describe("Codex", () => {
  let place: Place;
  let run: LiveRun;
  let hook: CodexHook;

  const listStates = async () => (await listHooks(place)).map(({ trustStatus }) => trustStatus);

  beforeAll(async () => {
    place = await Place.create("codex");
  });

  test("a project that is not trusted has no hooks", async () => {
    expect(await listHooks(place)).toEqual([]);
    const { exitCode, errors } = await place.diagnose();
    expect({ exitCode, errors: errors.toSorted() }).toEqual({
      exitCode: 1,
      errors: ["codex-hook-untrusted", "codex-project-untrusted"],
    });
  });

  // Codex says nothing of it: nothing is told, and nothing is formatted or fixed.
  test("a hook that is not trusted does not run", async () => {
    await trustProject(place);
    expect(await listStates()).toEqual(["untrusted"]);
    expect(await place.diagnose()).toMatchObject({ exitCode: 1, errors: ["codex-hook-untrusted"] });
    const { text, turns } = writeOnce("src/untrusted.ts");
    const { requests, printed } = await runAgent(codex, { place, turns });
    expect(requests.flatMap((request) => hear(request).items)).toEqual([]);
    expect(await place.read("src/untrusted.ts")).toBe(text);
    expect(printed).not.toMatch(/hook/i);
    expect(existsSync(path.join(place.repository, MARK_OF_A_RUN))).toBe(false);
  });

  test("trusted by hand it runs, and an update leaves the trust as it is", async () => {
    [hook] = (await listHooks(place)) as [CodexHook];
    await trustHook(place, hook);
    expect(await listStates()).toEqual(["trusted"]);
    expect(await place.diagnose()).toEqual({ exitCode: 0, errors: [], warnings: ["hook-never-ran"] });
    await place.hi("update", "--yes");
    expect(await listStates()).toEqual(["trusted"]);
    run = await runAgent(codex, { place, turns: writeRepairScript() });
    await keepTranscript(await place.nameAgent(codex), place, run);
    expect(run.printed).toContain("hook: PostToolUse");
    expect(existsSync(path.join(place.repository, MARK_OF_A_RUN))).toBe(true);
  });

  test("the reason replaces the tool's output, and the context comes before it", () => {
    const carried = run.requests[1]?.carried ?? [];
    expect(carried.map(({ role }) => role)).toEqual(["developer", "tool"]);
    const opening = /^The edit was saved\.\nFindings left: 2 errors in src\/total\.ts\./;
    for (const { text } of carried) expect(text).toMatch(opening);
    expect(carried[0]?.text).toContain("https://");
  });

  test("exhaustion is context alone, and the tool's own output stays", () => {
    const carried = run.requests[9]?.carried ?? [];
    expect(carried.map(({ role }) => role)).toEqual(["developer", "tool"]);
    expect(carried[0]?.text).toContain("repair is exhausted");
    expect(carried[1]?.text).toMatch(/^Exit code: 0\n[^]*\nM src\/stubborn\.ts\n$/);
  });

  test("a clean edit leaves the tool's own output", () => {
    expect(run.requests[2]?.carried).toEqual([
      { role: "tool", text: expect.stringMatching(/^Exit code: 0\n[^]*\nM src\/total\.ts\n$/) },
    ]);
  });

  test("started in a folder below the root, it finds the hook, and the file by its own folder", async () => {
    const { turns } = writeOnce("below.ts");
    const { requests } = await runAgent(codex, { place, turns, cwd: path.join(place.repository, "src") });
    expect(listFindings(hear(requests[1] ?? { carried: [] }))).toEqual(["src/below.ts:2:1 eslint(no-debugger)"]);
  });

  // A deadline beyond 50 seconds changes the hook's timeout, and with it what was trusted.
  test("a definition that an update changed does not run until it is trusted again", async () => {
    const file = path.join(place.repository, ".hi/settings.json");
    const settings = await readFile(file, "utf8");
    await writeFile(file, settings.replace("{", '{ "hook": { "deadlineMs": 90000 },'));
    await place.hi("update", "--yes");
    expect(await listStates()).toEqual(["modified"]);
    expect(await place.diagnose()).toMatchObject({ exitCode: 1, errors: ["codex-hook-modified"] });
    const { text, turns } = writeOnce("src/modified.ts");
    const { requests, printed } = await runAgent(codex, { place, turns });
    expect(requests.flatMap((request) => hear(request).items)).toEqual([]);
    expect(await place.read("src/modified.ts")).toBe(text);
    expect(printed).not.toMatch(/hook/i);
    await writeFile(file, settings);
    await place.hi("update", "--yes");
    expect(await listStates()).toEqual(["trusted"]);
  });

  defineRepairTests(() => ({ place, run }));
});
