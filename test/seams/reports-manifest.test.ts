import { chmod, readdir } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { PackageManager } from "../../src/domain/answers.ts";
import { linkTools } from "../helpers/generated.ts";
import { git, runProcess } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { lock, LOCKFILES, makeManagerFolder } from "../helpers/package-managers.ts";
import type { Project } from "./reports.fixture.ts";
import { commitAll, init, OFF, succeed, toDocument, update, withProject } from "./reports.fixture.ts";

const MANIFEST = "package.json";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const parse = (text: string): Manifest => JSON.parse(text) as Manifest;

/** What follows the last line of a manifest once both sections are added at its end. */
function toSections({ scripts, devDependencies }: Manifest, unit: string, eol: string): string {
  return Object.entries({ scripts, devDependencies })
    .map(([name, section]) => `,${eol}${unit}"${name}": ${toText(section, unit, eol)}`)
    .join("");
}

const toText = (section: object, unit: string, eol: string): string =>
  JSON.stringify(section, null, unit).split("\n").join(`${eol}${unit}`);

describe("the bytes of a package.json that are not ours", () => {
  // The indentation was guessed or fixed (typicode/husky#1493: b01), one-line lists were written out (npm/npm#17069,
  // changesets/changesets#1591, #1434: b04), the end of the file was trimmed (npm/npm#3299: b05), every line end became LF
  // (conventional-changelog/standard-version#43: b06), notes were moved (typescript-eslint/typescript-eslint#6140: b19).
  test.each([
    ["tabs", "\t", "\n", ["\n"]],
    ["three spaces, no final newline", "   ", "\n", [""]],
    ["four spaces and CRLF", "    ", "\r\n", ["\r\n"]],
    ["two spaces and two final newlines", "  ", "\n", ["\n\n"]],
  ])(
    "%s, one-line lists and notes: both sections are added at the end, and nothing else moves",
    (_, unit, eol, [end]) => {
      const lines = [
        '"//": ["note", "another"],',
        '"name": "shop",',
        '"files": ["dist", "!dist/*.test.*"],',
        '"exports": { ".": "./i.js", "//": "why" },',
        '"build": 12345678901234567890',
      ];
      const body = `{${lines.map((line) => `${eol}${unit}${line}`).join("")}`;
      return withProject({ [MANIFEST]: `${body}${eol}}${end}` }, async (project) => {
        await init(project);
        const after = await project.read(MANIFEST);
        expect(after).toBe(`${body}${toSections(parse(after), unit, eol)}${eol}}${end}`);
        await update(project);
        expect(await project.read(MANIFEST)).toBe(after);
      });
    }
  );

  // An existing script was silently replaced (typicode/husky#1573, #900: b02).
  test("scripts that are there, prepare among them: kept, and where ours differ the plan shows both", () => {
    const scripts = [
      '    "//": "ours"',
      '    "prepare": "husky"',
      '    "lint": "eslint ."',
      '    "format": "prettier -w ."',
    ];
    const before = `{\n  "scripts": {\n${scripts.join(",\n")}\n  }\n}\n`;
    return withProject({ [MANIFEST]: before, ".husky/pre-commit": "npx lint\n" }, async (project) => {
      const flags = ["--commit-gate", "lefthook", "--packs", "base,format"];
      const shown = await project.hi(["init", "--dry-run", "--yes", "--scopes", ".", ...OFF, ...flags]);
      expect(shown.stdout).toMatch(
        /scripts\.lint:[^\n]*kept\n\s+theirs\s+eslint \.\n\s+ours\s+node \.hi\/runtime\/lint\.mjs --scope=\.$/m
      );
      expect(shown.stdout).toMatch(
        /scripts\.format:[^\n]*kept\n\s+theirs\s+prettier -w \.\n\s+ours\s+node \.hi\/runtime\/lint\.mjs --scope=\. --check format --fix$/m
      );
      expect(shown.stdout).toContain("husky manages git hooks here");
      await init(project, flags);
      const after = await project.read(MANIFEST);
      for (const line of scripts) expect(after).toContain(line);
      expect(Object.keys(parse(after).scripts)).toEqual([
        "//",
        "prepare",
        "lint",
        "format",
        "lint:fix",
        "format:check",
      ]);
      expect(await project.read(".husky/pre-commit")).toBe("npx lint\n");
    });
  });
});

