import { expect, test } from "vitest";

import { init, OFF, succeed, withProject } from "./reports.fixture.ts";

/** What the reports say of their own counts, reasons and next steps, held against each other. */

test("init, check and diff count the same paths, and init names what it wrote beside them", () =>
  withProject({}, async (project) => {
    const { stdout } = await init(project);
    const told = /Published: (\d+) written \((\d+) paths, (\d+) files for the next merge, the settings, the receipt\)/;
    const [, written, paths, bases] = told.exec(stdout) ?? [];
    expect(Number(written)).toBe(Number(paths) + Number(bases) + 2);
    expect((await succeed(project, ["check"])).stdout).toContain(`In step: ${paths} paths`);
    expect((await succeed(project, ["diff"])).stdout).toContain(`In step: ${paths} paths`);
  }));

test("after init the install command is named as what lint and hooks need", () =>
  withProject({}, async (project) => {
    const { stdout } = await init(project);
    expect(stdout).toContain(
      "Next: install what was added; until then lint, format and the agents' hooks do not work\n  npm install"
    );
  }));

test("a change of the settings is not called one of the templates", () =>
  withProject({}, async (project) => {
    await init(project);
    await project.write(
      ".hi/settings.json",
      (await project.read(".hi/settings.json")).replace('"claude"', '"claude", "codex"')
    );
    const { stdout, exitCode } = await project.hi(["diff"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/update available +\.hi\/README\.md +the settings, or what they were planned from, changed/);
    expect(stdout).not.toContain("template changed");
  }));

test("a file of ours keys that cannot be read is said with its place, by check as by diff and update", () =>
  withProject({}, async (project) => {
    await init(project);
    await project.write(".claude/settings.json", '{\n  "hooks": {\n');
    const checked = await project.hi(["check"]);
    expect(checked.exitCode).toBe(1);
    expect(checked.stdout).toMatch(
      /conflict +\.claude\/settings\.json +cannot be read as its own format; mend it \(line 3, column 1\)/
    );
    expect(checked.stdout).not.toContain("were edited");
    const { check } = JSON.parse((await project.hi(["check", "--json"])).stdout);
    expect(check.rows).toMatchObject([{ reason: "unreadable", line: 3, column: 1 }]);
    for (const verb of ["diff", "update"]) {
      const { stderr, exitCode } = await project.hi([verb, ...(verb === "diff" ? [] : ["--yes", ...OFF])]);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("settings.json:3:1") });
    }
  }));

test("a devDependency that differs names the whole command that takes ours", () =>
  withProject({ "package.json": '{\n  "devDependencies": { "oxlint": "1.0.0" }\n}\n' }, async (project) => {
    const { stdout } = await init(project);
    expect(stdout).toContain("to take ours: hi init --take oxlint");
    const updated = await succeed(project, ["update", "--yes", ...OFF]);
    expect(updated.stdout).toContain("to take ours: hi update --take oxlint");
    expect((await succeed(project, ["explain", "package.json"])).stdout).toContain("hi update --take oxlint");
  }));
