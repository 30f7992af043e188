import { rm } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { Project } from "./reports.fixture.ts";
import { init, succeed, update, withProject } from "./reports.fixture.ts";

const explain = async (project: Project, asked: string) => {
  const { stdout } = await succeed(project, ["explain", asked]);
  const { explain: document } = JSON.parse((await succeed(project, ["explain", asked, "--json"])).stdout);
  return { stdout, document };
};

const MANIFEST = '{\n  "scripts": { "lint": "eslint ." },\n  "devDependencies": { "oxlint": "1.0.0" }\n}\n';

test("a merged file: the keys in conflict, taken out and edited, with the project's value and ours", () =>
  withProject({ "package.json": MANIFEST }, async (project) => {
    await init(project);
    const published = JSON.parse(await project.read("package.json"));
    const { format, "format:check": _, ...scripts } = published.scripts;
    await project.write(
      "package.json",
      `${JSON.stringify({ ...published, scripts: { ...scripts, format: `${format} .` } }, null, 2)}\n`
    );
    const { stdout, document } = await explain(project, "package.json");
    const differs = new Map(document.differs.map((key: { pointer: string }) => [key.pointer, key]));
    expect([...differs.keys()].toSorted()).toEqual([
      "/devDependencies/oxlint",
      "/scripts/format",
      "/scripts/format:check",
      "/scripts/lint",
    ]);
    expect(differs.get("/scripts/lint")).toMatchObject({
      action: "conflict",
      reason: { code: "project-value" },
      theirs: "eslint .",
      value: expect.stringContaining("lint.mjs"),
    });
    expect(differs.get("/scripts/format:check")).toMatchObject({ reason: { code: "removed-by-user" }, theirs: null });
    expect(differs.get("/scripts/format")).toMatchObject({ reason: { code: "local-edit" }, theirs: `${format} .` });
    expect(stdout).toContain("4 keys are not as ours");
    expect(stdout).toMatch(
      /package\.json scripts\.lint: the project has .+\n {4}theirs {2}eslint \.\n {4}ours {4}node \.hi\/runtime\/lint\.mjs/
    );
    expect(stdout).toMatch(/devDependencies\.oxlint: .+\n {4}theirs {2}1\.0\.0\n {4}ours {4}\d/);
    expect(stdout).toMatch(/scripts\.format:check: deleted on purpose.+\n {4}ours {4}node \.hi\/runtime\/lint\.mjs/);
  }));

test("a kept conflict and a recorded deletion are no drift: check ends with 0, diff shows them and ends with 1", () =>
  withProject({ "package.json": MANIFEST }, async (project) => {
    await init(project);
    await rm(path.join(project.root, ".hi/README.md"));
    expect((await project.hi(["check"])).exitCode).toBe(1);
    await update(project);
    expect(await project.hi(["check"])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("In step") });
    const diff = await project.hi(["diff"]);
    expect(diff.exitCode).toBe(1);
    expect(diff.stdout).toMatch(/conflict +package\.json.+\/scripts\/lint/);
    expect(diff.stdout).toMatch(/missing +\.hi\/README\.md/);
  }));

test("a path at which nothing stands, and nothing would, is nobody's", () =>
  withProject({}, async (project) => {
    await init(project);
    const { stdout, document } = await explain(project, "src/nope.ts");
    expect(document).toMatchObject({ owner: "nobody", wouldDo: { action: "keep", reason: "not-ours" } });
    expect(stdout).toContain("nobody: there is no such path, and hi would not make it");
    expect((await explain(project, "src/a.ts")).document.owner).toBe("project");
    expect((await explain(project, "src")).document.owner).toBe("project");
  }));

test("a folder: the owned paths below it, and no neighbour's", () =>
  withProject({ ".hi/notes.md": "mine\n", ".hidden/a.ts": "export {};\n" }, async (project) => {
    await init(project);
    await rm(path.join(project.root, ".hi/README.md"));
    await update(project);
    const { stdout, document } = await explain(project, ".hi/");
    expect(document).toMatchObject({ path: ".hi", owner: "harness-paths", entry: null, differs: [] });
    const paths = document.paths.map((owned: { path: string }) => owned.path);
    expect(paths).toContain(".hi/runtime/hook.mjs");
    expect(paths).toContain(".hi/receipt.json");
    expect(paths).not.toContain(".hi/notes.md");
    expect(paths).not.toContain(".hi/settings.json");
    expect(document.paths).toContainEqual({
      path: ".hi/README.md",
      class: "generated",
      action: "keep",
      reason: "removed-by-user",
    });
    expect(stdout).toContain("a folder; hi owns these paths below it, the rest is the project's");
    expect(stdout).toContain(".hi/README.md: keep, deleted on purpose");
    expect((await explain(project, ".hidden")).document).toMatchObject({ owner: "project", paths: [] });
  }));
