import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { linkTools, writeAll } from "../helpers/generated.ts";
import { git, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const TOOLS = ["oxlint", "@oxlint", "oxfmt", "ultracite", "prettier", "@biomejs", "typescript"];
const SETTINGS = ".claude/settings.json";
const PLUGIN = ".opencode/plugins/hi.js";
const FLAGS = ["--yes", "--preview", "off", "--scopes", "."];

interface Neighbour {
  readonly files: Readonly<Record<string, string>>;
  readonly providers: string;
  readonly indent?: string | number;
}

const toText = (value: unknown, indent: string | number = 2): string => `${JSON.stringify(value, null, indent)}\n`;

/** A project that has agent files of its own, after `hi init`, with the same answers on every later look. */
async function withNeighbour({ files, providers, indent }: Neighbour, work: (root: string) => Promise<void>) {
  await withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "shop");
    const env = { HI_TEMP: path.join(directory, "temporary") };
    await writeAll(directory, { "temporary/.keep": "" });
    await writeAll(root, {
      "package.json": toText({ name: "shop", type: "module" }, indent),
      ".gitignore": "node_modules\n",
      [SETTINGS]: toText({ env: { ONE: "1" }, model: "opus" }, indent),
      ...files,
    });
    await git(root, "init", "--quiet");
    const flags = [...FLAGS, "--providers", providers];
    const ended = await runHi(["init", ...flags], { cwd: root, env });
    expect(ended.exitCode, ended.stderr).toBe(0);
    const receipt = await readFile(path.join(root, ".hi/receipt.json"), "utf8");
    expect(JSON.parse(receipt).files[SETTINGS].created).toBe(false);
    // What is the project's is read the same after our publication as before it, and in a check as in a run.
    expect((await runHi(["check"], { cwd: root, env })).exitCode).toBe(0);
    const again = await runHi(["update", "--yes", "--preview", "off", "--json"], { cwd: root, env });
    expect(JSON.parse(again.stdout).gate.because).toBe("nothing-to-do");
    expect(await readFile(path.join(root, ".hi/receipt.json"), "utf8")).toBe(receipt);
    await linkTools(root, TOOLS);
    await work(root);
  });
}

const run = async (cwd: string, file: string, ...args: string[]): Promise<[number | null, string]> => {
  const ended = await runProcess(file, args, { cwd });
  return [ended.exitCode, ended.stdout + ended.stderr];
};

/** The project's own key, written as none of the formatters would. */
async function spoil(root: string): Promise<void> {
  const text = await readFile(path.join(root, SETTINGS), "utf8");
  await writeFile(path.join(root, SETTINGS), text.replace('"model": "opus"', '"model":     "opus"'));
}

test.each([
  ["spaces", 2],
  ["tabs", "\t"],
])(
  "the project's agent settings stay in its own Prettier, and pass it with our keys in them: %s",
  async (_, indent) => {
    const files = { ".prettierrc": toText({ useTabs: indent === "\t" }, indent) };
    await withNeighbour({ files, providers: "claude,codex", indent }, async (root) => {
      const ignored = await readFile(path.join(root, ".prettierignore"), "utf8");
      expect(ignored).toContain("/.codex/hooks.json\n");
      expect(ignored).not.toContain(SETTINGS);
      expect(await run(root, "prettier", "--check", ".")).toEqual([0, expect.any(String)]);
      await spoil(root);
      expect(await run(root, "prettier", "--list-different", ".")).toEqual([1, `${SETTINGS}\n`]);
    });
  }
);

test("the project's agent settings stay in its own Biome, and pass it with our keys in them", async () => {
  const files = { "biome.json": toText({ vcs: { enabled: true, clientKind: "git", useIgnoreFile: true } }, "\t") };
  await withNeighbour({ files, providers: "claude,codex", indent: "\t" }, async (root) => {
    const biome = await readFile(path.join(root, "biome.json"), "utf8");
    expect(JSON.parse(biome).overrides).toMatchObject([{ includes: expect.arrayContaining([".codex/hooks.json"]) }]);
    expect(biome).not.toContain(SETTINGS);
    expect(await run(root, "biome", "ci", "--error-on-warnings", ".")).toEqual([0, expect.any(String)]);
    await spoil(root);
    expect(await run(root, "biome", "ci", ".")).toEqual([1, expect.stringContaining(SETTINGS)]);
  });
});

test.each(["claude,opencode", "claude"])(
  "a plugin of the project's at our plugin's path stays in its lint, with %s",
  async (providers) => {
    const files = { [PLUGIN]: "export const plugin = async () => {\n  debugger;\n};\n" };
    await withNeighbour({ files, providers }, async (root) => {
      const selection = JSON.parse(await readFile(path.join(root, ".hi/lint/selection.json"), "utf8"));
      expect(selection.scopes[0].ignore).not.toContain(PLUGIN);
      expect(await run(root, "npm", "run", "lint")).toEqual([1, expect.stringContaining("no-debugger")]);
    });
  }
);

test("a settings file that came back after it was deleted on purpose is the project's; a restored one is ours", async () => {
  await withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "shop");
    const env = { HI_TEMP: path.join(directory, "temporary") };
    await writeAll(directory, { "temporary/.keep": "" });
    await writeAll(root, { "package.json": "{}\n", ".prettierrc": "{}\n", [SETTINGS]: "{}\n" });
    const hi = async (...args: string[]): Promise<void> => {
      const ended = await runHi(args, { cwd: root, env });
      expect(ended.exitCode, `${args.join(" ")}: ${ended.stdout}${ended.stderr}`).toBe(0);
      const check = await runHi(["check"], { cwd: root, env });
      expect(check.exitCode, `after ${args.join(" ")}: ${check.stdout}`).toBe(0);
    };
    const isIgnored = async (): Promise<boolean> =>
      (await readFile(path.join(root, ".prettierignore"), "utf8")).includes(SETTINGS);
    await hi("init", ...FLAGS, "--providers", "claude");
    expect(await isIgnored()).toBe(false);
    await run(root, "rm", SETTINGS);
    await hi("update", "--yes", "--preview", "off");
    await hi("restore", SETTINGS, "--yes", "--preview", "off");
    await hi("update", "--yes", "--preview", "off");
    expect(await isIgnored()).toBe(true);
    await run(root, "rm", SETTINGS);
    await hi("update", "--yes", "--preview", "off");
    await writeAll(root, { [SETTINGS]: '{ "model": "opus" }\n' });
    await hi("update", "--yes", "--preview", "off");
    expect(await isIgnored()).toBe(false);
  });
});
