import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { resolveForCheck } from "../../src/pipeline/resolve-for-check.ts";
import { resolve } from "../../src/pipeline/resolve.ts";
import { git } from "../helpers/hi.ts";
import type { Tree } from "./init-detect.fixture.ts";
import {
  codesOf,
  evidenceOf,
  inFolder,
  makeRepository,
  openWorld,
  refusalOf,
  resolveIn,
  writeTree,
} from "./init-detect.fixture.ts";

const WORKSPACE: Tree = {
  "package.json": { name: "root", workspaces: ["packages/*"] },
  "packages/a/package.json": { name: "a" },
  "packages/a/src/a.ts": "",
  "packages/b/package.json": { name: "b" },
};
const UPDATE = {
  verb: "update",
  format: "human",
  exitCode: false,
  dryRun: true,
  offline: true,
  yes: true,
  preview: "off",
  install: false,
  take: [],
} as const;

function toReceipt(inputsDigest: string, files: object) {
  return {
    schemaVersion: 1,
    templateVersion: "0.1.0",
    templateDigest: "0".repeat(64),
    inputsDigest,
    tools: {},
    preview: "off",
    files,
  };
}

const problemsOf = (facts: { readonly details?: Readonly<Record<string, unknown>> }): unknown =>
  facts.details?.["problems"];

describe("scopes are refused by name, and all of them at once", () => {
  test("absolute, escaping, missing, without package.json, excluded, a link out, an alias", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...WORKSPACE, "docs/readme.md": "", "apps/wiki/package.json": { name: "w" } });
      await writeTree(`${folder}-outside`, { "package.json": { name: "outside" } });
      await symlink(`${folder}-outside`, path.join(folder, "linked"));
      await symlink("packages/a", path.join(folder, "alias"));
      const scopes = [
        "/etc",
        "../x",
        "gone",
        "docs",
        "apps/wiki",
        "packages/b",
        "linked",
        "alias",
        "package.json",
        "packages/a",
      ];
      const facts = await refusalOf(resolveIn(folder, { scopes, exclude: ["packages/b/**"] }));
      expect(facts.code).toBe("HI_SCOPE_REFUSED");
      expect(facts.details?.["scopes"]).toEqual([
        "/etc",
        "../x",
        "alias",
        "apps/wiki",
        "docs",
        "gone",
        "linked",
        "package.json",
        "packages/b",
      ]);
      expect(problemsOf(facts)).toEqual([
        "path",
        "path",
        "aliased",
        "excluded",
        "no-manifest",
        "missing",
        "outside",
        "not-a-folder",
        "excluded",
      ]);
      expect(facts.message).toContain('"alias" is another name of "packages/a"');
    }));

  test("a name that differs only in case, in any of its folders, is an alias on every disk", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const facts = await refusalOf(
        resolveIn(folder, { scopes: ["packages/A", "Packages/a", "Packages/B", "packages/b"] })
      );
      expect(facts.details?.["scopes"]).toEqual(["Packages/B", "Packages/a", "packages/A"]);
      expect(problemsOf(facts)).toEqual(["aliased", "aliased", "aliased"]);
      expect(facts.message).toContain('"Packages/B" is another name of "packages/b"; select that one');
    }));

  test("a repository of its own, and what lies in one", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...WORKSPACE, "libs/c/package.json": { name: "c" } });
      for (const [inner, name] of [
        ["packages/a", "a"],
        ["vendor/lib", "lib"],
      ] as const) {
        await rm(path.join(folder, inner), { recursive: true, force: true });
        await makeRepository(path.join(folder, inner), {
          "package.json": { name },
          "sub/package.json": { name: "sub" },
        });
      }
      const facts = await refusalOf(resolveIn(folder, { scopes: ["packages/a", "vendor/lib/sub", "packages/b"] }));
      expect(problemsOf(facts)).toEqual(["embedded", "embedded"]);
      expect(facts.message).toContain('"packages/a" is a repository of its own');
      expect(facts.message).toContain('"vendor/lib/sub" lies in "vendor/lib", a repository of its own');
    }));

  test("a package.json that is a folder, or a link out", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { "package.json": { name: "root" }, "a/x.ts": "", "b/x.ts": "" });
      await mkdir(path.join(folder, "a/package.json"));
      await writeTree(`${folder}-outside`, { "package.json": { name: "outside" } });
      await symlink(path.join(`${folder}-outside`, "package.json"), path.join(folder, "b/package.json"));
      const facts = await refusalOf(resolveIn(folder, { scopes: ["a", "b"] }));
      expect(problemsOf(facts)).toEqual(["manifest-not-a-file", "manifest-outside"]);
    }));

  test("a scope of the settings that moved is named with where it may be", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const { settingsText = "" } = await resolveIn(folder);
      await writeTree(folder, { ".hi/settings.json": settingsText });
      await mkdir(path.join(folder, "libs"));
      await rename(path.join(folder, "packages/a"), path.join(folder, "libs/a"));
      const facts = await refusalOf(resolve(UPDATE, await openWorld(folder)));
      expect(facts).toMatchObject({ code: "HI_SCOPE_REFUSED", where: { path: ".hi/settings.json" } });
      expect(problemsOf(facts)).toEqual(["moved"]);
      expect(facts.message).toContain("libs/a");
    }));

  test("a bad exclusion is named", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const facts = await refusalOf(resolveIn(folder, { exclude: ["dist/**", "../other/**"] }));
      expect(facts).toMatchObject({
        code: "HI_EXCLUDE_REFUSED",
        details: { pattern: "../other/**", problem: "escapes" },
      });
    }));
});

