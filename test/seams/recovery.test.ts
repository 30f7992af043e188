import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AbsolutePath } from "../../src/domain/paths.ts";
import {
  copyRepository,
  countOperations,
  cutInTheMiddle,
  expectWhole,
  findState,
  prepareCut,
  readState,
  runWatched,
  toEnvironment,
  toJournal,
} from "../helpers/crash.ts";
import type { Cut } from "../helpers/crash.ts";
import { git, PROJECT_ROOT, runHi } from "../helpers/hi.ts";
import type { Ended } from "../helpers/hi.ts";

let directory = "";
let cut: Cut;
/** A repository whose run was killed between two renames; only copied. */
let half: AbsolutePath;
let count = 0;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "hi-test-"));
  cut = await prepareCut("orphan", 2, directory);
  half = await cutInTheMiddle(cut);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const copyHalf = (): AbsolutePath => copyRepository({ directory, before: half }, `half-${(count += 1)}`);
const hi = (root: string, ...args: readonly string[]): Promise<Ended> =>
  runHi(args, { cwd: root, env: toEnvironment(directory) });

async function makeWhole(): Promise<AbsolutePath> {
  const root = copyRepository(cut, `whole-${(count += 1)}`);
  expect((await hi(root, ...cut.args)).exitCode).toBe(0);
  return root;
}

/** The tree, and what the journal's folder holds. */
function readAll(root: string) {
  const folder = path.dirname(toJournal(root));
  const journal = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "hex")]);
  return { tree: [...readState(root)], journal };
}

const schema = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/recovery-1.schema.json"), "utf8"));
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true }).compile(schema);

function parseRecovery({ stdout }: Ended) {
  const document = JSON.parse(stdout);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  return document;
}

