import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { sha256 } from "../../src/adapters/hash.ts";
import { createWorld } from "../../src/adapters/world.ts";
import { update } from "../../src/commands/update.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import type { World } from "../../src/pipeline/world.ts";
import type { Project } from "../seams/reports.fixture.ts";
import { hashWorkTree, init, withProject } from "../seams/reports.fixture.ts";

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
const README = ".hi/README.md";

/** One for all runs: from source, its templates are bundled anew each time. */
let opened: World | undefined;

async function run(project: Project) {
  opened ??= await openWorld(project);
  return update(REQUEST, opened);
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

/** What somebody, or a disk, may make of a base. */
type Harm = (file: string, project: Project) => Promise<void>;
const harms = fc.constantFrom<Harm[]>(
  (file) => writeFile(file, "damaged"),
  (file) => writeFile(file, ""),
  async (file) => writeFile(file, (await readFile(file, "utf8")).replace("command", "comand")),
  async (file) => writeFile(file, `${await readFile(file, "utf8")}\n`),
  (file) => rm(file),
  async (file, { directory }) => {
    await rm(file);
    await symlink(path.join(directory, "outside.md"), file);
  },
  async (file) => {
    await rm(file);
    await mkdir(file);
  },
  async (file, { root }) => {
    await rm(path.dirname(file), { recursive: true });
    await symlink(path.join(root, "src"), path.dirname(file));
  },
  (file) => writeFile(path.join(path.dirname(file), sha256("project")), "project"),
  (file) => writeFile(path.join(path.dirname(file), "../base-notes"), "mine")
);

test("whatever becomes of a base: nothing outside of what the receipt owns changes, and no line of a person's is lost", () =>
  withProject({ "notes.txt": "mine\n" }, async (project) => {
    await init(project);
    await writeFile(path.join(project.directory, "outside.md"), "outside\n");
    const now = await project.read(README);
    const older = now.replace("| command | what it does |", "| command | what it did |");
    const edited = older.replace("Made by", "Kept by us. Made by");
    const receipt = JSON.parse(await project.read(".hi/receipt.json"));
    receipt.files[README].sha256 = sha256(older);
    const files = await hashWorkTree(project.root);
    const bases = new Map(
      await Promise.all(
        [...files.keys()]
          .filter((name) => name.startsWith(".hi/base/"))
          .map(async (name) => [name, await project.read(name)] as const)
      )
    );
    const counts = { merged: 0, stopped: 0 };
    for (const harm of fc.sample(harms, { numRuns: 60, seed: SEED })) {
      await rm(path.join(project.root, ".hi/base"), { recursive: true, force: true });
      for (const [name, text] of bases) await project.write(name, text);
      const base = path.join(project.root, ".hi/base", sha256(older));
      await writeFile(base, older);
      await project.write(README, edited);
      await project.write(".hi/receipt.json", JSON.stringify(receipt));
      await harm(base, project);
      const report = await run(project);
      if (report.kind !== "run") throw new Error(JSON.stringify(report));
      const text = await project.read(README);
      // Merged over a base that is what it says, or kept as it is: never a third thing.
      expect([edited, now.replace("Made by", "Kept by us. Made by")]).toContain(text);
      counts[text === edited ? "stopped" : "merged"] += 1;
      if (text === edited) expect(report.gate).toEqual({ open: false, because: "conflicts" });
      expect(await project.read("notes.txt")).toBe("mine\n");
      expect(await project.read("src/a.ts")).toBe("export const one = 1;\n");
      expect(await readFile(path.join(project.directory, "outside.md"), "utf8")).toBe("outside\n");
      const owned = Object.keys(JSON.parse(await project.read(".hi/receipt.json")).files);
      for (const name of (await hashWorkTree(project.root)).keys()) {
        if (files.has(name) || owned.includes(name) || name.startsWith(".hi/base")) continue;
        throw new Error(`${name} came from nowhere`);
      }
    }
    expect(counts.merged).toBeGreaterThan(5);
    expect(counts.stopped).toBeGreaterThan(20);
  }));