describe("the proposal", () => {
  test("agents that left their configuration, else all four", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      expect((await resolveIn(folder)).settings.providers).toEqual(["claude", "codex", "cursor", "opencode"]);
      await writeTree(folder, { ".cursor/rules/x.mdc": "", ".claude/settings.json": "{}" });
      const resolved = await resolveIn(folder);
      expect(resolved.settings.providers).toEqual(["claude", "cursor"]);
      expect(evidenceOf(resolved, "agent")).toEqual(["claude (.claude)", "cursor (.cursor)"]);
      expect((await resolveIn(folder, { providers: ["codex"] })).settings.providers).toEqual(["codex"]);
    }));

  test.each<[string, Tree, string]>([
    ["Prettier", { ".prettierrc": "{}" }, "prettier"],
    ["a package's Prettier", { "packages/a/prettier.config.mjs": "export default {}" }, "prettier"],
    ["Biome", { "biome.jsonc": '{ // on by default\n "linter": {} }' }, "biome"],
    ["dprint", { "dprint.json": "{}" }, "dprint"],
  ])(
    "%s at work: the format pack is not proposed, and why is said; chosen, it is a warning",
    (_name, tree, formatter) =>
      inFolder(async (folder) => {
        await makeRepository(folder, { ...WORKSPACE, ...tree });
        const resolved = await resolveIn(folder);
        expect(resolved.settings.packs).toEqual(["base"]);
        expect(resolved.answers).toMatchObject({ formatters: [formatter] });
        expect(resolved.answers.scopes.every((scope) => !scope.format)).toBe(true);
        expect(codesOf(resolved)).toContain("formatter-kept");
        const chosen = await resolveIn(folder, { packs: ["base", "format"] });
        expect(chosen.answers.scopes.every((scope) => scope.format)).toBe(true);
        expect(codesOf(chosen)).toContain("formatter-beside-ours");
      })
  );

  test("a Biome whose formatter is off only lints", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...WORKSPACE, "biome.json": { formatter: { enabled: false } } });
      const resolved = await resolveIn(folder);
      expect(resolved.settings.packs).toEqual(["base", "format"]);
      expect(evidenceOf(resolved, "linter")).toEqual(["biome (biome.json)"]);
    }));

  test("types are asked for by a pack and need a tsconfig.json of the scope's own", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...WORKSPACE, "packages/a/tsconfig.json": "{}" });
      const resolved = await resolveIn(folder, { packs: ["effect"], scopes: ["packages/a", "packages/b"] });
      expect(resolved.answers.scopes.map((scope) => scope.typed)).toEqual([true, false]);
      const untyped = resolved.findings.filter(({ code }) => code === "typed-without-tsconfig");
      expect(untyped.map((finding) => finding.path)).toEqual(["packages/b"]);
    }));

  test("a root policy that packages live under is composed for each package without one, and named", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        ...WORKSPACE,
        ".oxlintrc.json": "{}",
        "packages/b/oxlint.config.ts": "export default {}",
      });
      const resolved = await resolveIn(folder);
      expect(resolved.answers.scopes.map((scope) => scope.policy)).toEqual([
        { kind: "generated", project: expect.objectContaining({ kind: "json", path: ".oxlintrc.json", types: false }) },
        { kind: "project-module", path: "packages/b/oxlint.config.ts" },
      ]);
      expect(
        resolved.findings.filter(({ code }) => code === "policy-of-parent").map((finding) => finding.path)
      ).toEqual(["packages/a"]);
    }));
});