describe("a publication that was cut short", () => {
  test.each([
    [["check"], 1],
    [["diff"], 1],
    [["explain", "package.json"], 0],
    [["doctor"], 1],
    [["update", "--dry-run", "--preview", "off"], 0],
    [["abort", "--dry-run"], 0],
    [["resume", "--dry-run"], 0],
  ] as const)("hi %j only says it, and changes nothing", async (args, exitCode) => {
    const root = copyHalf();
    const before = readAll(root);
    const ended = await hi(root, ...args);
    expect(ended.stdout + ended.stderr).toMatch(/was cut short|Dry run: \d+ paths? would be as/);
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(exitCode);
    expect(readAll(root)).toEqual(before);
  });

  test("hi show says it beside the plan, and changes nothing", async () => {
    const whole = copyRepository(cut, "planned");
    const file = path.join(directory, "update.plan.json");
    const written = await hi(whole, "update", "--preview", "off", "--plan-out", file);
    expect(written.exitCode, written.stderr).toBe(0);
    const root = copyHalf();
    const before = readAll(root);
    const ended = await hi(root, "show", file);
    expect([ended.exitCode, ended.stdout]).toEqual([0, expect.stringContaining("was cut short")]);
    expect(readAll(root)).toEqual(before);
  });

  test("a hook says it in one line, and changes nothing", async () => {
    const root = copyHalf();
    const before = readAll(root);
    const [file] = readdirSync(path.join(root, "src"));
    const ended = await runHi(["hook", "post-edit", "--provider", "neutral"], {
      cwd: root,
      env: toEnvironment(directory),
      input: JSON.stringify({ files: [`src/${file}`] }),
    });
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr).toContain("hi: a publication is under way here or was cut short");
    expect(readAll(root)).toEqual(before);
    expect((await hi(root, "abort")).exitCode).toBe(0);
    const after = await runHi(["hook", "post-edit", "--provider", "neutral"], {
      cwd: root,
      env: toEnvironment(directory),
      input: JSON.stringify({ files: [`src/${file}`] }),
    });
    expect(after.stderr).not.toContain("cut short");
  });

  test("hi update recovers first, says which way, and goes on", async () => {
    const root = copyHalf();
    const ended = await hi(root, ...cut.args);
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toMatch(
      /the hi init of \S+Z had been cut short: everything is put back as it was before it \(\d+ paths?\)/
    );
    expect(ended.stdout).toContain("Published:");
    expectWhole(root, cut, "after");
  });

  test("without --yes and without a terminal nothing is recovered", async () => {
    const root = copyHalf();
    const before = readAll(root);
    const ended = await hi(root, "update", "--preview", "off");
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("HI_NEEDS_YES");
    expect(readAll(root)).toEqual(before);
  });

  test("hi abort: exactly as before; a second one has nothing to do", async () => {
    const root = copyHalf();
    const ended = await hi(root, "abort", "--json");
    const document = parseRecovery(ended);
    expect(ended.exitCode).toBe(0);
    expect(document).toMatchObject({ verb: "abort", to: "before", publication: { verb: "init" } });
    expectWhole(root, cut, "before");
    const again = await hi(root, "abort", "--json");
    expect(again.exitCode).toBe(2);
    expect(parseRecovery(again).refusal.code).toBe("HI_NOTHING_TO_RECOVER");
  });

  test("hi resume: exactly as after; hi undo: exactly as before; a second one has nothing to do", async () => {
    const root = copyHalf();
    const resumed = await hi(root, "resume");
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(resumed.stdout).toMatch(/finished .+\n[\s\S]*all is as the hi init of \S+Z published it/);
    expectWhole(root, cut, "after");
    expect(parseRecovery(await hi(root, "undo", "--dry-run", "--json")).dryRun).toBe(true);
    expectWhole(root, cut, "after");
    const undone = await hi(root, "undo", "--json");
    expect(undone.exitCode).toBe(0);
    expect(parseRecovery(undone)).toMatchObject({ verb: "undo", to: "before" });
    expectWhole(root, cut, "before");
    const again = await hi(root, "undo");
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining("HI_NOTHING_TO_UNDO")]);
  });

  test("what had been staged is gone: hi resume changes nothing, hi abort works", async () => {
    const root = copyHalf();
    const { entries } = JSON.parse(readFileSync(toJournal(root), "utf8"));
    const receipt = entries.find(({ path: name }: { path: string }) => name === ".hi/receipt.json");
    rmSync(path.join(root, ".hi", receipt.temporary));
    const before = readAll(root);
    for (const flags of [["--dry-run"], []]) {
      const ended = await hi(root, "resume", ...flags);
      expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining("HI_RESUME_IMPOSSIBLE")]);
      expect(readAll(root)).toEqual(before);
    }
    expect((await hi(root, "abort")).exitCode).toBe(0);
    expectWhole(root, cut, "before");
  });
});

