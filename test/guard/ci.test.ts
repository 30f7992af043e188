import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { BASELINE_TEST, GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";
import type { VerifyDocument } from "../helpers/guarded-repository.ts";
import { git, PROJECT_ROOT } from "../helpers/hi.ts";

// `hi ci` through the real binary: the base's policy, the merge base, no session.

const PASSES = { name: "passes", command: node("console.log('ran')") };
const FAILS = { name: "fails", command: node("process.exit(1)") };
const schema = (name: string): object =>
  JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts", `${name}-1.schema.json`), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema("verification-report"));

interface CiEnd {
  readonly exitCode: number | null;
  readonly report: VerifyDocument;
}

async function ci(repository: GuardedRepository, ...args: readonly string[]): Promise<CiEnd> {
  const { exitCode, stdout, stderr } = await repository.hi(["ci", "--json", ...args]);
  if (stdout === "") throw new Error(stderr);
  const report = JSON.parse(stdout) as VerifyDocument;
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return { exitCode, report };
}

/** A branch with a commit of what is written. */
async function branch(repository: GuardedRepository, files: Readonly<Record<string, string>>): Promise<void> {
  await git(repository.root, "checkout", "--quiet", "-b", "topic");
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  await repository.commit("topic");
}

test("a change that is fine passes, and its commands are the base's", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await branch(repository, { "src/a.js": "export const one = () => 2 - 1;\n" });
  const { exitCode, report } = await ci(repository, "--base-ref", "main");
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ finalStatus: "passed", completionAuthorized: true, receiptPath: null });
  expect(report.commands[0]?.stdout.retained).toBe("ran\n");
});

test("it is compared with the merge base, and judged by the policy of the base's tip", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await branch(repository, { "src/a.js": "export const one = () => 2 - 1;\n" });
  await git(repository.root, "checkout", "--quiet", "main");
  repository.write("hi.policy.yml", toPolicy([FAILS]));
  repository.write("tests/b.test.js", "later\n");
  await repository.commit("main goes on");
  await git(repository.root, "checkout", "--quiet", "topic");
  const { exitCode, report } = await ci(repository, "--base-ref", "main");
  expect(exitCode).toBe(5);
  expect(report.failureKind).toBe("command");
  expect(report.commands.map(({ name }) => name)).toEqual(["fails"]);
  expect(report.violations).toEqual([]);
  expect(report.baselineCommit).not.toBe(report.policySourceCommit);
});

test("a weakened test and a changed policy block; the policy of the base may let changes of itself through", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  await branch(repository, { [BASELINE_TEST]: "\n", "hi.policy.yml": toPolicy([]) });
  const { exitCode, report } = await ci(repository, "--base-ref", "main");
  expect(exitCode).toBe(4);
  expect(report.violations.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["CONFIG_CHANGED", "EXISTING_TEST_MODIFIED"])
  );
  expect(report.notRun).toEqual(["passes"]);

  await using lenient = await GuardedRepository.create(toPolicy([PASSES], { ci: { allowPolicyChanges: true } }));
  await branch(lenient, { "hi.policy.yml": toPolicy([FAILS]) });
  const allowed = await ci(lenient, "--base-ref", "main");
  expect(allowed.exitCode).toBe(0);
  expect(allowed.report.warnings.map(({ code }) => code)).toContain("CONFIG_CHANGED");
});

test("without a command it does not pass, unless the policy lets an inspection count", async () => {
  await using repository = await GuardedRepository.create(toPolicy([]));
  const { exitCode, report } = await ci(repository, "--base-ref", "main");
  expect(exitCode).toBe(5);
  expect(report).toMatchObject({
    failureKind: "inspection-only",
    finalStatus: "inspection_only",
    completionAuthorized: false,
  });
  await using lenient = await GuardedRepository.create(
    toPolicy([], { validation: { allowInspectionOnlyCompletion: true } })
  );
  expect((await ci(lenient, "--base-ref", "main")).exitCode).toBe(0);
});

test("a base that is no name is refused with 2, one that is not there or has nothing in common with 3", async () => {
  await using repository = await GuardedRepository.create(toPolicy([PASSES]));
  for (const ref of ["-x", "--all", "a\nb", "a\rb", "\u0001", ""]) {
    const { exitCode, report } = await ci(repository, `--base-ref=${ref}`);
    expect([ref, exitCode, report.refusal?.code]).toEqual([ref, 2, "HI_BASE_REF_REFUSED"]);
  }
  expect((await ci(repository, "--base-ref", "nope")).report.refusal?.code).toBe("HI_BASE_REF_UNKNOWN");
  await git(repository.root, "checkout", "--quiet", "--orphan", "other");
  await repository.commit("other");
  const apart = await ci(repository, "--base-ref", "main");
  expect([apart.exitCode, apart.report.refusal?.code]).toEqual([3, "HI_NO_MERGE_BASE"]);
  expect((await repository.hi(["ci"])).exitCode).toBe(2);
});

test("no variable of the environment makes it pass", async () => {
  await using repository = await GuardedRepository.create(toPolicy([FAILS]));
  const env = { NODE_ENV: "test", HI_HOOK: "off", CI: "" };
  expect((await repository.hi(["ci", "--base-ref", "main"], { env })).exitCode).toBe(5);
});
