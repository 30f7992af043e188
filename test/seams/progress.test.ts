import { readdir } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { readTree } from "../helpers/golden.ts";
import { CONTROL_C, hasTerminal, talk } from "../helpers/terminal.ts";
import type { Tree } from "./init-detect.fixture.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const TREE = {
  "package.json": { name: "sample", private: true, workspaces: ["packages/*"] },
  "packages/a/package.json": { name: "a" },
  "packages/a/src/a.ts": "var one = 1;\n",
  "packages/b/package.json": { name: "b" },
  "packages/b/src/b.ts": "var one = 1;\n",
  "packages/b/.oxlintrc.json": { jsPlugins: ["./slow.mjs"] },
};
/** A plugin that takes its time to load, so that a preview takes a while on any machine. */
const SLOW = plugin("await new Promise((resolve) => setTimeout(resolve, 2500));");
/** One that never loads. */
const ENDLESS = plugin("setInterval(() => undefined, 1000);\nawait new Promise(() => undefined);");

function plugin(before: string): Tree {
  return { "packages/b/slow.mjs": `${before}\nexport default { meta: { name: "slow" }, rules: {} };\n` };
}

const INIT = "init --yes --providers claude --scopes packages/a,packages/b";

describe.skipIf(!hasTerminal)("a run that takes its time, in a terminal", () => {
  test("Ctrl-C in the preview: 130, the cursor is back, and nothing is left: no candidate, no lock, no report, no file", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...TREE, ...ENDLESS });
      const before = await readTree(folder);
      const report = path.join(folder, "../interrupted.md");
      const session = await talk(`${INIT} --output '${report}'`, folder, [{ after: "Previewing: ", type: CONTROL_C }]);
      expect(session.screen).toContain("HI_INTERRUPTED");
      expect(session).toMatchObject({ exitCode: 130, temporary: [] });
      expect(session.screen.lastIndexOf("\u001B[?25h")).toBeGreaterThan(session.screen.lastIndexOf("\u001B[?25l"));
      expect(await readTree(folder)).toEqual(before);
      expect(await readdir(path.dirname(report))).not.toContain("interrupted.md");
      const again = await talk(`${INIT} --preview off`, folder, []);
      expect(again.exitCode, again.screen).toBe(0);
    }));

  test("it says which stage, which scope of how many, and for how long; all of it is wiped", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...TREE, ...SLOW });
      const shown = await talk(`${INIT} --dry-run`, folder, []);
      const words = stripVTControlCharacters(shown.screen);
      expect(words).toMatch(
        /Previewing: (?:linting|checking the format of|counting safe fixes in) packages\/[ab](?: as it is now)? \([12] of 2\)/
      );
      expect(words).toMatch(/Previewing.*, \d+ s/);
      expect(shown.screen.trimEnd().split("\n").at(-1)).not.toContain("Previewing");
    }));
});
