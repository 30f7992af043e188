import type { DebtRow, LintDebt } from "../../domain/preview.ts";

/** Lint debt before and after, by rule or by scope. */
export interface DebtGroup {
  readonly name: string;
  readonly url?: string;
  readonly typed: boolean;
  readonly errors: number;
  /** What the present configuration reports. */
  readonly before: number;
  /** What the candidate's reports. */
  readonly after: number;
  readonly new: number;
  readonly same: number;
  readonly gone: number;
  readonly fixable: number;
}

/** Adds the rows up by rule over all scopes, or by scope over all rules; the most first, then by name. */
export function groupDebt(debt: LintDebt, by: "rule" | "scope"): readonly DebtGroup[] {
  const names = new Set([...debt.rows, ...debt.goneRows].map((row) => row[by]));
  const groups = [...names].map((name) =>
    toGroup({
      name,
      rows: debt.rows.filter((row) => row[by] === name),
      gone: debt.goneRows.filter((row) => row[by] === name).reduce((total, row) => total + row.gone, 0),
    })
  );
  return groups.toSorted(
    (left, right) => right.after - left.after || right.before - left.before || (left.name < right.name ? -1 : 1)
  );
}

interface Group {
  readonly name: string;
  readonly rows: readonly DebtRow[];
  readonly gone: number;
}

function toGroup({ name, rows, gone }: Group): DebtGroup {
  const sum = (key: "count" | "fixable" | "new" | "same"): number => rows.reduce((total, row) => total + row[key], 0);
  const url = rows.find((row) => row.url !== undefined)?.url;
  return {
    name,
    ...(url === undefined ? {} : { url }),
    typed: rows.some((row) => row.typed),
    errors: rows.filter((row) => row.severity === "error").reduce((total, row) => total + row.count, 0),
    before: sum("same") + gone,
    after: sum("count"),
    new: sum("new"),
    same: sum("same"),
    gone,
    fixable: sum("fixable"),
  };
}

/** What the debt is compared with, as a sentence. */
export function toBaselineWords(debt: LintDebt): string {
  if (debt.baseline === "failed") {
    return "The present oxlint configuration does not load under the pinned oxlint, so nothing is compared.";
  }
  if (debt.baseline === "none") return "There is no oxlint configuration to compare with, so all findings are new.";
  const [fresh, same] = (["new", "same"] as const).map((key) => debt.rows.reduce((sum, row) => sum + row[key], 0));
  return `Against the present oxlint configuration: ${fresh} new, ${same} same, ${debt.gone} gone.`;
}
