import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { decideWrite } from "../../src/guard/decide/can-write.ts";
import { isGitName, PathJudge } from "../../src/guard/decide/judge-path.ts";
import { foldPath } from "../../src/guard/decide/path-index.ts";
import { parsePolicy } from "../../src/guard/policy/parse-policy.ts";
import { toSessionRules } from "../../src/guard/session/session-rules.ts";
import { GuardedRepository } from "../helpers/guard-session.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";

const inSession = (
  work: (guarded: GuardedRepository) => Promise<void>,
  files: Readonly<Record<string, string>> = {}
): Promise<void> => withTemporaryDirectory(async (folder) => work(await new GuardedRepository(folder).begin(files)));

const decide = (guarded: GuardedRepository, asked: string, cwd = guarded.root) => {
  const { decision, exitCode } = decideWrite({ cwd, env: { ...process.env, ...guarded.env }, asked });
  return { exitCode, reason: decision.reasonCode, path: decision.path };
};

test("the guard's own settings, git's folder and what runs the hooks stay as they are", async () => {
  await inSession(async (guarded) => {
    for (const asked of [
      "hi.policy.yml",
      "judgelock.yml",
      ".git",
      ".git/config",
      ".GIT/hooks/pre-commit",
      ".git./config",
      "git~1/config",
      "a/.git/config",
      ".g\u200Cit/config",
      ".hi/settings.json",
      ".hi/runtime/guard.mjs",
      ".claude/settings.json",
      ".claude/settings.local.json",
      ".codex/hooks.json",
      ".cursor/hooks.json",
      ".opencode/plugins/x.js",
      ".opencode/plugin/x.ts",
      ".opencode/tool/x.ts",
      ".opencode/tools/x.js",
      "node_modules/harness-intelligence/dist/hi.mjs",
    ]) {
      expect(decide(guarded, asked), asked).toMatchObject({ exitCode: 4, reason: "JUDGE_CONFIGURATION_PROTECTED" });
    }
    for (const asked of [".gitignore", ".github/x.yml", "git", "sub/hi.policy.yml", ".gitattributes"]) {
      expect(decide(guarded, asked), asked).toMatchObject({ exitCode: 0, reason: "WRITE_ALLOWED" });
    }
  });
});

test("the root itself, the empty path, what lies outside, and what is no path are denied", async () => {
  await inSession(async (guarded) => {
    for (const asked of ["", ".", "src/..", guarded.root, "..", "../x", "/", "a\0b", "x".repeat(5000), "..\\x"]) {
      expect(decide(guarded, asked), asked.slice(0, 50)).toMatchObject({
        exitCode: 4,
        reason: "PATH_OUTSIDE_REPOSITORY",
        path: asked,
      });
    }
  });
});

test("a hard link is judged by every name that the file has", async () => {
  await inSession(async (guarded) => {
    const at = (name: string): string => path.join(guarded.root, name);
    linkSync(at("tests/math.test.js"), at("src/alias.js"));
    linkSync(at("src/locked.txt"), at("src/other.txt"));
    linkSync(at("src/math.js"), at("src/twin.js"));
    writeFileSync(at("../outside.txt"), "x");
    linkSync(at("../outside.txt"), at("src/outside.txt"));
    expect(decide(guarded, "src/alias.js")).toMatchObject({ exitCode: 4, reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "src/other.txt")).toMatchObject({ exitCode: 4, reason: "PROTECTED_PATH_CHANGED" });
    expect(decide(guarded, "src/outside.txt")).toMatchObject({ exitCode: 4, reason: "PATH_OUTSIDE_REPOSITORY" });
    expect(decide(guarded, "src/twin.js")).toMatchObject({ exitCode: 0, reason: "WRITE_ALLOWED" });
  });
});

test("links are denied as what is written, and followed on the way", async () => {
  await inSession(async (guarded) => {
    const at = (name: string): string => path.join(guarded.root, name);
    mkdirSync(at("../outside"));
    symlinkSync("math.js", at("src/last.js"));
    symlinkSync("loop", at("src/loop"));
    symlinkSync("../../outside", at("src/out"));
    symlinkSync("../tests", at("src/in"));
    symlinkSync("../.git", at("src/g"));
    symlinkSync("nowhere", at("src/gone"));
    for (const asked of [
      "src/last.js",
      "src/loop",
      "src/loop/x",
      "src/out",
      "src/out/x",
      "src/gone/x",
      "src/math.js/x",
    ]) {
      expect(decide(guarded, asked), asked).toMatchObject({ exitCode: 4, reason: "PATH_OUTSIDE_REPOSITORY" });
    }
    expect(decide(guarded, "src/in/math.test.js")).toMatchObject({ exitCode: 4, reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "src/in/other.test.js")).toMatchObject({ exitCode: 0 });
    expect(decide(guarded, "src/g/config")).toMatchObject({ exitCode: 4, reason: "JUDGE_CONFIGURATION_PROTECTED" });
  });
});

