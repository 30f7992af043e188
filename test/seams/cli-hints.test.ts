import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { toCommandLine } from "../../src/cli/command-line.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import { HI, runProcess } from "../helpers/hi.ts";
import type { Files, Project } from "./reports.fixture.ts";
import { init, OFF, succeed, toDocument, update, withProject } from "./reports.fixture.ts";

const WORKSPACE: Files = {
  "package.json": '{\n  "name": "shop",\n  "private": true,\n  "workspaces": ["packages/*"]\n}\n',
  "packages/it's a core/package.json": '{\n  "name": "core"\n}\n',
  "packages/it's a core/a.ts": "export const one = 1;\n",
  "packages/other/package.json": '{\n  "name": "other",\n  "devDependencies": { "oxlint": "1.0.0" }\n}\n',
  "gen/a.ts": "export const two = 2;\n",
};

/** Types a command into a POSIX shell where `hi` is the built program. */
async function type(project: Project, command: string) {
  const bin = path.join(project.directory, "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, "hi"), `#!/bin/sh\nexec '${process.execPath}' '${HI}' "$@"\n`);
  await chmod(path.join(bin, "hi"), 0o755);
  const env = { HOME: path.join(project.directory, "home"), HI_TEMP: path.join(project.directory, "temporary") };
  const script = `PATH='${bin}':"$PATH"\n${command}`;
  return runProcess("sh", ["-c", script], { cwd: project.root, env });
}

/** What `hi ARGS --dry-run` shows, then the command that it prints: every file must be as the plan had it. */
async function expectExactlyPublished(project: Project, args: readonly string[]): Promise<string> {
  const shown = await succeed(project, [...args, "--dry-run"]);
  const { plan } = toDocument(await succeed(project, [...args, "--dry-run", "--json"]));
  const command = /To publish: (.+)$/m.exec(shown.stdout)?.[1] ?? "";
  const typed = await type(project, `${command} --json`);
  expect(typed.exitCode, typed.stderr).toBe(0);
  const { published } = toDocument(typed);
  const wanted = (plan?.entries ?? []).flatMap(({ path: file, after }) =>
    after ? [{ file, sha256: after.sha256 }] : []
  );
  expect(wanted.length).toBeGreaterThan(0);
  expect(published?.written.toSorted()).toEqual(wanted.map(({ file }) => file).toSorted());
  for (const { file, sha256 } of wanted) {
    const bytes = await readFile(path.join(project.root, file));
    expect(createHash("sha256").update(bytes).digest("hex"), file).toBe(sha256);
  }
  return command;
}

describe("the command that a dry run prints publishes what it has shown", () => {
  test("init, with every flag that decides what is planned", () =>
    withProject(WORKSPACE, async (project) => {
      const flags = [
        "--providers",
        "claude,codex",
        "--packs",
        "base",
        "--scopes",
        "packages/it's a core,packages/other",
      ];
      const more = ["--exclude", "gen/**,*.snap", "--commit-gate", "lefthook", "--take", "oxlint"];
      const args = ["init", ...flags, ...more, "--package-manager", "pnpm", ...OFF];
      const command = await expectExactlyPublished(project, args);
      expect(command).toContain(
        String.raw`--scopes 'packages/it'\''s a core,packages/other' --exclude 'gen/**,*.snap'`
      );
      expect(JSON.parse(await project.read(".hi/settings.json"))).toMatchObject({
        providers: ["claude", "codex"],
        lint: { scopes: ["packages/it's a core", "packages/other"], exclude: ["*.snap", "gen/**"] },
      });
    }));

  test("update, which keeps what it was told of a dependency", () =>
    withProject({ "package.json": '{\n  "devDependencies": { "oxlint": "1.0.0" }\n}\n' }, async (project) => {
      await init(project);
      const command = await expectExactlyPublished(project, ["update", "--take", "oxlint", ...OFF]);
      expect(command).toBe("hi update --take oxlint --preview off --yes");
    }));

  test("restore, which keeps its path", () =>
    withProject({}, async (project) => {
      await init(project);
      await rm(path.join(project.root, ".hi/README.md"));
      await update(project);
      const command = await expectExactlyPublished(project, ["restore", ".hi/README.md", ...OFF]);
      expect(command).toBe("hi restore .hi/README.md --preview off --yes");
    }));
});

test("a kept edit, of a file and of a key: the command that the report names takes ours", () =>
  withProject({}, async (project) => {
    await init(project);
    const ours = { readme: await project.read(".hi/README.md"), manifest: await project.read("package.json") };
    await project.write(".hi/README.md", "mine\n");
    await project.write("package.json", ours.manifest.replace(/"lint:fix": "[^"]+"/, '"lint:fix": "mine"'));
    await update(project);
    const shown = await succeed(project, ["update", "--dry-run", ...OFF]);
    expect(shown.stdout).toContain("Nothing to do: 2 edits kept");
    const commands = [...shown.stdout.matchAll(/\((hi restore [^)]+) takes ours\)/g)].map(([, command]) => command);
    expect(commands).toEqual(["hi restore .hi/README.md", "hi restore package.json"]);
    for (const command of commands) {
      const typed = await type(project, `${command} --yes --preview off`);
      expect(typed.exitCode, typed.stderr).toBe(0);
    }
    expect(await project.read(".hi/README.md")).toBe(ours.readme);
    expect(await project.read("package.json")).toBe(ours.manifest);
  }));

test("without a terminal both commands that are named carry what was asked", () =>
  withProject({}, async (project) => {
    await init(project);
    await rm(path.join(project.root, ".hi/README.md"));
    await update(project);
    const ended = await project.hi(["restore", ".hi/README.md", ...OFF]);
    expect(ended.exitCode).toBe(2);
    const next = /-> (.+) to look, (.+) to publish$/m.exec(ended.stderr);
    const [, look = "", publish = ""] = next ?? [];
    const looked = await type(project, look);
    expect(looked).toMatchObject({ exitCode: 0, stderr: "" });
    expect(looked.stdout).toContain(`To publish: ${publish}`);
    expect((await type(project, publish)).stdout).toContain("Published: 3 written");
  }));

test.each([
  [["restore", "--", "-odd name"], "hi restore --yes -- '-odd name'"],
  [["init", "--scopes", "none", "--providers", "none"], "hi init --providers none --scopes none --yes"],
  [["update", "--yes", "--dry-run", "--exit-code", "--json"], "hi update --exit-code --json --yes"],
  [["update", "--offline", "--install"], "hi update --offline --install --yes"],
])("hi %j is published by: %s", (argv, command) => {
  const parsed = parseArguments(argv, "0.0.0");
  if (parsed.kind !== "request" || !("yes" in parsed.request)) throw new Error("expected a run");
  expect(toCommandLine(parsed.request, "--yes")).toBe(command);
});