describe("which package manager, and why", () => {
  const decided = async (project: Project, flags: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const args = ["init", "--dry-run", "--yes", "--json", "--scopes", ".", ...OFF, ...flags];
    const { evidence, findings, commands } = toDocument(await succeed(project, args, { env }));
    const row = evidence.find(({ about }) => about === "package manager");
    const codes = findings.map(({ code }) => code).filter((code) => code.startsWith("package-manager"));
    return [row?.value, row?.because, codes, commands[0]?.[0]];
  };
  const field = (value: string): string => `{\n  "packageManager": "${value}"\n}\n`;

  // A text lockfile was not known (antfu-collective/package-manager-detector#37: b07); an untracked lockfile won
  // (haydenbleasel/ultracite#755: b09); the one that started the run was not asked (cloudflare/vinext#139: b11).
  test("flag, field, lockfile, what started the run, npm: the first that speaks decides, and a mismatch is said", () =>
    withProject({ "bun.lock": "{}" }, async (project) => {
      const byPnpm = { npm_config_user_agent: "pnpm/12.21.0 npm/? node/v24.0.0 linux x64" };
      expect(await decided(project, [], byPnpm)).toEqual(["bun", "lockfile: bun.lock", [], "bun"]);
      await project.write("package-lock.json", "{}");
      expect(await decided(project, [])).toEqual([
        "bun",
        "lockfile tracked by git: bun.lock",
        ["package-manager-mismatch"],
        "bun",
      ]);
      await project.write(MANIFEST, field("npm@11.0.0"));
      expect(await decided(project, [])).toMatchObject([
        "npm",
        "package.json's packageManager field (npm@11.0.0)",
        ["package-manager-mismatch"],
        "npm",
      ]);
      expect((await decided(project, ["--package-manager", "yarn"]))[1]).toBe("the --package-manager flag");
    }));

  test("nothing in the repository speaks: what started the run, else npm", () =>
    withProject({}, async (project) => {
      for (const name of ["pnpm", "bun"]) {
        const started = await decided(project, [], {
          npm_config_user_agent: `${name}/1.4.5 npm/? node/v24.0.0 linux x64`,
        });
        expect(started).toEqual([name, "the package manager that started this run", [], name]);
      }
      expect((await decided(project, []))[0]).toBe("npm");
    }));
});

/** A package manager that only tells how it was started, beside itself. */
const TELL = '#!/bin/sh\necho "$(basename "$0") $* in $PWD" >> "$(dirname "$0")/started"\n';

const toPath = (bin: string): string =>
  [bin, path.dirname(process.execPath), process.env["PATH"] ?? ""].join(path.delimiter);

const MANAGERS: readonly PackageManager[] = ["npm", "pnpm", "yarn", "bun"];

describe("only the chosen manager is started", () => {
  // One was chosen and another called (projen/projen#766: b14); a step changed the folder under another
  // (haydenbleasel/ultracite#494: b15): everything is asked for, from a folder below.
  test("with everything selected, from a folder below: it runs once, at the root, and every file lands there", () =>
    withProject(
      { "yarn.lock": "", "biome.json": "{}\n", ".prettierrc": "{}\n", "packages/a/src/x.ts": "" },
      async (project) => {
        const bin = path.join(project.directory, "bin");
        await plant(bin, Object.fromEntries(["npm", "pnpm", "yarn", "bun"].map((name) => [name, TELL])));
        for (const name of await readdir(bin)) await chmod(path.join(bin, name), 0o755);
        const flags = [
          "--providers",
          "claude,codex,cursor,opencode",
          "--packs",
          "base,format,typed",
          "--commit-gate",
          "lefthook",
        ];
        const where = { cwd: path.join(project.root, "packages/a/src"), env: { PATH: toPath(bin) } };
        const run = [...flags, "--package-manager", "npm", "--install", "--json"];
        const { published } = toDocument(await init(project, run, where));
        expect(published?.written).toEqual(
          expect.arrayContaining([".codex/hooks.json", ".prettierignore", "biome.json", "lefthook.yml"])
        );
        expect(await git(project.root, "status", "--porcelain", "-uall", "packages", "src")).toBe("");
        expect(await project.read("../bin/started")).toBe(`npm install --ignore-scripts in ${project.root}\n`);
      }
    ));
});

