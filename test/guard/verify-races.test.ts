import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { ALLOWED, BLOCKED, GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";
import { HI, PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import type { Ended } from "../helpers/hi.ts";

// Verifications that meet each other, or are killed: no older pass is ever usable (seed 004).

const PRELOAD = path.join(PROJECT_ROOT, "test/fixtures/crash/preload.mjs");

/** Says that it runs, and where `slow` is there takes it away and waits for `go`; fails where `fail` is there. */
function toWaiting(home: string): readonly string[] {
  return node(`
    const fs = require("node:fs");
    const at = (name) => ${JSON.stringify(home)} + "/" + name;
    fs.writeFileSync(at("ran"), "");
    if (fs.existsSync(at("fail"))) process.exit(1);
    if (!fs.existsSync(at("slow"))) process.exit(0);
    fs.rmSync(at("slow"));
    fs.writeFileSync(at("waiting"), "");
    setInterval(() => fs.existsSync(at("go")) && process.exit(0), 20);`);
}

async function createWaiting(): Promise<GuardedRepository> {
  const repository = await GuardedRepository.create(toPolicy([]));
  repository.write("hi.policy.yml", toPolicy([{ name: "waits", command: toWaiting(repository.home) }]));
  await repository.commit("policy");
  await repository.start();
  return repository;
}

async function waitFor(file: string): Promise<void> {
  while (!existsSync(file)) await setTimeout(20);
}

test("an older, slower run never publishes over a newer one, whether the newer one passed or not", async () => {
  for (const newer of ["passes", "fails"] as const) {
    await using repository = await createWaiting();
    writeFileSync(repository.outside("slow"), "");
    const older = repository.verify();
    await waitFor(repository.outside("waiting"));
    if (newer === "fails") writeFileSync(repository.outside("fail"), "");
    expect((await repository.verify()).exitCode).toBe(newer === "passes" ? 0 : 5);
    const said = newer === "passes" ? ALLOWED : BLOCKED;
    expect(await repository.canStop()).toBe(said);
    writeFileSync(repository.outside("go"), "");
    const ended = await older;
    expect(ended.exitCode).toBe(5);
    expect(ended.report).toMatchObject({ failureKind: "superseded", receiptPath: null });
    expect(await repository.canStop()).toBe(said);
  }
});

test("a run of a session that another one has taken the place of publishes nothing", async () => {
  await using repository = await createWaiting();
  writeFileSync(repository.outside("slow"), "");
  const older = repository.verify();
  await waitFor(repository.outside("waiting"));
  await repository.start();
  writeFileSync(repository.outside("go"), "");
  expect((await older).report.failureKind).toBe("superseded");
  expect(await repository.canStop()).toBe(BLOCKED);
});

test("a run takes the old pass away before it does anything else", async () => {
  await using repository = await createWaiting();
  await repository.verify();
  expect(await repository.canStop()).toBe(ALLOWED);
  writeFileSync(repository.outside("slow"), "");
  const running = repository.verify();
  await waitFor(repository.outside("waiting"));
  expect(await repository.canStop()).toBe(BLOCKED);
  writeFileSync(repository.outside("go"), "");
  expect((await running).exitCode).toBe(0);
  expect(await repository.canStop()).toBe(ALLOWED);
});

test("a run that is interrupted ends with 130, and so does its command", async () => {
  await using repository = await createWaiting();
  writeFileSync(repository.outside("slow"), "");
  const ended: Promise<Ended> = repository.hi(["verify"], {
    onSpawn: async (child) => {
      await waitFor(repository.outside("waiting"));
      child.kill("SIGINT");
    },
  });
  expect((await ended).exitCode).toBe(130);
  expect(await repository.canStop()).toBe(BLOCKED);
});

/** Runs verify and kills it right before its n-th operation on the repository or on the user's state. */
function killAt(repository: GuardedRepository, nth: number): Promise<Ended> {
  const env = { ...repository.env, HI_TEST_BELOW: repository.home, HI_TEST_KILL: String(nth) };
  return runProcess(process.execPath, ["--import", PRELOAD, HI, "verify", "--json"], { cwd: repository.root, env });
}

test("killed at any step, it leaves no pass once it has begun, and a whole one where it ended", async () => {
  await using repository = await createWaiting();
  let kills = 0;
  for (let nth = 1; ; nth += 1) {
    rmSync(repository.outside("fail"), { force: true });
    expect((await repository.verify()).exitCode).toBe(0);
    rmSync(repository.outside("ran"), { force: true });
    writeFileSync(repository.outside("fail"), "");
    const ended = await killAt(repository, nth);
    const hasRun = existsSync(repository.outside("ran"));
    // The command has failed for this very state: no pass of it may stand.
    if (hasRun) expect(await repository.canStop(), `killed before operation ${nth}`).toBe(BLOCKED);
    if (ended.signal !== "SIGKILL") {
      expect(ended.exitCode).toBe(5);
      break;
    }
    kills += 1;
  }
  expect(kills).toBeGreaterThan(10);
  let passes = 0;
  for (let nth = 1; ; nth += 1) {
    writeFileSync(repository.outside("fail"), "");
    await repository.verify();
    rmSync(repository.outside("fail"), { force: true });
    const ended = await killAt(repository, nth);
    const stop = await repository.canStop();
    expect([ALLOWED, BLOCKED]).toContain(stop);
    if (stop === ALLOWED) passes += 1;
    if (ended.signal !== "SIGKILL") {
      expect([ended.exitCode, stop]).toEqual([0, ALLOWED]);
      break;
    }
  }
  expect(passes).toBeGreaterThan(0);
  const left = readdirSync(repository.at(".git/hi-guard"), { recursive: true }).filter((name) =>
    String(name).endsWith(".tmp")
  );
  expect((await repository.verify()).exitCode, left.join(",")).toBe(0);
});
