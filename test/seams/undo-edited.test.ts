import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { copyRepository, countOperations, readState, runWatched } from "../helpers/crash.ts";
import { applyEdits, edits, manifests } from "../helpers/edited-manifests.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import type { Files, Project } from "./reports.fixture.ts";
import { init, PLAIN, succeed, withProject } from "./reports.fixture.ts";

// `hi undo` of a first `hi init` left scripts and devDependencies of ours, which run what is there no longer, in a
// package.json that a person had written another line into since.

const MANIFEST = "package.json";
const HOOKS = ".claude/settings.json";

/** A line of the person's own, in a place that is not ours. */
const edit = (text: string): string => text.replace('"name": "shop",', '"name": "shop",\n  "license": "MIT",');

const schema = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/recovery-1.schema.json"), "utf8"));
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true }).compile(schema);

function parseRecovery(stdout: string) {
  const document = JSON.parse(stdout);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  return document;
}

/** Initialises, edits the manifest, and leaves what comes then to the test. */
const withEdited = (
  work: (project: Project, before: ReadonlyMap<string, string>) => Promise<void>,
  files: Files = {}
) =>
  withProject(files, async (project) => {
    const before = readState(project.root);
    await init(project);
    await project.write(MANIFEST, edit(await project.read(MANIFEST)));
    await work(project, before);
  });

/** Everything but the file, as it was before. */
const without = (tree: ReadonlyMap<string, string>, ...names: readonly string[]) =>
  [...tree].filter(([name]) => !names.includes(name)).toSorted();

describe("hi undo where a file that holds keys of ours was edited since", () => {
  test("takes exactly our keys out, says so, and leaves the edit on the bytes from before", () =>
    withEdited(async (project, before) => {
      const edited = await project.read(MANIFEST);
      const foreseen = await succeed(project, ["undo", "--dry-run"]);
      expect(await project.read(MANIFEST)).toBe(edited);
      const ended = await succeed(project, ["undo"]);
      const row = /taken out {2}package.json +changed since; \d+ keys of ours are out, the rest stays\n/;
      expect(foreseen.stdout).toMatch(row);
      expect(ended.stdout).toMatch(row);
      expect(ended.stdout).toMatch(
        /changed: all is as before the hi init of \S+, with what was changed since in 1 path\n/
      );
      expect(await project.read(MANIFEST)).toBe(edit(PLAIN[MANIFEST] as string));
      expect(without(readState(project.root), MANIFEST)).toEqual(without(before, MANIFEST));
    }));

  test("a key of ours with another value stays and is named: 1", () =>
    withEdited(async (project) => {
      const text = await project.read(MANIFEST);
      await project.write(MANIFEST, text.replace(/"oxlint": "[^"]+"/, '"oxlint": "1.0.0"'));
      const ended = await project.hi(["undo", "--json"]);
      expect(ended.exitCode).toBe(1);
      const { paths } = parseRecovery(ended.stdout);
      const told = paths.find((one: { path: string }) => one.path === MANIFEST);
      expect(told).toMatchObject({ outcome: "taken-out", keys: { kept: ["/devDependencies/oxlint"] } });
      expect(told.keys.out).toContain("/scripts/lint");
      const { scripts, devDependencies } = JSON.parse(await project.read(MANIFEST));
      expect([scripts, devDependencies]).toEqual([undefined, { oxlint: "1.0.0" }]);
    }));

  test("and is named to a person, too", () =>
    withEdited(async (project) => {
      await project.write(MANIFEST, (await project.read(MANIFEST)).replace(/"lint": "[^"]+"/, '"lint": "mine"'));
      const { exitCode, stdout } = await project.hi(["undo"]);
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/keys of ours are out, the rest stays, with scripts[.]lint, which was edited\n/);
      expect(stdout).toContain("all but 1 path is as before");
    }));

  test("an agent's settings that we made keep what a person put into them, and nothing of ours", () =>
    withEdited(async (project, before) => {
      const settings = await project.read(HOOKS);
      await project.write(HOOKS, settings.replace("{", '{\n  "model": "opus",'));
      await succeed(project, ["undo"]);
      expect(await project.read(HOOKS)).toBe('{\n  "model": "opus"\n}\n');
      expect(without(readState(project.root), MANIFEST, HOOKS, ".claude")).toEqual(without(before, MANIFEST));
    }));

  test("a project's own value that --take gave up comes back", async () => {
    const manifest = '{\n  "name": "shop",\n  "devDependencies": { "oxlint": "0.1.0" }\n}\n';
    await withProject({ [MANIFEST]: manifest }, async (project) => {
      await init(project, ["--take", "oxlint"]);
      expect(await project.read(MANIFEST)).not.toContain("0.1.0");
      await project.write(MANIFEST, edit(await project.read(MANIFEST)));
      await succeed(project, ["undo"]);
      expect(await project.read(MANIFEST)).toBe(edit(manifest));
    });
  });

  test("what cannot be read any more is kept whole", () =>
    withEdited(async (project) => {
      await project.write(MANIFEST, "theirs\n");
      const ended = await project.hi(["undo", "--json"]);
      expect(ended.exitCode).toBe(1);
      expect(parseRecovery(ended.stdout).paths).toContainEqual({ path: MANIFEST, outcome: "kept" });
      expect(await project.read(MANIFEST)).toBe("theirs\n");
    }));

  test("whatever the manifest and the edit are, what is left is the edit on the bytes from before", async () => {
    const drawn = fc.sample(fc.tuple(manifests, edits), { numRuns: 12, seed: 7 });
    for (const [manifest, chosen] of drawn) {
      await withProject({ [MANIFEST]: manifest }, async (project) => {
        const before = readState(project.root);
        await init(project);
        await project.write(MANIFEST, applyEdits(await project.read(MANIFEST), chosen));
        await succeed(project, ["undo"]);
        expect(await project.read(MANIFEST)).toBe(applyEdits(manifest, chosen));
        expect(without(readState(project.root), MANIFEST)).toEqual(without(before, MANIFEST));
      });
    }
  });

  test("killed at any step, hi abort or a second hi undo comes to the same", () =>
    withEdited(async ({ root, directory }, before) => {
      const undo = { directory, before: root, args: ["undo"] };
      const operations = await countOperations(undo);
      expect(operations).toBeGreaterThan(20);
      let aborted = 0;
      for (let kill = 1; kill <= operations; kill += 3) {
        const copy = copyRepository(undo, `killed-${kill}`);
        expect((await runWatched(undo, copy, { kill })).signal).toBe("SIGKILL");
        const abort = await runWatched({ directory, args: ["abort"] }, copy, { kill: 1_000_000 });
        if (abort.stderr.includes("HI_NOTHING_TO_RECOVER")) await runWatched(undo, copy, { kill: 1_000_000 });
        else aborted += 1;
        expect(readFileSync(path.join(copy, MANIFEST), "utf8"), `killed at ${kill}`).toBe(
          edit(PLAIN[MANIFEST] as string)
        );
        expect(without(readState(copy), MANIFEST), `killed at ${kill}`).toEqual(without(before, MANIFEST));
      }
      expect(aborted).toBeGreaterThan(0);
    }));
});
