import { describe, expect, test } from "vitest";

import { readTree } from "../helpers/golden.ts";
import { CONTROL_C, ENTER, hasTerminal, talk } from "../helpers/terminal.ts";
import type { Line } from "../helpers/terminal.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const QUESTIONS: readonly Line[] = [
  { after: "Which coding agents", type: ENTER },
  { after: "Which packages", type: ENTER },
  { after: "Which packs", type: ENTER },
  { after: "What does no scope own", type: ENTER },
  { after: "Check staged files", type: ENTER },
];

describe.skipIf(!hasTerminal)("in a terminal", () => {
  const tree = {
    "package.json": { name: "sample" },
    "src/index.ts": "export const one = 1;\n",
    ".claude/settings.json": "{}\n",
  };

  test("cancelled at the first question: 130, and nothing is written", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const before = await readTree(folder);
      const session = await talk("init --preview off", folder, [{ after: "Which coding agents", type: CONTROL_C }]);
      expect(session.screen).toContain("HI_CANCELLED");
      expect(session).toMatchObject({ exitCode: 130, temporary: [] });
      expect(await readTree(folder)).toEqual(before);
    }));

  test("declined at the last question: the plan was shown, 2, and nothing is written", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const before = await readTree(folder);
      const session = await talk("init --preview off", folder, [
        ...QUESTIONS,
        { after: "Publish these changes?", type: "n" },
      ]);
      expect(session.screen).toContain(".hi/settings.json");
      expect(session.screen).toContain("Declined: nothing was written.");
      expect(session).toMatchObject({ exitCode: 2, temporary: [] });
      expect(await readTree(folder)).toEqual(before);
    }));

  test("answered: what a flag gives is not asked, and what was chosen is published", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const session = await talk("init --preview off --providers codex", folder, [
        ...QUESTIONS.slice(1),
        { after: "Publish these changes?", type: "y" },
      ]);
      expect(session.screen).not.toContain("Which coding agents");
      expect(session.screen).toContain("Published");
      expect(session).toMatchObject({ exitCode: 0, temporary: [] });
      const settings = (await readTree(folder)).get(".hi/settings.json");
      expect(JSON.parse(settings ?? "")).toMatchObject({ providers: ["codex"], lint: { scopes: ["."] } });
    }));

  test("a dry run that was answered names the command that needs no answers", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const questions = QUESTIONS.filter(({ after }) => !after.startsWith("What does"));
      const session = await talk("init --preview off --dry-run --exclude gen/**", folder, questions);
      expect(session.exitCode).toBe(0);
      expect(session.screen).toContain(
        "To publish: hi init --providers claude --packs base,format --scopes . --exclude 'gen/**' --commit-gate disabled --preview off --yes"
      );
    }));

  test("colours are there for a person; with --json there is one document, and no question", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const shown = await talk("init --preview off --dry-run --yes", folder, []);
      expect(shown.exitCode).toBe(0);
      expect(shown.screen).toContain("\u001B[1mhi init (dry run)");
      const document = await talk("init --preview off --dry-run --json", folder, []);
      expect(JSON.parse(document.screen)).toMatchObject({ format: "hi-report/1", exitCode: 0, dryRun: true });
    }));

  // Terminals without a width exist (a pseudo-terminal that nobody sized): widgets that divide by it never end.
  test("a terminal without a width is no place for questions", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const session = await talk("init", folder, [], 0);
      expect(session.screen).toContain("HI_NEEDS_YES");
      expect(session.exitCode).toBe(2);
    }));

  test("a run that publishes with --json needs --yes, terminal or not", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const session = await talk("init --json", folder, []);
      expect(session.exitCode).toBe(2);
      expect(JSON.parse(session.screen).refusal.code).toBe("HI_NEEDS_YES");
    }));
});
