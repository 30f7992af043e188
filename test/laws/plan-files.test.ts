import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { sha256 } from "../../src/adapters/hash.ts";
import { createWorld } from "../../src/adapters/world.ts";
import { update } from "../../src/commands/update.ts";
import type { Json } from "../../src/domain/json.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { toSeal } from "../../src/domain/plan-file.ts";
import type { Report } from "../../src/domain/report.ts";
import type { World } from "../../src/pipeline/world.ts";
import { mutate } from "../helpers/mutants.ts";
import { hashTree } from "../helpers/tree-hash.ts";
import type { Project } from "../seams/reports.fixture.ts";
import { init, OFF, succeed, withProject } from "../seams/reports.fixture.ts";

const REQUEST = {
  verb: "update",
  format: "human",
  exitCode: false,
  dryRun: false,
  offline: true,
  yes: true,
  preview: "off",
  install: false,
  take: [],
} as const;
const SEED = 20_261_130;
const mutation = fc.record({ place: fc.nat(), kind: fc.nat(3), value: fc.nat(15) });

/** One for all runs: from source, its templates are bundled anew each time. */
let opened: World | undefined;

async function run(project: Project, changes: Partial<Parameters<typeof update>[0]>): Promise<Report> {
  opened ??= await openWorld(project);
  return update({ ...REQUEST, ...changes }, opened);
}

async function openWorld(project: Project): Promise<World> {
  const { world } = await createWorld({
    verb: "update",
    cwd: project.root as AbsolutePath,
    env: { ...process.env, HI_TEMP: path.join(project.directory, "temporary") },
    progress: { stage: () => undefined, detail: () => undefined, done: () => undefined },
    interrupted: new AbortController().signal,
    note: () => undefined,
    askInit: async ({ answers }) => answers,
    confirm: async () => true,
  });
  return world;
}

/** Content and names of everything in the folder round the repository, but git's own; times apart. */
async function readAll(project: Project): Promise<Readonly<Record<string, string>>> {
  const tree = [...(await hashTree(project.directory))].filter(([name]) => !/(?:^|\/)\.git(?:\/|$)/.test(name));
  return Object.fromEntries(tree.map(([name, state]) => [name, state.split(" ").toSpliced(2, 2).join(" ")]));
}

/** A repository with an update to come: a file that left, one to merge, keys to change. */
async function withPlan(work: (project: Project, plan: Json) => Promise<void>): Promise<void> {
  await withProject({ "notes.txt": "mine\n" }, async (project) => {
    await init(project, ["--providers", "claude,cursor"]);
    const settings = await project.read(".hi/settings.json");
    await project.write(".hi/settings.json", settings.replace(/,\s*"cursor"/, ""));
    await project.write(".hi/README.md", (await project.read(".hi/README.md")).replace("Made by", "Kept. Made by"));
    await succeed(project, ["update", "--plan-out", "../plan.json", ...OFF]);
    await work(project, JSON.parse(await readFile(path.join(project.directory, "plan.json"), "utf8")) as Json);
  });
}

const PLAN_CODES = /^HI_PLAN_(?:INVALID|NEWER|STALE|NOT_OURS)$/;

test("a mutant of a plan is refused, or publishes what the plan said: never a byte elsewhere", () =>
  withPlan(async (project, plan) => {
    const file = path.join(project.directory, "plan.json");
    const copy = `${project.directory}-copy`;
    const before = await readAll(project);
    await cp(project.directory, copy, { recursive: true, verbatimSymlinks: true });
    const reset = async (): Promise<void> => {
      await rm(project.root, { recursive: true });
      await cp(path.join(copy, "shop"), project.root, { recursive: true, verbatimSymlinks: true });
    };
    const original = await readFile(file);
    expect((await run(project, { plan: "../plan.json" })).kind).toBe("run");
    const after = await readAll(project);
    const counts = { refused: 0, published: 0, sealed: 0 };
    await reset();
    const attempt = async (mutant: Json): Promise<void> => {
      await writeFile(file, JSON.stringify(mutant));
      const report = await run(project, { plan: "../plan.json" });
      await writeFile(file, original);
      const now = await readAll(project);
      if (report.kind === "refused") {
        expect(report.refusal.code).toMatch(PLAN_CODES);
        expect(now).toEqual(before);
        counts.refused += 1;
        return;
      }
      expect(now).toEqual(after);
      counts.published += 1;
      await reset();
    };
    for (const drawn of fc.sample(mutation, { numRuns: 1000, seed: SEED })) await attempt(mutate(plan, drawn));
    // A few change nothing.
    expect(counts.refused).toBeGreaterThan(950);
    // Whoever alters it seals it again.
    for (const drawn of fc.sample(mutation, { numRuns: 150, seed: SEED + 1 })) {
      const mutant = mutate(plan, drawn);
      const isObject = typeof mutant === "object" && mutant !== null && !Array.isArray(mutant);
      await attempt(isObject ? ({ ...mutant, seal: toSeal(mutant, sha256) } as Json) : mutant);
      counts.sealed += 1;
    }
    expect(counts.sealed).toBe(150);
    await rm(copy, { recursive: true });
  }));
