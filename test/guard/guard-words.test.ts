import { rmSync } from "node:fs";

import { expect, test } from "vitest";

import { GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";
import { git } from "../helpers/hi.ts";

// What people read of the guard: what happened, where, and the next command (seed 004).

const PASSES = { name: "passes", command: node("") };

test("a policy that is written and not committed is told apart from none", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await git(repository.root, "rm", "--quiet", "--cached", "hi.policy.yml");
  await git(repository.root, "commit", "--quiet", "--message=without");
  const start = async () => (await repository.hi(["session", "start", "--task", "x"])).stderr;
  expect(await start()).toContain("hi.policy.yml lies here, and HEAD does not have it");
  expect(await start()).toContain("-> commit hi.policy.yml, then run the same command again");
  const ci = await repository.hi(["ci", "--base-ref", "HEAD"]);
  expect(ci.stderr).toContain("hi.policy.yml lies here, and the tip of HEAD does not have it");
  expect(ci.stderr).toContain("-> merge hi.policy.yml there first");
  rmSync(repository.at("hi.policy.yml"));
  expect(await start()).toContain("HEAD has no policy: neither hi.policy.yml nor judgelock.yml.");
  expect(await start()).toContain("and commit it; then run the same command again");
});

test("without a session, the status says how one begins", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  const { stdout, exitCode } = await repository.hi(["session", "status"]);
  expect([exitCode, stdout]).toEqual([
    0,
    'No guard session is active here.\nNext: hi session start --task "what is to be done"\n',
  ]);
});

test("the status of a session that cannot be believed does not send people to itself", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await repository.start();
  repository.write(".git/hi-guard/session.json", "garbage");
  const { stdout, exitCode } = await repository.hi(["session", "status"]);
  expect(exitCode).toBe(7);
  expect(stdout).toContain("cannot be used: it is not JSON.\nNext: look at what happened; then hi session end");
  const document = JSON.parse((await repository.hi(["session", "status", "--json"])).stdout) as { problem: string };
  expect(document.problem).not.toContain("hi session status");
});

test("a session whose file is gone is ended as one that was there", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await repository.start();
  rmSync(repository.at(".git/hi-guard/session.json"));
  expect((await repository.hi(["session", "status"])).exitCode).toBe(7);
  expect((await repository.hi(["session", "end"])).stdout).toContain("The session is ended");
  expect((await repository.hi(["session", "status"])).stdout).toContain("No guard session is active here.");
  expect((await repository.hi(["session", "end"])).stdout).toBe("There was no session to end.\n");
});

test("one path is judged at a time: of two neither is judged for the other", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await repository.start();
  for (const more of [["--path", "src/a.js"], ["--path=src/a.js"]]) {
    const asked = await repository.hi(["hook", "can-write", "--path", "hi.policy.yml", ...more, "--json"]);
    expect([asked.exitCode, JSON.parse(asked.stdout)]).toMatchObject([2, { reasonCode: "COULD_NOT_DECIDE" }]);
    expect(asked.stderr).toContain("--path stands twice");
  }
});

test("every verification that does not pass says what comes next, in CI too", async () => {
  const changes = {
    name: "changes",
    command: node("require('node:fs').writeFileSync('report.txt', String(Date.now()))"),
  };
  await using repository = await GuardedRepository.create(toPolicy([changes]));
  const inCi = async () => (await repository.hi(["ci", "--base-ref", "HEAD"])).stdout;
  expect(await inCi()).toMatch(
    /changed while it ran\nNext: name what the commands write in \.gitignore.*run this again\n$/
  );
  rmSync(repository.at("report.txt"));
  await repository.start();
  expect((await repository.hi(["verify"])).stdout).toMatch(/Next: name what the commands write .*; then hi verify\n$/);
  await using empty = await GuardedRepository.create(toPolicy([]));
  const { stdout } = await empty.hi(["ci", "--base-ref", "HEAD"]);
  expect(stdout).toMatch(/Next: a person adds validation\.commands .* to the policy of the base\n$/);
  await using failing = await GuardedRepository.create(toPolicy([{ name: "fails", command: node("process.exit(1)") }]));
  expect((await failing.hi(["ci", "--base-ref", "HEAD"])).stdout).toMatch(/Next: mend it, then run this again\n$/);
  await using blocked = await GuardedRepository.create(toPolicy([PASSES]));
  blocked.write("src/a.js", "/* eslint-disable */\nexport const one = () => 1;\n");
  expect((await blocked.hi(["ci", "--base-ref", "HEAD"])).stdout).toMatch(
    /the inspection blocks\nNext: mend what blocks on the branch/
  );
});

test("how each command ended is said in words, and what it printed without gaps", async () => {
  const commands = {
    silent: { name: "silent", command: node("process.exit(3)") },
    loud: { name: "loud", command: node("console.log('out'); console.error('err'); process.exit(3)") },
    slow: { name: "slow", command: node("setTimeout(() => {}, 60_000)"), timeoutSeconds: 1 },
    absent: { name: "absent", command: ["no-such-program-of-anybody", "x"] },
  };
  const said: Record<string, string> = {};
  for (const [name, command] of Object.entries(commands)) {
    await using repository = await GuardedRepository.create(toPolicy([command]));
    await repository.start();
    const { stdout, stderr } = await repository.hi(["verify"]);
    said[name] = stdout + stderr;
  }
  expect(said["silent"]).toContain("\nsilent ended with 3, and printed nothing\n\n");
  expect(said["loud"]).toContain("\nloud ended with 3:\n  | out\n  | err\n\n");
  expect(said["slow"]).toContain("\nslow was ended after 1 s, and printed nothing\n\n");
  expect(said["slow"]).toMatch(/wrong {2}slow {2}timed out {2}/);
  expect(said["slow"]).toContain("verify: slow: timed out after");
  expect(said["absent"]).toContain(
    "\nabsent could not be started:\n  | there is no program no-such-program-of-anybody on PATH\n\n"
  );
  expect(said["absent"]).toMatch(/wrong {2}absent {2}not started {2}/);
});

test("a denial says what to do instead, a verification that is blocked as an inspection does", async () => {
  await using repository = await GuardedRepository.create(
    toPolicy([PASSES], { testIntegrity: { existingTests: "guarded" } })
  );
  await repository.start();
  const outside = await repository.hi(["hook", "can-write", "--path", "../x"]);
  expect(outside.stdout).toContain("it lies outside the repository. Change something else, or ask");
  repository.write("src/a.js", "/* eslint-disable */\nexport const one = () => 1;\n");
  const { stdout } = await repository.hi(["verify"]);
  expect(stdout).toContain(
    "Next: mend what blocks, then hi verify; what should stay changed, a person changes outside of a session\n"
  );
});
