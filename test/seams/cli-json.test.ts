import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";

import type { Ended } from "../helpers/hi.ts";
import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { makeRepository } from "./init-detect.fixture.ts";

const BIN = path.join(PROJECT_ROOT, "src/bin.ts");
const TREE = {
  "package.json": { name: "sample", private: true },
  "src/index.ts": "export const one = 1;\n",
  ".claude/settings.json": "{}\n",
};

let validate: (document: unknown) => void = () => undefined;

beforeAll(() => {
  const folder = path.join(PROJECT_ROOT, "receipts");
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".schema.json"))) {
    ajv.addSchema(JSON.parse(readFileSync(path.join(folder, name), "utf-8")), name);
  }
  const check = ajv.getSchema("report-1.schema.json");
  if (!check) throw new Error("no schema of the report");
  validate = (document) => {
    check(document);
    expect(check.errors ?? []).toEqual([]);
  };
});

/** Runs `hi ARGS --json` and gives back the one document that it printed, validated. */
async function ask(cwd: string, ...args: readonly string[]) {
  const temporary = `${cwd}-temporary`;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const ended: Ended = await runProcess(process.execPath, [BIN, ...args, "--json"], {
    cwd,
    env: { HI_TEMP: temporary },
  });
  const document = JSON.parse(ended.stdout);
  validate(document);
  expect(document.exitCode).toBe(ended.exitCode);
  expect(document.gate).toMatchObject({ open: expect.any(Boolean) });
  return { ...ended, document };
}

function inRepository(work: (folder: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const folder = path.join(directory, "repository");
    await makeRepository(folder, TREE);
    await work(folder);
  });
}

describe("one document a run, and it follows its schema", () => {
  test("through a repository's life", () =>
    inRepository(async (folder) => {
      const dry = await ask(folder, "init", "--dry-run", "--preview", "off");
      expect(dry.document).toMatchObject({
        verb: "init",
        exitCode: 0,
        dryRun: true,
        gate: { open: false, because: "dry-run" },
        published: null,
      });
      const settings = dry.document.plan.entries.find((entry: { path: string }) => entry.path === ".hi/settings.json");
      expect(settings).toMatchObject({ action: "create", before: { kind: "absent" }, reason: { code: "settings" } });
      expect(settings.diff).toContain('+  "$schema": "./settings.schema.json",');
      expect(dry.document.commands).toContainEqual(dry.document.plan.install);
      expect((await ask(folder, "init", "--dry-run", "--preview", "off", "--exit-code")).exitCode).toBe(1);

      const init = await ask(folder, "init", "--yes", "--preview", "off");
      expect(init.document).toMatchObject({
        exitCode: 0,
        gate: { open: true },
        preview: { mode: "off" },
        refusal: null,
      });
      expect(init.document.published.written).toContain(".hi/receipt.json");
      expect(init.document.cleanup.gone).toBe(true);

      const again = await ask(folder, "update", "--yes", "--preview", "off", "--exit-code");
      expect(again.document).toMatchObject({ exitCode: 0, gate: { open: false, because: "nothing-to-do" } });
      expect(new Set(again.document.plan.entries.map((entry: { action: string }) => entry.action))).toEqual(
        new Set(["keep"])
      );
      expect((await ask(folder, "check")).document).toMatchObject({ exitCode: 0, check: { rows: [] }, findings: [] });
      expect((await ask(folder, "diff")).document).toMatchObject({ exitCode: 0, check: { rows: [] } });

      await rm(path.join(folder, "oxlint.config.ts"));
      expect((await ask(folder, "check")).document).toMatchObject({
        exitCode: 1,
        check: { rows: [{ path: "oxlint.config.ts", class: "missing" }] },
      });
      expect((await ask(folder, "explain", "oxlint.config.ts")).document).toMatchObject({
        exitCode: 0,
        explain: { owner: "harness" },
      });
      const restored = await ask(folder, "restore", "oxlint.config.ts", "--yes", "--preview", "off");
      expect(restored.document.published.written).toContain("oxlint.config.ts");
      expect((await ask(folder, "check")).exitCode).toBe(0);
    }));

  test("when the run is refused before, and when it is refused on the way", () =>
    inRepository(async (folder) => {
      expect((await ask(folder, "update", "--yes")).document).toMatchObject({
        exitCode: 2,
        plan: null,
        refusal: { code: "HI_NOT_INITIALISED" },
      });
      await writeFile(path.join(folder, ".claude/settings.json"), '{\n  "hooks": {');
      const unparseable = await ask(folder, "init", "--yes", "--preview", "off");
      expect(unparseable.document).toMatchObject({
        exitCode: 2,
        published: null,
        refusal: { code: "HI_UNPARSEABLE", where: { path: ".claude/settings.json", line: 2 } },
      });
      expect(unparseable.document.evidence.length).toBeGreaterThan(0);
      expect(readdirSync(folder).toSorted()).toEqual([".claude", ".git", "package.json", "src"]);
    }));

  test("when the words are not understood", () =>
    inRepository(async (folder) => {
      expect((await ask(folder, "upgrade")).document).toMatchObject({ verb: null, refusal: { code: "HI_USAGE" } });
      expect((await ask(folder, "update")).document).toMatchObject({
        verb: "update",
        refusal: { code: "HI_NOT_INITIALISED" },
      });
    }));
});
