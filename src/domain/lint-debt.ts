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
 * Adds up findings as they come: first under the present configuration, then under the candidate's, then after safe
 * fixes. Findings are not kept, only counts, so that a hundred thousand of them cost little.
 *
 * Two runs over the same bytes report a finding at the same place, so a finding is known again by path, rule and
 * place; a changed severity or wording is still the same finding. After a fix places move: what is fixable is what a
 * scope reports less of a rule once its safe fixes are made, all files taken together.
 */
export function createDebtLedger() {
  const books: Books = { rows: new Map(), places: new Map(), baseline: 0, same: 0, left: new Map() };
  return {
    /** Every finding of the present configuration, before the first of the candidate's. */
    addBaseline: (finding: LintFinding): void => {
      const place = toPlace(finding);
      books.places.set(place, (books.places.get(place) ?? 0) + 1);
      books.baseline += 1;
    },
    addCandidate: (finding: LintFinding): void => addCandidate(books, finding),
    addFixed: (finding: LintFinding): void => {
      const key = toRowKey(finding);
      books.left.set(key, (books.left.get(key) ?? 0) + 1);
    },
    toDebt: (frame: DebtFrame): LintDebt => toDebt(books, frame),
  };
}

export type DebtLedger = ReturnType<typeof createDebtLedger>;

interface Books {
  readonly rows: Map<string, Row>;
  /** Findings of the present configuration by place, as long as none of the candidate's was paired with them. */
  readonly places: Map<string, number>;
  baseline: number;
  same: number;
  /** What is left after fixes, by row. */
  readonly left: Map<string, number>;
}

function addCandidate(books: Books, finding: LintFinding): void {
  const row = findRow(books.rows, finding);
  row.count += 1;
  if (!isPaired(books, finding)) return;
  row.same += 1;
  books.same += 1;
}

/** Pairs the finding with one at the same place, each once. */
function isPaired({ places }: Books, finding: LintFinding): boolean {
  if (places.size === 0) return false;
  const place = toPlace(finding);
  const waiting = places.get(place) ?? 0;
  if (waiting > 0) places.set(place, waiting - 1);
  return waiting > 0;
}

function findRow(rows: Map<string, Row>, finding: LintFinding): Row {
  const key = toRowKey(finding);
  const known = rows.get(key);
  if (known !== undefined) return known;
  const { scope, rule, severity, url } = finding;
  const row: Row = {
    scope,
    rule,
    severity,
    count: 0,
    fixable: 0,
    new: 0,
    same: 0,
    ...(url === undefined ? {} : { url }),
  };
  rows.set(key, row);
  return row;
}

function toPlace({ path, rule, line, column }: LintFinding): string {
  return `${path}\0${rule}\0${line}\0${column}`;
}

function toRowKey({ scope, rule, severity }: LintFinding): string {
  return `${scope}\0${rule}\0${severity}`;
}

function toDebt({ rows, left, baseline, same }: Books, frame: DebtFrame): LintDebt {
  const isCompared = frame.baseline === "oxlint";
  const toRow = ([key, row]: [string, Row]): DebtRow => {
    const paired = isCompared ? row.same : 0;
    const fixable = frame.fixedScopes?.has(row.scope) ? Math.max(0, row.count - (left.get(key) ?? 0)) : 0;
    return { ...row, fixable, same: paired, new: row.count - paired };
  };
  return {
    files: frame.files,
    findings: sum(rows.values(), ({ count }) => count),
    rows: [...rows].map(toRow).toSorted(compareRows),
    baseline: frame.baseline,
    gone: isCompared ? baseline - same : 0,
    format: frame.format,
  };
}

function sum<Value>(values: Iterable<Value>, toNumber: (value: Value) => number): number {
  let total = 0;
  for (const value of values) total += toNumber(value);
  return total;
}

/** By scope, then the most first, then by name: the same report whatever order the linter's threads ended in. */
function compareRows(left: Row, right: Row): number {
  return (
    compareText(left.scope, right.scope) ||
    right.count - left.count ||
    compareText(left.rule, right.rule) ||
    compareText(left.severity, right.severity)
  );
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
