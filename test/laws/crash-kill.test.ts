import { rmSync } from "node:fs";

import { describe, expect, test } from "vitest";

import {
  copyRepository,
  CUTS,
  expectWhole,
  findState,
  prepareCut,
  recoverHere,
  runWatched,
  toEnvironment,
} from "../helpers/crash.ts";
import type { Cut } from "../helpers/crash.ts";
import { runHi, withTemporaryDirectory } from "../helpers/hi.ts";

/** The first three are killed at every operation; of the others see crash-power and crash-fault. */
const KILLED = CUTS.slice(0, 3);
/** Every so many kills the next run of the program itself recovers; else the stage that it calls does, in this process. */
const THROUGH_THE_BINARY = 12;

interface Killed {
  readonly isKilled: boolean;
  readonly outcome: string;
}

async function killAt(cut: Cut, nth: number): Promise<Killed> {
  const root = copyRepository(cut, `killed-${nth}`);
  try {
    const ended = await runWatched(cut, root, { kill: nth });
    if (ended.signal !== "SIGKILL") {
      expect(ended.exitCode, ended.stderr).toBe(0);
      return { isKilled: false, outcome: findState(root, cut) };
    }
    if (nth % THROUGH_THE_BINARY === 0) return { isKilled: true, outcome: await runAgain(cut, root) };
    const recovery = await recoverHere(root);
    const outcome = recovery?.to ?? findState(root, cut);
    if (recovery) expectWhole(root, cut, recovery.to);
    return { isKilled: true, outcome };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The next run says what it found, and ends where the one that was killed would have. */
async function runAgain(cut: Cut, root: string): Promise<string> {
  const ended = await runHi([...cut.args, "--json"], { cwd: root, env: toEnvironment(cut.directory) });
  expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0);
  expectWhole(root, cut, "after");
  const { findings } = JSON.parse(ended.stdout) as { findings: readonly { code: string }[] };
  const said = findings.find(({ code }) => code.startsWith("recovered-"))?.code;
  return said === undefined ? "unsaid" : said.replace("recovered-", "");
}

describe("a run that is killed with SIGKILL before any operation on the repository", () => {
  test.each(KILLED)("%s: the next run finds or makes it exactly as before or exactly as after", (name, step) =>
    withTemporaryDirectory(async (directory) => {
      const cut = await prepareCut(name, step, directory);
      const outcomes: string[] = [];
      let isKilled = true;
      for (let nth = 1; isKilled; nth += 2) {
        const both = await Promise.all([killAt(cut, nth), killAt(cut, nth + 1)]);
        isKilled = both.every((one) => one.isKilled);
        outcomes.push(...both.filter((one) => one.isKilled).map((one) => one.outcome));
      }
      process.stderr.write(
        `${name}: killed at ${outcomes.length} operations, ${outcomes.filter((one) => one === "after").length} ended as after\n`
      );
      expect(outcomes.length).toBeGreaterThan(30);
      expect(outcomes.filter((one) => one === "neither")).toEqual([]);
      expect(outcomes).toContain("before");
      expect(outcomes).toContain("after");
    })
  );
});
