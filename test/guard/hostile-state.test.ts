import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { decideStop } from "../../src/guard/decide/can-stop.ts";
import { decideWrite } from "../../src/guard/decide/can-write.ts";
import type { VerificationSeal } from "../../src/guard/decide/seal.ts";
import { GuardedRepository } from "../helpers/guard-session.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { toRandom } from "../helpers/random.ts";

const inSession = (work: (guarded: GuardedRepository) => Promise<void>): Promise<void> =>
  withTemporaryDirectory(async (folder) => work(await new GuardedRepository(folder).begin()));

/** One byte exchanged, cut away, doubled or put in; or the end of the file cut off. */
function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  const at = random(bytes.length);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
  switch (random(5)) {
    case 0:
      return Buffer.concat([head, Buffer.from([(bytes.readUInt8(at) + 1 + random(255)) % 256]), tail]);
    case 1:
      return Buffer.concat([head, tail]);
    case 2:
      return Buffer.concat([head, bytes.subarray(at, at + 1), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([head, Buffer.from([random(256)]), bytes.subarray(at)]);
    default:
      return head;
  }
}

/** A document that says the same, laid out otherwise, is none that was changed. */
function isSameDocument(left: Buffer, right: Buffer): boolean {
  try {
    return JSON.stringify(JSON.parse(left.toString("utf8"))) === JSON.stringify(JSON.parse(right.toString("utf8")));
  } catch {
    return false;
  }
}

const whole = (guarded: GuardedRepository) => ({ cwd: guarded.root, env: { ...process.env, ...guarded.env } });

test("1,000 altered seals, pointers and sessions let no agent stop", async () => {
  await inSession(async (guarded) => {
    await guarded.seal();
    const [seal = ""] = readdirSync(guarded.file("seals"));
    const files = [guarded.file("seals", seal), guarded.file("pointers/main.json"), guarded.file("session.json")];
    const random = toRandom(1);
    let mutants = 0;
    while (mutants < 1000) {
      const file = files[mutants % files.length] ?? "";
      const bytes = readFileSync(file);
      const mutant = mutate(bytes, random);
      if (isSameDocument(bytes, mutant)) continue;
      mutants += 1;
      writeFileSync(file, mutant);
      const { decision, exitCode } = await decideStop(whole(guarded));
      expect([decision.decision, exitCode, decision.reasonCode], `${file}\n${mutant.toString("utf8")}`).toEqual([
        "deny",
        7,
        "SESSION_STATE_CORRUPT",
      ]);
      writeFileSync(file, bytes);
    }
    expect((await guarded.canStop()).exitCode).toBe(0);
  });
});

test("1,000 altered sessions and lists of tests let no protected path be written", async () => {
  await inSession(async (guarded) => {
    const list = readdirSync(guarded.file()).find((name) => name.startsWith("tests-")) ?? "";
    const files = [guarded.file("session.json"), guarded.file(list)];
    const random = toRandom(2);
    for (let mutants = 0; mutants < 1000;) {
      const file = files[mutants % files.length] ?? "";
      const bytes = readFileSync(file);
      const mutant = mutate(bytes, random);
      if (isSameDocument(bytes, mutant)) continue;
      mutants += 1;
      writeFileSync(file, mutant);
      for (const asked of ["tests/math.test.js", "src/locked.txt", "hi.policy.yml"]) {
        expect(decideWrite({ ...whole(guarded), asked }).decision.decision, asked).toBe("deny");
      }
      writeFileSync(file, bytes);
    }
  });
});

describe("a seal that was written with the key does not count where it says", () => {
  const others: readonly (readonly [string, (seal: VerificationSeal) => VerificationSeal])[] = [
    ["mode", (seal) => ({ ...seal, mode: "ci" })],
    ["session", (seal) => ({ ...seal, sessionId: "00000000-0000-4000-8000-000000000000" })],
    ["no session", (seal) => ({ ...seal, sessionId: null })],
    ["repository", (seal) => ({ ...seal, repositoryId: "0".repeat(64) })],
    ["place", (seal) => ({ ...seal, place: "0".repeat(32) })],
    ["work tree", (seal) => ({ ...seal, workTree: "linked-x" })],
    ["baseline", (seal) => ({ ...seal, baselineCommit: "0".repeat(40) })],
    ["policy's commit", (seal) => ({ ...seal, policySourceCommit: "0".repeat(40) })],
    ["policy", (seal) => ({ ...seal, trustedPolicyHash: "0".repeat(64) })],
    ["version", (seal) => ({ ...seal, hiVersion: "9.9.9" })],
    ["head", (seal) => ({ ...seal, currentHead: "0".repeat(40) })],
    ["state", (seal) => ({ ...seal, repositoryStateFingerprint: "0".repeat(64) })],
    ["inspected state", (seal) => ({ ...seal, inspection: { ...seal.inspection, repositoryStateFingerprint: "0" } })],
    ["blocked inspection", (seal) => ({ ...seal, inspection: { ...seal.inspection, status: "blocked" } })],
    [
      "finding",
      (seal) => ({ ...seal, inspection: { ...seal.inspection, violations: [{ code: "TEST_DELETED", path: "a" }] } }),
    ],
    ["failure", (seal) => ({ ...seal, finalStatus: "failed" })],
    ["inspection alone", (seal) => ({ ...seal, finalStatus: "inspection_only" })],
    ["no command", (seal) => ({ ...seal, commands: [] })],
    ["command's name", (seal) => ({ ...seal, commands: seal.commands.map((one) => ({ ...one, name: "x" })) })],
    ["command", (seal) => ({ ...seal, commands: seal.commands.map((one) => ({ ...one, commandHash: "x" })) })],
    ["deadline", (seal) => ({ ...seal, commands: seal.commands.map((one) => ({ ...one, timeoutSeconds: 1 })) })],
    ["failed command", (seal) => ({ ...seal, commands: seal.commands.map((one) => ({ ...one, status: "failed" })) })],
    ["exit code", (seal) => ({ ...seal, commands: seal.commands.map((one) => ({ ...one, exitCode: 1 })) })],
    ["command twice", (seal) => ({ ...seal, commands: [...seal.commands, ...seal.commands] })],
  ];

  test("another one, or none", async () => {
    await inSession(async (guarded) => {
      for (const [what, change] of others) {
        await guarded.seal(change);
        const { exitCode, decision } = await decideStop(whole(guarded));
        expect([exitCode, decision.reasonCode], what).toEqual([6, "COMPLETION_BLOCKED"]);
      }
      await guarded.seal();
      expect((await decideStop(whole(guarded))).exitCode).toBe(0);
    });
  });
});

describe("is refused", () => {
  const corrupt = async (guarded: GuardedRepository): Promise<void> => {
    expect(await guarded.canStop()).toMatchObject({ exitCode: 7, reasonCode: "SESSION_STATE_CORRUPT" });
    const asked = await guarded.canWrite("src/math.js");
    expect(asked).toMatchObject({ exitCode: 7, decision: "deny", reasonCode: "SESSION_STATE_CORRUPT" });
  };

  test("a session that is gone, and one of which only the record is gone", async () => {
    await inSession(async (guarded) => {
      renameSync(guarded.file("session.json"), guarded.file("aside"));
      await corrupt(guarded);
      renameSync(guarded.file("aside"), guarded.file("session.json"));
      expect((await guarded.canWrite("src/math.js")).exitCode).toBe(0);
      rmSync(path.join(guarded.env["XDG_STATE_HOME"] ?? "", "hi/guard/sessions"), { recursive: true });
      await corrupt(guarded);
    });
  });

  test("a session from before", async () => {
    await inSession(async (guarded) => {
      copyFileSync(guarded.file("session.json"), guarded.file("old"));
      await guarded.start();
      copyFileSync(guarded.file("old"), guarded.file("session.json"));
      await corrupt(guarded);
    });
  });

  test("a seal from before, and its pointer", async () => {
    await inSession(async (guarded) => {
      await guarded.seal();
      cpSync(guarded.file("pointers"), guarded.file("kept"), { recursive: true });
      guarded.write("src/math.js", "export const add = () => 0;\n");
      await guarded.seal();
      rmSync(guarded.file("pointers"), { recursive: true });
      renameSync(guarded.file("kept"), guarded.file("pointers"));
      expect(await guarded.canStop()).toMatchObject({ exitCode: 6, reasonCode: "COMPLETION_BLOCKED" });
    });
  });

  test("a pointer from before a verification that did not pass", async () => {
    await withTemporaryDirectory(async (folder) => {
      const program = path.join(folder, "checks.mjs");
      writeFileSync(program, "");
      const guarded = await new GuardedRepository(folder).begin({
        "hi.policy.yml": `version: 1\nvalidation:\n  commands:\n    - { name: checks, command: [node, ${program}], timeoutSeconds: 60 }\n`,
      });
      const verify = async () => (await runHi(["verify"], { cwd: guarded.root, env: guarded.env })).exitCode;
      expect(await verify()).toBe(0);
      expect((await guarded.canStop()).exitCode).toBe(0);
      cpSync(guarded.file(), path.join(folder, "kept"), { recursive: true });
      writeFileSync(program, "process.exit(1)");
      expect(await verify()).toBe(5);
      for (const kept of ["pointers", "."]) {
        cpSync(path.join(folder, "kept", kept), guarded.file(kept), { recursive: true });
        expect(await guarded.canStop(), kept).toMatchObject({ exitCode: 6, reasonCode: "COMPLETION_BLOCKED" });
      }
      writeFileSync(program, "");
      expect(await verify()).toBe(0);
      expect((await guarded.canStop()).exitCode).toBe(0);
    });
  });

  test("the state of another repository of the same user's", async () => {
    await withTemporaryDirectory(async (folder) => {
      const one = await new GuardedRepository(folder).begin();
      await one.seal();
      const copy = path.join(folder, "copy");
      cpSync(one.root, copy, { recursive: true });
      expect(await one.canStop(copy)).toMatchObject({ exitCode: 7, reasonCode: "SESSION_STATE_CORRUPT" });
      expect(await one.canWrite("src/math.js", copy)).toMatchObject({ exitCode: 7 });
    });
  });

  test("a key or a session that others may read, a link in the place of either, another key", async () => {
    await inSession(async (guarded) => {
      const key = path.join(guarded.env["XDG_STATE_HOME"] ?? "", "hi/guard/key");
      for (const file of [key, guarded.file("session.json")]) {
        chmodSync(file, 0o644);
        await corrupt(guarded);
        chmodSync(file, 0o600);
        expect((await guarded.canWrite("src/math.js")).exitCode).toBe(0);
        renameSync(file, `${file}-real`);
        symlinkSync(`${file}-real`, file);
        await corrupt(guarded);
        rmSync(file);
        renameSync(`${file}-real`, file);
      }
      writeFileSync(key, `${"0".repeat(64)}\n`, { mode: 0o600 });
      await corrupt(guarded);
      rmSync(key);
      await corrupt(guarded);
    });
  });

  test("a private index that was exchanged, or that is gone", async () => {
    await inSession(async (guarded) => {
      await guarded.seal();
      const tree = readdirSync(guarded.file()).find((name) => name.startsWith("tree-")) ?? "";
      for (const name of ["index", "excludes"]) {
        const bytes = readFileSync(guarded.file(tree, name));
        writeFileSync(guarded.file(tree, name), Buffer.concat([bytes, Buffer.from("\n*\n")]));
        expect((await guarded.canStop()).decision, name).toBe("deny");
        rmSync(guarded.file(tree, name));
        expect((await guarded.canStop()).decision, name).toBe("deny");
        writeFileSync(guarded.file(tree, name), bytes, { mode: 0o600 });
      }
      expect((await guarded.canStop()).exitCode).toBe(0);
    });
  });

  test("a setting, an attribute or a program that was put beside the private index", async () => {
    await inSession(async (guarded) => {
      await guarded.seal();
      const tree = guarded.file(readdirSync(guarded.file()).find((name) => name.startsWith("tree-")) ?? "");
      const at = (name: string): string => path.join(tree, name);
      const config = readFileSync(at("config"));
      const ran = path.join(guarded.root, "../ran");
      writeFileSync(at("config"), `${config.toString()}[filter "f"]\n\tclean = touch ${ran}\n`);
      mkdirSync(at("info"));
      writeFileSync(at("info/attributes"), "* filter=f\n");
      guarded.write("tests/math.test.js", "changed");
      expect((await guarded.canStop()).exitCode).toBe(7);
      expect(existsSync(ran)).toBe(false);
      writeFileSync(at("config"), config);
      expect((await guarded.canStop()).exitCode).toBe(7);
      rmSync(at("info"), { recursive: true });
      expect((await guarded.canStop()).exitCode).toBe(6);
      for (const [name, text] of [
        ["config", `${config.toString()}\ttrustctime = false\n`],
        ["config.worktree", "[core]\n\tcheckStat = minimal\n"],
        ["HEAD", "ref: refs/heads/main\n"],
        ["refs/x", "x"],
        ["objects/x", "x"],
      ] as const) {
        const before = existsSync(at(name)) ? readFileSync(at(name)) : undefined;
        writeFileSync(at(name), text);
        expect((await guarded.canStop()).exitCode, name).toBe(7);
        expect((await runHi(["verify"], { cwd: guarded.root, env: guarded.env })).exitCode, name).toBe(7);
        if (before === undefined) rmSync(at(name));
        else writeFileSync(at(name), before);
        await guarded.seal();
      }
      expect((await guarded.canStop()).exitCode).toBe(0);
    });
  });

  test("another content under the name of one that was committed", async () => {
    await withTemporaryDirectory(async (folder) => {
      const policy = "version: 1\ntestIntegrity:\n  existingTests: guarded\n";
      const guarded = await new GuardedRepository(folder).begin({ "hi.policy.yml": policy });
      const text = "test('adds', () => {});\n";
      for (const name of ["HEAD:tests/math.test.js", "HEAD:tests"]) {
        const oid = (await git(guarded.root, "rev-parse", name)).trim();
        const file = path.join(guarded.root, ".git/objects", oid.slice(0, 2), oid.slice(2));
        const kept = readFileSync(file);
        const bytes = name === "HEAD:tests" ? Buffer.from("tree 0\0") : Buffer.from(`blob ${text.length}\0${text}`);
        rmSync(file);
        writeFileSync(file, deflateSync(bytes));
        guarded.write("tests/math.test.js", text);
        for (const verb of ["verify", "inspect"]) {
          const ended = await runHi([verb], { cwd: guarded.root, env: guarded.env });
          expect(ended.exitCode, `${name} ${verb} ${ended.stdout}${ended.stderr}`).toBe(7);
        }
        rmSync(file);
        writeFileSync(file, kept);
      }
      const ended = await runHi(["inspect"], { cwd: guarded.root, env: guarded.env });
      expect(ended.exitCode, ended.stdout + ended.stderr).toBe(4);
    });
  });

  test("a folder, a pipe or a device in the place of the session", async () => {
    await inSession(async (guarded) => {
      rmSync(guarded.file("session.json"));
      mkdirSync(guarded.file("session.json"));
      await corrupt(guarded);
    });
  });
});

test("whatever becomes of its state while it is read, a protected path is never allowed", async () => {
  await inSession(async (guarded) => {
    const file = guarded.file("session.json");
    const bytes = readFileSync(file);
    const ending = new AbortController();
    const swap = async (): Promise<void> => {
      for (let turn = 0; !ending.signal.aborted; turn += 1) {
        if (turn % 3 === 0) rmSync(file, { force: true });
        else writeFileSync(file, turn % 3 === 1 ? bytes.subarray(0, 100) : bytes, { mode: 0o600 });
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
      }
    };
    const swapping = swap();
    const asked = await Promise.all(
      Array.from({ length: 40 }, () => guarded.canWrite("tests/math.test.js").then(({ decision }) => decision))
    );
    ending.abort();
    await swapping;
    expect(asked.every((decision) => decision === "deny")).toBe(true);
  });
});
