import { readFileSync } from "node:fs";
import { lstat, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import type { Ended } from "../helpers/hi.ts";
import { git, PROJECT_ROOT, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";

/** Holds a report with a preview in it to its schema. */
function expectValidReport(text: string): void {
  const names = ["receipt", "settings", "containment", "cleanup", "report"];
  const schemas = names.map((name) =>
    JSON.parse(readFileSync(path.join(PROJECT_ROOT, `receipts/${name}-1.schema.json`), "utf8"))
  );
  const validate = new Ajv2020({ allowUnionTypes: true, schemas }).getSchema("report-1.schema.json");
  validate?.(JSON.parse(text));
  expect(validate?.errors).toBeNull();
}

interface Place {
  readonly repository: string;
  readonly reports: string;
  readonly hi: (...args: readonly string[]) => Promise<Ended>;
}

function withShop(work: (place: Place) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const [repository, reports, temporary] = ["shop", "reports", "temporary"].map((name) =>
      path.join(directory, name)
    ) as [string, string, string];
    await mkdir(temporary, { mode: 0o700 });
    await mkdir(reports);
    await plant(repository, {
      "package.json": '{\n  "name": "shop",\n  "private": true\n}\n',
      "README.md": "# Shop, which harness-intelligence looks after\n",
      "src/a.ts": "var one = 1;\nexport const same = one == 1;\n",
      "src/broken.ts": "const x: number =\n",
    });
    await git(repository, "init", "--quiet");
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=before");
    await work({ repository, reports, hi: (...args) => runHi(args, { cwd: repository, env: { HI_TEMP: temporary } }) });
    expect(await readdir(temporary)).toEqual([]);
  });
}

const INIT = ["init", "--yes", "--providers", "claude", "--scopes", "."];
const DRY = [...INIT, "--dry-run"];

test("one dry run writes every format, prints for a person, and leaves the repository as it was", () =>
  withShop(async ({ repository, reports, hi }) => {
    const before = await hashTree(repository);
    const files = ["r.md", "r.html", "r.sarif", "r.json"].map((name) => path.join(reports, name));
    const ended = await hi(...DRY, ...files.flatMap((file) => ["--output", file]));
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(ended.stdout).toContain("Dry run: ");
    expect(ended.stderr).toBe(
      files.map((file, at) => `Written: ${file} (${["markdown", "html", "sarif", "json"][at]})\n`).join("")
    );
    expect((await readdir(reports)).toSorted()).toEqual(["r.html", "r.json", "r.md", "r.sarif"]);
    expect(await hashTree(repository)).toEqual(before);

    const [markdown = "", page = "", sarif = "", json = ""] = await Promise.all(
      files.map((file) => readFile(file, "utf8"))
    );
    expect(markdown).toMatch(/^<!-- harness-intelligence: init -->\n\n## hi init \(dry run\)/);
    expect(markdown).toMatch(/^\| \[`eslint\(no-var\)`\]\(https:\/\/oxc\.rs\/\S+\) \| 0 \| 1 \| 1 \| 0 \| 1 \|$/m);
    expect(markdown).toContain("Could not be linted: `src/broken.ts`");
    expect(page).toMatch(/^<!doctype html>\n[^]*Content-Security-Policy[^]*default-src &#39;none&#39;/);
    expect(page).not.toMatch(/<(?:link|img|iframe)\b|\bsrc=/);
    expectValidReport(json);
    expect(JSON.parse(json)).toMatchObject({ format: "hi-report/1", verb: "init", dryRun: true, exitCode: 0 });
    const [run] = JSON.parse(sarif).runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      "eslint(eqeqeq)",
      "eslint(no-var)",
      "syntax-error",
    ]);
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: true, exitCode: 0 });
    for (const { ruleIndex, ruleId, locations, partialFingerprints } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      const { uri, uriBaseId } = locations[0].physicalLocation.artifactLocation;
      expect([uriBaseId, new URL(uri, "file:///root/").pathname]).toEqual(["%SRCROOT%", `/root/${uri}`]);
      expect(partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{16}:\d+$/);
    }
    // Once more over what is ours.
    expect((await hi(...DRY, "--preview", "off", ...files.flatMap((file) => ["--output", file]))).exitCode).toBe(0);
    expect(await readFile(files[2] ?? "", "utf8")).toContain("Nothing was linted.");
  }));

test("a file of the project's, a link, a folder, a missing folder and an unknown ending are refused before anything runs", () =>
  withShop(async ({ repository, reports, hi }) => {
    await writeFile(path.join(reports, "page.html"), "<!doctype html>\n<p>mine</p>\n");
    await mkdir(path.join(reports, "folder.md"));
    await symlink("nowhere", path.join(reports, "link.json"));
    const before = await hashTree(repository);
    for (const [file, why] of [
      ["README.md", "a file stands there that is no report of ours"],
      [path.join(reports, "page.html"), "a file stands there that is no report of ours"],
      [path.join(reports, "folder.md"), "no regular file stands there"],
      [path.join(reports, "link.json"), "a link stands there, and is not followed"],
      [path.join(reports, "none/x.sarif"), "is no folder"],
    ] as const) {
      const ended = await hi(...INIT, "--preview", "off", "--output", file);
      expect(ended, file).toMatchObject({ exitCode: 2, stdout: "" });
      expect(ended.stderr).toContain("HI_OUTPUT_REFUSED");
      expect(ended.stderr).toContain(why);
    }
    const unknown = await hi(...INIT, "--output", "report.txt");
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain("end it in .md, .html, .sarif or .json");
    expect(await hashTree(repository)).toEqual(before);
    expect((await lstat(path.join(reports, "link.json"))).isSymbolicLink()).toBe(true);
  }));

test("--format prints the one document on stdout, of a refusal too, whose words go to stderr", () =>
  withShop(async ({ repository, hi }) => {
    const page = await hi(...DRY, "--preview", "off", "--format", "html");
    expect(page).toMatchObject({ exitCode: 0, stderr: "" });
    expect(page.stdout).toMatch(/^<!doctype html>\n[^]*<\/html>\n$/);
    await hi(...INIT, "--preview", "off");
    const calm = await hi("update", "--dry-run", "--format", "markdown");
    expect(calm.stdout).toBe("<!-- harness-intelligence: update -->\n\n## hi update (dry run): nothing to change\n");
    await writeFile(path.join(repository, ".hi/settings.json"), "{");
    const refused = await hi("update", "--dry-run", "--format", "markdown");
    expect(refused.exitCode).toBe(2);
    expect(refused.stdout).toContain("## hi update (dry run): refused, HI&#95;SETTINGS&#95;INVALID");
    expect(refused.stderr).toContain("HI_SETTINGS_INVALID");
    const json = await hi("update", "--dry-run", "--format", "json");
    expect(JSON.parse(json.stdout).refusal.code).toBe("HI_SETTINGS_INVALID");
    expect((await hi("update", "--dry-run", "--format", "yaml", "--json")).stdout).toContain("HI_USAGE");
  }));
