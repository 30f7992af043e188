import type { RefusalFacts } from "../../domain/refusal.ts";
import type { RunReport } from "../../domain/report.ts";
import { toPlanCounts } from "./plan.ts";

interface Titled {
  readonly run: Partial<RunReport>;
  readonly verb: string | null;
  readonly refusal?: RefusalFacts;
}

/** One line that says what ran and what came of it. */
export function toReviewTitle({ run, verb, refusal }: Titled): string {
  const name = `hi ${verb ?? ""}${run.dryRun ? " (dry run)" : ""}`.trim();
  if (refusal !== undefined) return `${name}: refused, ${refusal.code}`;
  const counts = run.plan ? toPlanCounts(run.plan) : "no plan";
  return `${name}: ${counts}${toEnding(run)}`;
}

function toEnding({ published, gate }: Partial<RunReport>): string {
  if (published) return ", published";
  if (gate?.open === false && gate.because === "conflicts") return ", not published: conflicts to settle";
  return gate?.open === false && gate.because === "debt" ? ", not published: over the limit on lint debt" : "";
}
