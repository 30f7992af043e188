import { readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { PROJECT_ROOT, runHi, runProcess } from "../helpers/hi.ts";
import { lintFolder } from "../helpers/policy-oracle.ts";
import { inFolder, makeRepository, resolveIn, writeTree } from "./init-detect.fixture.ts";

// oxlint looks for configurations in the folders below by itself, and what it finds there stands instead of the one above.
// The managed route does not look, so what they say has to be in the scope's own.

const SOURCE = "var a = 1;\ndebugger;\nconsole.log(a);\nalert(window, mine);\nif (a) {\n}\nexport default a;\n";

const TREE = {
  "package.json": { name: "fixture", type: "module" },
  ".oxlintrc.json": {
    rules: { "no-debugger": "error", "no-console": "error", "no-var": "off", "no-empty": "off" },
    categories: { style: "off" },
    overrides: [{ files: ["**/*.test.js"], rules: { "no-alert": "off" } }],
    env: { browser: true },
    ignorePatterns: ["*.gen.js"],
  },
  "app/.oxlintrc.json": {
    extends: ["../shared.json"],
    rules: { "no-console": "off", "no-undef": "error" },
    overrides: [
      { files: ["*.test.js"], rules: { "no-var": "warn" } },
      { files: ["inner/*.js"], rules: { "no-debugger": "warn" } },
    ],
    globals: { mine: "readonly" },
    ignorePatterns: ["out"],
  },
  "shared.json": { rules: { "no-alert": "warn", "no-empty": "error" }, categories: { correctness: "off" } },
  "app/deep/.oxlintrc.jsonc": '{ "rules": { "no-debugger": "off", "no-var": "error", } } // nearest',
  ...Object.fromEntries(
    [
      "a.js",
      "a.test.js",
      "a.gen.js",
      "app/b.js",
      "app/b.test.js",
      "app/b.gen.js",
      "app/out/c.js",
      "app/inner/d.js",
      "app/deep/e.js",
      "app/deep/e.test.js",
    ].map((name) => [name, SOURCE])
  ),
};

test("each folder's policy stands for its own files, over the defaults, and nothing of the one above", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, TREE);
    const temporary = path.join(path.dirname(folder), "temporary");
    await writeTree(temporary, { keep: "" });
    await runProcess("chmod", ["700", temporary], { cwd: folder });
    await symlink(path.join(PROJECT_ROOT, "node_modules"), path.join(path.dirname(folder), "node_modules"));
    const present = await runProcess("oxlint", ["--format", "json", "--ignore-pattern=node_modules", "."], {
      cwd: folder,
    });
    const done = await runHi(
      ["init", "--yes", "--preview", "off", "--providers", "claude", "--packs", "base", "--scopes", "."],
      {
        cwd: folder,
        env: { HI_TEMP: temporary },
      }
    );
    expect([done.exitCode, done.stdout]).toEqual([0, expect.not.stringContaining("cannot be composed")]);
    const config = await readFile(path.join(folder, "oxlint.effective.config.ts"), "utf8");
    expect(config).toContain('nested: ["./app/.oxlintrc.json","./app/deep/.oxlintrc.jsonc"]');

    const { diagnostics } = JSON.parse(present.stdout) as {
      diagnostics: { filename: string; code: string; severity: string }[];
    };
    const spoken = /\((?:no-debugger|no-console|no-var|no-empty|no-alert|no-undef)\)$/;
    const line = (file: string, rule: string, severity: string): string => `${file} ${rule} ${severity}`;
    const before = diagnostics
      .filter(({ code }) => spoken.test(code))
      .map((one) => line(one.filename, one.code, one.severity));
    const { found } = await lintFolder(folder, "oxlint.effective.config.ts");
    const after = found.filter(({ rule }) => spoken.test(rule)).map((one) => line(one.file, one.rule, one.severity));
    // Where a folder's policy is silent the defaults speak, in that folder as elsewhere.
    const silent = (text: string): boolean =>
      /^a\..*no-alert|^app\/deep\/.*(?:no-console|no-alert|no-empty)|^app\/(?:b|inner).*no-var|^app\/(?:b|inner).*no-debugger/.test(
        text
      );
    expect(after.filter((text) => !silent(text)).toSorted()).toEqual(before.filter((text) => !silent(text)).toSorted());
    expect(after).toContain("app/inner/d.js eslint(no-debugger) warning");
    expect(after).toContain("app/b.gen.js eslint(no-empty) error");
    expect(after.some((text) => text.startsWith("app/out/") || text.startsWith("a.gen.js"))).toBe(false);
    expect(after).not.toContain("app/deep/e.js eslint(no-debugger) error");
    expect(after).toContain("app/deep/e.js eslint(no-empty) error");
  }));

test("where the project's own calls look for none below, none is composed, and none is said", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, {
      "package.json": { name: "fixture", scripts: { lint: "oxlint -c lint.json" } },
      "lint.json": {},
      "test/.oxlintrc.json": {},
      "deep/oxlint.config.ts": "export default {};\n",
    });
    const { answers, findings } = await resolveIn(folder, { scopes: ["."] });
    expect(answers.scopes[0]?.policy).toMatchObject({ project: { path: "lint.json", isAlone: true } });
    expect(answers.scopes[0]?.policy).not.toHaveProperty("project.nested");
    expect(findings.filter(({ code }) => code === "policy-nested")).toEqual([]);
  }));

