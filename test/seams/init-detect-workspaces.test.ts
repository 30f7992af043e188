import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { git } from "../helpers/hi.ts";
import type { Tree } from "./init-detect.fixture.ts";
import {
  codesOf,
  evidenceOf,
  inFolder,
  makeRepository,
  refusalOf,
  resolveIn,
  writeTree,
} from "./init-detect.fixture.ts";

const MEMBERS: Tree = {
  "packages/b/package.json": { name: "@acme/b" },
  "packages/b/src/b.ts": "",
  "packages/a/package.json": { name: "@acme/a" },
  "packages/a/src/a.ts": "",
};

describe("workspaces of every package manager", () => {
  test.each<[string, Tree, string]>([
    ["npm", { "package.json": { workspaces: ["packages/*"] }, "package-lock.json": "{}" }, "npm"],
    [
      "pnpm",
      {
        "package.json": {},
        "pnpm-workspace.yaml": "packages:\n  - 'packages/*' # all\n  - '!**/old/**'\n",
        "pnpm-lock.yaml": "",
      },
      "pnpm",
    ],
    [
      "yarn",
      { "package.json": { workspaces: { packages: ["packages/*"] } }, "yarn.lock": "# yarn lockfile v1\n" },
      "yarn",
    ],
    [
      "yarn berry",
      { "package.json": { workspaces: ["packages/*"] }, "yarn.lock": "# generated\n\n__metadata:\n  version: 8\n" },
      "yarn-berry",
    ],
    [
      "yarn berry by its configuration",
      { "package.json": { workspaces: ["./packages/*/"] }, "yarn.lock": "", ".yarnrc.yml": "" },
      "yarn-berry",
    ],
    // b07: the text lockfile.
    ["bun", { "package.json": { workspaces: ["packages/*"] }, "bun.lock": "{}" }, "bun"],
    ["bun, binary lockfile", { "package.json": { workspaces: ["packages/*"] }, "bun.lockb": "" }, "bun"],
  ])("%s", (_name, tree, manager) =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...MEMBERS, ...tree });
      const resolved = await resolveIn(folder);
      expect(resolved.answers.packageManager).toBe(manager);
      expect(resolved.settings.lint.scopes).toEqual(["packages/a", "packages/b"]);
      expect(codesOf(resolved)).not.toContain("package-manager-mismatch");
    })
  );

  test("the root is a scope too where it has sources that no package owns", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        ...MEMBERS,
        "package.json": { workspaces: ["packages/*"] },
        "scripts/run.ts": "",
      });
      const { answers } = await resolveIn(folder);
      expect(answers.scopes.map((scope) => scope.path)).toEqual([".", "packages/a", "packages/b"]);
      expect(answers.scopes[0]?.ignore).toEqual(expect.arrayContaining(["packages/a/**", "packages/b/**"]));
    }));

  test("a submodule and a clone are never proposed, whatever the workspaces say, and no scope takes their files", () =>
    inFolder(async (folder) => {
      await makeRepository(`${folder}-lib`, { "package.json": { name: "lib" }, "lib.ts": "" });
      await makeRepository(folder, { ...MEMBERS, "package.json": { workspaces: ["packages/*"] }, "run.ts": "" });
      const submodule = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `${folder}-lib`];
      await git(folder, ...submodule, "packages/sub");
      await makeRepository(path.join(folder, "packages/clone"), { "package.json": { name: "clone" }, "clone.ts": "" });
      await makeRepository(path.join(folder, "tools/other"), { "other.ts": "" });
      const { answers } = await resolveIn(folder);
      expect(answers.scopes.map((scope) => scope.path)).toEqual([".", "packages/a", "packages/b"]);
      const embedded = ["packages/clone/**", "packages/sub/**", "tools/other/**"];
      expect(answers.scopes[0]?.ignore).toEqual(expect.arrayContaining(embedded));
      await rm(path.join(folder, ".git"), { recursive: true });
      const without = await resolveIn(folder, { scopes: ["."] });
      expect(without.answers.scopes[0]?.ignore).toEqual(expect.arrayContaining(embedded));
    }));

  test("without a package.json at the root, the outermost packages are scopes", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...MEMBERS, "packages/a/nested/package.json": { name: "n" }, "tools.ts": "" });
      const resolved = await resolveIn(folder);
      expect(resolved.settings.lint.scopes).toEqual(["packages/a", "packages/b"]);
      expect(resolved.answers.scopes[0]?.ignore).toEqual(["nested/**"]);
    }));

  test("negations, node_modules and patterns that lead out", () =>
    inFolder(async (folder) => {
      const workspaces = ["packages/*", "!packages/b", "../**", "/etc/*", "packages/*/node_modules/*"];
      await makeRepository(folder, { ...MEMBERS, "package.json": { workspaces } });
      await writeTree(`${folder}-outside`, { "package.json": { name: "outside" } });
      await writeTree(folder, { "packages/a/node_modules/dep/package.json": { name: "dep" } });
      const resolved = await resolveIn(folder);
      expect(resolved.settings.lint.scopes).toEqual(["packages/a"]);
      expect(codesOf(resolved).filter((code) => code === "workspace-outside")).toHaveLength(2);
    }));

  test("a package folder that is a link is not followed", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...MEMBERS, "package.json": { workspaces: ["packages/*"] } });
      await writeTree(`${folder}-outside`, { "package.json": { name: "outside" } });
      await symlink(`${folder}-outside`, path.join(folder, "packages/c"));
      await symlink("a", path.join(folder, "packages/alias"));
      expect((await resolveIn(folder)).settings.lint.scopes).toEqual(["packages/a", "packages/b"]);
    }));

  test("twenty-four packages are all proposed, and the second reading is the same", () =>
    inFolder(async (folder) => {
      const many = Object.fromEntries(
        Array.from({ length: 24 }, (_, index) => [`libs/l${index}/package.json`, { name: `l${index}` }])
      );
      await makeRepository(folder, { ...many, "package.json": { workspaces: ["libs/*"] } });
      const [first, second] = [await resolveIn(folder), await resolveIn(folder)];
      expect(first.settings.lint.scopes).toHaveLength(24);
      expect(second).toEqual(first);
    }));
});

