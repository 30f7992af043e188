import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { sha256 } from "../../src/adapters/hash.ts";
import { CONTROL_C, ENTER, hasTerminal, talk } from "../helpers/terminal.ts";
import type { Project } from "./reports.fixture.ts";
import { hashWorkTree, init, succeed, withProject } from "./reports.fixture.ts";

/** Mechanism: a person who is there can say of each conflict what becomes of it; one choice for all is for pipelines. */

const DOWN = "\u001B[B";
const README = ".hi/README.md";
const SETTINGS = ".claude/settings.json";

/** Two conflicts: a line of the README, and the timeout of a hook. */
async function withConflicts(work: (project: Project) => Promise<void>): Promise<void> {
  await withProject({}, async (project) => {
    await init(project);
    const older = (await project.read(README)).replace("what it does |", "what it did |");
    const receipt = JSON.parse(await project.read(".hi/receipt.json"));
    receipt.files[README].sha256 = sha256(older);
    await project.write(`.hi/base/${sha256(older)}`, older);
    await project.write(".hi/receipt.json", JSON.stringify(receipt));
    await project.write(README, older.replace("what it did |", "what it is for |"));
    await project.write(SETTINGS, (await project.read(SETTINGS)).replace('"timeout": 60', '"timeout": 61'));
    const settings = await project.read(".hi/settings.json");
    await project.write(
      ".hi/settings.json",
      settings.replace('"commitGate"', '"hook": { "deadlineMs": 90000 },\n  "commitGate"')
    );
    await work(project);
  });
}

describe.skipIf(!hasTerminal)("conflicts in a terminal", () => {
  test("are shown with their three sides and settled one by one, before the question whether to publish", () =>
    withConflicts(async (project) => {
      const session = await talk("update --preview off", project.root, [
        { after: `What becomes of ${SETTINGS}`, type: DOWN + ENTER },
        { after: `What becomes of ${README}`, type: ENTER },
        { after: "Publish these changes?", type: "y" },
      ]);
      const screen = stripVTControlCharacters(session.screen);
      for (const side of ["published last", "here", "ours now", "what it did", "what it is for", "what it does"]) {
        expect(screen).toContain(side);
      }
      expect(session).toMatchObject({ exitCode: 0, temporary: [] });
      expect(await project.read(SETTINGS)).toContain('"timeout": 100');
      expect(await project.read(README)).toContain("what it is for |");
      expect((await succeed(project, ["check"])).stdout).toContain(`${README} is edited here`);
    }));

  test("markers are offered where they can stand, and nowhere else", () =>
    withConflicts(async (project) => {
      const session = await talk("update --preview off", project.root, [
        { after: `What becomes of ${SETTINGS}`, type: ENTER },
        { after: `What becomes of ${README}`, type: DOWN + DOWN + ENTER },
        { after: "Publish these changes?", type: "y" },
      ]);
      const [first = "", second = ""] = stripVTControlCharacters(session.screen).split(`What becomes of ${README}`);
      expect(first).not.toContain("markers");
      expect(second).toContain("markers");
      expect(await project.read(README)).toMatch(/<<<<<<< current\n.+\n\|{7} base\n.+\n=======\n.+\n>>>>>>> wanted\n/);
      expect(await project.read(SETTINGS)).toContain('"timeout": 61');
    }));

  test.each([
    [
      "stopped at the second: 1",
      [
        { after: `What becomes of ${SETTINGS}`, type: ENTER },
        { after: `What becomes of ${README}`, type: DOWN.repeat(3) + ENTER },
      ],
      1,
    ],
    ["cancelled: 130", [{ after: `What becomes of ${SETTINGS}`, type: CONTROL_C }], 130],
    [
      "settled, and declined at the end: 2",
      [
        { after: `What becomes of ${SETTINGS}`, type: ENTER },
        { after: `What becomes of ${README}`, type: ENTER },
        { after: "Publish these changes?", type: "n" },
      ],
      2,
    ],
  ])("%s, and nothing is written", (_name, lines, exitCode) =>
    withConflicts(async (project) => {
      const before = await hashWorkTree(project.root);
      const session = await talk("update --preview off", project.root, lines);
      expect(session).toMatchObject({ exitCode, temporary: [] });
      expect(await hashWorkTree(project.root)).toEqual(before);
    })
  );

  test("what was chosen is in the plan that is written down", () =>
    withConflicts(async (project) => {
      const session = await talk("update --preview off --plan-out ../plan.json", project.root, [
        { after: `What becomes of ${SETTINGS}`, type: DOWN + ENTER },
        { after: `What becomes of ${README}`, type: ENTER },
      ]);
      expect(session.exitCode).toBe(0);
      await succeed(project, ["update", "--plan", "../plan.json", "--yes"]);
      expect(await project.read(SETTINGS)).toContain('"timeout": 100');
      expect(await project.read(README)).toContain("what it is for |");
    }));
});