test("`settings` that differ by folder are said, and no others", () =>
  inFolder(async (folder) => {
    const react = (version: string) => ({ settings: { react: { version } } });
    await makeRepository(folder, {
      "package.json": { name: "fixture" },
      ".oxlintrc.json": react("18"),
      "same/.oxlintrc.json": react("18"),
      "other/.oxlintrc.json": react("19"),
      "none/.oxlintrc.json": {},
    });
    const { findings } = await resolveIn(folder, { scopes: ["."] });
    expect(findings.filter(({ code }) => code === "policy-nested-settings")).toEqual([
      expect.objectContaining({ path: ".", args: { files: ["none/.oxlintrc.json", "other/.oxlintrc.json"] } }),
    ]);
  }));

test("no route goes by a file that is the project's own at our path", () =>
  inFolder(async (folder) => {
    const config = "oxlint.effective.config.ts";
    const own = "export default {};\n";
    await makeRepository(folder, { "package.json": { name: "fixture" }, ".oxlintrc.json": {}, [config]: own });
    const temporary = path.join(path.dirname(folder), "temporary");
    await writeTree(temporary, { keep: "" });
    await runProcess("chmod", ["700", temporary], { cwd: folder });
    const where = { cwd: folder, env: { HI_TEMP: temporary } };
    const flags = ["--yes", "--preview", "off", "--providers", "claude", "--packs", "base", "--scopes", "."];
    const done = await runHi(["init", ...flags], where);
    expect(done.stdout).toContain("the managed route goes by .oxlintrc.json alone");
    const read = async () =>
      JSON.parse(await readFile(path.join(folder, ".hi/lint/selection.json"), "utf8")).scopes[0].config as string;
    expect([await read(), await readFile(path.join(folder, config), "utf8")]).toEqual([".oxlintrc.json", own]);
    await rm(path.join(folder, config));
    await runHi(["update", "--yes", "--preview", "off"], where);
    expect(await read()).toBe(config);
    const again = await runHi(["update", "--yes", "--json", "--preview", "off"], where);
    expect(JSON.parse(again.stdout)).toMatchObject({ gate: { because: "nothing-to-do" } });
  }));

test("one that cannot be composed is said, and belongs to the scope that has the folder", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, {
      "package.json": { name: "fixture", workspaces: ["packages/*"] },
      "test/oxlint.config.ts": "export default {};\n",
      "packages/a/package.json": { name: "a" },
      "packages/a/.oxlintrc.json": {},
      "packages/a/src/oxlint.config.ts": "export default {};\n",
      "packages/b/package.json": { name: "b" },
      "packages/b/x/.oxlintrc.json": {},
    });
    const { findings } = await resolveIn(folder, { scopes: [".", "packages/a"] });
    expect(
      findings.filter(({ code }) => code === "policy-nested").map(({ path: scope, args }) => [scope, args["files"]])
    ).toEqual([
      [".", ["test/oxlint.config.ts"]],
      ["packages/a", ["packages/a/src/oxlint.config.ts"]],
    ]);
  }));

test("below a scope without a policy of its own: they stand in their folders, and the defaults everywhere else", () =>
  inFolder(async (folder) => {
    const { ".oxlintrc.json": _root, ...tree } = TREE;
    await makeRepository(folder, tree);
    const temporary = path.join(path.dirname(folder), "temporary");
    await writeTree(temporary, { keep: "" });
    await runProcess("chmod", ["700", temporary], { cwd: folder });
    await symlink(path.join(PROJECT_ROOT, "node_modules"), path.join(path.dirname(folder), "node_modules"));
    const where = { cwd: folder, env: { HI_TEMP: temporary } };
    const flags = ["--yes", "--preview", "off", "--providers", "claude", "--packs", "base", "--scopes", "."];
    const done = await runHi(["init", ...flags], where);
    expect([done.exitCode, done.stdout]).toEqual([0, expect.not.stringContaining("cannot be composed")]);
    const config = await readFile(path.join(folder, "oxlint.config.ts"), "utf8");
    expect(config).toContain(
      'read(import.meta.url, undefined, { nested: ["./app/.oxlintrc.json","./app/deep/.oxlintrc.jsonc"] })'
    );
    const { found } = await lintFolder(folder, "oxlint.config.ts");
    const told = found.map(({ file, rule, severity }) => `${file} ${rule} ${severity}`);
    const wanted = [
      "a.js eslint(no-debugger) error",
      "a.test.js eslint(no-var) error",
      "app/b.js eslint(no-alert) warning",
      "app/b.js eslint(no-undef) error",
      "app/b.test.js eslint(no-var) warning",
      "app/inner/d.js eslint(no-debugger) warning",
      "app/deep/e.js eslint(no-var) error",
    ];
    expect(wanted.filter((one) => !told.includes(one))).toEqual([]);
    expect(
      told.filter((one) => /^app\/out\/|^app\/(?:b|inner\/d)\S* \S*no-console|^app\/deep\S* \S*no-debugger/.test(one))
    ).toEqual([]);
    expect((await runHi(["check"], where)).exitCode).toBe(0);
    const again = await runHi(["update", "--yes", "--json", "--preview", "off"], where);
    expect(JSON.parse(again.stdout)).toMatchObject({ gate: { because: "nothing-to-do" } });
    const explained = await runHi(["explain", "oxlint.config.ts"], where);
    expect(explained.stdout).toContain("policy app/.oxlintrc.json (for its own folder)");
  }));
