import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { readProcessStart } from "../../src/runtime/io/process-start.ts";
import { GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";

// A start that is killed while it tries out the volume leaves a folder in the work tree, which would count as a change.

const PROBE = "a\u00E9";
/** Of a process that there is none of. */
const dead = (end: string): string => `.hi-probe-999999999-1-abcde${end}`;

function plant(folder: string, ...names: readonly string[]): void {
  mkdirSync(folder);
  for (const name of names) writeFileSync(path.join(folder, name), "");
}

test("what a killed start has left in the work tree is taken away, and nothing of anybody else's", async () => {
  await using repository = await GuardedRepository.create(toPolicy([{ name: "passes", command: node("") }]));
  const start = () => repository.hi(["session", "start", "--task", "x"]);
  plant(repository.at(dead("1")), PROBE);
  plant(repository.at(dead("2")));
  expect((await start()).exitCode).toBe(0);
  expect(readdirSync(repository.root).filter((name) => name.startsWith(".hi-probe-"))).toEqual([]);
  plant(repository.at(dead("3")), PROBE, "notes.txt");
  // One that a start is at: this process stands for it.
  const running = `.hi-probe-${process.pid}-${readProcessStart(process.pid)?.ticks ?? "-"}-abcde5`;
  plant(repository.outside("others"), PROBE);
  symlinkSync("../others", repository.at(dead("4")));
  plant(repository.at(running), PROBE);
  plant(repository.at(".hi-probe-mine"), PROBE);
  const refused = await start();
  expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining("HI_GUARD_DIRTY")]);
  expect(readdirSync(repository.at(dead("3"))).toSorted()).toEqual([PROBE, "notes.txt"]);
  expect(readdirSync(repository.outside("others"))).toEqual([PROBE]);
  expect(readdirSync(repository.at(running))).toEqual([PROBE]);
  expect(readdirSync(repository.at(".hi-probe-mine"))).toEqual([PROBE]);
});