test("a file that is exchanged for a link after it was allowed is found when the agent wants to stop", async () => {
  await inSession(async (guarded) => {
    const file = path.join(guarded.root, "src/math.js");
    await guarded.seal();
    expect(decide(guarded, "src/math.js")).toMatchObject({ exitCode: 0 });
    rmSync(file);
    symlinkSync("../tests/math.test.js", file);
    expect(decide(guarded, "src/math.js")).toMatchObject({ exitCode: 4 });
    writeFileSync(file, "weakened\n");
    rmSync(file);
    guarded.write("src/math.js", "export const add = (a, b) => a + b;\n");
    expect(await guarded.canStop()).toMatchObject({ exitCode: 6, reasonCode: "COMPLETION_BLOCKED" });
  });
});

test("a name that is no UTF-8 is denied by what it could be, and at least as one that cannot be looked at", async () => {
  await inSession(async (guarded) => {
    const bytes = Buffer.concat([Buffer.from(`${guarded.root}/tests/`), Buffer.from([0xe9]), Buffer.from(".test.js")]);
    writeFileSync(bytes, "x");
    await git(guarded.root, "add", "-A");
    await git(guarded.root, "commit", "-qm", "bytes");
    await guarded.start();
    expect(decide(guarded, "tests/\uFFFD.test.js")).toMatchObject({ exitCode: 4, reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "src/\uFFFD.js")).toMatchObject({ exitCode: 4, reason: "PATH_OUTSIDE_REPOSITORY" });
  });
});

test("a linked work tree within the work tree is judged from its own root as well", async () => {
  await inSession(async (guarded) => {
    await git(guarded.root, "worktree", "add", "-q", "trees/one");
    expect(decide(guarded, "trees/one/tests/math.test.js")).toMatchObject({ reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "trees/one/src/locked.txt")).toMatchObject({ reason: "PROTECTED_PATH_CHANGED" });
    expect(decide(guarded, "trees/one/src/math.js")).toMatchObject({ exitCode: 0 });
  });
});

test("a git folder of another name within the work tree is git's all the same", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    await git(guarded.root, "init", "-q", "--separate-git-dir", path.join(guarded.root, "metadata"));
    await guarded.begin({ ".gitignore": "/metadata/\n" });
    expect(decide(guarded, "metadata/config")).toMatchObject({ reason: "JUDGE_CONFIGURATION_PROTECTED" });
    expect(decide(guarded, "src/math.js")).toMatchObject({ exitCode: 0 });
  });
});

test("work trees of a bare repository share a session; the bare folder itself is git's", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    const origin = await new GuardedRepository(path.join(folder, "origin")).begin();
    const bare = path.join(folder, "bare.git");
    execFileSync("git", ["clone", "-q", "--bare", origin.root, bare]);
    rmSync(guarded.root, { recursive: true });
    await git(bare, "worktree", "add", "-q", guarded.root, "main");
    await guarded.start();
    expect(decide(guarded, "tests/math.test.js")).toMatchObject({ reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "config", bare)).toMatchObject({ exitCode: 4, reason: "JUDGE_CONFIGURATION_PROTECTED" });
    const ended = await runHi(["session", "start", "--task", "x"], { cwd: bare, env: guarded.env });
    expect(ended.exitCode).toBe(3);
  });
});

test("a repository without a commit, and one without a policy, can have no session, and allow every write", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    await git(guarded.root, "init", "-q");
    const start = () => runHi(["session", "start", "--task", "x", "--json"], { cwd: guarded.root, env: guarded.env });
    expect(await start()).toMatchObject({ exitCode: 3, stdout: expect.stringContaining("HI_GUARD_NO_COMMIT") });
    await git(guarded.root, "commit", "-q", "--allow-empty", "-m", "x");
    expect(await start()).toMatchObject({ exitCode: 3, stdout: expect.stringContaining("HI_POLICY_MISSING") });
    expect(decide(guarded, "a.ts")).toMatchObject({ exitCode: 0, reason: "NO_ACTIVE_SESSION" });
  });
});

