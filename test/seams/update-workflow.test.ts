import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { Step } from "../helpers/github-steps.ts";
import { findUnsafe, readYaml, runStep } from "../helpers/github-steps.ts";
import { git, HI, PROJECT_ROOT, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly permissions: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

const FILE = ".github/workflows/hi-update.yml";

/** A published repository with the workflow, whose remote is a bare one; `bin` has stand-ins for npx and GitHub's gh. */
function withRepository(work: (place: Place) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const [repository, origin, bin] = ["shop", "origin.git", "bin"].map((name) => path.join(directory, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(path.join(directory, "temporary"), { mode: 0o700 });
    const env = { HI_TEMP: path.join(directory, "temporary"), PATH: `${bin}${path.delimiter}${process.env["PATH"]}` };
    await plant(repository, {
      "package.json": '{\n  "name": "shop",\n  "private": true\n}\n',
      "src/a.ts": "export {};\n",
      ".gitignore": "node_modules\n",
    });
    await plant(bin, {
      npx: `#!/bin/sh\necho "$@" >> '${directory}/npx.log'\nwhile [ "$1" != hi ]; do shift; done\nshift\nexec '${process.execPath}' '${HI}' "$@" --preview off\n`,
      gh: `#!/bin/sh\necho "$@" >> '${directory}/gh.log'\n[ "$2" != create ] || [ ! -e '${directory}/opened' ] || exit 1\ntouch '${directory}/opened'\n`,
    });
    for (const name of ["npx", "gh"]) await chmod(path.join(bin, name), 0o755);
    await git(directory, "init", "--quiet", "--bare", "--initial-branch=trunk", origin);
    await git(repository, "init", "--quiet", "--initial-branch=trunk");
    const init = [
      "init",
      "--yes",
      "--preview",
      "off",
      "--providers",
      "claude",
      "--scopes",
      ".",
      "--packs",
      "base,format,update-workflow",
    ];
    expect((await runHi(init, { cwd: repository, env })).exitCode).toBe(0);
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=before");
    await git(repository, "remote", "add", "origin", origin);
    await git(repository, "push", "--quiet", "origin", "trunk");
    await work({ directory, repository, origin, env });
  });
}

interface Place {
  readonly directory: string;
  readonly repository: string;
  readonly origin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Both jobs in a fresh clone each, the second one only where the first found a change. */
async function runWorkflow({ directory, repository, origin, env }: Place): Promise<readonly string[]> {
  const { jobs } = await readYaml<Workflow>(path.join(repository, FILE));
  const temporary = path.join(directory, "runner");
  await rm(temporary, { recursive: true, force: true });
  const context = {
    "vars.HI_PACKAGE || 'harness-intelligence@latest'": "harness-intelligence@latest",
    "github.token": "a-token",
  };
  const said: string[] = [];
  for (const name of ["update", "open"]) {
    const cwd = path.join(directory, `clone-${name}`);
    await rm(cwd, { recursive: true, force: true });
    await git(directory, "clone", "--quiet", origin, cwd);
    const step = jobs[name]?.steps.find(({ run }) => run !== undefined) as Step;
    const ran = await runStep(step, { temporary, cwd, context, env });
    expect(ran.exitCode, `${name}\n${ran.stdout}${ran.stderr}`).toBe(0);
    said.push(ran.stdout);
    if (name === "update" && ran.outputs["changed"] !== "true") return said;
  }
  return said;
}

const logOf = (directory: string, name: string): Promise<string> =>
  readFile(path.join(directory, `${name}.log`), "utf8").catch(() => "");

test("chosen by a pack and by nothing else, whole ours, formatted, pinned, with no right that a job does not need", () =>
  withRepository(async ({ repository, env }) => {
    const { permissions, jobs } = await readYaml<Workflow>(path.join(repository, FILE));
    expect(permissions).toEqual({});
    expect(jobs["update"]?.permissions).toEqual({ contents: "read" });
    expect(jobs["open"]?.permissions).toEqual({ contents: "write", "pull-requests": "write" });
    for (const { steps } of Object.values(jobs)) expect(findUnsafe(steps)).toEqual([]);
    // What the project's packages can run never meets the token that writes.
    expect(JSON.stringify(jobs["open"]?.steps)).not.toMatch(/npx|npm|node/);
    expect(jobs["update"]?.steps[0]?.with).toEqual({ "persist-credentials": false });
    const prettier = path.join(PROJECT_ROOT, "node_modules/.bin/prettier");
    expect((await runProcess(prettier, ["--check", FILE], { cwd: repository })).exitCode).toBe(0);
    const gone = await runHi(["init", "--yes", "--preview", "off", "--packs", "base,format"], { cwd: repository, env });
    expect(gone.stdout).toMatch(/- \.github\/workflows\/hi-update\.yml/);
  }));

test("a change becomes a branch and one pull request, which the next run brings up to date; a person's edit is left alone", () =>
  withRepository(async (place) => {
    const { directory, repository, origin } = place;
    await runWorkflow(place);
    expect(await logOf(directory, "gh")).toBe("");
    // As an older version left it.
    const receipt = path.join(repository, ".hi/receipt.json");
    const recorded = JSON.parse(await readFile(receipt, "utf8"));
    delete recorded.files[".hi/README.md"];
    await writeFile(receipt, `${JSON.stringify({ ...recorded, templateVersion: "0.0.1" }, null, 2)}\n`);
    await rm(path.join(repository, ".hi/README.md"));
    await git(repository, "commit", "--quiet", "--all", "--message=older");
    await git(repository, "push", "--quiet", "origin", "trunk");

    await runWorkflow(place);
    expect(await git(origin, "diff", "--name-only", "trunk", "hi/update")).toBe(".hi/README.md\n.hi/receipt.json\n");
    expect(await git(origin, "log", "-1", "--format=%an", "hi/update")).toBe("github-actions[bot]\n");
    await runWorkflow(place);
    const body = path.join(directory, "runner/hi/body.md");
    const title = "Bring the harness to its newest templates";
    expect((await logOf(directory, "gh")).trimEnd().split("\n")).toEqual([
      `pr create --head hi/update --title ${title} --body-file ${body}`,
      `pr create --head hi/update --title ${title} --body-file ${body}`,
      `pr edit hi/update --body-file ${body}`,
    ]);
    expect(await readFile(body, "utf8")).toMatch(/^<!-- harness-intelligence: update -->/);

    await git(repository, "fetch", "--quiet", "origin");
    await git(repository, "switch", "--quiet", "hi/update");
    await writeFile(path.join(repository, "src/a.ts"), "export const mine = 1;\n");
    await git(repository, "commit", "--quiet", "--all", "--message=mine");
    await git(repository, "push", "--quiet", "origin", "hi/update");
    const edited = await git(origin, "rev-parse", "hi/update");
    expect((await runWorkflow(place)).join("\n")).toContain("edited by a person and is left alone");
    expect(await git(origin, "rev-parse", "hi/update")).toBe(edited);
  }));
