import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { ALLOWED, BASELINE_TEST, BLOCKED, GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";

// `hi verify` through the real binary, real git and real commands (seed 004).

const PASSES = { name: "passes", command: node("") };
const FAILS = { name: "fails", command: node("console.log('why'); process.exit(3)") };

test("a pass is sealed for exactly what is there: any change after it blocks, and the pass before a failure is gone", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await repository.start();
  expect(await repository.canStop()).toBe(BLOCKED);
  repository.write("src/a.js", "export const one = () => 2 - 1;\n");
  const { exitCode, report } = await repository.verify();
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ finalStatus: "passed", failureKind: null, completionAuthorized: true });
  expect(await repository.canStop()).toBe(ALLOWED);
  expect(repository.has(report.receiptPath ?? "-")).toBe(true);
  repository.write("src/a.js", "export const one = () => 3 - 2;\n");
  expect(await repository.canStop()).toBe(BLOCKED);
  repository.write("src/a.js", "export const one = () => 2 - 1;\n");
  expect(await repository.canStop()).toBe(ALLOWED);
  repository.write(BASELINE_TEST, "");
  const blocked = await repository.verify();
  expect(blocked.exitCode).toBe(4);
  expect(blocked.report).toMatchObject({
    failureKind: "policy",
    inspection: "blocked",
    notRun: ["passes"],
    receiptPath: null,
  });
  expect(blocked.report.violations.map(({ code }) => code)).toContain("EXISTING_TEST_MODIFIED");
  repository.write(BASELINE_TEST, 'test("one", () => { expect(one()).toBe(1); });\n');
  expect(await repository.canStop()).toBe(BLOCKED);
});

test("commands run in their order at the root, up to the first that fails, or all where that is asked", async () => {
  const where = { name: "where", command: node("console.log(process.cwd())") };
  await using repository = await GuardedRepository.create(toPolicy([where, FAILS, PASSES]));
  await repository.start();
  const { exitCode, report } = await repository.verify();
  expect(exitCode).toBe(5);
  expect(report).toMatchObject({ finalStatus: "failed", failureKind: "command", notRun: ["passes"] });
  expect(report.commands.map(({ name, status, exitCode: code }) => [name, status, code])).toEqual([
    ["where", "passed", 0],
    ["fails", "failed", 3],
  ]);
  expect(report.commands[0]?.stdout.retained).toBe(`${repository.root}\n`);
  const all = await repository.verify("--continue-on-failure");
  expect(all.exitCode).toBe(5);
  expect(all.report.commands.map(({ name }) => name)).toEqual(["where", "fails", "passes"]);
  expect(await repository.canStop()).toBe(BLOCKED);
  const human = await repository.hi(["verify"]);
  expect(human.stdout).toContain("fails ended with 3:\n  | why");
  expect(human.stdout).toContain("Not verified: a command did not pass");
  const stop = await repository.hi(["hook", "can-stop"]);
  expect(stop.stdout).toContain("No passing verification fits what is here now: the last one did not pass, or is not");
  expect(human.stderr).toContain("verify: fails");
});

test("a command that cannot start, one that is ended by a signal and one that takes too long do not pass", async () => {
  const commands = [
    { name: "missing", command: ["hi-no-such-program"] },
    { name: "signal", command: node("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60000)") },
    { name: "long", command: node("setInterval(() => {}, 1000)"), timeoutSeconds: 1 },
  ];
  await using repository = await GuardedRepository.create(toPolicy(commands));
  await repository.start();
  const { exitCode, report } = await repository.verify("--continue-on-failure");
  expect(exitCode).toBe(5);
  expect(report.commands.map(({ status }) => status)).toEqual(["spawn-error", "failed", "timed-out"]);
  expect(report.commands[1]?.signal).toBe("SIGTERM");
});