test("a session that cannot begin names ten paths, and what hi keeps of its own as one", async () => {
  await inSession(async (guarded) => {
    mkdirSync(path.join(guarded.root, ".hi/base"), { recursive: true });
    for (const name of ["a.json", "b.json"]) writeFileSync(path.join(guarded.root, ".hi/base", name), "{}");
    for (let at = 10; at < 25; at += 1) writeFileSync(path.join(guarded.root, `new-${at}.js`), "");
    const ended = await runHi(["session", "start", "--task", "x"], { cwd: guarded.root, env: guarded.env });
    expect(ended.exitCode).toBe(3);
    expect(ended.stdout + ended.stderr).toMatch(
      /HI_GUARD_DIRTY 17 paths differ[^]*paths: \.hi\/base\/ new-10\.js (?:new-\d+\.js ){8}and 6 more\n/
    );
  });
});

test("on a volume that folds case, and in a folder that does, another spelling is no way round", async () => {
  await inSession(async (guarded) => {
    const mount = path.join(guarded.root, "../volume");
    if (!mountFolding(path.join(guarded.root, "../image"), mount)) {
      process.stdout.write("NOT SHOWN: names that fold (no volume that folds case can be mounted here)\n");
      return;
    }
    try {
      renameSync(path.join(guarded.root, "tests/math.test.js"), path.join(guarded.root, "../kept"));
      const folding = new GuardedRepository(path.join(mount, "w"));
      await folding.begin();
      for (const asked of ["TESTS/math.test.js", "tests/MATH.test.js", "HI.POLICY.yml", "src/LOCKED.txt"]) {
        expect(decide(folding, asked), asked).toMatchObject({ exitCode: 4 });
      }
    } finally {
      execFileSync("umount", [mount]);
    }
  });
});

test("where names fold, rules and the list of tests hold for every spelling", () => {
  const policy = parsePolicy("hi.policy.yml", Buffer.from("version: 1\npaths: { protectedPatterns: [Infra/**] }\n"));
  const rules = toSessionRules(policy, undefined);
  const known = new Set(["tests/Caf\u00E9.test.js"].flatMap((name) => [`exact ${name}`, `folded ${foldPath(name)}`]));
  const openIndex = () => ({
    has: (form: string, name: string) => known.has(`${form} ${name}`),
    close: () => undefined,
  });
  const toJudge = (folds: boolean) =>
    new PathJudge({ rules, volume: { foldsCase: folds, foldsForm: folds, keepsModes: true } }, openIndex);
  for (const [asked, reason] of [
    ["TESTS/CAFE\u0301.TEST.JS", "EXISTING_TEST_MODIFIED"],
    ["INFRA/x", "PROTECTED_PATH_CHANGED"],
    ["HI.Policy.YML", "JUDGE_CONFIGURATION_PROTECTED"],
    [".HI/x", "JUDGE_CONFIGURATION_PROTECTED"],
    ["src/a.js", "WRITE_ALLOWED"],
  ] as const) {
    expect(toJudge(true).judge(asked), asked).toBe(reason);
    expect(toJudge(false).judge(asked), asked).toBe("WRITE_ALLOWED");
    // Asked of a folder on the way, where only it may fold.
    expect(toJudge(false).judgeFolded(asked) ?? "WRITE_ALLOWED", asked).toBe(reason);
  }
});

function mountFolding(image: string, mount: string): boolean {
  try {
    mkdirSync(mount);
    execFileSync("truncate", ["-s", "64M", image], { stdio: "ignore" });
    execFileSync("mkfs.vfat", [image], { stdio: "ignore" });
    execFileSync("mount", ["-o", "loop", image, mount], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("any text is answered by a decision, and none that leads out is allowed", async () => {
  await inSession(async (guarded) => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "", "tests", "math.test.js", "src", ".git", "~", "a b", "x\\y", "\n"),
      fc.string({ maxLength: 8 })
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const asked = parts.join("/");
        const { exitCode, reason } = decide(guarded, asked);
        const resolved = path.resolve(guarded.root, asked);
        const isInside = resolved.startsWith(`${guarded.root}/`);
        expect([0, 4]).toContain(exitCode);
        expect(reason).not.toBe("COULD_NOT_DECIDE");
        if (!isInside || /(?:^|\/)\.git(?:\/|$)/.test(path.relative(guarded.root, resolved))) expect(exitCode).toBe(4);
      }),
      { numRuns: 10_000 }
    );
  });
});

