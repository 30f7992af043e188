import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { Ran, Step } from "../helpers/github-steps.ts";
import { findUnsafe, readYaml, runStep } from "../helpers/github-steps.ts";
import { git, PROJECT_ROOT, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const readAction = (): Promise<Action> => readYaml<Action>(path.join(PROJECT_ROOT, "action.yml"));

interface Asked {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: string;
}

/** Plays the run steps of the action one after the other, as far as they come. */
async function play(directory: string, { inputs = {}, event = "pull_request" }: Asked): Promise<readonly Ran[]> {
  const action = await readAction();
  const given = Object.entries(action.inputs).map(([name, { default: usual }]) => [
    `inputs.${name}`,
    inputs[name] ?? usual,
  ]);
  const context: Record<string, string> = {
    ...Object.fromEntries(given),
    "github.action_path": PROJECT_ROOT,
    "github.event_name": event,
  };
  const temporary = path.join(directory, "runner");
  const env = {
    HI_TEMP: path.join(directory, "temporary"),
    GITHUB_HEAD_REF: "$(touch pwned)",
    GITHUB_TOKEN: "a-token",
  };
  await mkdir(env.HI_TEMP, { recursive: true, mode: 0o700 });
  const ran: Ran[] = [];
  for (const step of action.runs.steps.filter(({ run }) => run !== undefined)) {
    const ended = await runStep(step, { temporary, cwd: path.join(directory, "shop"), context, env });
    ran.push(ended);
    for (const [name, value] of Object.entries(ended.outputs)) context[`steps.${step.id}.outputs.${name}`] = value;
    if (ended.exitCode !== 0) break;
  }
  return ran;
}

/** A repository under hi with two changes to come, debt, and a file whose name wants to be a command. */
function withShop(work: (directory: string, repository: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const repository = path.join(directory, "shop");
    const temporary = path.join(directory, "temporary");
    await mkdir(temporary, { mode: 0o700 });
    await plant(repository, {
      "package.json": '{\n  "name": "shop",\n  "private": true\n}\n',
      ".oxlintrc.json": '{ "categories": { "correctness": "off" }, "rules": { "no-var": "warn" } }\n',
      "src/`touch pwned` $(touch pwned) @team.ts": "var one = 1;\nexport const same = one == 1;\n",
    });
    await git(repository, "init", "--quiet");
    await runHi(["init", "--yes", "--preview", "off", "--providers", "claude", "--scopes", "."], {
      cwd: repository,
      env: { HI_TEMP: temporary },
    });
    const receipt = path.join(repository, ".hi/receipt.json");
    const recorded = JSON.parse(await readFile(receipt, "utf8"));
    for (const file of [".hi/README.md", "oxfmt.config.ts"]) delete recorded.files[file];
    await writeFile(receipt, JSON.stringify(recorded, null, 2));
    for (const file of [".hi/README.md", "oxfmt.config.ts"]) await rm(path.join(repository, file));
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=before");
    await work(directory, repository);
    expect(await readdir(temporary)).toEqual([]);
  });
}

test("every action is pinned by a commit, no expression stands in a script, every output comes from a step", async () => {
  const { runs, outputs } = await readAction();
  expect(runs.using).toBe("composite");
  expect(findUnsafe(runs.steps)).toEqual([]);
  for (const { value } of Object.values(outputs)) {
    expect(value).toMatch(/^\$\{\{ steps\.(?:hi|verify)\.outputs\.[\w-]+ \}\}$/);
  }
  // Code scanning is told nothing by a fork, and nothing by a run that linted nothing.
  const upload = runs.steps.find(({ uses }) => uses?.includes("upload-sarif"));
  expect(upload?.if).toContain("steps.hi.outputs.linted == 'true'");
  expect(upload?.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
});

test("in a pull request: the summary, the reports, the outputs; the repository stays as it is", () =>
  withShop(async (directory, repository) => {
    const before = await hashTree(repository);
    const ran = await play(directory, {});
    const { outputs } = ran[2] as Ran;
    expect(
      ran.map(({ exitCode }) => exitCode),
      ran.map(({ stderr }) => stderr).join("\n")
    ).toEqual([0, 0, 0, 0, 0]);
    expect(outputs).toEqual({
      "exit-code": "0",
      changes: "2",
      conflicts: "0",
      findings: "3",
      "new-findings": "2",
      linted: "true",
      reports: outputs["reports"],
    });
    const reports = outputs["reports"] ?? "";
    expect((await readdir(reports)).toSorted()).toEqual(["hi.html", "hi.json", "hi.md", "hi.sarif"]);
    const summary = await readFile(path.join(directory, "runner/summary.md"), "utf8");
    expect(summary).toBe(await readFile(path.join(reports, "hi.md"), "utf8"));
    expect(summary).toContain("## hi update (dry run): 2 to create");
    expect(await hashTree(repository)).toEqual(before);
    expect(JSON.stringify(ran)).not.toContain("a-token");
  }));

test("over a limit the reports are made, and the last step fails as hi did", () =>
  withShop(async (directory) => {
    const ran = await play(directory, { inputs: { "debt-budget": "1", "fail-on-new-debt": "true" } });
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 1]);
    expect(ran[2]?.outputs).toMatchObject({ "exit-code": "1", findings: "3", linted: "true" });
    expect(ran[2]?.stdout).toContain("3 findings, and the debt budget is 1");
  }));

test("inputs are words and never commands; without a preview nothing is given to code scanning", () =>
  withShop(async (directory, repository) => {
    const hostile = "0; touch pwned; $(touch pwned) `touch pwned`\n touch pwned";
    for (const name of ["debt-budget", "preview", "verify-base-ref", "working-directory"]) {
      const ran = await play(directory, { inputs: { [name]: hostile } });
      expect(ran.at(-1)?.exitCode).not.toBe(0);
    }
    const off = await play(directory, { inputs: { preview: "off" } });
    expect(off[2]?.outputs).toMatchObject({ "exit-code": "0", findings: "", "new-findings": "", linted: "false" });
    const names = await readdir(directory, { recursive: true });
    expect(names.filter((name) => path.basename(name) === "pwned")).toEqual([]);
    expect(await readdir(repository)).toContain("src");
  }));

test("with a base it verifies the change by the base's policy, and ends as that ended", () =>
  withShop(async (directory, repository) => {
    const commands = [{ name: "touch", command: ["node", "-e", "console.log('ran the command')"], timeoutSeconds: 60 }];
    await writeFile(path.join(repository, "hi.policy.yml"), JSON.stringify({ version: 1, validation: { commands } }));
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=policy");
    await git(repository, "branch", "base");
    const inputs = { preview: "off", "verify-base-ref": "base" };
    const passed = await play(directory, { inputs });
    expect(passed.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(passed[3]?.outputs).toEqual({ "verify-exit-code": "0" });
    expect(passed[3]?.stdout).toContain("Verified: what is here now passed");
    await writeFile(path.join(repository, "hi.policy.yml"), "version: 1\n");
    const blocked = await play(directory, { inputs });
    expect(blocked.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 4]);
    expect(blocked[3]?.stdout).toContain("CONFIG_CHANGED");
  }));

test.each(["pull_request_target", "workflow_run", "issue_comment"])("on %s nothing is run", async (event) => {
  await withTemporaryDirectory(async (directory) => {
    await mkdir(path.join(directory, "shop"));
    const ran = await play(directory, { event });
    expect(ran).toHaveLength(1);
    expect(ran[0]).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("Use pull_request") });
  });
});