describe("embedded packages", () => {
  const tree: Tree = {
    "package.json": { name: "root" },
    "src/a.ts": "",
    "examples/demo/package.json": { name: "demo" },
    "examples/demo/inner/package.json": { name: "inner" },
    "src/esm/package.json": { type: "module" },
    "test/fixtures/broken/package.json": "{ not json",
    "wiki/package.json": { name: "wiki" },
  };

  test("belong to no scope; a module type or a wiki is no package", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const resolved = await resolveIn(folder);
      expect(resolved.settings.lint.scopes).toEqual(["."]);
      const own = resolved.answers.scopes[0]?.ignore.filter((pattern) => !pattern.includes("wiki"));
      expect(own).toEqual(["examples/demo/**", "test/fixtures/broken/**"]);
      const finding = resolved.findings.find(({ code }) => code === "packages-not-selected");
      expect(finding?.args["count"]).toBe(3);
    }));

  test("become scopes when they are chosen, and then the root steps back", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, tree);
      const { answers } = await resolveIn(folder, { scopes: [".", "examples/demo"] });
      expect(answers.scopes.map((scope) => scope.path)).toEqual([".", "examples/demo"]);
      expect(answers.scopes[1]?.ignore).toEqual(["inner/**"]);
    }));
});

describe("the package manager", () => {
  const rivals: Tree = { "package.json": { name: "sample" }, "bun.lock": "{}" };

  // b09
  test("a tracked lockfile beats one that a stray install left", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, rivals);
      await writeFile(path.join(folder, "package-lock.json"), "{}");
      const resolved = await resolveIn(folder);
      expect(evidenceOf(resolved, "package manager")).toEqual(["bun (lockfile tracked by git: bun.lock)"]);
      expect(codesOf(resolved)).toContain("package-manager-mismatch");
      await git(folder, "rm", "--quiet", "--cached", "bun.lock");
      await git(folder, "add", "package-lock.json");
      expect((await resolveIn(folder)).answers.packageManager).toBe("npm");
    }));

  // b11: started through one manager, nothing else known.
  test("with no lockfile and no field, the manager that started the run decides; without one, npm", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { "package.json": { name: "sample" } });
      const agent = { npm_config_user_agent: "pnpm/12.21.0 npm/? node/v24" };
      expect((await resolveIn(folder, {}, agent)).answers.packageManager).toBe("pnpm");
      expect((await resolveIn(folder)).answers.packageManager).toBe("npm");
      expect((await resolveIn(folder, { packageManager: "bun" }, agent)).answers.packageManager).toBe("bun");
    }));

  test("the field decides over the lockfile, with a warning; devEngines counts as the field", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...rivals, "package.json": { packageManager: "npm@11.0.0" } });
      const resolved = await resolveIn(folder);
      expect(resolved.answers.packageManager).toBe("npm");
      expect(codesOf(resolved)).toContain("package-manager-mismatch");
      await writeTree(folder, { "package.json": { devEngines: { packageManager: { name: "pnpm", version: "12" } } } });
      expect((await resolveIn(folder)).answers.packageManager).toBe("pnpm");
    }));
});

describe("every manifest that is used is parsed before anything is planned", () => {
  test.each<[string, string, string]>([
    ["the root's", "package.json", "package.json"],
    ["a package's", "packages/a/package.json", "packages/a/package.json"],
  ])("%s is named with line and column", (_name, file, named) =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...MEMBERS, "package.json": { workspaces: ["packages/*"] } });
      await writeFile(path.join(folder, file), '{\n  "name": "x",\n  "scripts": {\n');
      const facts = await refusalOf(resolveIn(folder, { scopes: ["packages/a"] }));
      expect(facts).toMatchObject({ code: "HI_UNPARSEABLE", where: { path: named } });
      expect(facts.where?.line).toBeGreaterThan(2);
      expect(facts.where?.column).toBeGreaterThan(0);
    })
  );

  test("one that is not selected stops nothing", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...MEMBERS, "package.json": { workspaces: ["packages/*"] } });
      await writeFile(path.join(folder, "packages/b/package.json"), "{");
      expect((await resolveIn(folder, { scopes: ["packages/a"] })).settings.lint.scopes).toEqual(["packages/a"]);
    }));

  // d17
  test("a package.json that is a folder is named", () =>
    inFolder(async (folder) => {
      await mkdir(path.join(folder, "package.json"));
      expect(await refusalOf(resolveIn(folder))).toMatchObject({
        code: "HI_NOT_A_FILE",
        where: { path: "package.json" },
      });
    }));

  test("a byte order mark and an empty file are no faults", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { "package.json": `\uFEFF{"packageManager":"pnpm@9"}` });
      expect((await resolveIn(folder)).answers.packageManager).toBe("pnpm");
      await writeFile(path.join(folder, "package.json"), "\n\t\n");
      expect((await resolveIn(folder)).settings.lint.scopes).toEqual(["."]);
    }));
});
