import { renameSync, rmSync, symlinkSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import schema from "../../receipts/inspection-1.schema.json" with { type: "json" };
import { BASELINE_TEST, GuardedRepository, toPolicy } from "../helpers/guarded-repository.ts";
import { git } from "../helpers/hi.ts";

// `hi inspect` through the real binary and real git (seed 004).

const isInspection = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const GUARDED = toPolicy([], { testIntegrity: { existingTests: "guarded" } });
const WEAK = 'test("one", () => { expect(one()).toBeTruthy(); });\n';

interface Document {
  readonly status: string | null;
  readonly violations: readonly { readonly code: string; readonly path: string; readonly line?: number }[];
  readonly refusal: { readonly code: string } | null;
}

async function inspect(
  repository: GuardedRepository
): Promise<{ readonly exitCode: number | null; readonly document: Document }> {
  const { exitCode, stdout } = await repository.hi(["inspect", "--json"]);
  const document: unknown = JSON.parse(stdout);
  expect(isInspection(document), JSON.stringify(isInspection.errors)).toBe(true);
  return { exitCode, document: document as Document };
}

test("without a session nothing is inspected", async () => {
  await using repository = await GuardedRepository.create(GUARDED);
  const { exitCode, document } = await inspect(repository);
  expect(exitCode).toBe(3);
  expect(document).toMatchObject({ status: null, refusal: { code: "HI_GUARD_NO_SESSION" } });
  const human = await repository.hi(["inspect"]);
  expect(human).toMatchObject({ exitCode: 3, stdout: "" });
  expect(human.stderr).toContain("hi session start");
});

test("what weakens blocks, in the work tree, in the index and in a commit, each alone", async () => {
  await using repository = await GuardedRepository.create(GUARDED);
  await repository.start();
  expect(await inspect(repository)).toMatchObject({ exitCode: 0, document: { status: "passed" } });
  const text = repository.read(BASELINE_TEST);
  const found = {
    exitCode: 4,
    document: { violations: [{ code: "ASSERTION_WEAKENED", path: BASELINE_TEST, line: 1 }] },
  };
  repository.write(BASELINE_TEST, WEAK);
  expect(await inspect(repository)).toMatchObject(found);
  await git(repository.root, "add", BASELINE_TEST);
  repository.write(BASELINE_TEST, text);
  expect(await inspect(repository)).toMatchObject(found);
  await git(repository.root, "commit", "--quiet", "--message=weaker");
  await git(repository.root, "add", BASELINE_TEST);
  expect(await inspect(repository)).toMatchObject(found);
  await git(repository.root, "commit", "--quiet", "--message=back");
  expect(await inspect(repository)).toMatchObject({ exitCode: 0 });
});

test("people read the findings file by file, and what to do next", async () => {
  await using repository = await GuardedRepository.create(GUARDED);
  await repository.start();
  repository.write(BASELINE_TEST, WEAK);
  repository.write("src/a.js", "/* eslint-disable */\nexport const one = () => 1;\n");
  const { exitCode, stdout } = await repository.hi(["inspect"]);
  expect(exitCode).toBe(4);
  expect(stdout).toMatch(/^src\/a\.js\n {2}blocks SUPPRESSION_ADDED 1:1\n/);
  expect(stdout).toContain(`\n${BASELINE_TEST}\n  blocks ASSERTION_WEAKENED 1:`);
  expect(stdout).toContain("Inspection blocks: 2 violations in 2 changed files");
  expect(stdout).toContain("Next: mend what blocks, then hi inspect");
});

test("state that cannot be believed is told by its own code", async () => {
  await using repository = await GuardedRepository.create(GUARDED);
  await repository.start();
  rmSync(repository.at(".git/hi-guard"), { recursive: true });
  const { exitCode, document } = await inspect(repository);
  expect(exitCode).toBe(7);
  expect(document.refusal?.code).toBe("HI_GUARD_CORRUPT");
});

test("tests whose folder is exchanged for a link to a copy of them are gone", async () => {
  await using repository = await GuardedRepository.create(GUARDED, {
    "tests/more/b.test.js": "test('b', () => {});\n",
  });
  await repository.start();
  renameSync(repository.at("tests"), repository.outside("kept"));
  symlinkSync("../kept", repository.at("tests"));
  const { exitCode, document } = await inspect(repository);
  expect(exitCode).toBe(4);
  const deleted = document.violations.filter(({ code }) => code === "TEST_DELETED").map(({ path }) => path);
  expect(deleted.toSorted()).toEqual([BASELINE_TEST, "tests/more/b.test.js"]);
});

test("a lock of a process that is another one by now is taken over at once", async () => {
  await using repository = await GuardedRepository.create(GUARDED);
  await repository.start();
  const held = `${process.pid} `;
  for (const mark of ["1 x", `${held}0 x`, "x", "0 0 x"]) {
    repository.write(".git/hi-guard/lock", `${mark}\n`);
    expect((await repository.hi(["session", "end"])).exitCode, mark).toBe(0);
    expect((await repository.hi(["session", "start", "--task", "x"])).exitCode, mark).toBe(0);
  }
});
