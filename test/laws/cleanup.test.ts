import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Refusal } from "../../src/domain/refusal.ts";
import { contain } from "../../src/pipeline/contain.ts";
import { dispose } from "../../src/pipeline/dispose.ts";
import type { Ended } from "../helpers/hi.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { plant, sayNotShown, tryAsRoot, withLiveTree } from "../helpers/live-tree.ts";

const DRIVER = path.join(PROJECT_ROOT, "test/fixtures/processes-candidate/run.ts");

/** One repository for all runs, and a private temporary parent that must be empty after each of them. */
let directory = "";
let root = "";
let parent = "";

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "hi-test-"));
  [root, parent] = [path.join(directory, "live"), path.join(directory, "parent")];
  await mkdir(parent, { mode: 0o700 });
  await plant(
    root,
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`src/${index % 10}/f${index}.ts`, "1"]))
  );
  await symlink("..", path.join(root, "out"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs the driver; `signal` is sent as soon as it says that `step` has started. */
function drive(ending: string, { signal, step }: Omit<Run, "ending"> = {}): Promise<Ended> {
  return runProcess(process.execPath, [DRIVER, root, ending], {
    cwd: root,
    env: { HI_TEMP: parent },
    onSpawn: (child) => {
      if (signal === undefined) return;
      let said = "";
      child.stdout?.on("data", (text: string) => {
        const isNow = !said.includes(`${step}\n`) && (said + text).includes(`${step}\n`);
        said += text;
        if (isNow) child.kill(signal);
      });
    },
  });
}

interface Run {
  readonly ending: string;
  readonly signal?: NodeJS.Signals;
  readonly step?: string;
}

const anEnding = fc.constantFrom("success", "refusal", "defect", "exit", "throw-outside");
const aSignal = fc.constantFrom<NodeJS.Signals>("SIGINT", "SIGTERM", "SIGHUP");
const aRun: fc.Arbitrary<Run> = fc.oneof(
  fc.record({ ending: anEnding }),
  fc.record({
    ending: fc.constant("wait"),
    signal: aSignal,
    step: fc.constantFrom("sweep", "materialize", "contain", "preview"),
  }),
  fc.record({ ending: fc.constantFrom("success", "refusal"), signal: aSignal, step: fc.constant("dispose") })
);

describe("the temporary parent is empty", () => {
  test("after success, refusal, defect and interrupt at any step: a hundred real processes", async () => {
    await fc.assert(
      fc.asyncProperty(aRun, async (run) => {
        const ended = await drive(run.ending, run);
        expect(await readdir(parent), JSON.stringify({ run, ended })).toEqual([]);
        // A signal that comes while the process is already going finds no handler of ours; the candidate is gone then.
        expect([null, run.signal], ended.stderr).toContain(ended.signal);
      }),
      { numRuns: 100 }
    );
  });

  test.each([
    ["success", 0, ""],
    ["refusal", 2, "HI_PREVIEW_FAILED\n"],
    ["defect", 70, "TypeError\n"],
  ])("%s: disposed of before the end, with proof", async (ending, exitCode, stderr) => {
    const ended = await drive(ending);
    expect(ended).toMatchObject({ exitCode, stderr });
    expect(ended.stdout).toContain("dispose\ngone true\n");
    expect(await readdir(parent)).toEqual([]);
  });

  test.each<NodeJS.Signals>(["SIGINT", "SIGTERM", "SIGHUP"])("%s in the preview", async (signal) => {
    const ended = await drive("wait", { signal, step: "preview" });
    expect(ended).toMatchObject({ exitCode: 130, signal: null });
    expect(ended.stdout).toContain("gone true\n");
    expect(await readdir(parent)).toEqual([]);
  });

  test("an error outside of every stage: the last resort removes it", async () => {
    const ended = await drive("throw-outside");
    expect(ended.exitCode).toBe(1);
    expect(await readdir(parent)).toEqual([]);
  });
});

describe("what a killed run left", () => {
  test("is swept by the next one; a live run's, an unmarked folder, another's and a link are not", async () => {
    const killed = await drive("wait", { signal: "SIGKILL", step: "preview" });
    expect(killed.signal).toBe("SIGKILL");
    const [left] = await readdir(parent);
    expect(left).toMatch(/^hi-candidate-[0-9a-f]{32}$/);
    const marker = path.join(parent, left ?? "", `.${left}.json`);
    const said = JSON.parse(await readFile(marker, "utf8"));
    const others = await plantOthers(said);
    expect(await drive("success")).toMatchObject({ exitCode: 0 });
    expect((await readdir(parent)).toSorted()).toEqual(others.toSorted());
    for (const name of others) await rm(path.join(parent, name), { recursive: true });
  });
});

/** Folders that look like candidates, each for one reason not to be removed. */
async function plantOthers(marker: { owner: { pid: number; startTime: string }; nonce: string }): Promise<string[]> {
  const make = async (digit: string, change: (marker: never) => unknown): Promise<string> => {
    const nonce = digit.repeat(32);
    const name = `hi-candidate-${nonce}`;
    const text = JSON.stringify(change({ ...marker, nonce } as never));
    await plant(parent, { [`${name}/.${name}.json`]: text, [`${name}/precious`]: "" });
    return name;
  };
  const own = { owner: { ...marker.owner, pid: process.pid, startTime: "origin:0" } };
  const names = [
    await make("1", (given: typeof marker) => ({ ...given, ...own })),
    await make("2", (given: typeof marker) => ({ ...given, owner: { ...given.owner, host: "elsewhere" } })),
    await make("3", (given: typeof marker) => ({ ...given, owner: { ...given.owner, space: "pid:[1]" } })),
    await make("4", (given: typeof marker) => ({ ...given, nonce: "f".repeat(32) })),
    await make("5", (given: typeof marker) => ({ ...given, owner: { ...given.owner, pid: -1 } })),
    await make("6", () => "no marker"),
    `hi-candidate-${"7".repeat(32)}`,
    "hi-candidate-by-hand",
  ];
  const dead = path.join(directory, "dead");
  await plant(dead, {
    [`.hi-candidate-${"7".repeat(32)}.json`]: JSON.stringify({ ...marker, nonce: "7".repeat(32) }),
    precious: "",
  });
  await symlink(dead, path.join(parent, `hi-candidate-${"7".repeat(32)}`));
  await plant(parent, { "hi-candidate-by-hand/precious": "" });
  return names;
}

test("a pid that is used again is not the process that held it", () =>
  withLiveTree(async ({ root: live, store, parent: own }) => {
    const candidate = await store.create(live);
    const name = path.basename(candidate.root);
    const file = path.join(candidate.root, `.${name}.json`);
    const marker = JSON.parse(await readFile(file, "utf8"));
    if (!marker.owner.startTime.startsWith("ticks:")) return;
    expect(await store.sweep(live)).toBe(0);
    await writeFile(file, JSON.stringify({ ...marker, owner: { ...marker.owner, startTime: "ticks:1" } }));
    expect(await store.sweep(live)).toBe(1);
    expect(await readdir(own)).toEqual([]);
  }));

test("a candidate that cannot be removed blocks: no cleanup proof, so nothing can be published", () =>
  withLiveTree(async ({ root: live, store, parent: own }) => {
    const candidate = await store.create(live);
    await contain(candidate, { candidates: store });
    await writeFile(path.join(candidate.root, "stuck"), "");
    if ((await tryAsRoot("chattr +i stuck", candidate.root)) === undefined) {
      sayNotShown("a candidate that holds an immutable file");
      return;
    }
    const refused = await dispose(candidate, { candidates: store }).catch((error: unknown) => error);
    await tryAsRoot("chattr -i stuck", candidate.root);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).facts).toMatchObject({ code: "HI_CLEANUP_FAILED", where: { path: candidate.root } });
    expect((await dispose(candidate, { candidates: store })).evidence.gone).toBe(true);
    expect(await readdir(own)).toEqual([]);
  }));
