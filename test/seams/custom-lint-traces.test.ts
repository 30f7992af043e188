import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { killRunningGroups } from "../../src/runtime/io/process-group.ts";
import {
  ask,
  countDescriptors,
  isGone,
  listMarked,
  node,
  says,
  sh,
  toAnswer,
  toVerdict,
} from "../helpers/custom-lint.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";

// What a run of a linter leaves on the machine: nothing.

const RUNS = 200;

const WAYS = [
  { argv: says(toAnswer("allow")), kind: undefined },
  { argv: says(toAnswer("deny"), 1), kind: "crash" },
  { argv: sh("kill -SEGV $$"), kind: "crash" },
  { argv: sh("exec <&- >&- 2>&-; sleep 60 & sleep 60"), kind: "timeout" },
  { argv: sh("yes"), kind: "output_overflow" },
  { argv: sh("(sleep 60; sleep 60) & (sleep 60) & echo '{'"), kind: "malformed_output" },
  { argv: ["no-such-program"], kind: "crash" },
  { argv: sh("exit 0"), kind: "malformed_output" },
] as const;

it(`${RUNS} runs of all kinds in a row leave no process, no descriptor and no file`, async () => {
  await withTemporaryDirectory(async (directory) => {
    const temporary = path.join(directory, "tmp");
    const home = path.join(directory, "home");
    for (const folder of [temporary, home]) mkdirSync(folder);
    const ambient = { ...process.env, TMPDIR: temporary, HOME: home };
    const mark = `HI_TRACES=${process.pid}`;
    const run = async (index: number): Promise<void> => {
      const way = WAYS[index % WAYS.length];
      if (!way) throw new Error("there is a way for every index");
      const limits = { timeoutMs: way.kind === "timeout" ? 100 : 60_000, maxOutputBytes: 10_000 };
      const result = await ask({ argv: way.argv, ambient, env: [mark], limits, root: directory });
      expect(result.failure?.kind).toBe(way.kind);
      expect(result.leftBehind).toStrictEqual([]);
    };
    for (let index = 0; index < WAYS.length; index += 1) await run(index);
    const before = countDescriptors();
    for (let index = 0; index < RUNS; index += 1) await run(index);
    // A killed process is the system's for a moment longer.
    await Promise.all(listMarked(mark).map((pid) => isGone(pid)));
    expect(listMarked(mark)).toStrictEqual([]);
    if (before === undefined) console.warn("NOT SHOWN: descriptors and processes (there is no /proc)");
    else expect(countDescriptors()).toBe(before);
    expect(readdirSync(directory, { recursive: true }).toSorted()).toStrictEqual(["home", "tmp"]);
  });
});

it("a signal handler ends every linter that runs", async () => {
  const running = [1, 2, 3].map(() => ask({ argv: node("deaf.mjs") }));
  killRunningGroups();
  for (const result of await Promise.all(running)) expect(toVerdict(result)).toStrictEqual(["deny", "crash", "signal"]);
});
