import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { readLockState } from "../../src/adapters/lock-state.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import {
  copyRepository,
  CUTS,
  expectWhole,
  findState,
  prepareCut,
  readState,
  recoverHere,
  runWatched,
} from "../helpers/crash.ts";
import type { Cut } from "../helpers/crash.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { LossyDisk } from "../helpers/lossy-disk.ts";
import type { Operation, Survival } from "../helpers/lossy-disk.ts";

/** Every operation of a whole run on the repository, as the real program did it. */
async function traceRun(cut: Cut): Promise<{ readonly base: string; readonly operations: readonly Operation[] }> {
  const base = copyRepository(cut, "traced");
  const trace = path.join(cut.directory, "trace");
  const ended = await runWatched(cut, base, { trace });
  expect(ended.exitCode, ended.stderr).toBe(0);
  const lines = readFileSync(trace, "utf8").trimEnd().split("\n");
  return { base, operations: lines.map((line) => JSON.parse(line) as Operation) };
}

/** Every folder keeps its own part of what was not flushed; the same for the same operation. */
const toMixed =
  (nth: number, wanted: number): Survival =>
  (folder) =>
    (createHash("sha256").update(`${nth} ${folder}`).digest()[0] ?? 0) % 2 === wanted ? "all" : "flushed";

const SURVIVALS: readonly [string, (nth: number) => Survival][] = [
  ["nothing that was not flushed", () => () => "flushed"],
  ["every name, no bytes that were not flushed", () => () => "all"],
  ["of some folders the names, of others not", (nth) => toMixed(nth, 0)],
  ["the same, the other way round", (nth) => toMixed(nth, 1)],
];

async function expectRecovered(cut: Cut, disk: LossyDisk, survives: Survival): Promise<string> {
  const root = path.join(cut.directory, "lost") as AbsolutePath;
  disk.materialize(root, survives);
  try {
    // A lock without a name would hold for ever; the one of a process that is gone does not.
    expect(["free", "dead"]).toContain(readLockState(root).kind);
    const recovery = await recoverHere(root);
    const state = recovery?.to ?? findState(root, cut);
    if (recovery) expectWhole(root, cut, recovery.to);
    expect(state).not.toBe("neither");
    return state;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("power is lost after any operation, and with it what was not flushed", () => {
  test.each(CUTS)("%s: recovery finds or makes it exactly as before or exactly as after", (name, step) =>
    withTemporaryDirectory(async (directory) => {
      const cut = await prepareCut(name, step, directory);
      const { operations } = await traceRun(cut);
      const states: string[] = [];
      const disk = new LossyDisk(path.join(directory, "repository"));
      const base = path.join(directory, "traced");
      for (const [nth, operation] of operations.entries()) {
        disk.apply(rebase(operation, base, cut.before));
        for (const [what, toSurvival] of SURVIVALS) {
          const state = await expectRecovered(cut, disk, toSurvival(nth)).catch((error: unknown) => {
            throw new Error(
              `after operation ${nth}, ${operation.name} ${operation.file}, with ${what}: ${String(error)}`,
              { cause: error }
            );
          });
          states.push(state);
        }
      }
      process.stderr.write(
        `${name}: power lost after each of ${operations.length} operations, ${states.length} disks\n`
      );
      // The disk is believed: what it ends with is what the program left.
      const whole = path.join(directory, "model");
      disk.materialize(whole, () => "all");
      expect([...readState(whole).keys()]).toEqual([...cut.trees.after.keys()]);
      expect(new Set(states)).toEqual(new Set(["before", "after"]));
    })
  );
});

/** The run was on a copy. */
function rebase(operation: Operation, base: string, root: string): Operation {
  const move = (file: string): string => (file.startsWith(base) ? root + file.slice(base.length) : file);
  return { ...operation, file: move(operation.file), from: operation.from === null ? null : move(operation.from) };
}
