import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { expectRefused, init, OFF, succeed, withFolder, withProject } from "./reports.fixture.ts";

describe("what was chosen is shown, and by what", () => {
  test("proposed: all agents where none has left anything, and the usual packs", () =>
    withProject({}, async (project) => {
      const { stdout } = await succeed(project, ["init", "--dry-run", "--yes", ...OFF]);
      expect(stdout).toMatch(
        / {2}agents +claude, codex, cursor, opencode +\(no agent's configuration is here, so all that hi knows; --providers/
      );
      expect(stdout).toMatch(/ {2}scopes +\. +\(packages with JavaScript or TypeScript; --scopes names others\)/);
      expect(stdout).toMatch(/ {2}packs +base, format +\(the usual\)/);
    }));

  test("by what is here, by flags, and by the settings", () =>
    withProject({ ".cursorrules": "", ".prettierrc": "{}" }, async (project) => {
      const first = await succeed(project, ["init", "--yes", ...OFF]);
      expect(first.stdout).toMatch(/ {2}agents +cursor +\(\.cursorrules\)/);
      expect(first.stdout).toMatch(/ {2}packs +base +\(another formatter works here, so not format\)/);
      const second = await succeed(project, ["init", "--dry-run", "--yes", "--providers", "none", ...OFF]);
      expect(second.stdout).toMatch(/ {2}agents +none +\(--providers\)/);
      expect(second.stdout).toMatch(/ {2}scopes +\. +\(\.hi\/settings\.json\)/);
      expect((await succeed(project, ["update", "--dry-run", ...OFF])).stdout).toMatch(
        / {2}agents +cursor +\(\.hi\/set/
      );
    }));
});

describe("what is no project is not set up", () => {
  test("a folder with neither git nor a package.json, unless scopes are named", () =>
    withFolder(async (project) => {
      expect(await expectRefused(project, ["init", "--yes", ...OFF])).toMatchObject({
        code: "HI_NO_PROJECT",
        message: expect.stringContaining("neither git nor a package.json"),
        next: expect.stringContaining("git init"),
      });
      await succeed(project, ["init", "--yes", "--scopes", "none", ...OFF]);
    }));

  test("the home folder, whatever is in it: its .claude is the user's own", () =>
    withProject({}, async (project) => {
      const env = { HOME: project.root };
      const refused = await expectRefused(project, ["init", "--yes", ...OFF], { env });
      expect(refused).toMatchObject({ code: "HI_NO_PROJECT", message: expect.stringContaining("home folder") });
    }));
});

describe("the Node that scripts and agents get", () => {
  const warned =
    /warning node on PATH is 20\.19\.0 \(\S+\/node\), which cannot load oxlint\.config\.ts: it takes 22\.18 or later/;

  test("is named where it cannot load what is configured, with how to get another; nothing else changes", () =>
    withProject({}, async (project) => {
      const bin = path.join(project.directory, "bin");
      await mkdir(bin);
      await writeFile(path.join(bin, "node"), "#!/bin/sh\necho v20.19.0\n");
      await chmod(path.join(bin, "node"), 0o755);
      const env = { PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
      const { stdout } = await init(project, [], { env });
      expect(stdout).toMatch(warned);
      expect(stdout).toContain(
        "nvm install 24, fnm install 24 or volta install node@24; for scripts alone: npm install"
      );
      expect((await succeed(project, ["update", "--yes", ...OFF], { env })).stdout).toMatch(warned);
      expect((await init(project)).stdout).not.toContain("node on PATH");
    }));

  test("matters also where the project's policy is JSON, since a TypeScript configuration composes it", () =>
    withProject({ ".oxlintrc.json": "{}" }, async (project) => {
      const bin = path.join(project.directory, "bin");
      await mkdir(bin);
      await writeFile(path.join(bin, "node"), "#!/bin/sh\necho v20.19.0\n");
      await chmod(path.join(bin, "node"), 0o755);
      const env = { PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
      expect((await init(project, ["--packs", "base"], { env })).stdout).toContain("node on PATH");
    }));
});
