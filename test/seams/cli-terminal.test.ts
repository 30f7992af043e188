import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readTree } from "../helpers/golden.ts";
import { PROJECT_ROOT, TEST_CACHE } from "../helpers/hi.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const BIN = `${PROJECT_ROOT}/src/bin.ts`;

/** util-linux's `script` gives a child a real terminal. */
const hasTerminal = spawnSync("script", ["--version"]).status === 0;

/** What is typed once a text has appeared. */
interface Line {
  readonly after: string;
  readonly type: string;
}

interface Session {
  readonly exitCode: number | null;
  readonly screen: string;
  /** What is left in the temporary parent. */
  readonly temporary: readonly string[];
}

const ENTER = "\r";
const CONTROL_C = "\u0003";

/** Runs `hi` in a terminal and answers what it asks; stdout and stderr are one screen. */
async function talk(args: string, cwd: string, lines: readonly Line[], columns = 100): Promise<Session> {
  const temporary = `${cwd}-temporary`;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, TERM: "xterm", HI_TEMP: temporary, HI_CACHE: TEST_CACHE, GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C.UTF-8" };
  const command = `stty cols ${columns} rows 40; '${process.execPath}' '${BIN}' ${args}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], { cwd, env, timeout: 90_000 });
  let screen = "";
  let seen = 0;
  const waiting = [...lines];
  child.stdout.setEncoding("utf-8").on("data", (text: string) => {
    screen += text;
    for (let next = waiting[0]; next && screen.includes(next.after, seen); next = waiting[0]) {
      seen = screen.indexOf(next.after, seen) + next.after.length;
      child.stdin.write(next.type);
      waiting.shift();
    }
  });
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exitCode, screen, temporary: await readdir(temporary) };
}

const QUESTIONS: readonly Line[] = [
  { after: "Which coding agents", type: ENTER },
  { after: "Which packages", type: ENTER },
  { after: "Which packs", type: ENTER },
  { after: "What does no scope own", type: ENTER },
  { after: "Check staged files", type: ENTER },
];

describe.skipIf(!hasTerminal)("in a terminal", () => {
  const tree = { "package.json": { name: "sample" }, "src/index.ts": "export const one = 1;\n", ".claude/settings.json": "{}\n" };

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
      const session = await talk("init --preview off", folder, [...QUESTIONS, { after: "Publish these changes?", type: "n" }]);
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
      const session = await talk("update --json", folder, []);
      expect(session.exitCode).toBe(2);
      expect(JSON.parse(session.screen).refusal.code).toBe("HI_NEEDS_YES");
    }));
});
