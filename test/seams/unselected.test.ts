import { readFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { Project } from "./reports.fixture.ts";
import { init, OFF, succeed, withProject } from "./reports.fixture.ts";

const CONFIG = "oxfmt.config.ts";

// Whoever took a pack out of the settings was told that "the templates" no longer had its files, as after an upgrade.
async function withPackTakenOut(work: (project: Project) => Promise<void>): Promise<void> {
  await withProject({}, async (project) => {
    await init(project, ["--packs", "base,format"]);
    const settings = await project.read(".hi/settings.json");
    await project.write(".hi/settings.json", settings.replace(/,?\s*"format"/, ""));
    await work(project);
  });
}

const dryRun = async (project: Project, flags: readonly string[]): Promise<string> =>
  (await succeed(project, ["update", "--dry-run", ...OFF, ...flags])).stdout;

test("what a pack made says that the pack is no longer selected, in every format of a plan", () =>
  withPackTakenOut(async (project) => {
    const words = "pack format is no longer selected";
    const text = await dryRun(project, []);
    expect(text).toMatch(new RegExp(` {2}- ${CONFIG} +${words}; unchanged\n`));
    expect(text).toMatch(new RegExp(` {2}~ package.json +${words}; its keys are taken out\n {4}- scripts.format\n`));
    expect(await dryRun(project, ["--format", "markdown"])).toMatch(
      new RegExp(`\\| delete \\| \`${CONFIG}\` \\|.*\\| ${words}; unchanged \\|`)
    );
    const report = JSON.parse(await dryRun(project, ["--json"]));
    const entry = report.plan.entries.find((one: { path: string }) => one.path === CONFIG);
    expect(entry.reason).toEqual({ code: "orphan-unchanged", args: { pack: "format" } });
    await dryRun(project, ["--output", "page.html"]);
    expect(await readFile(path.join(project.root, "page.html"), "utf8")).toContain(`${words}; unchanged`);
  }));

test("so do the difference, and the explanation of the path and of one that was edited", () =>
  withPackTakenOut(async (project) => {
    await project.write(CONFIG, `${await project.read(CONFIG)}// mine\n`);
    const words = "pack format is no longer selected, but edited here; it is left";
    expect((await project.hi(["diff"])).stdout).toMatch(new RegExp(`orphan +${CONFIG} +${words}\n`));
    expect((await succeed(project, ["explain", CONFIG])).stdout).toContain(words);
    const rows = JSON.parse((await project.hi(["diff", "--json"])).stdout).check.rows;
    expect(rows).toContainEqual(expect.objectContaining({ path: CONFIG, args: { pack: "format" } }));
  }));

test("what is still selected and that no template makes any more is told as before", () =>
  withProject({}, async (project) => {
    await init(project, ["--packs", "base,format"]);
    const receipt = JSON.parse(await project.read(".hi/receipt.json"));
    const old = ".hi/runtime/old-hook.mjs";
    receipt.files[old] = receipt.files[".hi/runtime/hook.mjs"];
    await project.write(old, await project.read(".hi/runtime/hook.mjs"));
    await project.write(".hi/receipt.json", `${JSON.stringify(receipt, null, 2)}\n`);
    expect(await dryRun(project, [])).toContain(`  - ${old}  no longer in the templates, and unchanged\n`);
  }));