test("what is denied without git is what git takes for its own folder", () => {
  for (const name of [".git", ".GIT", ".git.", ".git ", "git~1", "GIT~1", ".git::$INDEX_ALLOCATION", ".gi\u200Dt"]) {
    expect(isGitName(name), name).toBe(true);
  }
  for (const name of [".gitignore", ".github", "git", "x.git", "git~", ".git-x"]) {
    expect(isGitName(name), name).toBe(false);
  }
});

test("a name with .. behind a link is judged as both that it may mean", async () => {
  await inSession(async (guarded) => {
    const at = (name: string): string => path.join(guarded.root, name);
    mkdirSync(at("tests/deep"));
    symlinkSync("../tests/deep", at("src/link"));
    mkdirSync(at("../out/deep"), { recursive: true });
    symlinkSync("../../out/deep", at("src/up"));
    expect(decide(guarded, "src/link/../math.test.js")).toMatchObject({ reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "src/link/../../src/locked.txt")).toMatchObject({ reason: "PROTECTED_PATH_CHANGED" });
    expect(decide(guarded, String.raw`src\link\..\math.test.js`)).toMatchObject({ reason: "EXISTING_TEST_MODIFIED" });
    expect(decide(guarded, "src/up/../x.js")).toMatchObject({ reason: "PATH_OUTSIDE_REPOSITORY" });
    expect(decide(guarded, "src/../src/math.js")).toMatchObject({ reason: "WRITE_ALLOWED" });
  });
});

test("a folder is judged by all that lies in it", async () => {
  await inSession(
    async (guarded) => {
      mkdirSync(path.join(guarded.root, "src/empty"));
      guarded.write("clone/git~1/config", "\n");
      for (const [asked, reason] of [
        ["tests", "EXISTING_TEST_MODIFIED"],
        ["src", "PROTECTED_PATH_CHANGED"],
        [".claude", "JUDGE_CONFIGURATION_PROTECTED"],
        ["deep", "EXISTING_TEST_MODIFIED"],
        ["clone", "JUDGE_CONFIGURATION_PROTECTED"],
        ["lib", "WRITE_ALLOWED"],
        ["src/empty", "WRITE_ALLOWED"],
        ["node_modules", "WRITE_ALLOWED"],
      ] as const) {
        expect(decide(guarded, asked), asked).toMatchObject({ reason });
      }
    },
    {
      ".claude/settings.json": "{}\n",
      "deep/er/x.test.js": "test();\n",
      "lib/a/b.js": "1\n",
      "node_modules/a/tests/x.js": "1\n",
    }
  );
});

test("another work tree, git's folder and the guard's own are judged from each work tree, wherever they lie", async () => {
  await inSession(async (guarded) => {
    const linked = path.join(guarded.root, "../linked");
    await git(guarded.root, "worktree", "add", "-q", linked);
    const state = guarded.env["XDG_STATE_HOME"] ?? "";
    for (const [cwd, asked, reason] of [
      [linked, path.join(guarded.root, "tests/math.test.js"), "EXISTING_TEST_MODIFIED"],
      [linked, path.join(guarded.root, ".git/config"), "JUDGE_CONFIGURATION_PROTECTED"],
      [linked, guarded.file(), "JUDGE_CONFIGURATION_PROTECTED"],
      [linked, guarded.file("session.json"), "JUDGE_CONFIGURATION_PROTECTED"],
      [guarded.root, path.join(linked, "tests/math.test.js"), "EXISTING_TEST_MODIFIED"],
      [guarded.root, path.join(linked, "src/locked.txt"), "PROTECTED_PATH_CHANGED"],
      [guarded.root, path.join(linked, "src/math.js"), "PATH_OUTSIDE_REPOSITORY"],
      [guarded.root, path.join(state, "hi/guard/key"), "JUDGE_CONFIGURATION_PROTECTED"],
      [guarded.root, path.join(state, "hi/guard"), "JUDGE_CONFIGURATION_PROTECTED"],
    ] as const) {
      expect(decide(guarded, asked, cwd), `${asked} from ${cwd}`).toMatchObject({ exitCode: 4, reason });
    }
  });
});

test("git's folder that lies beside its work tree is judged as the guard's", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    await git(guarded.root, "init", "-q", "-b", "main", "--separate-git-dir", path.join(folder, "apart"));
    await guarded.begin();
    for (const name of ["config", "hi-guard", "hi-guard/session.json"]) {
      const asked = path.join(folder, "apart", name);
      expect(decide(guarded, asked), name).toMatchObject({ exitCode: 4, reason: "JUDGE_CONFIGURATION_PROTECTED" });
    }
  });
});
