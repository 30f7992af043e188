import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { marked } from "marked";
import { expect, test } from "vitest";

import type { FleetRepository, FleetRow } from "../../src/domain/fleet.ts";
import { PROJECT_ROOT, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";

/** Holds a printed document to its schema. */
async function expectValid(name: string, text: string): Promise<void> {
  const schema = JSON.parse(await readFile(path.join(PROJECT_ROOT, `receipts/${name}-1.schema.json`), "utf8"));
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  validate(JSON.parse(text));
  expect(validate.errors).toBeNull();
}

/** How many repositories the fleet has: each is a folder with files of its own and a dry run of its own. */
const REPOSITORIES = 200;
/** What becomes of some of them; the others change nothing, or lack a file. */
const FATES: ReadonlyMap<number, "garbage" | "killed" | "settings"> = new Map([
  [17, "settings"],
  [42, "killed"],
  [99, "garbage"],
]);
const hasChange = (at: number): boolean => at % 10 === 0;

/** One repository under hi, made two hundred times by copying, each with its own package. */
async function makeFleet(directory: string, env: Readonly<Record<string, string>>): Promise<void> {
  const seed = path.join(directory, "seed");
  await plant(seed, { "package.json": '{ "name": "seed", "private": true }\n', "src/a.ts": "export {};\n" });
  const init = ["init", "--yes", "--preview", "off", "--providers", "claude", "--scopes", "."];
  expect((await runHi(init, { cwd: seed, env })).exitCode).toBe(0);
  for (let at = 0; at < REPOSITORIES; at += 1) {
    const repository = path.join(directory, "fleet", `r${at}`);
    await cp(seed, repository, { recursive: true });
    await writeFile(path.join(repository, `src/of-${at}.ts`), `export const at = ${at};\n`);
    if (hasChange(at)) await makeOlder(repository);
    if (FATES.get(at) === "settings") await writeFile(path.join(repository, ".hi/settings.json"), "{");
  }
}

/** As a version left it that had one file less. */
async function makeOlder(repository: string): Promise<void> {
  const receipt = path.join(repository, ".hi/receipt.json");
  const recorded = JSON.parse(await readFile(receipt, "utf8"));
  delete recorded.files[".hi/README.md"];
  await writeFile(receipt, JSON.stringify(recorded, null, 2));
  await rm(path.join(repository, ".hi/README.md"));
}

/** What a job of the matrix does: a dry run in its repository, whose result is an artifact of its name. */
async function runJob(
  { name, repository }: FleetRepository,
  directory: string,
  env: Readonly<Record<string, string>>
): Promise<void> {
  const cwd = path.join(directory, "fleet", repository.replace("acme/", ""));
  const fate = FATES.get(Number(repository.slice("acme/r".length)));
  const artifact = path.join(directory, "results", name);
  if (fate === "killed") return;
  await mkdir(artifact);
  const ended = await runHi(["update", "--dry-run", "--preview", "off", "--output", path.join(artifact, "hi.json")], {
    cwd,
    env,
  });
  expect(ended.exitCode, ended.stderr).toBe(fate === "settings" ? 2 : 0);
  if (fate !== "garbage") return;
  await writeFile(path.join(artifact, "hi.json"), '{"format":"hi-report/1", <script>alert(1)</script>');
}

test("two hundred repositories: planned as one matrix, run one by one, folded into one report; three broken ones stop none", async () => {
  await withTemporaryDirectory(async (directory) => {
    const env = { HI_TEMP: path.join(directory, "temporary") };
    await mkdir(env.HI_TEMP, { mode: 0o700 });
    await makeFleet(directory, env);
    const list = Array.from({ length: REPOSITORIES }, (_, at) => `acme/r${at}`);
    await writeFile(path.join(directory, "repos.txt"), ["# the shop's", ...list, "not a repository", ""].join("\n"));
    const hi = (...args: readonly string[]) => runHi(["fleet", ...args], { cwd: directory, env });

    const planned = await hi("plan", "--repos", "repos.txt", "--format", "github-matrix");
    expect(planned.exitCode, planned.stderr).toBe(0);
    const [matrix, ...others] = JSON.parse(planned.stdout) as { readonly include: readonly FleetRepository[] }[];
    expect(others).toEqual([]);
    expect(matrix?.include.map(({ repository }) => repository)).toEqual(list);

    await mkdir(path.join(directory, "results"));
    const waiting = [...(matrix?.include ?? [])];
    const work = async (): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await runJob(job, directory, env);
    };
    await Promise.all([work(), work()]);

    const folded = await hi("report", "results", "--repos", "repos.txt", "--json");
    expect(folded.exitCode, folded.stderr).toBe(0);
    const { format, rows } = JSON.parse(folded.stdout) as {
      readonly format: string;
      readonly rows: readonly FleetRow[];
    };
    expect(format).toBe("hi-fleet-report/1");
    expect(rows).toHaveLength(REPOSITORIES);
    expect(rows.slice(0, 3).map(({ name, state, note }) => [name, state, note])).toEqual([
      ["acme__r99", "broken", "it is no JSON"],
      ["acme__r42", "missing", "its job left no result"],
      ["acme__r17", "refused", expect.stringContaining("HI_SETTINGS_INVALID")],
    ]);
    expect(rows.filter(({ state }) => state === "changes")).toHaveLength(20);
    expect(rows.filter(({ state }) => state === "in-step")).toHaveLength(177);
    expect(rows.find(({ state }) => state === "changes")).toMatchObject({
      create: 1,
      update: 0,
      conflicts: 0,
      debt: null,
    });

    await expectValid("fleet-report", folded.stdout);

    const words = await hi("report", "results", "--repos", "repos.txt", "--exit-code");
    expect(words.exitCode).toBe(1);
    expect(words.stdout.trimEnd().split("\n").at(-1)).toBe(
      "200 repositories: 1 broken, 1 missing, 1 refused, 20 changes, 177 in-step; 0 findings, 0 new"
    );
    const page = await hi("report", "results", "--format", "html");
    expect(page.stdout.match(/<tr class="state /g)).toHaveLength(REPOSITORIES - 1);
    const markdown = marked.parse((await hi("report", "results", "--format", "markdown")).stdout, { async: false });
    expect(markdown.match(/<tr>/g)).toHaveLength(REPOSITORIES);
  });
}, 900_000);

test("results of other hands: a hostile name, a link, a folder, a huge number; each is a row, and nothing of it is markup", async () => {
  await withTemporaryDirectory(async (directory) => {
    const { symlink } = await import("node:fs/promises");
    await plant(directory, {
      "results/<img src=x onerror=alert(1)>|`@all`.json":
        '{ "format": "hi-report/1", "verb": "update", "exitCode": 2, "refusal": { "code": "<b>", "message": "[x](https://evil.example) @all" } }',
      "results/other/hi.json": '{ "format": "hi-report/2" }',
      "results/fine.json":
        '{ "format": "hi-report/1", "verb": "update", "exitCode": 0, "plan": { "entries": [] }, "new-in-a-later-version": 1, "preview": { "debt": { "findings": 1e300, "rows": [{ "new": -1 }] } } }',
    });
    await symlink("/etc/hostname", path.join(directory, "results/link.json"));
    const hi = (...args: readonly string[]) => runHi(["fleet", ...args], { cwd: directory });
    const { rows } = JSON.parse((await hi("report", "results", "--json")).stdout) as {
      readonly rows: readonly FleetRow[];
    };
    expect(rows.map(({ name, state, note }) => [name, state, note])).toEqual([
      ["link", "broken", "it is no file"],
      ["other", "broken", "it is no result of a dry run (hi-report/1)"],
      ["<img src=x onerror=alert(1)>|`@all`", "refused", "<b>: [x](https://evil.example) @all"],
      ["fine", "in-step", ""],
    ]);
    expect((await hi("report", "results", "--format", "html")).stdout).not.toMatch(/<img|<b>&lt;b|onerror=alert\(1\)>/);
    const markdown = marked.parse((await hi("report", "results", "--format", "markdown")).stdout, { async: false });
    expect(markdown).not.toMatch(/<img|<b>|<a /);
  });
});

test("what cannot be read is refused; a wrong line is told, and fails only where that is asked for", async () => {
  await withTemporaryDirectory(async (directory) => {
    await writeFile(path.join(directory, "repos.txt"), "acme/shop\nacme shop\n");
    const hi = (...args: readonly string[]) => runHi(["fleet", ...args], { cwd: directory });
    // A pipe that nobody writes to, and a device that never ends.
    execFileSync("mkfifo", [path.join(directory, "pipe")]);
    for (const args of [
      ["plan", "--repos", "pipe"],
      ["plan", "--repos", "/dev/zero"],
      ["report", ".", "--repos", "pipe"],
      ["plan", "--repos", "none.txt"],
      ["report", "none"],
      ["report", "repos.txt"],
    ]) {
      const ended = await hi(...args, "--json");
      expect(ended.exitCode, args.join(" ")).toBe(2);
      expect(JSON.parse(ended.stdout).refusal.code).toBe("HI_FLEET_UNREADABLE");
      await expectValid(`fleet-${args[0]}`, ended.stdout);
    }
    expect((await hi("plan")).exitCode).toBe(2);
    // GitHub fails a workflow whose matrix is empty.
    await writeFile(path.join(directory, "empty.txt"), "# none yet\nacme shop\n");
    const empty = await hi("plan", "--repos", "empty.txt", "--format", "github-matrix");
    expect(empty.exitCode).toBe(2);
    expect(JSON.parse(empty.stdout).refusal.code).toBe("HI_FLEET_EMPTY");
    expect((await hi("plan", "--repos", "empty.txt")).stdout).toContain("Next: name a repository in the list");
    const words = await hi("plan", "--repos", "repos.txt", "--exit-code");
    expect(words.exitCode).toBe(1);
    expect(words.stdout).toContain("1 repository in 1 matrix of at most 256 jobs\nline 2: acme shop is no repository");
    const printed = (await hi("plan", "--repos", "repos.txt", "--json")).stdout;
    await expectValid("fleet-plan", printed);
    const plan = JSON.parse(printed);
    expect(plan).toMatchObject({
      format: "hi-fleet-plan/1",
      repositories: 1,
      refused: [{ line: 2, problem: "not-a-repository" }],
    });
  });
});
