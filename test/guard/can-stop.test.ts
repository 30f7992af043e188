import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { GuardedRepository, GUARD_POLICY } from "../helpers/guard-session.ts";
import { toPolicy, GuardedRepository as VerifiedRepository } from "../helpers/guarded-repository.ts";
import { git, withTemporaryDirectory } from "../helpers/hi.ts";

const inSession = (work: (guarded: GuardedRepository) => Promise<void>): Promise<void> =>
  withTemporaryDirectory(async (folder) => work(await new GuardedRepository(folder).begin()));

async function expectBlocked(guarded: GuardedRepository): Promise<void> {
  expect(await guarded.canStop()).toMatchObject({ exitCode: 6, decision: "deny", reasonCode: "COMPLETION_BLOCKED" });
}

async function expectAllowed(guarded: GuardedRepository): Promise<void> {
  expect(await guarded.canStop()).toMatchObject({ exitCode: 0, decision: "allow", reasonCode: "COMPLETION_ALLOWED" });
}

test("without a verification an agent may not stop, with one it may, and the seal is named", async () => {
  await inSession(async (guarded) => {
    await expectBlocked(guarded);
    expect((await guarded.canStop()).explanation).toContain("what is here now: none was run in this session. Next:");
    await guarded.seal();
    const { receiptPath } = await guarded.canStop();
    expect(receiptPath).toMatch(/^\.git\/hi-guard\/seals\/[0-9a-f-]+\.json$/);
  });
});

test("where the policy lets no verification count, both the person who starts and the agent are told who can mend it", async () => {
  await using guarded = await VerifiedRepository.create(toPolicy([]));
  const started = await guarded.hi(["session", "start", "--task", "test"]);
  expect(started).toMatchObject({ exitCode: 0 });
  expect(started.stdout).toContain("No agent can stop here");
  expect(started.stdout).toContain("A person adds validation.commands or validation.allowInspectionOnlyCompletion");
  expect((await guarded.hi(["verify"])).stdout).toContain("Next: a person adds validation.commands");
  const { exitCode, stdout } = await guarded.hi(["hook", "can-stop", "--json"]);
  expect(exitCode).toBe(6);
  const { reasonCode, explanation } = JSON.parse(stdout) as Record<string, string>;
  expect(reasonCode).toBe("COMPLETION_BLOCKED");
  expect(explanation).toContain("A person adds validation.commands");
  expect(explanation).not.toContain("hi verify");
});

test("what an agent is told to run is found without a global hi", async () => {
  await using guarded = await VerifiedRepository.create(toPolicy([{ name: "ok", command: ["true"] }]));
  const started = await guarded.hi(["session", "start", "--task", "test"]);
  expect(started.stdout).not.toContain("No agent can stop here");
  expect((await guarded.hi(["hook", "can-stop"])).stdout).toContain("Next: npx --no-install hi verify.");
  const wrong = await guarded.hi(["hook", "can-stop", "--path", "src/a.js"]);
  expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
  expect(wrong.stderr).toContain("--path is of can-write; can-stop takes none");
});

test("without a session it may stop, and without a repository nothing is decided", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    expect(await guarded.canStop()).toMatchObject({ exitCode: 3, decision: "deny", reasonCode: "COULD_NOT_DECIDE" });
    await git(guarded.root, "init", "-q");
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0, decision: "allow", reasonCode: "NO_ACTIVE_SESSION" });
  });
});

type Change = readonly [what: string, change: (guarded: GuardedRepository) => Promise<unknown> | unknown];

