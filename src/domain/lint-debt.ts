import type { DebtRow, LintDebt, LintFinding } from "./preview.ts";

/** What a ledger does not count itself. */
export interface DebtFrame {
  /** Files that the linter looked at. */
  readonly files: number;
  readonly baseline: LintDebt["baseline"];
  readonly format: LintDebt["format"];
  /** Scopes in which a run with safe fixes was made; elsewhere nothing is known to be fixable. */
  readonly fixedScopes?: ReadonlySet<string>;
}

type Row = { -readonly [Key in keyof DebtRow]: DebtRow[Key] };

/**
 * Adds up findings as they come: under the candidate's configuration, under the present one, and after safe fixes.
 * Findings are not kept, only their counts.
 *
 * Two runs over the same bytes report a finding at the same place, so a finding is known again by path, rule and
 * place; a changed severity or wording is still the same finding. After a fix places move, so there it is counted by
 * file and rule: what is fixable is what is no longer reported of that rule in that file.
 */
export function createDebtLedger() {
  const rows = new Map<string, Row>();
  const candidate = new Map<string, Row[]>();
  const baseline = new Map<string, number>();
  const files = new Map<string, FileCount>();
  return {
    addCandidate: (finding: LintFinding): void => {
      const row = findRow(rows, finding);
      row.count += 1;
      append(candidate, toPlace(finding), row);
      countFile(files, finding, row).before += 1;
    },
    addBaseline: (finding: LintFinding): void => void increment(baseline, toPlace(finding)),
    addFixed: (finding: LintFinding): void => {
      const known = files.get(toFileKey(finding));
      if (known !== undefined) known.after += 1;
    },
    toDebt: (frame: DebtFrame): LintDebt => toDebt({ rows, candidate, baseline, files, frame }),
  };
}

export type DebtLedger = ReturnType<typeof createDebtLedger>;

interface FileCount {
  readonly row: Row;
  before: number;
  after: number;
}

interface Books {
  readonly rows: ReadonlyMap<string, Row>;
  readonly candidate: ReadonlyMap<string, readonly Row[]>;
  readonly baseline: ReadonlyMap<string, number>;
  readonly files: ReadonlyMap<string, FileCount>;
  readonly frame: DebtFrame;
}

function findRow(rows: Map<string, Row>, { scope, rule, severity, url }: LintFinding): Row {
  const key = [scope, rule, severity].join("\0");
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row: Row = { scope, rule, severity, count: 0, fixable: 0, new: 0, same: 0, ...(url === undefined ? {} : { url }) };
  rows.set(key, row);
  return row;
}

function toPlace({ path, rule, line, column }: LintFinding): string {
  return [path, rule, line, column].join("\0");
}

function toFileKey({ path, rule, severity }: LintFinding): string {
  return [path, rule, severity].join("\0");
}

function append(lists: Map<string, Row[]>, key: string, row: Row): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}

function countFile(files: Map<string, FileCount>, finding: LintFinding, row: Row): FileCount {
  const key = toFileKey(finding);
  const count = files.get(key) ?? { row, before: 0, after: 0 };
  files.set(key, count);
  return count;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function toDebt({ rows, candidate, baseline, files, frame }: Books): LintDebt {
  const isCompared = frame.baseline === "oxlint";
  for (const row of rows.values()) Object.assign(row, { new: row.count, same: 0, fixable: 0 });
  const matched = isCompared ? match(candidate, baseline) : 0;
  measureFixes(files.values(), frame.fixedScopes ?? new Set());
  return {
    files: frame.files,
    findings: sum(rows.values(), ({ count }) => count),
    rows: [...rows.values()].toSorted(compareRows).map((row) => ({ ...row })),
    baseline: frame.baseline,
    gone: isCompared ? sum(baseline.values(), (count) => count) - matched : 0,
    format: frame.format,
  };
}

/** Pairs findings at the same place, each once, and returns how many pairs there are. */
function match(candidate: ReadonlyMap<string, readonly Row[]>, baseline: ReadonlyMap<string, number>): number {
  let matched = 0;
  for (const [place, found] of candidate) {
    const paired = found.slice(0, baseline.get(place) ?? 0);
    for (const row of paired) {
      row.same += 1;
      row.new -= 1;
    }
    matched += paired.length;
  }
  return matched;
}

function measureFixes(counts: Iterable<FileCount>, fixedScopes: ReadonlySet<string>): void {
  for (const { row, before, after } of counts) {
    if (fixedScopes.has(row.scope)) row.fixable += Math.max(0, before - after);
  }
}

function sum<Value>(values: Iterable<Value>, toNumber: (value: Value) => number): number {
  let total = 0;
  for (const value of values) total += toNumber(value);
  return total;
}

/** By scope, then the most first, then by name: the same report whatever order the linter's threads ended in. */
function compareRows(left: Row, right: Row): number {
  return compareText(left.scope, right.scope) || right.count - left.count || compareText(left.rule, right.rule) || compareText(left.severity, right.severity);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
