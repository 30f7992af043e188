import { describe, expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import { migrateSettings } from "../../src/domain/settings-migration.ts";
import type { Project } from "./reports.fixture.ts";
import { expectRefused, init, OFF, succeed, toDocument, withProject } from "./reports.fixture.ts";

const SETTINGS = ".hi/settings.json";

/** Settings as people keep them: comments, an order and a layout of their own. */
const toText = (version: string): string =>
  [
    "// ours since June",
    "{",
    version,
    '\t"providers": ["claude"], // the only one',
    '\t"packs": ["base"],',
    '\t"lint": { "exclude": [], "scopes": ["."] } /* the root */',
    "}",
    "",
  ].join("\r\n");

const AGES = [
  ["of version 0", toText('\t"schemaVersion": 0, // first')],
  ["from before the field existed", toText("\t// no version yet")],
] as const;

/** An initialised repository whose settings have been put back to an earlier version. */
const withOld = (text: string, work: (project: Project) => Promise<void>): Promise<void> =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base"]);
    await project.write(SETTINGS, text);
    await work(project);
  });

describe.each(AGES)("settings %s", (_, text) => {
  test("are refused by every verb that does not write settings, and nothing is written", () =>
    withOld(text, async (project) => {
      for (const args of [["check"], ["diff"], ["explain", "package.json"], ["update", "--yes", ...OFF]]) {
        const refusal = await expectRefused(project, args);
        expect(refusal).toMatchObject({ code: "HI_SETTINGS_OLD", where: { path: SETTINGS }, next: "hi init" });
      }
    }));

  test("are carried over by init with the same publication, said, and not again", () =>
    withOld(text, async (project) => {
      const dry = await succeed(project, ["init", "--dry-run", ...OFF]);
      expect(dry.stdout).toContain(`${SETTINGS} was written for version 0 of the settings' schema`);
      expect(await project.read(SETTINGS)).toBe(text);

      const document = toDocument(await succeed(project, ["init", "--yes", "--json", ...OFF]));
      expect(document.findings).toContainEqual({
        code: "settings-migrated",
        severity: "info",
        path: SETTINGS,
        args: { from: 0, to: 1 },
      });
      expect(document.plan?.entries.filter(({ action }) => action !== "keep").map(({ path }) => path)).toEqual([
        SETTINGS,
      ]);
      const after = await project.read(SETTINGS);
      expect(after).toContain('"schemaVersion": 1');
      for (const line of text.split("\r\n").filter((kept) => !/"schemaVersion"|\/\* the root/.test(kept))) {
        expect(after.split("\r\n")).toContain(line);
      }

      await succeed(project, ["check"]);
      const again = toDocument(await succeed(project, ["init", "--yes", "--json", ...OFF]));
      expect(again.gate).toMatchObject({ open: false, because: "nothing-to-do" });
      expect(again.findings.map(({ code }) => code)).not.toContain("settings-migrated");
    }));
});

test("the only bytes that a migration changes are the version's own", () => {
  const [[, first]] = AGES;
  expect(migrateSettings(first, jsonConfigEditor)).toEqual({
    text: first.replace('"schemaVersion": 0', '"schemaVersion": 1'),
    migrated: { from: 0, to: 1 },
  });
});

test.each([
  ["of today", '{ "schemaVersion": 1 }'],
  ["of a newer hi", '{ "schemaVersion": 2 }'],
  ["with a version that is none", '{ "schemaVersion": "0" }'],
  ["that are no object", "[]"],
  ["that cannot be read", "{"],
])("a text %s is left to the reader", (_, text) => {
  expect(migrateSettings(text, jsonConfigEditor)).toEqual({ text });
});