const STALE: readonly Change[] = [
  ["a file edited", (guarded) => guarded.write("src/math.js", "export const add = () => 5;\n")],
  ["a new file", (guarded) => guarded.write("src/other.js", "x\n")],
  ["a new file edited", (guarded) => guarded.write("src/n.js", "changed\n")],
  ["a new file removed", (guarded) => rmSync(path.join(guarded.root, "src/n.js"))],
  ["a file in what only looks like git's folder", (guarded) => guarded.write(".git./config", "x\n")],
  ["a file in git's folder by a short name", (guarded) => guarded.write("git~1/config", "x\n")],
  ["a file where another program keeps its state", (guarded) => guarded.write(".judgelock/x", "x\n")],
  ["a file staged", (guarded) => git(guarded.root, "add", "src/n.js")],
  ["a file meant to be added", (guarded) => git(guarded.root, "add", "-N", "src/n.js")],
  ["a file taken from the index", (guarded) => git(guarded.root, "rm", "-q", "--cached", "src/math.js")],
  ["a commit without a change", (guarded) => git(guarded.root, "commit", "-q", "--allow-empty", "-m", "e")],
  ["an executable bit", (guarded) => chmodSync(path.join(guarded.root, "src/math.js"), 0o755)],
  ["a new link", (guarded) => symlinkSync("n.js", path.join(guarded.root, "src/l.js"))],
  ["what is put away", (guarded) => git(guarded.root, "stash", "-q", "-u")],
  [
    "a file hidden by skip-worktree",
    async (guarded) => {
      await git(guarded.root, "update-index", "--skip-worktree", "tests/math.test.js");
      guarded.write("tests/math.test.js", "\n");
    },
  ],
  [
    "a file exchanged for a link of the same content",
    (guarded) => {
      const file = path.join(guarded.root, "src/math.js");
      writeFileSync(path.join(guarded.root, "copy.secret"), "export const add = (a, b) => a + b;\n");
      rmSync(file);
      symlinkSync("../copy.secret", file);
    },
  ],
  [
    "a file of the same size and time",
    (guarded) => {
      const file = path.join(guarded.root, "src/math.js");
      guarded.write("src/math.js", "export const add = (a, b) => a - b;\n");
      utimesSync(file, new Date(1_600_000_000_000), new Date(1_600_000_000_000));
    },
  ],
];

/** With the state that needs no git, and by git. */
describe.each([true, false])("a verification is of what was there, and no more (with its state: %s)", (hasState) => {
  test.each(STALE)("%s", async (_what, change) => {
    await inSession(async (guarded) => {
      guarded.write("src/n.js", "export const n = 1;\n");
      await guarded.seal(undefined, { hasState });
      await expectAllowed(guarded);
      await change(guarded);
      await expectBlocked(guarded);
    });
  });
});

const FRESH: readonly Change[] = [
  [
    "the same bytes again",
    async (guarded) => {
      guarded.write("src/math.js", "x");
      await git(guarded.root, "checkout", "-q", "src/math.js");
    },
  ],
  ["another time", (guarded) => utimesSync(path.join(guarded.root, "src/math.js"), new Date(0), new Date(0))],
  ["an ignored file", (guarded) => guarded.write("kept.secret", "x")],
  ["an ignored folder", (guarded) => guarded.write("node_modules/a/b.js", "x")],
  ["an empty folder", (guarded) => mkdirSync(path.join(guarded.root, "src/empty"))],
  ["another branch", (guarded) => git(guarded.root, "checkout", "-q", "-b", "other")],
  ["no branch", (guarded) => git(guarded.root, "checkout", "-q", "--detach")],
  ["packed references and objects", (guarded) => git(guarded.root, "gc", "-q")],
  [
    "what is put away and brought back",
    async (guarded) => {
      await git(guarded.root, "stash", "-q", "-u");
      await git(guarded.root, "stash", "pop", "-q");
    },
  ],
];

describe("it stays valid over", () => {
  test.each(FRESH)("%s", async (_what, change) => {
    await inSession(async (guarded) => {
      guarded.write("src/n.js", "export const n = 1;\n");
      await guarded.seal();
      await change(guarded);
      await expectAllowed(guarded);
    });
  });
});

