import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { ALLOWED, BLOCKED, GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";
import { git, HI, PROJECT_ROOT, runHi, runProcess } from "../helpers/hi.ts";

// What sessions that are over leave in the guard's folder: bounded, and never at the cost of the session that is on.

const PRELOAD = path.join(PROJECT_ROOT, "test/fixtures/crash/preload.mjs");
const GUARD = ".git/hi-guard";
const SEALS = `${GUARD}/seals`;
const KEPT = 20;

const create = (): Promise<GuardedRepository> =>
  GuardedRepository.create(toPolicy([{ name: "passes", command: node("") }]));

const list = (repository: GuardedRepository, folder: string): readonly string[] =>
  existsSync(repository.at(folder)) ? readdirSync(repository.at(folder)).toSorted() : [];

/** Files that are called as seals are, the first the oldest, all older than now. */
function plantSeals(folder: string, count: number): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return Array.from({ length: count }, (_, at) => {
    const name = `${randomUUID()}-${randomUUID()}.json`;
    writeFileSync(path.join(folder, name), "{}\n", { mode: 0o600 });
    utimesSync(path.join(folder, name), 1_000_000 + at, 1_000_000 + at);
    return name;
  });
}

test.each([
  ["that another takes the place of", ["session", "start", "--task", "next"]],
  ["that ends", ["session", "end"]],
])("of a session %s, the newest seals stay to be looked at", async (_, args) => {
  await using repository = await create();
  await repository.start();
  expect((await repository.verify()).exitCode).toBe(0);
  const [own = ""] = list(repository, SEALS);
  const old = plantSeals(repository.at(SEALS), KEPT + 5);
  repository.write(`${SEALS}/notes.txt`, "of a person's\n");
  repository.write(`${SEALS}/.${own}-0123456789abcdef.tmp`, "cut short");
  // As long as the session is on, nothing of it is taken away.
  expect((await repository.verify()).exitCode).toBe(0);
  expect(list(repository, SEALS)).toHaveLength(KEPT + 9);
  const both = list(repository, SEALS).filter((name) => name.startsWith(own.slice(0, 36)));
  expect(both).toHaveLength(2);
  expect(list(repository, `${GUARD}/states`)).toEqual(["main.json"]);
  expect((await repository.hi(args)).exitCode).toBe(0);
  expect(list(repository, `${GUARD}/states`)).toEqual([]);
  const kept = list(repository, SEALS);
  expect(kept).toEqual([...both, "notes.txt", ...old.slice(-(KEPT - 2))].toSorted());
  expect(list(repository, GUARD).filter((name) => /^(?:tests|tree)-/.test(name))).toHaveLength(
    args.includes("start") ? 2 : 0
  );
});

test("the pass of a linked work tree stays for as long as the session is on", async () => {
  await using repository = await create();
  const linked = repository.outside("linked");
  await git(repository.root, "worktree", "add", "--quiet", "--detach", linked);
  await repository.start();
  plantSeals(repository.at(SEALS), KEPT + 5);
  const run = (...args: readonly string[]) => runHi(args, { cwd: linked, env: repository.env });
  expect((await run("verify")).exitCode).toBe(0);
  for (let passes = 0; passes < 2; passes += 1) expect((await repository.verify()).exitCode).toBe(0);
  expect((await run("hook", "can-stop")).exitCode).toBe(0);
  expect(await repository.canStop()).toBe(ALLOWED);
  expect((await repository.hi(["session", "end"])).exitCode).toBe(0);
  expect(list(repository, SEALS)).toHaveLength(KEPT);
});

test("nothing is taken away through a link, and what cannot be taken away stops nothing", async () => {
  await using repository = await create();
  await repository.start();
  const names = plantSeals(repository.outside("seals"), KEPT + 5);
  symlinkSync(repository.outside("seals"), repository.at(SEALS));
  expect((await repository.hi(["session", "end"])).exitCode).toBe(0);
  expect(readdirSync(repository.outside("seals")).toSorted()).toEqual(names.toSorted());
  renameSync(repository.at(SEALS), repository.outside("aside"));
  await repository.start();
  const [oldest = "", ...others] = plantSeals(repository.at(SEALS), KEPT + 5);
  renameSync(repository.at(`${SEALS}/${oldest}`), repository.outside("aside-seal"));
  // A folder by the name of a seal.
  plantSeals(repository.at(`${SEALS}/${oldest}`), 1);
  expect((await repository.hi(["session", "end"])).exitCode).toBe(0);
  expect(list(repository, SEALS)).toEqual([oldest, ...others.slice(-KEPT)].toSorted());
});

const NONE = "0 NO_ACTIVE_SESSION";
const CORRUPT = "7 SESSION_STATE_CORRUPT";

test.each([
  { what: "an end", words: ["session", "end"], among: [NONE, BLOCKED, CORRUPT], last: NONE },
  { what: "a start", words: ["session", "start", "--task", "next"], among: [BLOCKED, CORRUPT], last: BLOCKED },
])(
  "killed at any step of $what, it leaves a state that a new session is begun over",
  async ({ words, among, last }) => {
    await using repository = await create();
    let kills = 0;
    for (let nth = 1; ; nth += 1) {
      await repository.start();
      plantSeals(repository.at(SEALS), KEPT + 2);
      const env = { ...repository.env, HI_TEST_BELOW: repository.home, HI_TEST_KILL: String(nth) };
      const args = ["--import", PRELOAD, HI, ...words];
      const ended = await runProcess(process.execPath, args, { cwd: repository.root, env });
      const stop = await repository.canStop();
      expect(among, `killed before operation ${nth}`).toContain(stop);
      if (ended.signal !== "SIGKILL") {
        expect([ended.exitCode, stop]).toEqual([0, last]);
        break;
      }
      kills += 1;
    }
    expect(kills).toBeGreaterThan(10);
    expect(list(repository, SEALS)).toHaveLength(KEPT);
    await repository.start();
    expect((await repository.verify()).exitCode).toBe(0);
    expect(await repository.canStop()).toBe(ALLOWED);
    expect(list(repository, GUARD).filter((name) => /^(?:tests|tree)-/.test(name))).toHaveLength(2);
  }
);