describe("settings", () => {
  test("are planned whole, with the schema first, and planned again to the very same text", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const { settingsText = "" } = await resolveIn(folder, { exclude: ["b/**", "a/**", "b/**"] });
      expect(settingsText.split("\n")[1]).toBe('  "$schema": "./settings.schema.json",');
      expect(JSON.parse(settingsText).lint).toEqual({
        scopes: ["packages/a", "packages/b"],
        exclude: ["a/**", "b/**"],
      });
      await writeTree(folder, { ".hi/settings.json": settingsText });
      expect((await resolveIn(folder)).settingsText).toBe(settingsText);
    }));

  test("are edited on reconfiguration: comments, order and layout of the rest stay", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const text = [
        "// ours since June",
        "{",
        '\t"schemaVersion": 1,',
        '\t"commitGate": "disabled", // not yet',
        '\t"packs": ["base"],',
        '\t"providers": ["claude"],',
        '\t"lint": { "exclude": [], "scopes": ["packages/a"] }',
        "}",
        "",
      ].join("\r\n");
      await writeTree(folder, { ".hi/settings.json": text });
      expect((await resolveIn(folder)).settingsText).toBe(text);
      const changed = (await resolveIn(folder, { commitGate: "lefthook" })).settingsText;
      expect(changed).toBe(text.replace('"disabled"', '"lefthook"'));
    }));

  // Settings without a selection were taken for none at all: what else they said was planned anew, and lost.
  test("that select nothing yet are completed: what they say stays, and what they never said is proposed", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const said = {
        schemaVersion: 1,
        providers: ["codex"],
        packs: ["base"],
        lint: { exclude: ["gen/**"] },
        hook: { deadlineMs: 40_000 },
        linters: [{ name: "own", argv: ["sh", "own.sh"], events: ["pre-tool"], onFailure: "closed" }],
      };
      for (const written of [said, { ...said, lint: undefined }, { schemaVersion: 1 }, {}]) {
        await writeTree(folder, { ".hi/settings.json": written });
        const { settingsText = "" } = await resolveIn(folder);
        const usual = { providers: ["claude", "codex", "cursor", "opencode"], packs: ["base", "format"] };
        const scopes = ["packages/a", "packages/b"];
        // An empty list is the usual, and where nothing was said nothing is written.
        const exclude = "lint" in written && written.lint ? { exclude: written.lint.exclude } : {};
        expect(JSON.parse(settingsText)).toMatchObject({ ...usual, ...written, lint: { scopes, ...exclude } });
      }
      await writeTree(folder, { ".hi/settings.json": { ...said, providers: ["copilot"] } });
      expect(await refusalOf(resolveIn(folder))).toMatchObject({ code: "HI_SETTINGS_INVALID" });
    }));

  test("are never planned by update, which needs them", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      expect(await refusalOf(resolve(UPDATE, await openWorld(folder)))).toMatchObject({
        code: "HI_NOT_INITIALISED",
        next: "hi init",
      });
      const { settingsText = "" } = await resolveIn(folder);
      await writeTree(folder, { ".hi/settings.json": settingsText });
      expect(await resolve(UPDATE, await openWorld(folder))).not.toHaveProperty("settingsText");
    }));
});

// h20: git was told to look away, and the file was edited.
test("an owned file that git hides is mentioned, and the disk counts", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, { ...WORKSPACE, "oxlint.config.ts": "export default {};\n" });
    const { settingsText = "", inputsDigest } = await resolveIn(folder);
    const owned = { class: "generated", sha256: "0".repeat(64), generator: "lint", since: "0.1.0", created: true };
    await writeTree(folder, {
      ".hi/settings.json": settingsText,
      ".hi/receipt.json": toReceipt(inputsDigest, { "oxlint.config.ts": owned }),
    });
    await git(folder, "update-index", "--skip-worktree", "oxlint.config.ts");
    const resolved = await resolve(UPDATE, await openWorld(folder));
    expect(resolved.findings).toContainEqual({
      code: "hidden-from-git",
      severity: "warning",
      path: "oxlint.config.ts",
      args: { bit: "skip-worktree" },
    });
  }));

