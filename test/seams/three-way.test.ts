import { readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { sha256 } from "../../src/adapters/hash.ts";
import { git } from "../helpers/hi.ts";
import type { Project } from "./reports.fixture.ts";
import {
  commitAll,
  expectRefused,
  hashWorkTree,
  init,
  OFF,
  succeed,
  toDocument,
  update,
  withProject,
} from "./reports.fixture.ts";

/**
 * Mechanism: what was edited here and changed in ours was a conflict as a whole, and no update could bring ours in.
 * Reports of others: edits by other tools (projen/projen#499, projen/projen#934), a record that moved on though nothing
 * was merged (cruft/cruft#47, cruft/cruft#44), markers with doubled line ends (copier-org/copier#807), a base that was
 * looked for in git's objects (cruft/cruft#287).
 */

const README = ".hi/README.md";
const BASES = ".hi/base";

/** As an earlier version of the templates left a file: its bytes, the receipt's hash of them, and the base. */
async function age(project: Project, file: string, change: (text: string) => string): Promise<string> {
  const older = change(await project.read(file));
  const receipt = JSON.parse(await project.read(".hi/receipt.json"));
  receipt.templateDigest = sha256("earlier");
  receipt.files[file].sha256 = sha256(older);
  await project.write(file, older);
  await project.write(`${BASES}/${sha256(older)}`, older);
  await project.write(".hi/receipt.json", `${JSON.stringify(receipt, null, 2)}\n`);
  return older;
}

const ageRow = (project: Project): Promise<string> =>
  age(project, README, (text) => text.replace("| command | what it does |", "| command | what it did |"));

async function edit(project: Project, file: string, from: string, to: string): Promise<void> {
  const text = await project.read(file);
  expect(text).toContain(from);
  await project.write(
    file,
    text.replace(from, () => to)
  );
}

const bases = (project: Project): Promise<readonly string[]> => readdir(path.join(project.root, BASES));

describe("the base", () => {
  test("is there for each whole file, by hash; git sees it as generated and never turns its line ends round", () =>
    withProject({ ".gitattributes": "*.bin binary\r\n" }, async (project) => {
      await init(project);
      const receipt = JSON.parse(await project.read(".hi/receipt.json"));
      const whole = Object.values<{ class: string; sha256: string }>(receipt.files).filter(
        (one) => one.class === "generated"
      );
      expect(await bases(project)).toEqual(whole.map((one) => one.sha256).toSorted());
      for (const name of await bases(project)) expect(sha256(await project.read(`${BASES}/${name}`))).toBe(name);
      expect(await project.read(".gitattributes")).toBe(
        "*.bin binary\r\n# hi:begin\r\n/.hi/base/** linguist-generated -text\r\n# hi:end\r\n"
      );
      const asked = await git(
        project.root,
        "check-attr",
        "text",
        "linguist-generated",
        "--",
        `${BASES}/${whole[0]?.sha256}`
      );
      expect(asked).toMatch(/text: unset\n.*linguist-generated: set/);
    }));

  test("that no entry needs any more goes; what is not a base of ours is left, and nothing is read through a link", () =>
    withProject({}, async (project) => {
      await init(project);
      const older = await ageRow(project);
      await project.write(`${BASES}/notes.txt`, "mine");
      await project.write(`${BASES}/${"0".repeat(64)}`, "not what its name says");
      await update(project);
      const left = await bases(project);
      expect(left).toContain("notes.txt");
      expect(left).toContain("0".repeat(64));
      expect(left).not.toContain(sha256(older));
      expect((await update(project)).stdout).toContain("Nothing to do");
    }));

  test("is brought back where it is missing or damaged, also from a repository of before it", () =>
    withProject({}, async (project) => {
      await init(project);
      const before = await bases(project);
      await project.write(`${BASES}/${before[0]}`, "damaged");
      await rm(path.join(project.root, BASES, before[1] ?? ""));
      expect((await update(project)).stdout).toContain(
        "only what was published, for the next merge, to bring up to date"
      );
      await rm(path.join(project.root, BASES), { recursive: true });
      await update(project);
      expect(await bases(project)).toEqual(before);
      for (const name of before) expect(sha256(await project.read(`${BASES}/${name}`))).toBe(name);
    }));

  test("needs no history: a file of ours in a clone without git's objects merges all the same", () =>
    withProject({}, async (project) => {
      await init(project);
      await ageRow(project);
      await edit(project, README, "Made by", "Kept by us. Made by");
      await rm(path.join(project.root, ".git"), { recursive: true });
      await git(project.root, "init", "--quiet");
      await update(project);
      expect(await project.read(README)).toMatch(/Kept by us\. Made by[^]+\| command \| what it does \|/);
    }));
});

describe("whole files, by lines", () => {
  test("an edit elsewhere stays, ours comes in, in the file's own line ends; restore takes ours alone", () =>
    withProject({}, async (project) => {
      await init(project);
      const ours = await project.read(README);
      await ageRow(project);
      await edit(project, README, "Made by", "Kept by us. Made by");
      await project.write(README, (await project.read(README)).replaceAll("\n", "\r\n"));
      expect((await update(project)).stdout).toContain("edited here, and ours changed too; both are in it");
      const merged = ours.replace("Made by", "Kept by us. Made by").replaceAll("\n", "\r\n");
      expect(await project.read(README)).toBe(merged);
      expect((await project.hi(["check"])).exitCode).toBe(0);
      expect((await update(project)).stdout).toContain("Nothing to do: 1 edit kept");
      await succeed(project, ["restore", README, "--yes", ...OFF]);
      expect(await project.read(README)).toBe(ours);
    }));

  test.each([
    ["damaged", (project: Project, name: string) => project.write(`${BASES}/${name}`, "damaged")],
    ["missing", (project: Project, name: string) => rm(path.join(project.root, BASES, name))],
    [
      "a link",
      async (project: Project, name: string) => {
        await rm(path.join(project.root, BASES, name));
        await symlink("../../package.json", path.join(project.root, BASES, name));
      },
    ],
  ])("a base that is %s is never trusted: both sides count as they are, and it is said", (_name, harm) =>
    withProject({}, async (project) => {
      await init(project);
      const older = await ageRow(project);
      await edit(project, README, "Made by", "Kept by us. Made by");
      await harm(project, sha256(older));
      const before = await hashWorkTree(project.root);
      const ended = await project.hi(["update", "--yes", ...OFF]);
      expect(ended.exitCode).toBe(1);
      expect(ended.stdout).toContain("what was published last is not kept in .hi/base");
      expect(await hashWorkTree(project.root)).toEqual(before);
      const refusal = await expectRefused(project, ["update", "--yes", ...OFF, "--on-conflict", "markers"]);
      expect(refusal.code).toBe("HI_MARKERS_REFUSED");
      await update(project, ["--on-conflict", "keep"]);
      expect(await project.read(README)).toContain("what it did");
    })
  );
});

test("in a clone that turns line ends round, the bases stay as they are, and files in CRLF merge", () =>
  withProject({}, async (project) => {
    await init(project);
    await ageRow(project);
    await commitAll(project.root);
    const clone = path.join(project.directory, "clone");
    await git(project.directory, "clone", "--quiet", "--config", "core.autocrlf=true", project.root, clone);
    const at = { ...project, root: clone } as Project;
    const read = (file: string): Promise<string> => readFile(path.join(clone, file), "utf8");
    const here = await read(README);
    expect(here).toContain("\r\n");
    for (const name of await bases(at)) expect(sha256(await read(`${BASES}/${name}`))).toBe(name);
    await writeFile(path.join(clone, README), here.replace("Made by", "Kept by us. Made by"));
    await succeed(project, ["update", "--yes", ...OFF], { cwd: clone });
    expect(await read(README)).toMatch(/Kept by us\. Made by[^]+\| command \| what it does \|\r\n/);
    expect(await read(README)).not.toMatch(/\r\r\n|[^\r]\n/);
    expect(
      (await succeed(project, ["explain", `${BASES}/${(await bases(at))[0]}`], { cwd: clone })).stdout
    ).not.toContain("project");
  }));

describe("conflicts", () => {
  /** The same line, changed here and in ours. */
  async function conflict(project: Project): Promise<void> {
    await init(project);
    await ageRow(project);
    await edit(project, README, "what it did |", "what it is for |");
  }

  test("stop an update: 1, nothing written, the three sides shown, in the JSON document too", () =>
    withProject({}, async (project) => {
      await conflict(project);
      await commitAll(project.root);
      const before = await hashWorkTree(project.root);
      const ended = await project.hi(["update", "--yes", ...OFF]);
      expect(ended.exitCode).toBe(1);
      expect(ended.stdout).toMatch(
        /published last\n +\| command \| what it did \|\n +here\n +\| command \| what it is for \|\n +ours now\n +\| command \| what it does \|/
      );
      const document = toDocument(await project.hi(["update", "--yes", "--json", ...OFF]));
      expect(document.gate).toEqual({ open: false, because: "conflicts" });
      const entry = document.plan?.entries.find(({ path: name }) => name === README);
      expect(entry).toMatchObject({ action: "conflict", conflicts: [{ pointer: null, mayBeMarked: true }] });
      expect(await hashWorkTree(project.root)).toEqual(before);
    }));

  test("kept: the receipt says what ours is now and what stands there; another change of ours merges over that", () =>
    withProject({}, async (project) => {
      await conflict(project);
      const here = await project.read(README);
      await update(project, ["--on-conflict", "keep"]);
      expect(await project.read(README)).toBe(here);
      const entry = JSON.parse(await project.read(".hi/receipt.json")).files[README];
      expect(entry.keptSha256).toBe(sha256(here));
      expect(await bases(project)).toContain(entry.sha256);
      expect((await update(project, ["--exit-code"])).stdout).toContain("Nothing to do: 1 edit kept");
      await edit(project, ".hi/settings.json", '"commitGate": "disabled"', '"commitGate": "lefthook"');
      await update(project);
      expect(await project.read(README)).toContain("what it is for |");
      expect(await project.read(README)).toContain("lefthook install");
    }));

  test("between markers with the base, in the file's own line ends; the check fails until a person has settled it", () =>
    withProject({}, async (project) => {
      await conflict(project);
      await project.write(README, (await project.read(README)).replaceAll("\n", "\r\n"));
      await update(project, ["--on-conflict", "markers"]);
      const marked = await project.read(README);
      expect(marked).toContain(
        [
          "<<<<<<< current",
          "| command | what it is for |",
          "||||||| base",
          "| command | what it did |",
          "=======",
          "| command | what it does |",
          ">>>>>>> wanted",
          "",
        ].join("\r\n")
      );
      expect(marked).not.toMatch(/\r\r\n|[^\r]\n/);
      expect((await project.hi(["check"])).exitCode).toBe(1);
      expect((await update(project)).stdout).toContain("1 unfinished merge kept");
      expect((await project.hi(["check"])).exitCode).toBe(1);
      expect(await project.read(README)).toBe(marked);
    }));

  test.each([
    ["as hi wrote them", (text: string) => text],
    [
      "as git writes them",
      (text: string) => text.replace("<<<<<<< current", "<<<<<<< HEAD").replace("> wanted", "> x"),
    ],
    ["but the first", (text: string) => text.replace("<<<<<<< current\n", "")],
  ])("left unsettled they are no edit to record, where ours changes again elsewhere too: %s", (_name, leave) =>
    withProject({}, async (project) => {
      await conflict(project);
      await update(project, ["--on-conflict", "markers"]);
      await project.write(README, leave(await project.read(README)));
      await edit(project, ".hi/settings.json", '"commitGate": "disabled"', '"commitGate": "lefthook"');
      await update(project, ["--on-conflict", "keep"]);
      expect(await project.read(README)).toContain("lefthook install");
      expect(JSON.parse(await project.read(".hi/receipt.json")).files[README].keptSha256).toBeUndefined();
      expect((await project.hi(["check"])).exitCode).toBe(1);
    })
  );

  test("in what a tool loads, markers are refused, and nothing is written", () =>
    withProject({}, async (project) => {
      await init(project);
      await edit(project, ".claude/settings.json", '"timeout": 60', '"timeout": 61');
      await edit(project, ".hi/settings.json", '"commitGate"', '"hook": { "deadlineMs": 90000 },\n  "commitGate"');
      const refusal = await expectRefused(project, ["update", "--yes", ...OFF, "--on-conflict", "markers"]);
      expect(refusal).toMatchObject({ code: "HI_MARKERS_REFUSED", where: { path: ".claude/settings.json" } });
      await age(project, "oxlint.config.ts", (text) => `// older\n${text}`);
      await edit(project, "oxlint.config.ts", "// older", "// mine");
      const both = await expectRefused(project, ["update", "--yes", ...OFF, "--on-conflict", "markers"]);
      expect(both.message).toContain(".claude/settings.json, oxlint.config.ts");
    }));

  test("taken: ours replaces the key, and every other byte of the settings stays", () =>
    withProject({}, async (project) => {
      await init(project);
      const text = (await project.read(".claude/settings.json")).replace("{", "{ // mine");
      await project.write(".claude/settings.json", text.replace('"timeout": 60', '"timeout": 61 /* why */'));
      await edit(project, ".hi/settings.json", '"commitGate"', '"hook": { "deadlineMs": 90000 },\n  "commitGate"');
      expect((await project.hi(["update", "--yes", ...OFF])).exitCode).toBe(1);
      await update(project, ["--on-conflict", "take"]);
      expect(await project.read(".claude/settings.json")).toMatch(/^\{ \/\/ mine\n[^]+"timeout": 100/);
      expect((await update(project)).stdout).toContain("Nothing to do: every path is in step");
    }));

  test("a key merges by its structure: one number changes, the comments beside it stay", () =>
    withProject({}, async (project) => {
      await init(project);
      await edit(project, ".claude/settings.json", '"Edit|Write|NotebookEdit"', '"Edit|Write" /* no notebooks here */');
      const edited = await project.read(".claude/settings.json");
      await edit(project, ".hi/settings.json", '"commitGate"', '"hook": { "deadlineMs": 90000 },\n  "commitGate"');
      await update(project);
      expect(await project.read(".claude/settings.json")).toBe(edited.replace('"timeout": 60', '"timeout": 100'));
      expect((await project.hi(["check"])).exitCode).toBe(0);
    }));
});