describe("what someone has written since", () => {
  const edit = (root: string): string => {
    const { entries } = JSON.parse(readFileSync(toJournal(root), "utf8"));
    const { path: name } = entries.find((entry: { path: string; after: unknown }) => entry.after !== null);
    writeFileSync(path.join(root, name), "theirs\n");
    return name;
  };
  /** One path is theirs, everything else is as the whole says. */
  const expectKept = (root: string, name: string, to: "before" | "after"): void => {
    expect(readFileSync(path.join(root, name), "utf8")).toBe("theirs\n");
    const rest = (tree: ReadonlyMap<string, string>) => [...tree].filter(([other]) => other !== name).toSorted();
    expect(rest(readState(root))).toEqual(rest(cut.trees[to]));
  };

  test("hi update refuses, names it and changes nothing", async () => {
    const root = copyHalf();
    const name = edit(root);
    const before = readAll(root);
    const ended = await hi(root, "update", "--yes", "--preview", "off");
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain("HI_UNFINISHED");
    expect(ended.stderr).toContain(name);
    expect(ended.stderr).toContain("hi abort keeps those and puts the rest back; hi resume keeps those");
    expect(readAll(root)).toEqual(before);
  });

  test.each([
    ["abort", "before"],
    ["resume", "after"],
  ] as const)("hi %s keeps it, does the rest, and ends with 1", async (verb, to) => {
    const root = copyHalf();
    const name = edit(root);
    const ended = await hi(root, verb);
    expect(ended.exitCode, ended.stderr).toBe(1);
    expect(ended.stdout).toMatch(new RegExp(`kept +${name.replaceAll(".", "[.]")} +changed since; it stays as it is`));
    expectKept(root, name, to);
    expect(existsSync(toJournal(root))).toBe(false);
  });

  test.each([
    ["moved and linked", "abort", "moved"],
    ["moved and linked", "resume", "moved"],
    ["moved out and linked", "abort", "../moved-out"],
    ["a file", "abort", undefined],
    ["a file", "resume", undefined],
  ])("where its folder was is %s: hi update names it, hi %s keeps it", async (_name, verb, target) => {
    const root = copyHalf();
    const [folder, name] = [path.join(root, ".codex"), ".codex/hooks.json"];
    const moved = target === undefined ? undefined : path.resolve(root, `${target}-${count}`);
    mkdirSync(folder, { recursive: true });
    renameSync(folder, moved ?? path.join(directory, `away-${count}`));
    if (moved === undefined) writeFileSync(folder, "theirs\n");
    else symlinkSync(path.relative(root, moved), folder);
    const outside = target === "../moved-out" && moved ? readdirSync(moved) : [];
    expect((await hi(root, ...cut.args)).stderr).toContain("HI_UNFINISHED");
    const ended = await hi(root, verb);
    expect([ended.exitCode, ended.stderr]).toEqual([1, ""]);
    expect(ended.stdout).toMatch(
      new RegExp(`kept +${name.replaceAll(".", "[.]")} +changed since[^]+: all but 1 path is as`)
    );
    expect(existsSync(toJournal(root))).toBe(false);
    if (target === "../moved-out" && moved) expect(readdirSync(moved)).toEqual(outside);
    else expect([...readState(root).keys()].filter((one) => one.endsWith(".tmp"))).toEqual([]);
  });

  test("hi undo keeps it, does the rest, and ends with 1", async () => {
    const root = await makeWhole();
    const { entries } = JSON.parse(readFileSync(path.join(path.dirname(toJournal(root)), "last"), "utf8"));
    const { path: name } = entries.find((entry: { after: unknown }) => entry.after !== null);
    writeFileSync(path.join(root, name), "theirs\n");
    const ended = await hi(root, "undo", "--json");
    expect(ended.exitCode).toBe(1);
    expect(parseRecovery(ended).paths).toContainEqual({ path: name, outcome: "kept" });
    expectKept(root, name, "before");
  });

  test("hi undo refuses where the receipt has changed since", async () => {
    const root = await makeWhole();
    writeFileSync(
      path.join(root, ".hi/receipt.json"),
      `${readFileSync(path.join(root, ".hi/receipt.json"), "utf8")}\n`
    );
    const before = readAll(root);
    const ended = await hi(root, "undo");
    expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining("HI_UNDO_EDITED")]);
    expect(readAll(root)).toEqual(before);
  });
});

