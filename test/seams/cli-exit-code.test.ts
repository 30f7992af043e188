import { describe, expect, test } from "vitest";

import { toExitCode } from "../../src/cli/exit-code.ts";
import type { Action, Plan, PlanEntry } from "../../src/domain/plan.ts";
import type { CheckReport, RunReport } from "../../src/domain/report.ts";
import { toEntry, toPlan } from "./cli-plan.fixture.ts";

const QUIET = { exitCode: false, interrupted: false };
const ASKED = { exitCode: true, interrupted: false };

function run(parts: Partial<RunReport>): RunReport {
  return {
    kind: "run",
    verb: "update",
    dryRun: false,
    gate: { open: true },
    findings: [],
    evidence: [],
    commands: [],
    ...parts,
  };
}

const published = { written: [], removed: [], receiptSha256: undefined };
const planOf = (action: Action, keys?: PlanEntry["keys"]): Plan =>
  toPlan([toEntry({ action, ...(keys ? { keys } : {}) })]);
const conflictKey = {
  key: { pointer: "/scripts/lint", value: "oxlint" },
  action: "conflict",
  reason: { code: "project-value" },
} as const;

describe("init, update and restore", () => {
  test.each<[string, RunReport, number, number]>([
    ["nothing to do", run({ gate: { open: false, because: "nothing-to-do" }, plan: planOf("keep") }), 0, 0],
    ["published", run({ plan: planOf("create"), published }), 0, 0],
    ["published, conflicts kept", run({ plan: planOf("conflict"), published }), 0, 1],
    ["published, a key in conflict kept", run({ plan: planOf("keep", [conflictKey]), published }), 0, 1],
    [
      "a dry run with changes",
      run({ dryRun: true, gate: { open: false, because: "dry-run" }, plan: planOf("update") }),
      0,
      1,
    ],
    [
      "a dry run without",
      run({ dryRun: true, gate: { open: false, because: "nothing-to-do" }, plan: planOf("keep") }),
      0,
      0,
    ],
    ["declined at the prompt", run({ gate: { open: false, because: "declined" }, plan: planOf("create") }), 2, 2],
    ["published, but the install failed", run({ plan: planOf("create"), published, installed: false }), 1, 1],
    [
      "lint warnings",
      run({ plan: planOf("create"), published, findings: [{ code: "x", severity: "warning", args: {} }] }),
      0,
      0,
    ],
  ])("%s", (_name, report, plain, asked) => {
    expect(toExitCode(report, QUIET)).toBe(plain);
    expect(toExitCode(report, ASKED)).toBe(asked);
  });
});

describe("check and diff", () => {
  const check = (parts: Partial<CheckReport>): CheckReport => ({
    kind: "check",
    verb: "check",
    rows: [],
    findings: [],
    templateVersion: "1.0.0",
    checkedPaths: 3,
    ...parts,
  });

  test.each<[string, CheckReport, number]>([
    ["in step", check({}), 0],
    ["drift", check({ rows: [{ path: "a" as never, class: "local-edit", reason: "edited" }] }), 1],
    ["newer templates", check({ findings: [{ code: "templates-changed", severity: "error", args: {} }] }), 1],
    ["something to know", check({ findings: [{ code: "git-not-found", severity: "warning", args: {} }] }), 0],
  ])("%s", (_name, report, code) => {
    expect(toExitCode(report, QUIET)).toBe(code);
    expect(toExitCode(report, ASKED)).toBe(code);
  });
});

test("a refusal is 2, or what it says itself; interrupted, it is 130", () => {
  const refusal = { code: "HI_LOCKED", message: "", next: "" };
  const refused = { kind: "refused", verb: "update", refusal } as const;
  expect(toExitCode(refused, QUIET)).toBe(2);
  expect(toExitCode({ ...refused, refusal: { ...refusal, exitCode: 130 } }, QUIET)).toBe(130);
  expect(toExitCode(refused, { exitCode: false, interrupted: true })).toBe(130);
});

test("an explanation is always an answer", () => {
  const report = {
    kind: "explain",
    verb: "explain",
    path: "a" as never,
    owner: "project",
    differs: [],
    paths: [],
    wouldDo: { action: "keep", reason: "same" },
  } as const;
  expect(toExitCode(report, ASKED)).toBe(0);
});
