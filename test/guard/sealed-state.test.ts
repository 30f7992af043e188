import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { isConfirmed } from "../../src/guard/decide/confirm-state.ts";
import { readFingerprint } from "../../src/guard/decide/fingerprint.ts";
import type { VerificationSeal } from "../../src/guard/decide/seal.ts";
import { GuardedRepository } from "../helpers/guard-session.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { toRandom } from "../helpers/random.ts";

const STATE = "states/main.json";

const inSession = (
  work: (guarded: GuardedRepository) => Promise<void>,
  files: Readonly<Record<string, string>> = {}
): Promise<void> => withTemporaryDirectory(async (folder) => work(await new GuardedRepository(folder).begin(files)));

/** What can-stop says where no git can be found: with the state it needs none. */
const askWithoutGit = (guarded: GuardedRepository) => guarded.canStop(guarded.root, { PATH: guarded.file("none") });

const ALLOWED = { exitCode: 0, decision: "allow", reasonCode: "COMPLETION_ALLOWED" };
const BLOCKED = { exitCode: 6, decision: "deny", reasonCode: "COMPLETION_BLOCKED" };
const UNDECIDED = { exitCode: 6, decision: "deny", reasonCode: "COULD_NOT_DECIDE" };

test("where nothing changed since the verification no process is started, whatever differs from the baseline", async () => {
  await inSession(async (guarded) => {
    guarded.write("src/n.js", "export const n = 1;\n");
    guarded.write("src/math.js", "export const add = (a, b) => b + a;\n");
    guarded.write("node_modules/a/index.js", "1\n");
    guarded.write("made/by.secret", "1\n");
    guarded.write("src/\u00E9.js", "1\n");
    rmSync(path.join(guarded.root, "src/locked.txt"));
    await guarded.seal();
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    // Git writes the index anew when it looks.
    utimesSync(path.join(guarded.root, "src/n.js"), 1, 1);
    await git(guarded.root, "add", "-A");
    await git(guarded.root, "reset", "-q");
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    guarded.write("node_modules/b/index.js", "1\n");
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    await git(guarded.root, "add", "src/n.js");
    await guarded.seal();
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
  });
});

test("where something changed git is asked, and without it nothing is allowed", async () => {
  await inSession(async (guarded) => {
    await guarded.seal();
    guarded.write("src/n.js", "export const n = 1;\n");
    expect(await askWithoutGit(guarded)).toMatchObject(UNDECIDED);
    expect(await guarded.canStop()).toMatchObject(BLOCKED);
    rmSync(path.join(guarded.root, "src/n.js"));
    await guarded.seal(undefined, { hasState: false });
    expect(await askWithoutGit(guarded)).toMatchObject(UNDECIDED);
    expect(await guarded.canStop()).toMatchObject(ALLOWED);
  });
});

test("hi verify writes the state, and takes it away where none can be written", async () => {
  await inSession(async (guarded) => {
    await runHi(["verify"], { cwd: guarded.root, env: guarded.env });
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    guarded.write("nested/a.js", "1");
    await git(path.join(guarded.root, "nested"), "init", "-q");
    await runHi(["verify"], { cwd: guarded.root, env: guarded.env });
    expect(existsSync(guarded.file(STATE))).toBe(false);
    expect(await guarded.canStop()).toMatchObject(ALLOWED);
  });
});

test("a folder that held only what is ignored hides nothing that comes into it", async () => {
  await inSession(async (guarded) => {
    guarded.write("made/by.secret", "1");
    guarded.write("src/made/by.secret", "1");
    mkdirSync(path.join(guarded.root, "empty/er"), { recursive: true });
    await guarded.seal();
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    for (const name of ["made/new.js", "src/made/new.js", "empty/er/new.js", "made/deep/new.js"]) {
      guarded.write(name, "1");
      expect(await guarded.canStop(), name).toMatchObject(BLOCKED);
      rmSync(path.join(guarded.root, name));
      expect(await guarded.canStop(), name).toMatchObject(ALLOWED);
    }
  });
});

