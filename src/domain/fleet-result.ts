import { isRecord } from "./base.ts";
import type { FleetRow, FleetState } from "./fleet.ts";
import { FLEET_STATES } from "./fleet.ts";
import type { Json } from "./json.ts";
import { getAtPointer } from "./json.ts";

/** A result as it was found: its text, or why there is none. */
export type FoundResult =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string };

const NOTHING = { create: 0, update: 0, delete: 0, conflicts: 0, debt: null } as const;

/** One row a result, whatever is in it; those that were expected and have none are rows too. */
export function foldResults(found: readonly FoundResult[], expected: readonly string[]): readonly FleetRow[] {
  const there = new Set(found.map(({ name }) => name));
  const missing = expected
    .filter((name) => !there.has(name))
    .map((name): FleetRow => ({ name, state: "missing", ...NOTHING, note: "its job left no result" }));
  return [...found.map(toRow), ...missing].toSorted(
    (left, right) =>
      FLEET_STATES.indexOf(left.state) - FLEET_STATES.indexOf(right.state) || (left.name < right.name ? -1 : 1)
  );
}

function toRow(result: FoundResult): FleetRow {
  const broken = (note: string): FleetRow => ({ name: result.name, state: "broken", ...NOTHING, note });
  if ("problem" in result) return broken(result.problem);
  let report: Json;
  try {
    report = JSON.parse(result.text) as Json;
  } catch {
    return broken("it is no JSON");
  }
  const format = getAtPointer(report, "/format");
  if (format !== "hi-report/1") return broken("it is no result of a dry run (hi-report/1)");
  return readReport(result.name, report);
}

/** A result comes from another machine: whatever is not as it should be counts as nothing, and unknown members are left. */
function readReport(name: string, report: Json): FleetRow {
  const refusal = getAtPointer(report, "/refusal/code");
  const entries = toList(getAtPointer(report, "/plan/entries")).filter(
    (entry) => !isRecord(String(getAtPointer(entry, "/path")))
  );
  const count = (action: string): number => entries.filter((entry) => getAtPointer(entry, "/action") === action).length;
  const conflicts = entries.filter(
    (entry) =>
      getAtPointer(entry, "/action") === "conflict" ||
      toList(getAtPointer(entry, "/keys")).some((key) => getAtPointer(key, "/action") === "conflict")
  ).length;
  const counts = { create: count("create"), update: count("update"), delete: count("delete"), conflicts };
  const message = getAtPointer(report, "/refusal/message");
  const note = typeof refusal === "string" ? `${refusal}: ${typeof message === "string" ? message : ""}` : "";
  return { name, state: toState(report, counts), ...counts, debt: toDebt(report), note };
}

function toState(report: Json, counts: Pick<FleetRow, "conflicts" | "create" | "delete" | "update">): FleetState {
  if (typeof getAtPointer(report, "/refusal/code") === "string") return "refused";
  if (toList(getAtPointer(report, "/debtGate/exceeded")).length > 0) return "over-limit";
  if (counts.conflicts > 0) return "conflicts";
  return counts.create + counts.update + counts.delete > 0 ? "changes" : "in-step";
}

function toDebt(report: Json): FleetRow["debt"] {
  const debt = getAtPointer(report, "/preview/debt");
  if (debt === undefined) return null;
  const fresh = toList(getAtPointer(debt, "/rows")).map((row) => toCount(getAtPointer(row, "/new")));
  return {
    findings: toCount(getAtPointer(debt, "/findings")),
    new: fresh.reduce((sum, one) => sum + one, 0),
    gone: toCount(getAtPointer(debt, "/gone")),
  };
}

const toList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const toCount = (value: Json | undefined): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