/** What git can be told so that it shows no change, or another one. */
const BLIND: readonly Change[] = [
  ["assume-unchanged", (guarded) => git(guarded.root, "update-index", "--assume-unchanged", "src/math.js")],
  ["info/exclude", (guarded) => writeFileSync(path.join(guarded.root, ".git/info/exclude"), "hidden.js\n")],
  [
    "core.excludesFile",
    async (guarded) => {
      writeFileSync(path.join(guarded.root, "../ex"), "hidden.js\n");
      await git(guarded.root, "config", "core.excludesFile", path.join(guarded.root, "../ex"));
    },
  ],
  [
    "a .gitignore",
    (guarded) => guarded.write(".gitignore", "/node_modules/\n/dist/\n*.secret\nhidden.js\nsrc/math.js\n"),
  ],
  ["a .gitignore that ignores itself", (guarded) => guarded.write("src/.gitignore", "*\n")],
  [
    "a filter of the clone's",
    async (guarded) => {
      await git(guarded.root, "config", "filter.x.clean", "git show HEAD:src/math.js");
      mkdirSync(path.join(guarded.root, ".git/info"), { recursive: true });
      writeFileSync(path.join(guarded.root, ".git/info/attributes"), "src/math.js filter=x\n");
    },
  ],
  ["core.fileMode", (guarded) => git(guarded.root, "config", "core.fileMode", "false")],
  ["core.worktree", (guarded) => git(guarded.root, "config", "core.worktree", path.join(guarded.root, ".."))],
  ["a file system monitor that says nothing", (guarded) => git(guarded.root, "config", "core.fsmonitor", "true")],
  [
    "a replaced baseline",
    async (guarded) => {
      const other = (
        await git(guarded.root, "commit-tree", "-m", "r", (await git(guarded.root, "write-tree")).trim())
      ).trim();
      await git(guarded.root, "replace", "HEAD", other);
    },
  ],
];

describe("git is not let hide a change by", () => {
  test.each(BLIND)("%s", async (_what, hide) => {
    await inSession(async (guarded) => {
      await hide(guarded);
      guarded.write("hidden.js", "1");
      await guarded.seal();
      guarded.write("hidden.js", "2");
      await expectBlocked(guarded);
      await guarded.seal();
      await expectAllowed(guarded);
      guarded.write("src/math.js", "export const add = () => 6;\n");
      // What git does by itself must not make the change look like one that it has seen.
      await git(guarded.root, "status").catch(() => undefined);
      await expectBlocked(guarded);
    });
  });
});

test("the bytes of names that are no UTF-8, of links and of names with a line feed are bound", async () => {
  await inSession(async (guarded) => {
    const file = Buffer.concat([Buffer.from(`${guarded.root}/src/`), Buffer.from([0xe9]), Buffer.from(".js")]);
    writeFileSync(file, "1");
    guarded.write("src/a\nb.js", "1");
    await guarded.seal();
    await expectAllowed(guarded);
    writeFileSync(file, "2");
    await expectBlocked(guarded);
    await guarded.seal();
    guarded.write("src/a\nb.js", "2");
    await expectBlocked(guarded);
  });
});

test("a repository within the work tree is bound by its bytes", async () => {
  await inSession(async (guarded) => {
    guarded.write("nested/a.js", "1");
    await git(path.join(guarded.root, "nested"), "init", "-q");
    await guarded.seal();
    await expectAllowed(guarded);
    guarded.write("nested/a.js", "2");
    await expectBlocked(guarded);
  });
});

test("a submodule is bound: its commit, and the bytes of what differs from it", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    await guarded.addSubmodule();
    await guarded.begin();
    guarded.write("mod/f", "2");
    await guarded.seal();
    await expectAllowed(guarded);
    guarded.write("mod/f", "3");
    await expectBlocked(guarded);
    expect(await guarded.canStop(path.join(guarded.root, "mod"))).toMatchObject({ exitCode: 6 });
    expect(await guarded.canWrite("../src/locked.txt", path.join(guarded.root, "mod"))).toMatchObject({ exitCode: 4 });
  });
});