test("a folder exchanged for a link to the same files is no longer the folder", async () => {
  await inSession(async (guarded) => {
    await guarded.seal();
    const [src, kept] = [path.join(guarded.root, "src"), path.join(guarded.root, "../kept")];
    renameSync(src, kept);
    symlinkSync(kept, src);
    expect(await guarded.canStop()).toMatchObject(BLOCKED);
    rmSync(src);
    renameSync(kept, src);
    expect(await guarded.canStop()).toMatchObject(ALLOWED);
  });
});

test("the state of another verification, of another work tree, or one that was changed, is none", async () => {
  await inSession(async (guarded) => {
    await guarded.seal();
    const old = readFileSync(guarded.file(STATE));
    guarded.write("src/n.js", "1");
    await reseal(guarded);
    const fresh = readFileSync(guarded.file(STATE), "utf8");
    writeFileSync(guarded.file(STATE), old);
    expect(await askWithoutGit(guarded)).toMatchObject(UNDECIDED);
    for (const forged of [
      fresh.replace('"ignored": []', '"ignored": ["src/"]'),
      fresh.replace(/"inode": \d+/, '"inode": 7'),
      fresh.slice(0, -20),
      "",
      "{}",
    ]) {
      expect(forged).not.toBe(fresh);
      writeFileSync(guarded.file(STATE), forged);
      expect(await askWithoutGit(guarded)).toMatchObject(UNDECIDED);
      expect(await guarded.canStop()).toMatchObject(ALLOWED);
    }
    writeFileSync(guarded.file(STATE), fresh);
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    chmodSync(guarded.file(STATE), 0o644);
    expect(await askWithoutGit(guarded)).toMatchObject(UNDECIDED);
  });
});

test("a private index that is not the session's is corrupt, with the state too", async () => {
  await inSession(async (guarded) => {
    await guarded.seal();
    const folder = readdirSync(guarded.file()).find((name) => name.startsWith("tree-")) ?? "";
    const index = guarded.file(folder, "index");
    const bytes = readFileSync(index);
    // Of the first entry: the second of its last change.
    bytes.writeUInt32BE(1, 12 + 8);
    writeFileSync(index, bytes);
    expect(await guarded.canStop()).toMatchObject({ exitCode: 7, reasonCode: "SESSION_STATE_CORRUPT" });
    bytes.writeUInt32BE(0, 12 + 8);
    rmSync(index);
    expect(await guarded.canStop()).toMatchObject({ exitCode: 7 });
  });
});

test("files of the second in which a session begins are told by their times as well", async () => {
  await withTemporaryDirectory(async (folder) => {
    const guarded = await new GuardedRepository(folder).begin();
    const tree = readdirSync(guarded.file()).find((name) => name.startsWith("tree-")) ?? "";
    const writtenAt = Math.floor(statSync(guarded.file(tree, "index")).mtimeMs / 1000);
    for (const name of ["src/math.js", "hi.policy.yml", "tests/math.test.js"]) {
      expect(Math.floor(statSync(path.join(guarded.root, name)).mtimeMs / 1000), name).toBeLessThan(writtenAt);
    }
  });
});

test("a file of the same size whose time was set back is another one", async () => {
  await inSession(async (guarded) => {
    const file = path.join(guarded.root, "src/math.js");
    const before = new Date(1_600_000_000_000);
    utimesSync(file, before, before);
    await guarded.start();
    await guarded.seal();
    expect(await askWithoutGit(guarded)).toMatchObject(ALLOWED);
    guarded.write("src/math.js", "export const add = (a, b) => a * b;\n");
    utimesSync(file, before, before);
    expect(await guarded.canStop()).toMatchObject(BLOCKED);
  });
});

type Step = (guarded: GuardedRepository, pick: (names: readonly string[]) => string) => Promise<unknown> | unknown;