// b14: only the manager that was chosen is started, so it has to be there before anything is written.
test("a missing package manager is named before an install could follow a publication", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, { ...WORKSPACE, "bun.lock": "{}" });
    const env = { PATH: "/nowhere" };
    const facts = await refusalOf(resolveIn(folder, { install: true, dryRun: false }, env));
    expect(facts.code).toBe("HI_PACKAGE_MANAGER_MISSING");
    expect((await resolveIn(folder, { install: true, dryRun: true }, env)).answers.packageManager).toBe("bun");
  }));

describe("the inputs digest", () => {
  async function publish(folder: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { settingsText = "", inputsDigest } = await resolveIn(folder, {}, env);
    await writeTree(folder, { ".hi/settings.json": settingsText, ".hi/receipt.json": toReceipt(inputsDigest, {}) });
    return inputsDigest;
  }

  const checked = async (folder: string): Promise<string> =>
    (await resolveForCheck(await openWorld(folder))).inputsDigest;

  test("is the same in a check, from any folder, and in an update", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...WORKSPACE, "packages/a/fixtures/package.json": { name: "embedded" } });
      const digest = await publish(folder);
      expect(await checked(folder)).toBe(digest);
      expect(await checked(path.join(folder, "packages/a/src"))).toBe(digest);
      expect((await resolve(UPDATE, await openWorld(folder))).inputsDigest).toBe(digest);
    }));

  test("does not depend on what started the run, nor on which lockfile git tracks", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const digest = await publish(folder, { npm_config_user_agent: "bun/1.4.5" });
      expect(await checked(folder)).toBe(digest);
      expect(await resolve(UPDATE, await openWorld(folder))).toMatchObject({
        inputsDigest: digest,
        answers: { packageManager: "bun" },
      });
      // The install that follows settles what was open, and changes nothing.
      await writeFile(path.join(folder, "bun.lock"), "{}");
      expect(await checked(folder)).toBe(digest);
      await writeFile(path.join(folder, "package-lock.json"), "{}");
      expect(await checked(folder)).toBe(digest);
    }));

  test("changes with the package manager, a formatter, a policy, a tsconfig and the settings", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, WORKSPACE);
      const digest = await publish(folder);
      const changes: readonly (readonly [string, unknown])[] = [
        ["pnpm-lock.yaml", ""],
        [".prettierrc", "{}"],
        ["packages/a/.oxlintrc.json", "{}"],
      ];
      for (const [file, content] of changes) {
        await writeTree(folder, { [file]: content });
        expect(await checked(folder), file).not.toBe(digest);
        await rm(path.join(folder, file));
      }
      const settings = await readFile(path.join(folder, ".hi/settings.json"), "utf-8");
      await writeTree(folder, { ".hi/settings.json": settings.replace('"exclude": []', '"exclude": ["x/**"]') });
      expect(await checked(folder)).not.toBe(digest);
      await writeTree(folder, { ".hi/settings.json": settings });
      expect(await checked(folder)).toBe(digest);
    }));
});

test("a check reads the selection in the same spelling, and refuses what is no path", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, WORKSPACE);
    const { settingsText = "", inputsDigest } = await resolveIn(folder);
    const respelled = settingsText.replace('"packages/a"', '"./packages/a/"');
    await writeTree(folder, { ".hi/settings.json": respelled, ".hi/receipt.json": toReceipt(inputsDigest, {}) });
    expect((await resolveForCheck(await openWorld(folder))).inputsDigest).toBe(inputsDigest);
    await writeTree(folder, { ".hi/settings.json": settingsText.replace('"packages/a"', '"../a"') });
    expect(await refusalOf(resolveForCheck(await openWorld(folder)))).toMatchObject({
      code: "HI_SETTINGS_INVALID",
      where: {
        path: ".hi/settings.json",
        line: settingsText.split("\n").findIndex((line) => line.includes("packages/a")) + 1,
      },
    });
  }));
