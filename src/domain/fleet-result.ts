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

/** The runs that have a dry run. */
const VERBS: ReadonlySet<Json | undefined> = new Set(["init", "update", "restore"]);
const ACTIONS: ReadonlySet<Json | undefined> = new Set(["create", "update", "delete", "keep", "conflict"]);

/**
 * A result comes from another machine. Only what is there, and fits, says that nothing is to do; unknown members are
 * left, and of the debt whatever is not as it should be counts as nothing.
 */
function readReport(name: string, report: Json): FleetRow {
  const refusal = getAtPointer(report, "/refusal/code");
  const message = getAtPointer(report, "/refusal/message");
  const note = typeof refusal === "string" ? `${refusal}: ${typeof message === "string" ? message : ""}` : "";
  const broken = (why: string): FleetRow => ({ name, state: "broken", ...NOTHING, note: why });
  const exitCode = getAtPointer(report, "/exitCode");
  if (exitCode === 70) return broken(note === "" ? "hi failed there" : note);
  const verb = getAtPointer(report, "/verb");
  const isRefused = typeof refusal === "string";
  // A command line that was not understood has no verb.
  if (!VERBS.has(verb) && !(isRefused && verb === null)) return broken("it is no result of a dry run");
  const listed = getAtPointer(report, "/plan/entries");
  if (isRefused ? listed !== undefined && !isPlanned(listed) : !isPlanned(listed)) return broken("it has no plan");
  const all = toList(listed);
  const entries = all.filter((entry) => !isRecord(String(getAtPointer(entry, "/path"))));
  const count = (action: string): number => entries.filter((entry) => getAtPointer(entry, "/action") === action).length;
  const conflicts = entries.filter(isInConflict).length;
  const counts = { create: count("create"), update: count("update"), delete: count("delete"), conflicts };
  const state = toState(report, counts);
  if (!isFitting(exitCode, state, all)) return broken(`its exit code does not fit what it says (${state})`);
  return { name, state, ...counts, debt: toDebt(report), note };
}

/** Every entry with its path, and nothing but actions that are known. */
function isPlanned(entries: Json | undefined): boolean {
  const isEntry = (entry: Json): boolean => {
    const keys = getAtPointer(entry, "/keys");
    return (
      typeof getAtPointer(entry, "/path") === "string" &&
      ACTIONS.has(getAtPointer(entry, "/action")) &&
      (keys === undefined || (Array.isArray(keys) && toList(keys).every(hasAction)))
    );
  };
  return Array.isArray(entries) && toList(entries).every(isEntry);
}

const hasAction = (key: Json): boolean => ACTIONS.has(getAtPointer(key, "/action"));

function isInConflict(entry: Json): boolean {
  const isConflict = (one: Json): boolean => getAtPointer(one, "/action") === "conflict";
  return isConflict(entry) || toList(getAtPointer(entry, "/keys")).some(isConflict);
}

/** By the one table of exit codes: 1 takes something that is found, the record of what is owned included. */
function isFitting(exitCode: Json | undefined, state: FleetState, entries: readonly Json[]): boolean {
  if (typeof exitCode !== "number" || !Number.isInteger(exitCode)) return false;
  if (state === "refused") return exitCode > 0 && exitCode < 256;
  if (state === "over-limit") return exitCode === 1;
  const isPending = entries.some((entry) => getAtPointer(entry, "/action") !== "keep" || isInConflict(entry));
  return exitCode === 0 || (exitCode === 1 && isPending);
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
