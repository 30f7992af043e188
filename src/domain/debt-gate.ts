import type { PreviewResult } from "./preview.ts";

/** What a team lets through; without either, debt never blocks (seed 003 AC-012). */
export interface DebtLimits {
  /** At most this many findings under the candidate's configuration. */
  readonly budget?: number;
  /** No finding that the present configuration does not report already. */
  readonly failOnNew: boolean;
}

/** Why a gate on lint debt does not let a run through. */
export type DebtExcess = "budget" | "new" | "uncounted";

/** What a gate on lint debt has measured, and what of it is too much. */
export interface DebtVerdict {
  readonly budget: number | null;
  readonly failOnNew: boolean;
  readonly findings: number;
  readonly new: number;
  /** Empty where the gate is open. `uncounted`: rules that need types could not run, so nobody knows. */
  readonly exceeded: readonly DebtExcess[];
}

/** Holds a preview against the limits; undefined where none are set, or nothing was measured. */
export function judgeDebt(preview: PreviewResult, { budget, failOnNew }: DebtLimits): DebtVerdict | undefined {
  if (preview.mode === "off" || (budget === undefined && !failOnNew)) return undefined;
  const { debt, findings = [] } = preview;
  const fresh = debt.rows.reduce((total, row) => total + row.new, 0);
  const isUncounted = findings.some(({ code }) => code === "preview-type-aware-failed");
  const exceeded: readonly (DebtExcess | false)[] = [
    budget !== undefined && debt.findings > budget && "budget",
    failOnNew && fresh > 0 && "new",
    isUncounted && "uncounted",
  ];
  return {
    budget: budget ?? null,
    failOnNew,
    findings: debt.findings,
    new: fresh,
    exceeded: exceeded.filter((one) => one !== false),
  };
}