const FOLDERS = ["", "src/", "src/deep/", "new/", "new/deep/", "node_modules/", "cache/"];
const NAMES = ["a.js", "b.js", "c.secret", "math.js", "locked.txt", ".gitignore", "caf\u00E9.js", "a b\n.js"];

const at = (guarded: GuardedRepository, name: string): string => path.join(guarded.root, name);
const quietly = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch {
    // A step that cannot be made there is none.
  }
};

/** What anybody can do to a work tree, its index and its commits. */
const STEPS: readonly Step[] = [
  (guarded, pick) => quietly(() => guarded.write(pick(FOLDERS) + pick(NAMES), pick(["1", "2", "3\n"]))),
  (guarded, pick) => rmSync(at(guarded, pick(FOLDERS) + pick(NAMES)), { force: true, recursive: true }),
  (guarded, pick) => quietly(() => chmodSync(at(guarded, pick(FOLDERS) + pick(NAMES)), 0o755)),
  (guarded, pick) => quietly(() => mkdirSync(at(guarded, pick(FOLDERS.slice(1))), { recursive: true })),
  (guarded, pick) => quietly(() => symlinkSync(pick(NAMES), at(guarded, pick(FOLDERS) + pick(NAMES)))),
  (guarded, pick) => quietly(() => linkSync(at(guarded, "src/math.js"), at(guarded, pick(FOLDERS) + pick(NAMES)))),
  (guarded, pick) => quietly(() => renameSync(at(guarded, pick(NAMES)), at(guarded, pick(FOLDERS) + pick(NAMES)))),
  (guarded, pick) => quietly(() => copyFileSync(at(guarded, "src/math.js"), at(guarded, `src/${pick(NAMES)}`))),
  (guarded, pick) => quietly(() => utimesSync(at(guarded, pick(FOLDERS) + pick(NAMES)), 5, 5)),
  (guarded) => git(guarded.root, "add", "-A"),
  (guarded) => git(guarded.root, "reset", "-q"),
  (guarded) => git(guarded.root, "status"),
  (guarded) => git(guarded.root, "commit", "-q", "--allow-empty", "-m", "step"),
  (guarded) => quietly(() => git(guarded.root, "reset", "-q", "--hard", "HEAD~1")),
  () => undefined,
];

test("by 400 random steps nothing is confirmed that git would find to differ, and what is the same is", async () => {
  const random = toRandom(20_261_201);
  const pick = (names: readonly string[]): string => names[random(names.length)] ?? "";
  const known = { confirmed: 0, differing: 0, missed: 0 };
  await inSession(
    async (guarded) => {
      let seal = await reseal(guarded);
      for (let step = 0; step < 400; step += 1) {
        await STEPS[random(STEPS.length)]?.(guarded, pick);
        const question = { active: (await guarded.open()).active, env: guarded.whole };
        const isSame = isConfirmed(seal, question);
        const now = await readFingerprint(question);
        const isEqual = now.kind === "state" && now.fingerprint === seal.repositoryStateFingerprint;
        expect(isSame && !isEqual, `step ${step}`).toBe(false);
        known.confirmed += isSame ? 1 : 0;
        known.differing += isEqual ? 0 : 1;
        known.missed += isEqual && !isSame ? 1 : 0;
        if (!isEqual && random(3) > 0) seal = await reseal(guarded);
      }
    },
    { "src/deep/a.js": "1", "hi.policy.yml": "version: 1\npaths: { ignoredPatterns: ['cache/**'] }\n" }
  );
  // What changed without changing, such as a time, is for git to find.
  expect(known.confirmed).toBeGreaterThan(60);
  expect(known.differing).toBeGreaterThan(60);
  expect(known.missed).toBeLessThan(known.confirmed);
});

async function reseal(guarded: GuardedRepository): Promise<VerificationSeal> {
  // What is written down by its stamp has to be older than a tick of the clock.
  await setTimeout(120);
  return guarded.seal();
}