test("nothing of a submodule hides a change: not its own filters, and not that it lies in another one", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    const [inner, outer] = [path.join(folder, "inner"), path.join(folder, "outer")];
    const add = ["-c", "protocol.file.allow=always", "submodule", "add", "-q"];
    for (const [at, file] of [
      [inner, "f"],
      [outer, "g"],
    ] as const) {
      mkdirSync(at);
      await git(at, "init", "-q");
      writeFileSync(path.join(at, file), "1");
      await git(at, "add", "-A");
      await git(at, "commit", "-qm", "m");
    }
    await git(outer, ...add, inner, "deep");
    await git(outer, "commit", "-qm", "deep");
    await git(guarded.root, "init", "-q");
    await git(guarded.root, ...add, outer, "mod");
    await git(guarded.root, "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init", "--recursive");
    await guarded.begin();
    await guarded.seal();
    await expectAllowed(guarded);
    guarded.write("mod/deep/f", "2");
    await expectBlocked(guarded);
    guarded.write("mod/deep/f", "1");
    await expectAllowed(guarded);
    const module = path.join(guarded.root, "mod");
    await git(module, "config", "filter.f.clean", "echo -n 1; cat > /dev/null");
    writeFileSync(path.join(guarded.root, ".git/modules/mod/info/attributes"), "g filter=f\n");
    guarded.write("mod/g", "2");
    await git(module, "status");
    await expectBlocked(guarded);
    for (const asked of ["mod/t/a.test.js", "mod/deep/tests/a.test.js"]) {
      expect(await guarded.canWrite(asked), asked).toMatchObject({ reasonCode: "EXISTING_TEST_MODIFIED" });
    }
    expect(await guarded.canWrite("mod/g")).toMatchObject({ reasonCode: "WRITE_ALLOWED" });
  });
});

test("a verification that ran no command counts only where the policy says so", async () => {
  for (const [may, exitCode] of [
    ["false", 6],
    ["true", 0],
  ] as const) {
    await withTemporaryDirectory(async (folder) => {
      const policy = `version: 1\nvalidation: { allowInspectionOnlyCompletion: ${may} }\n`;
      const guarded = await new GuardedRepository(folder).begin({ "hi.policy.yml": policy });
      await guarded.seal();
      expect(await guarded.canStop()).toMatchObject({ exitCode });
      guarded.write("hi.policy.yml", policy.replace("false", "true"));
      await guarded.seal();
      expect(await guarded.canStop()).toMatchObject({ exitCode });
    });
  }
});

test("files that git checks out otherwise than it keeps them do not make a tree dirty, and are bound", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = new GuardedRepository(folder);
    await git(guarded.root, "init", "-q");
    await git(guarded.root, "config", "filter.rot.clean", "tr a-z n-za-m");
    await git(guarded.root, "config", "filter.rot.smudge", "tr a-z n-za-m");
    await guarded.begin({
      ".gitattributes": "*.rot filter=rot\n",
      "big.rot": "large file\n",
      "hi.policy.yml": GUARD_POLICY,
    });
    await guarded.seal();
    await expectAllowed(guarded);
    guarded.write("big.rot", "other file\n");
    await expectBlocked(guarded);
  });
});

test("a linked work tree is in the session, and has verifications of its own", async () => {
  await inSession(async (guarded) => {
    const linked = path.join(guarded.root, "../linked");
    await git(guarded.root, "worktree", "add", "-q", linked);
    expect(await guarded.canWrite("tests/math.test.js", linked)).toMatchObject({ exitCode: 4 });
    await guarded.seal();
    expect(await guarded.canStop()).toMatchObject({ exitCode: 0 });
    expect(await guarded.canStop(linked)).toMatchObject({ exitCode: 6, reasonCode: "COMPLETION_BLOCKED" });
    await guarded.seal(undefined, { cwd: linked });
    expect(await guarded.canStop(linked)).toMatchObject({ exitCode: 0 });
  });
});

test("a sparse checkout and a shallow clone have sessions", async () => {
  await withTemporaryDirectory(async (folder) => {
    const origin = await new GuardedRepository(path.join(folder, "origin")).begin();
    const clone = new GuardedRepository(path.join(folder, "clone"));
    rmSync(clone.root, { recursive: true });
    execFileSync("git", ["clone", "-q", "--depth=1", "--sparse", `file://${origin.root}`, clone.root]);
    await git(clone.root, "sparse-checkout", "set", "src");
    await clone.start();
    await clone.seal();
    await expectAllowed(clone);
    clone.write("tests/math.test.js", "\n");
    await expectBlocked(clone);
    expect(await clone.canWrite("tests/math.test.js")).toMatchObject({ reasonCode: "EXISTING_TEST_MODIFIED" });
  });
});
