import { readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { needsTerminal, playScenario, readExpected, writeExpected } from "../helpers/golden.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { hasTerminal } from "../helpers/terminal.ts";

/** `npm run golden:update` sets it; CI refuses it, so an expectation is only ever rewritten by a person. */
const isUpdating = process.env["HI_GOLDEN_UPDATE"] === "1";

const scenarios = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test("expected sides are never rewritten in CI", () => {
  expect(isUpdating && process.env["CI"] !== undefined).toBe(false);
});

describe.each(scenarios.map((entry) => entry.name))("%s", (name) => {
  const folder = path.join(import.meta.dirname, name);

  test("runs as written down, and leaves exactly the files written down", async (context) => {
    if (!hasTerminal && (await needsTerminal(folder))) {
      console.warn(`NOT SHOWN: ${name} (needs util-linux's script for a terminal)`);
      context.skip();
    }
    await withTemporaryDirectory(async (directory) => {
      const outcome = await playScenario(folder, directory);
      if (isUpdating) await writeExpected(folder, outcome);
      for (const { step, exit } of outcome.exits) {
        if (!("exit" in step)) continue;
        const words = "hi" in step ? step.hi.join(" ") : step.talk;
        expect(exit, `hi ${words}\n${outcome.session}`).toBe(step.exit);
      }
      const expected = await readExpected(folder);
      expect(outcome.session).toBe(expected.session);
      expect(Object.fromEntries(outcome.files)).toEqual(Object.fromEntries(expected.files));
      // The temporary parent is empty after every ending: nothing of a candidate is left.
      expect(await readdir(path.join(directory, "temporary")).catch(() => [])).toEqual([]);
    });
  });
});