describe("commands are written for the manager, and run", () => {
  // Generated hooks called npx whatever the project used (haydenbleasel/ultracite#232, #223: b16).
  test.each(MANAGERS)("%s: hooks, scripts and the gate call node, and no manager to call it for them", (manager) =>
    withProject({ "src/b.ts": "debugger;\n" }, async (project) => {
      const flags = [
        "--package-manager",
        manager,
        "--commit-gate",
        "lefthook",
        "--providers",
        "claude,codex,cursor,opencode",
      ];
      const { published } = toDocument(await init(project, [...flags, "--json"]));
      for (const file of published?.written ?? []) {
        if (/^\.hi\/(?:runtime|receipt\.json|base)(?:\/|$)/.test(file)) continue;
        const text = await project.read(file);
        expect(text, file).not.toMatch(/\bnpx\b/);
        expect(text, file).not.toContain(project.directory);
      }
      const gate = [...(await project.read(".hi/lefthook.yml")).matchAll(/run: (.+)/g)].map(([, line = ""]) => line);
      expect(gate.length).toBe(2);
      for (const line of gate) expect(line).toMatch(/^node \.hi\/runtime\/lint\.mjs --staged/);
      await linkTools(project.root, ["oxlint", "oxfmt", "ultracite"]);
      const PATH = toPath(await makeManagerFolder(project.directory, [manager]));
      const env = { PATH, pnpm_config_verify_deps_before_run: "false", pnpm_config_pm_on_fail: "ignore" };
      await project.write("src/c.ts", "debugger;\n");
      await git(project.root, "add", "src/c.ts");
      for (const command of [`${manager} run lint`, gate[0] ?? ""]) {
        const ended = await runProcess("sh", ["-c", command], { cwd: project.root, env });
        expect(ended.exitCode, `${command}\n${ended.stdout}${ended.stderr}`).toBe(1);
        expect(ended.stdout + ended.stderr).toContain("no-debugger");
      }
    })
  );

  test("Yarn without node_modules (Plug'n'Play): installed by the run, the script lints", () =>
    withProject(
      {
        [MANIFEST]: '{\n  "name": "shop",\n  "packageManager": "yarn@4.18.1"\n}\n',
        "src/b.ts": "debugger;\n",
        "yarn.lock": "",
      },
      async (project) => {
        const bin = await makeManagerFolder(project.directory, ["yarn-berry"]);
        const env = { PATH: toPath(bin), YARN_ENABLE_TELEMETRY: "0", YARN_IGNORE_PATH: "1" };
        await init(project, ["--install"], { env });
        expect(await project.read(".pnp.cjs")).toContain("oxlint");
        const ended = await runProcess("yarn", ["run", "lint"], { cwd: project.root, env });
        expect(ended.exitCode, ended.stderr).toBe(1);
        expect(ended.stdout).toContain("no-debugger");
      }
    ));
});

// Adding a dependency in a workspace's root failed half way (triggerdotdev/trigger.dev#1180, nuxt/cli#1013,
// unjs/nypm#52: b12).
test("the root of a pnpm workspace: the manifests are edited, and a frozen install works after --install", () =>
  withProject(
    {
      [MANIFEST]: '{\n  "name": "root",\n  "private": true\n}\n',
      "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
      "packages/a/package.json": '{\n  "name": "a",\n  "version": "1.0.0"\n}\n',
      "packages/a/a.ts": "export const a = 1;\n",
    },
    async (project) => {
      await lock(project.root, "pnpm");
      await commitAll(project.root);
      const bin = await makeManagerFolder(project.directory, ["pnpm"]);
      const env = { PATH: toPath(bin) };
      const flags = ["--scopes", ".,packages/a", "--commit-gate", "lefthook", "--install"];
      const ended = await init(project, flags, { env });
      expect(ended.stdout).toContain("pnpm install --ignore-scripts");
      expect(await project.read(LOCKFILES.pnpm)).toContain("ultracite");
      for (const file of [MANIFEST, "packages/a/package.json"]) {
        expect(parse(await project.read(file)).devDependencies["ultracite"], file).toBe("7.10.7");
      }
      const frozen = await runProcess("pnpm", ["install", "--frozen-lockfile", "--ignore-scripts"], {
        cwd: project.root,
        env,
      });
      expect(frozen.exitCode, frozen.stdout + frozen.stderr).toBe(0);
    }
  ));