test("a group that will not end is killed at the timeout, its children with it", async () => {
  await using repository = await GuardedRepository.create(toPolicy([]));
  const [pids, asked] = [repository.outside("pids"), repository.outside("asked")];
  // A shell is there at once; at the timeout it has to be, and its child too.
  const script = `
    (trap "" TERM; exec sleep 3600) &
    trap ': > "${asked}"' TERM
    echo "$$ $!" > "${pids}"
    while :; do sleep 1; done`;
  const stubborn = { name: "stubborn", command: ["sh", "-c", script], timeoutSeconds: 10 };
  repository.write("hi.policy.yml", toPolicy([stubborn]));
  await repository.commit("policy");
  await repository.start();
  const { report } = await repository.verify();
  expect(report.commands[0]).toMatchObject({ status: "timed-out", signal: "SIGKILL" });
  expect(existsSync(asked)).toBe(true);
  // What was killed is gone once the system has come to it.
  for (const pid of readFileSync(pids, "utf8").trim().split(" ")) while (isRunning(Number(pid))) await setTimeout(20);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that is dead and not yet waited for is dead.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("output is hashed whole, kept bounded by its head and tail, and redacted; stdin is empty", async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at}`).join("\n");
  const secrets = [
    "API_KEY=abcdef0123456789",
    "Authorization: Bearer abcdefghijklmnop",
    "https://user:hunter2hunter2@example.invalid/x",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  ];
  const big = `process.stdout.write(Array.from({ length: 60000 }, (_, at) => "line " + at).join("\\n"))`;
  const telling = `process.stdin.on("end", () => console.log("end")).resume(); console.log(${JSON.stringify(secrets.join("\n"))}); console.error("\\u001b[31mred\\u001b[0m")`;
  const commands = [
    { name: "big", command: node(big) },
    { name: "telling", command: node(telling) },
  ];
  const policy = toPolicy(commands, { receipt: { retainCommandOutputCharacters: 1000 } });
  await using repository = await GuardedRepository.create(policy);
  await repository.start();
  const { exitCode, report } = await repository.verify();
  expect(exitCode, JSON.stringify(report.refusal)).toBe(0);
  const [first, second] = report.commands;
  expect(first?.stdout).toMatchObject({
    sha256: createHash("sha256").update(lines).digest("hex"),
    byteCount: lines.length,
    truncated: true,
  });
  expect(first?.stdout.retained.length).toBeLessThan(1100);
  expect(first?.stdout.retained).toMatch(/^line 0\n[^]*\n\[…\]\n[^]*line 59999$/);
  expect(second?.stdout.retained).toContain("end");
  expect(second?.stdout.retained).toContain("API_KEY=[redacted]");
  for (const secret of ["abcdef0123456789", "abcdefghijklmnop", "hunter2"]) {
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(repository.read(report.receiptPath ?? "")).not.toContain(secret);
  }
  expect(second?.stderr.retained).toBe("red\n");
});

test("a command gets nothing of the caller's environment that could change what it does", async () => {
  const program = "console.log(JSON.stringify(Object.keys(process.env)))";
  await using repository = await GuardedRepository.create(toPolicy([{ name: "env", command: node(program) }]));
  await repository.start();
  const env = {
    NODE_OPTIONS: "--no-warnings",
    npm_config_x: "1",
    GIT_DIR: "/nowhere",
    SECRET_TOKEN: "x",
    LC_TIME: "C",
  };
  const { exitCode, stdout, stderr } = await repository.hi(["verify", "--json"], { env });
  expect(exitCode, stderr).toBe(0);
  const [command] = (JSON.parse(stdout) as { commands: { stdout: { retained: string } }[] }).commands;
  const names = JSON.parse(command?.stdout.retained ?? "[]") as string[];
  expect(names).toContain("PATH");
  expect(names).toContain("LC_TIME");
  for (const name of ["NODE_OPTIONS", "npm_config_x", "GIT_DIR", "SECRET_TOKEN"]) expect(names).not.toContain(name);
});

test("a command that changes a file, the index or HEAD does not pass", async () => {
  for (const program of [
    "require('node:fs').writeFileSync('src/new.js', '')",
    "require('node:child_process').execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.invalid', 'commit', '-q', '--allow-empty', '-m', 'x'])",
  ]) {
    await using repository = await GuardedRepository.create(toPolicy([{ name: "writes", command: node(program) }]));
    await repository.start();
    const { exitCode, report } = await repository.verify();
    expect(exitCode).toBe(5);
    expect(report).toMatchObject({ failureKind: "state-changed", receiptPath: null });
    expect(await repository.canStop()).toBe(BLOCKED);
  }
});

test("without a command it only inspects, which counts only where the policy lets it", async () => {
  await using repository = await GuardedRepository.create(toPolicy([]));
  await repository.start();
  const { exitCode, report } = await repository.verify();
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ finalStatus: "inspection_only", completionAuthorized: false });
  expect(await repository.canStop()).toBe(BLOCKED);
  repository.write("hi.policy.yml", toPolicy([], { validation: { allowInspectionOnlyCompletion: true } }));
  await repository.commit("let it count");
  await repository.start();
  expect((await repository.verify()).report).toMatchObject({
    finalStatus: "inspection_only",
    completionAuthorized: true,
  });
  expect(await repository.canStop()).toBe(ALLOWED);
});

test("the policy is the baseline's: another one in the work tree changes nothing that is run", async () => {
  await using repository = await GuardedRepository.create(toPolicy([FAILS]));
  await repository.start();
  repository.write("hi.policy.yml", toPolicy([PASSES]));
  const { exitCode, report } = await repository.verify();
  expect(exitCode).toBe(4);
  expect(report.violations.map(({ code }) => code)).toContain("CONFIG_CHANGED");
});

test("without a session it is refused with 3, with one that cannot be believed with 7", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  const none = await repository.verify();
  expect([none.exitCode, none.report.refusal?.code]).toEqual([3, "HI_GUARD_NO_SESSION"]);
  await repository.start();
  repository.write(".git/hi-guard/session.json", "{");
  const corrupt = await repository.verify();
  expect([corrupt.exitCode, corrupt.report.refusal?.code]).toEqual([7, "HI_GUARD_CORRUPT"]);
});
