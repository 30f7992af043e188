import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { linkTools, writeAll } from "../helpers/generated.ts";
import type { Ended } from "../helpers/hi.ts";
import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { makeManagerFolder } from "../helpers/package-managers.ts";

const DOCUMENT = await readFile(path.join(PROJECT_ROOT, "docs/operators.md"), "utf8");
const ULTRACITE = path.join(PROJECT_ROOT, "node_modules/ultracite");

/** What the document's table gives, in its order: check, doctor, fix, fix with Codex. */
interface Forms {
  readonly check: string;
  readonly doctor: string;
  readonly fix: string;
  readonly codex: string;
}

/** The four commands that start with the word. */
function readForms(starter: string): Forms {
  const cells = [...DOCUMENT.matchAll(/^\|.*\|$/gm)].flatMap(([row]) => [...row.matchAll(/`([^`]+)`/g)]);
  const own = cells.map(([, command = ""]) => command).filter((command) => command.startsWith(`${starter} `));
  const [check = "", doctor = "", fix = "", codex = ""] = own;
  expect(own).toHaveLength(4);
  return { check, doctor, fix, codex };
}

const BAD = "export const add = (left, right) => {\n  let sum = left + right;\n  return sum\n};\n";
const FILES = {
  "oxlint.config.ts":
    'import core from "ultracite/oxlint/core";\n\nexport default { extends: [core], ignorePatterns: ["node_modules", "*.ts"] };\n',
  "oxfmt.config.ts": 'export { default } from "ultracite/oxfmt";\n',
  "src/target.js": BAD,
  "src/other.js": BAD,
};
const { ultracite, oxlint, oxfmt } = TOOLCHAIN;
const MANIFEST = { name: "fixture", private: true, type: "module", devDependencies: { ultracite, oxlint, oxfmt } };

interface Project {
  readonly root: string;
  /** Runs a command of the document, with TARGETS filled in. */
  readonly run: (form: string, targets?: string) => Promise<Ended>;
  /** What `codex` was called with, each call's words. */
  readonly readCalls: () => Promise<readonly (readonly string[])[]>;
}

const CODEX = `#!/usr/bin/env node
require("node:fs").appendFileSync(process.env.CALLS, JSON.stringify(process.argv.slice(2)) + "\\n");
`;

/** Where the operator stands: two files with the same faults, the pinned tools, and a `codex` that only notes its call. */
async function withProject(starter: string, work: (project: Project) => Promise<void>): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "project");
    const calls = path.join(directory, "calls");
    await writeAll(root, { ...FILES, "package.json": JSON.stringify(MANIFEST) });
    await writeFile(calls, "");
    await mkdir(path.join(directory, "bin"));
    await writeFile(path.join(directory, "bin/codex"), CODEX);
    await chmod(path.join(directory, "bin/codex"), 0o755);
    const managers = starter === "yarn" ? [await makeManagerFolder(directory, ["yarn"])] : [];
    const own = path.join(PROJECT_ROOT, "node_modules/.bin");
    const places = [path.join(directory, "bin"), ...managers, own, process.env["PATH"] ?? ""];
    const env = { PATH: places.join(path.delimiter), CALLS: calls, YARN_ENABLE_TELEMETRY: "0" };
    const run = (form: string, targets = ""): Promise<Ended> => {
      const words = form.replace(" TARGETS", targets === "" ? "" : ` ${targets}`).split(" ");
      return runProcess("/usr/bin/env", words, { cwd: root, env });
    };
    await (starter === "berry"
      ? install(run, root)
      : linkTools(root, ["ultracite", "oxlint", "@oxlint", "oxfmt", "@oxfmt"]));
    const readCalls = async () => {
      const lines = (await readFile(calls, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as string[]);
    };
    await work({ root, run, readCalls });
  });
}

/** Later versions of yarn run only what they installed themselves. */
async function install(run: Project["run"], root: string): Promise<void> {
  await writeAll(root, {
    ".yarnrc.yml": "nodeLinker: node-modules\nenableImmutableInstalls: false\n",
    "yarn.lock": "",
  });
  const { exitCode, stdout } = await run("yarn install --mode=skip-build");
  expect([exitCode, stdout]).toEqual([0, expect.any(String)]);
}

const read = (root: string, name: string): Promise<string> => readFile(path.join(root, name), "utf8");

/** A command of the document: of yarn the same one for both of its lines. */
const toStarter = (starter: string): string => (starter === "berry" ? "yarn" : starter);

describe.each(["bunx", "npx", "pnpm", "yarn", "berry"])(
  "the forms that the document gives for %s (AC-013)",
  (starter) => {
    const forms = (): Forms => readForms(toStarter(starter));

    it("check, doctor, fix and fix --codex look at the targets that they are given, and at nothing else", async () => {
      await withProject(starter, async ({ root, run, readCalls }) => {
        const checked = await run(forms().check, "src/target.js");
        const found = checked.stdout + checked.stderr;
        expect([checked.exitCode, found]).toEqual([1, expect.stringContaining("prefer-const")]);
        expect(found).toContain("src/target.js");
        expect(found).not.toContain("src/other.js");
        expect(await read(root, "src/target.js")).toBe(BAD);

        const looked = await run(forms().doctor);
        expect([looked.exitCode, looked.stdout]).toEqual([0, expect.stringContaining(`Ultracite v${ultracite}`)]);

        await run(forms().fix, "src/target.js");
        expect(await read(root, "src/target.js")).toContain("const sum = left + right;\n  return sum;\n");
        expect(await read(root, "src/other.js")).toBe(BAD);
        expect(await readCalls()).toEqual([]);

        await writeAll(root, { "src/target.js": `${BAD}debugger;\n` });
        await run(forms().codex, "src/target.js");
        const [version, call] = await readCalls();
        expect([version, call?.slice(0, 2)]).toEqual([["--version"], ["exec", "--full-auto"]]);
        expect(call?.[2]).toContain("target.js");
        expect(call?.[2]).not.toContain("other.js");
        expect(await read(root, "src/other.js")).toBe(BAD);
      });
    });
  }
);

describe("what the document warns of", () => {
  it("is so: without targets, check reports the whole project and fix rewrites it", async () => {
    await withProject("npx", async ({ root, run }) => {
      const { check, fix } = readForms("npx");
      const { stdout, stderr } = await run(check);
      expect(stdout + stderr).toContain("src/other.js");
      await run(fix);
      expect(await read(root, "src/other.js")).toContain("const sum");
    });
    expect(DOCUMENT).toMatch(/Without TARGETS, `check` and `fix` take the whole project/);
    expect(DOCUMENT).toMatch(/`fix --codex` starts a separate Codex CLI process/);
  });

  it("is of the pinned version: its help knows the forms, and its source the process and the unsafe flag", async () => {
    const { version } = JSON.parse(await read(ULTRACITE, "package.json")) as { version: string };
    expect(version).toBe(TOOLCHAIN.ultracite);
    expect(DOCUMENT).toContain(`\`ultracite\` ${version}`);
    const help = async (...args: string[]): Promise<string> =>
      (await runProcess("ultracite", [...args, "--help"], { cwd: PROJECT_ROOT })).stdout;
    expect(await help()).toMatch(/check \[files\.\.\.\][^]*fix \[options\] \[files\.\.\.\][^]*doctor/);
    expect(await help("check")).toContain("[files...]");
    expect(await help("fix")).toMatch(/\[files\.\.\.\][^]*--codex/);
    expect(await help("doctor")).not.toContain("[files...]");
    const source = await read(ULTRACITE, "dist/index.js");
    expect(source).toContain('["exec","--full-auto",');
    expect(source).toMatch(/"--unsafe"\)[^]{0,200}"--fix-dangerously"/);
  });
});
