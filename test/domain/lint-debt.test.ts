import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createDebtLedger } from "../../src/domain/lint-debt.ts";
import type { LintFinding } from "../../src/domain/preview.ts";

/** Where nothing else is said, a line is known by its number. */
const finding = (change: Partial<LintFinding> = {}): LintFinding => ({
  fingerprint: `${change.rule ?? ""}${change.line ?? 1}`,
  scope: ".",
  path: "src/a.ts",
  rule: "eslint(no-debugger)",
  severity: "warning",
  line: 1,
  column: 1,
  message: "m",
  ...change,
});

const none = { baseline: "none" as const, files: 1, format: undefined };
const compared = { ...none, baseline: "oxlint" as const };

describe("lint debt", () => {
  test("rows by scope, rule and severity, the most first, with their counts", () => {
    const ledger = createDebtLedger();
    ledger.addCandidate(finding());
    ledger.addCandidate(finding({ line: 2 }));
    ledger.addCandidate(finding({ line: 3, severity: "error" }));
    ledger.addCandidate(finding({ line: 4, scope: "packages/a", path: "packages/a/b.ts" }));
    ledger.addCandidate(finding({ line: 5, rule: "eslint(no-var)", url: "https://example.invalid/no-var" }));
    const debt = ledger.toDebt({ ...none, files: 7 });
    expect(debt).toMatchObject({ files: 7, findings: 5, baseline: "none", gone: 0 });
    expect(debt.rows.map(({ scope, rule, severity, count }) => [scope, rule, severity, count])).toEqual([
      [".", "eslint(no-debugger)", "warning", 2],
      [".", "eslint(no-debugger)", "error", 1],
      [".", "eslint(no-var)", "warning", 1],
      ["packages/a", "eslint(no-debugger)", "warning", 1],
    ]);
    expect(debt.rows[2]).toMatchObject({ url: "https://example.invalid/no-var" });
  });

  test("without a present configuration everything is new", () => {
    const ledger = createDebtLedger();
    ledger.addCandidate(finding());
    expect(ledger.toDebt(none).rows).toMatchObject([{ count: 1, new: 1, same: 0 }]);
  });

  test("new, gone and same, by fingerprint; the severity and the wording may change", () => {
    const ledger = createDebtLedger();
    ledger.addBaseline(finding({ severity: "error", message: "worded otherwise" }));
    ledger.addBaseline(finding({ line: 9 }));
    ledger.addBaseline(finding({ rule: "eslint(no-var)" }));
    ledger.addCandidate(finding());
    ledger.addCandidate(finding({ line: 2 }));
    const debt = ledger.toDebt(compared);
    expect(debt.rows).toMatchObject([{ count: 2, new: 1, same: 1 }]);
    expect(debt.gone).toBe(2);
  });

  test("a baseline that does not load is no comparison", () => {
    const ledger = createDebtLedger();
    ledger.addBaseline(finding());
    ledger.addCandidate(finding());
    expect(ledger.toDebt({ ...none, baseline: "failed" })).toMatchObject({ gone: 0, rows: [{ new: 1, same: 0 }] });
  });

  test("two findings of one fingerprint are two: what is counted is pairs", () => {
    const ledger = createDebtLedger();
    ledger.addBaseline(finding());
    ledger.addCandidate(finding());
    ledger.addCandidate(finding());
    expect(ledger.toDebt(compared)).toMatchObject({ gone: 0, rows: [{ count: 2, new: 1, same: 1 }] });
  });

  test("fixable is what a rule reports less once safe fixes are made, all files together", () => {
    const ledger = createDebtLedger();
    for (const line of [1, 2, 3]) ledger.addCandidate(finding({ line }));
    ledger.addCandidate(finding({ path: "src/b.ts" }));
    ledger.addCandidate(finding({ rule: "eslint(no-var)" }));
    ledger.addFixed(finding({ line: 1 }));
    ledger.addFixed(finding({ path: "src/b.ts" }));
    ledger.addFixed(finding({ path: "src/b.ts", line: 2 }));
    ledger.addFixed(finding({ rule: "eslint(no-var)" }));
    const rows = ledger.toDebt({ ...none, fixedScopes: new Set(["."]) }).rows;
    expect(rows.map(({ rule, count, fixable }) => [rule, count, fixable])).toEqual([
      ["eslint(no-debugger)", 4, 1],
      ["eslint(no-var)", 1, 0],
    ]);
  });

  test("where no fix run was made nothing is called fixable", () => {
    const ledger = createDebtLedger();
    ledger.addCandidate(finding());
    ledger.addCandidate(finding({ scope: "b", path: "b/a.ts" }));
    expect(ledger.toDebt(none).rows).toMatchObject([{ fixable: 0 }, { fixable: 0 }]);
    expect(ledger.toDebt({ ...none, fixedScopes: new Set(["b"]) }).rows).toMatchObject([
      { fixable: 0 },
      { fixable: 1 },
    ]);
  });

  test("laws: new + same = count, same + gone = baseline, fixable within count, the order of arrival is nothing", () => {
    const any = fc.record({
      path: fc.constantFrom("a.ts", "b.ts"),
      rule: fc.constantFrom("e(x)", "e(y)"),
      line: fc.integer({ min: 1, max: 3 }),
      severity: fc.constantFrom("error" as const, "warning" as const),
    });
    const lists = fc.tuple(
      fc.array(any, { maxLength: 12 }),
      fc.array(any, { maxLength: 12 }),
      fc.array(any, { maxLength: 12 })
    );
    fc.assert(
      fc.property(lists, ([candidate, baseline, fixed]) => {
        const toDebt = (reorder: boolean) => {
          const ledger = createDebtLedger();
          const order = <Value>(list: readonly Value[]) => (reorder ? list.toReversed() : list);
          for (const one of order(baseline)) ledger.addBaseline(finding(one));
          for (const one of order(candidate)) ledger.addCandidate(finding(one));
          for (const one of order(fixed)) ledger.addFixed(finding(one));
          return ledger.toDebt({ ...compared, fixedScopes: new Set(["."]) });
        };
        const debt = toDebt(false);
        const sum = (key: "count" | "new" | "same") => debt.rows.reduce((total, row) => total + row[key], 0);
        expect(sum("count")).toBe(candidate.length);
        expect(sum("new") + sum("same")).toBe(candidate.length);
        expect(sum("same") + debt.gone).toBe(baseline.length);
        for (const row of debt.rows) expect(row.fixable >= 0 && row.fixable <= row.count).toBe(true);
        const totals = ({ rows }: typeof debt) =>
          rows.map(({ rule, severity, count, fixable }) => [rule, severity, count, fixable]);
        expect(totals(toDebt(true))).toEqual(totals(debt));
      }),
      { numRuns: 2000 }
    );
  });
});
