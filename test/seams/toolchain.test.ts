import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { openTemplates } from "../../src/adapters/template-engine.ts";
import type { LintResult } from "../../src/contracts/lint-result.ts";
import type { PackName } from "../../src/domain/settings.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import type { ToolName } from "../../src/domain/toolchain.ts";
import { land, makeAnswers, makeScopeAnswers, writeAll } from "../helpers/generated.ts";
import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

// AC-008: the tuple as the generated manifest has it, locked, installed frozen, and run.

const FILES = {
  "package.json": '{ "name": "fixture", "version": "1.0.0", "type": "module" }\n',
  "tsconfig.json":
    '{ "compilerOptions": { "module": "nodenext", "target": "es2022", "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }\n',
  "src/a.ts":
    'const load = async (): Promise<string> => {\n  await Promise.resolve();\n  return "loaded";\n};\n\nload();\n',
};

const PACKS: readonly PackName[] = ["base", "typed", "format"];
const FROZEN = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];

async function inFixture(
  packs: readonly PackName[],
  work: (root: string, npm: (...args: string[]) => ReturnType<typeof runProcess>) => Promise<void>
): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const root = await realpath(directory);
    await writeAll(root, FILES);
    const scopes = [makeScopeAnswers(".", { typed: true, format: true })];
    const engine = await openTemplates();
    await land(root, await engine.generate(makeAnswers({ packs, scopes }), TOOLCHAIN));
    await work(root, (...args) => runProcess("npm", args, { cwd: root }));
  });
}

const readJson = async (file: string): Promise<Record<string, Record<string, string> | string>> =>
  JSON.parse(await readFile(file, "utf8")) as Record<string, Record<string, string> | string>;

test("the tuple resolves frozen, and what is installed is it, and runs", () =>
  inFixture(PACKS, async (root, npm) => {
    const manifest = await readJson(path.join(root, "package.json"));
    const names = (Object.keys(TOOLCHAIN) as ToolName[]).filter((name) => name !== "@effect/tsgo");
    expect(manifest["devDependencies"]).toEqual(Object.fromEntries(names.map((name) => [name, TOOLCHAIN[name]])));

    expect(await npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")).toMatchObject({
      exitCode: 0,
    });
    expect(await npm(...FROZEN)).toMatchObject({ exitCode: 0 });
    for (const name of names) {
      const installed = await readJson(path.join(root, "node_modules", name, "package.json"));
      expect([name, installed["version"]]).toEqual([name, TOOLCHAIN[name]]);
    }

    const { stdout } = await npm("run", "--silent", "lint", "--", "--format", "json");
    const { findings } = JSON.parse(stdout) as LintResult;
    // A rule that needs types: oxlint, its typed engine and the preset are all there.
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: "typescript(no-floating-promises)", file: "src/a.ts" })
    );
    const checked = await runProcess("npx", ["--no-install", "tsc", "-p", "."], { cwd: root });
    expect(checked).toMatchObject({ exitCode: 0 });
    expect(await runProcess("npx", ["--no-install", "oxfmt", "--version"], { cwd: root })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(TOOLCHAIN.oxfmt),
    });
  }));

test("its versions are written in one place of the code, and in no template", async () => {
  const versions = new RegExp(
    Object.values(TOOLCHAIN)
      .map((one) => `["'@]${one.replaceAll(".", String.raw`\.`)}["']`)
      .join("|")
  );
  for (const room of ["src", "generators", "templates"]) {
    for (const entry of await readdir(path.join(PROJECT_ROOT, room), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      // A list says which version it was made of; its own test holds it to the tuple.
      if (!entry.isFile() || /(?:domain\/toolchain|draft\/typed-rules)\.ts$/.test(file)) continue;
      expect([file, versions.exec(await readFile(file, "utf8"))?.[0]]).toEqual([file, undefined]);
    }
  }
});

test("@effect/tsgo is in the manifest only with its pack, and locks where a registry serves it", () =>
  inFixture([...PACKS, "effect"], async (root, npm) => {
    const manifest = await readJson(path.join(root, "package.json"));
    expect(manifest["devDependencies"]).toEqual(TOOLCHAIN);
    const locked = await npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
    if (locked.exitCode !== 0) {
      // Nothing else of the tuple may be what is missing.
      expect(locked.stderr).toMatch(/(?:ETARGET|E404)[\s\S]*@effect\/tsgo@0\.39\.0/);
      console.warn("NOT SHOWN: @effect/tsgo@0.39.0 resolved, patched and run: the registry here does not serve it");
      return;
    }
    expect(await npm(...FROZEN)).toMatchObject({ exitCode: 0 });
    expect(await npm("run", "--silent", "lint:patch")).toMatchObject({ exitCode: 0 });
  }));
