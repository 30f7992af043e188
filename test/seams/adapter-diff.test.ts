import path from "node:path";

import { describe, expect, it } from "vitest";

import { askAdapter, filesOf, layOut } from "../helpers/adapter.ts";
import { ENGINE_ROWS, WITHOUT_FOXGUARD } from "../helpers/foxguard.ts";
import { git, withTemporaryDirectory } from "../helpers/hi.ts";
import { sayNotShown } from "./reports.fixture.ts";

// What is new since a base, through real git, on each engine.

const EVIL = "eval(input);\n";

if (ENGINE_ROWS.length === 1) sayNotShown(WITHOUT_FOXGUARD);

describe.each(ENGINE_ROWS)("$engine", ({ env }) => {
  async function withRepository(work: (cwd: string) => Promise<void>): Promise<void> {
    await withTemporaryDirectory(async (cwd) => {
      await git(cwd, "init", "--quiet", "--initial-branch", "main");
      layOut(cwd, {
        "old.js": `${EVIL}// the end\n`,
        "moved.js": `${EVIL}${"let a = 1;\n".repeat(9)}`,
        "inner/x.js": "let x;\n",
      });
      await commit(cwd);
      await git(cwd, "checkout", "--quiet", "-b", "work");
      await work(cwd);
    });
  }
  const commit = async (cwd: string): Promise<void> => {
    await git(cwd, "add", "--all");
    await git(cwd, "commit", "--quiet", "--message", "x");
  };

  it("tells only what is new: a second equal line, nothing of a renamed file, untracked files too", async () => {
    await withRepository(async (cwd) => {
      layOut(cwd, { "old.js": `let before;\n${EVIL}${EVIL}`, "née\n.js": EVIL });
      await git(cwd, "mv", "moved.js", "renamed é.js");
      await commit(cwd);
      layOut(cwd, { "untracked.js": EVIL });
      const response = await askAdapter({ command: "diff", workspace_root: "." }, { cwd, env });
      expect(filesOf(response)).toStrictEqual(["née\n.js", "old.js", "untracked.js"]);
      expect(response.findings).toHaveLength(3);
      expect(response.diff).toStrictEqual({ base: "main", total_current: 5, existing_count: 2 });
      expect(response.notices).toContain("diff vs main: 3 new (5 in all, 2 existing)");
    });
  });

  it("compares with where the work branched off, not with what the base has by now", async () => {
    await withRepository(async (cwd) => {
      layOut(cwd, { "old.js": `${EVIL}let mine;\n` });
      await commit(cwd);
      await git(cwd, "checkout", "--quiet", "main");
      layOut(cwd, { "old.js": "let theirs;\n" });
      await commit(cwd);
      await git(cwd, "checkout", "--quiet", "work");
      const response = await askAdapter({ command: "diff", base: "main" }, { cwd, env });
      expect(response).toMatchObject({ exit_code: 0, findings: [], diff: { total_current: 1, existing_count: 1 } });
    });
  });

  it("B27: holds back by the configuration's threshold, and lets the request's speak first", async () => {
    await withRepository(async (cwd) => {
      layOut(cwd, {
        "new.js": 'require("crypto").createHash("md5");\n',
        ".foxguard.yml": "scan: { severity: critical }\n",
      });
      const quiet = await askAdapter({ command: "diff" }, { cwd, env });
      expect(quiet).toMatchObject({ exit_code: 0, findings: [], diff: { total_current: 1, existing_count: 0 } });
      const all = await askAdapter({ command: "diff", severity: "low" }, { cwd, env });
      expect(all).toMatchObject({ exit_code: 1, findings: [{ rule_id: "js/no-weak-crypto" }] });
    });
  });

  it("looks below a folder alone where one is named, whole names and all", async () => {
    await withRepository(async (cwd) => {
      layOut(cwd, { "new.js": EVIL, "inner/new.js": EVIL });
      const request = { command: "diff", path: "inner", workspace_root: cwd } as const;
      expect(filesOf(await askAdapter(request, { cwd, env }))).toStrictEqual([path.join(cwd, "inner/new.js")]);
      const here = await askAdapter({ command: "diff" }, { cwd: path.join(cwd, "inner"), env });
      expect(filesOf(here)).toStrictEqual(["new.js"]);
    });
  });

  it("is clean where nothing has changed", async () => {
    await withRepository(async (cwd) => {
      const response = await askAdapter({ command: "diff" }, { cwd, env });
      expect(response).toMatchObject({ ok: true, exit_code: 0, findings: [], diff: { total_current: 0 } });
      expect(response.notices.join("\n")).not.toContain("Warning");
    });
  });
});

