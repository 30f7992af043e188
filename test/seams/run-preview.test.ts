import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";

const INIT = ["init", "--yes", "--providers", "claude", "--scopes", "."];
const LOADS = '{ "categories": { "correctness": "off" }, "jsPlugins": ["./lint/plugin.mjs"] }\n';
const BROKEN = '{ "jsPlugins": ["./lint/missing.mjs"] }\n';
const PLUGIN = 'import "./rules.mjs";\nexport default { meta: { name: "mine" }, rules: {} };\n';

/** A committed repository with an oxlint configuration of its own; the preview is on, with the shared tool cache. */
async function withRepository(
  config: string,
  work: (hi: (...args: readonly string[]) => ReturnType<typeof runHi>, repository: string) => Promise<void>
): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const repository = path.join(directory, "shop");
    const temporary = path.join(directory, "temporary");
    await mkdir(temporary, { mode: 0o700 });
    await plant(repository, {
      "package.json": '{\n  "name": "shop",\n  "private": true\n}\n',
      ".oxlintrc.json": config,
      "lint/plugin.mjs": PLUGIN,
      "lint/rules.mjs": "export const rules = {};\n",
      "src/a.ts": "var one = 1;\nexport { one };\n",
      "node_modules/left/package.json": '{ "name": "left", "version": "1.0.0" }\n',
      ".gitignore": "node_modules\n",
    });
    await git(repository, "init", "--quiet");
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=before");
    await work((...args) => runHi(args, { cwd: repository, env: { HI_TEMP: temporary } }), repository);
    expect(await readdir(temporary)).toEqual([]);
  });
}

test("a dry run that previews changes nothing: bytes, modes, times, git's index; and shows that it did not", () =>
  withRepository(LOADS, async (hi, repository) => {
    const before = await hashTree(repository);
    const ended = await hi(...INIT, "--dry-run", "--json");
    expect(ended.exitCode, ended.stdout).toBe(0);
    expect(await hashTree(repository)).toEqual(before);
    const { plan, preview, commands } = JSON.parse(ended.stdout);
    expect(plan.executes).toEqual(["./lint/plugin.mjs (.oxlintrc.json)", "lint/rules.mjs (lint/plugin.mjs)"]);
    expect(preview.executes).toEqual(plan.executes);
    expect(plan.commands.at(-1)).toMatchObject({ row: "install", command: commands[0] });
    const { sources, packages, roots, dependencyRoots } = preview.liveUnchanged;
    expect(sources.before).toMatch(/^[0-9a-f]{64}$/);
    expect(sources.after).toBe(sources.before);
    expect(packages.after).toBe(packages.before);
    expect(roots).toEqual([
      { path: "node_modules", before: expect.stringMatching(/^inode \d+/), after: roots[0].before },
    ]);
    expect(dependencyRoots).toBe(1);
    const text = await hi(...INIT, "--dry-run");
    expect(text.stdout).toContain("The preview executes the project's own: ./lint/plugin.mjs (.oxlintrc.json)");
    expect(text.stdout).toContain("A real run would start:\n");
    expect(await hashTree(repository)).toEqual(before);
  }));

test("with the preview off, the plan lists what would run, and nothing of it does", () =>
  withRepository(BROKEN.replace("missing", "plugin"), async (hi, repository) => {
    await writeFile(path.join(repository, "lint/plugin.mjs"), `process.exit(1);\n${PLUGIN}`);
    const { stdout } = await hi(...INIT, "--dry-run", "--preview", "off");
    expect(stdout).toContain("Without --preview off, the preview would execute the project's own: ./lint/plugin.mjs");
    expect(stdout).toMatch(
      /A real run without --preview off would also start:\n(?: {2}.*\n)* {2}oxlint -c FILE .*\(candidate\)/
    );
  }));

test("a refusal by the preview leaves nothing, settings included, and keeps what was gathered", () =>
  withRepository(BROKEN, async (hi, repository) => {
    const before = await hashTree(repository);
    const ended = await hi(...INIT, "--json");
    expect(ended.exitCode).toBe(2);
    const { refusal, preview, gate, published, cleanup, plan } = JSON.parse(ended.stdout);
    // The policy is read where it stands by the configuration that composes it; what is missing in it is named.
    expect(refusal).toMatchObject({ code: "HI_PREVIEW_CONFIGURATION", where: { path: "oxlint.effective.config.ts" } });
    expect(JSON.stringify(refusal)).toContain("lint/missing.mjs");
    expect(gate).toEqual({ open: false, because: "refused" });
    expect(published).toBeNull();
    expect(cleanup.gone).toBe(true);
    expect(preview).toMatchObject({ mode: "on", partial: true, executes: plan.executes, notLinted: [] });
    expect(preview.executes).toEqual(["./lint/missing.mjs (.oxlintrc.json)"]);
    expect(preview.installs).toEqual([{ what: "tools", source: expect.any(String) }]);
    expect(preview.processes.at(-1)).toMatchObject({ ending: "exited", command: expect.arrayContaining(["-c"]) });
    expect(preview.timings.map(({ stage }: { stage: string }) => stage)).toContain("lint");
    // The lock came and went in the git directory, whose own time is all that tells.
    const withoutLock = (tree: ReadonlyMap<string, string>) => [...tree].filter(([name]) => name !== ".git");
    expect(withoutLock(await hashTree(repository))).toEqual(withoutLock(before));
  }));
