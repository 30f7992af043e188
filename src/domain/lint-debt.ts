import type { DebtResult, DebtRow, LintDebt, LintFinding } from "./preview.ts";

/** What a ledger does not count itself. */
export interface DebtFrame {
  /** Files that the linter looked at. */
  readonly files: number;
  readonly baseline: LintDebt["baseline"];
  readonly format: LintDebt["format"];
  /** Scopes in which a run with safe fixes was made; elsewhere nothing is known to be fixable. */
  readonly fixedScopes?: ReadonlySet<string>;
  /** What the linter's own list says of a rule. */
  readonly describe?: (rule: string) => RuleFacts;
}

/** What is known of a rule beside its findings. */
export interface RuleFacts {
  readonly typed: boolean;
  readonly url?: string;
}

/** As many findings as code scanning shows of one upload. */
const MOST_RESULTS = 5000;

type Row = { -readonly [Key in keyof DebtRow]: DebtRow[Key] };

/**
 * Adds up findings as they come: first under the present configuration, then under the candidate's, then after safe
 * fixes. Of a hundred thousand findings a few thousand are kept, of the others only counts.
 *
 * A finding is known again by its file and its fingerprint, so lines may move between the two runs, as they do in a
 * configuration that the plan itself changes; a changed severity or wording is still the same finding. What is fixable
 * is what a scope reports less of a rule once its safe fixes are made, all files taken together.
 */
export function createDebtLedger() {
  const books: Books = {
    rows: new Map(),
    places: new Map(),
    left: new Map(),
    unlinted: new Map(),
    fresh: [],
    known: [],
  };
  return {
    /** Every finding of the present configuration, before the first of the candidate's. */
    addBaseline: (finding: LintFinding): void => addBaseline(books, finding),
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
  /** Findings of the present configuration, as long as none of the candidate's was paired with them. */
  readonly places: Map<string, Place>;
  /** What is left after fixes, by row. */
  readonly left: Map<string, number>;
  readonly unlinted: Map<string, LintDebt["unlinted"][number]["why"]>;
  /** Of the candidate's, those that were paired with none, and those that were; as many as may be told. */
  readonly fresh: LintFinding[];
  readonly known: LintFinding[];
}

interface Place extends Pick<LintFinding, "rule" | "scope"> {
  waiting: number;
}

function addBaseline({ places }: Books, { scope, path, rule, fingerprint }: LintFinding): void {
  const place = `${path}\0${fingerprint}`;
  const known = places.get(place);
  if (known === undefined) places.set(place, { scope, rule, waiting: 1 });
  else known.waiting += 1;
}

/** Where no rule speaks, nothing was judged. */
const UNLINTED: Readonly<Record<string, LintDebt["unlinted"][number]["why"]>> = {
  "js-plugin-error": "plugin",
  "not-utf-8": "encoding",
  "syntax-error": "syntax",
};

function addCandidate(books: Books, finding: LintFinding): void {
  const row = findRow(books.rows, finding);
  row.count += 1;
  const why = UNLINTED[finding.rule];
  if (why !== undefined) books.unlinted.set(finding.path, why);
  const isSame = isPaired(books, finding);
  if (isSame) row.same += 1;
  const kept = isSame ? books.known : books.fresh;
  if (kept.length < MOST_RESULTS) kept.push(finding);
}

/** Pairs the finding with one of the same fingerprint, each once. */
function isPaired({ places }: Books, { path, fingerprint }: LintFinding): boolean {
  const place = places.get(`${path}\0${fingerprint}`);
  if (place === undefined || place.waiting === 0) return false;
  place.waiting -= 1;
  return true;
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
    typed: false,
    count: 0,
    fixable: 0,
    new: 0,
    same: 0,
    ...(url === undefined ? {} : { url }),
  };
  rows.set(key, row);
  return row;
}

function toRowKey({ scope, rule, severity }: LintFinding): string {
  return `${scope}\0${rule}\0${severity}`;
}

function toDebt(books: Books, frame: DebtFrame): LintDebt {
  const isCompared = frame.baseline === "oxlint";
  const goneRows = isCompared ? toGoneRows(books.places.values()) : [];
  return {
    files: frame.files,
    findings: sum(books.rows.values(), ({ count }) => count),
    rows: [...books.rows].map(([key, row]) => finishRow({ key, row, left: books.left, frame })).toSorted(compareRows),
    baseline: frame.baseline,
    gone: sum(goneRows, ({ gone }) => gone),
    goneRows,
    results: toResults(books, isCompared),
    unlinted: [...books.unlinted]
      .map(([path, why]) => ({ path, why }))
      .toSorted((left, right) => compareText(left.path, right.path)),
    format: frame.format,
  };
}

interface OpenRow extends Pick<Books, "left"> {
  readonly key: string;
  readonly row: Row;
  readonly frame: DebtFrame;
}

function finishRow({ key, row, left, frame }: OpenRow): DebtRow {
  const same = frame.baseline === "oxlint" ? row.same : 0;
  const fixable = frame.fixedScopes?.has(row.scope) ? Math.max(0, row.count - (left.get(key) ?? 0)) : 0;
  const { typed = false, url } = frame.describe?.(row.rule) ?? {};
  return {
    ...row,
    typed,
    fixable,
    same,
    new: row.count - same,
    ...(row.url === undefined && url !== undefined ? { url } : {}),
  };
}

function toGoneRows(places: Iterable<Place>): LintDebt["goneRows"] {
  const gone = new Map<string, { scope: string; rule: string; gone: number }>();
  for (const { scope, rule, waiting } of places) {
    if (waiting === 0) continue;
    const row = gone.get(`${scope}\0${rule}`) ?? { scope, rule, gone: 0 };
    row.gone += waiting;
    gone.set(`${scope}\0${rule}`, row);
  }
  return [...gone.values()].toSorted(
    (left, right) =>
      compareText(left.scope, right.scope) || right.gone - left.gone || compareText(left.rule, right.rule)
  );
}

/** New ones come first where not all can be told; what is told stands in the order of the files. */
function toResults({ fresh, known }: Books, isCompared: boolean): readonly DebtResult[] {
  return [
    ...fresh.map((finding) => ({ ...finding, isSame: false })),
    ...known.map((finding) => ({ ...finding, isSame: isCompared })),
  ]
    .slice(0, MOST_RESULTS)
    .toSorted(compareFindings);
}

/** By file, then place, then rule. */
export function compareFindings(left: LintFinding, right: LintFinding): number {
  return (
    compareText(left.path, right.path) ||
    left.line - right.line ||
    left.column - right.column ||
    compareText(left.rule, right.rule)
  );
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