it("answers no repository in git's own words, and names a base that there is not", async () => {
  await withTemporaryDirectory(async (cwd) => {
    expect((await askAdapter({ command: "diff" }, { cwd })).error).toMatch(/^fatal: not a git repository/);
    await git(cwd, "init", "--quiet");
    for (const base of ["nowhere", "--output=x"]) {
      const response = await askAdapter({ command: "diff", base, request_id: "d" }, { cwd });
      expect(response).toMatchObject({ ok: false, exit_code: 2, command: "diff", request_id: "d" });
      expect(response.error).toContain(`there is no commit '${base}' here`);
    }
  });
});

it("refuses where a shallow clone does not hold where the work branched off, and says what it compares where there is none", async () => {
  await withTemporaryDirectory(async (folder) => {
    const origin = path.join(folder, "origin");
    layOut(origin, { "a.js": "let a;\n" });
    await git(origin, "init", "--quiet", "--initial-branch", "main");
    const commit = async (...words: readonly string[]) => {
      await git(origin, "add", "--all");
      await git(origin, "commit", "--quiet", "--allow-empty", "--message", "x", ...words);
    };
    await commit();
    await git(origin, "branch", "work");
    layOut(origin, { "theirs.js": EVIL });
    await commit();
    await git(origin, "checkout", "--quiet", "work");
    layOut(origin, { "mine.js": `let mine = 1;\n${EVIL}let other = 2;\n` });
    await commit();
    const clone = path.join(folder, "clone");
    await git(folder, "clone", "-q", "--depth=1", "--no-single-branch", "--branch=work", `file://${origin}`, clone);
    const shallow = await askAdapter({ command: "diff", base: "origin/main" }, { cwd: clone });
    expect(shallow).toMatchObject({ ok: false, exit_code: 2 });
    expect(shallow.error).toContain("git fetch --unshallow");
    await git(clone, "fetch", "--quiet", "--unshallow");
    const whole = await askAdapter({ command: "diff", base: "origin/main" }, { cwd: clone });
    expect(filesOf(whole)).toStrictEqual(["mine.js"]);
    await git(clone, "checkout", "--quiet", "--orphan", "alone");
    await git(clone, "commit", "--quiet", "--message", "alone");
    const alone = await askAdapter({ command: "diff", base: "origin/main" }, { cwd: clone });
    expect(filesOf(alone)).toStrictEqual(["mine.js"]);
    expect(alone.notices).toContain(
      "HEAD and origin/main have no commit in common: compared with origin/main as it is."
    );
  });
});

it("takes another secret for a new one, and a line that moved for the same", async () => {
  await withTemporaryDirectory(async (cwd) => {
    const layOutSecret = (secret: string, before = "") =>
      layOut(cwd, {
        "a.js": `${before}const password = "${secret}";\nconst clientSecret =\n  "the-other-${secret}";\n`,
      });
    layOutSecret("old-secret-value-1");
    await git(cwd, "init", "--quiet", "--initial-branch", "main");
    await git(cwd, "add", "--all");
    await git(cwd, "commit", "--quiet", "--message", "x");
    layOutSecret("old-secret-value-1", "let a;\n");
    const moved = await askAdapter({ command: "diff", base: "main" }, { cwd });
    expect(moved).toMatchObject({ exit_code: 0, diff: { total_current: 2, existing_count: 2 } });
    layOutSecret("brand-new-leak-99");
    const replaced = await askAdapter({ command: "diff", base: "main" }, { cwd });
    expect(replaced).toMatchObject({ exit_code: 1, diff: { total_current: 2, existing_count: 0 } });
    expect(JSON.stringify(replaced)).not.toContain("leak-99");
  });
});