describe("where the journal is", () => {
  test("this user's alone, in a folder of its own; of the last publication alone", async () => {
    const root = await makeWhole();
    expect(
      (await hi(root, "init", "--yes", "--preview", "off", "--providers", "claude,codex", "--scopes", ".")).exitCode
    ).toBe(0);
    const folder = path.dirname(toJournal(root));
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toHaveLength(2);
    for (const name of readdirSync(folder)) expect(lstatSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(await git(root, "status", "--porcelain", "--", ".git")).toBe("");
  });

  test("older than 30 days: nothing to undo any more", async () => {
    const root = await makeWhole();
    const last = path.join(path.dirname(toJournal(root)), "last");
    const { digest: _, ...rest } = JSON.parse(readFileSync(last, "utf8"));
    const { createHash } = await import("node:crypto");
    const { canonicalJson } = await import("../../src/domain/json.ts");
    const old = { ...rest, startedAt: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString() };
    const digest = createHash("sha256").update(canonicalJson(old)).digest("hex");
    writeFileSync(last, JSON.stringify({ ...old, digest }));
    expect((await hi(root, "undo")).stderr).toContain("HI_NOTHING_TO_UNDO");
  });

  test("a linked work tree and a submodule have each their own", async () => {
    const root = copyRepository(cut, "super");
    await git(root, "add", "--all");
    await git(root, "commit", "--quiet", "--message=all");
    const linked = path.join(directory, "linked");
    await git(root, "worktree", "add", "--quiet", linked);
    const outer = path.join(directory, "outer");
    await git(directory, "init", "--quiet", outer);
    await git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", root, "sub");
    const places = [
      [linked, path.join(root, ".git/worktrees/linked")],
      [path.join(outer, "sub"), path.join(outer, ".git/modules/sub")],
    ] as const;
    for (const [tree, gitDirectory] of places) {
      const before = readState(tree);
      const ended = await runKilled(tree, gitDirectory);
      expect(ended.signal).toBe("SIGKILL");
      expect(existsSync(path.join(gitDirectory, "hi-publication/journal"))).toBe(true);
      expect((await hi(root, "abort")).stderr).toContain("HI_NOTHING_TO_RECOVER");
      expect((await hi(tree, "abort")).exitCode).toBe(0);
      expect(readState(tree)).toEqual(before);
    }
  });

  /** Killed once its journal stands and a name has changed. */
  async function runKilled(tree: string, gitDirectory: string): Promise<Ended> {
    for (let nth = await countOperations(cut); nth > 0; nth -= 1) {
      const ended = await runWatched({ directory, args: cut.args }, tree, { kill: nth });
      if (ended.signal === "SIGKILL" && existsSync(path.join(gitDirectory, "hi-publication/journal"))) return ended;
      expect((await hi(tree, "undo")).exitCode).toBe(0);
    }
    throw new Error("never killed");
  }

  test("outside git in .hi/publication, which git does not see once it is there", async () => {
    const root = copyRepository(cut, "plain");
    rmSync(path.join(root, ".git"), { recursive: true });
    expect((await hi(root, ...cut.args)).exitCode).toBe(0);
    expect(readdirSync(path.join(root, ".hi/publication")).toSorted()).toEqual([
      ".gitignore",
      "last",
      expect.stringMatching(/^saved-/),
    ]);
    await git(root, "init", "--quiet");
    expect(await git(root, "status", "--porcelain", "--untracked-files=all")).not.toContain("publication");
    rmSync(path.join(root, ".git"), { recursive: true });
    expect((await hi(root, "undo")).exitCode).toBe(0);
    expect(findState(root, cut)).toBe("before");
  });
});

test("outside git, a first publication that was cut short after it had merged into a file: hi abort, hi resume", async () => {
  const place = await mkdtemp(path.join(directory, "first-"));
  const first = await prepareCut("new-repository", 1, place);
  const middle = await cutInTheMiddle(first);
  expect(readState(middle).get("package.json")).not.toBe(first.trees.before.get("package.json"));
  mkdirSync(path.join(middle, ".hi"), { recursive: true });
  renameSync(path.dirname(toJournal(middle)), path.join(middle, ".hi/publication"));
  rmSync(path.join(middle, ".git"), { recursive: true });
  for (const to of ["before", "after"] as const) {
    const verb = to === "before" ? "abort" : "resume";
    const root = copyRepository({ directory: place, before: middle }, verb);
    const ended = await hi(root, verb);
    expect(ended.exitCode, ended.stderr).toBe(0);
    rmSync(path.join(root, ".hi/publication"), { recursive: true, force: true });
    expect(readState(root).get("package.json")).toBe(first.trees[to].get("package.json"));
  }
});

test("twenty updates at once after a crash: one recovers and publishes, the others name it and leave at once", async () => {
  const root = copyHalf();
  const run = (): Promise<Ended> => runHi([...cut.args, "--json"], { cwd: root, env: toEnvironment(directory) });
  const ends = (await Promise.all(Array.from({ length: 20 }, run))).map(({ stdout, exitCode }) => ({
    exitCode,
    document: JSON.parse(stdout),
  }));
  const published = ends.filter(({ document }) => document.published !== null);
  expect(published).toHaveLength(1);
  for (const { exitCode, document } of ends) {
    if (document.published !== null) continue;
    // Whoever came when it was over found nothing to do.
    if (exitCode === 0) expect(document.gate.because).toBe("nothing-to-do");
    else expect([exitCode, document.refusal.code]).toEqual([2, "HI_LOCKED"]);
  }
  expectWhole(root, cut, "after");
});
