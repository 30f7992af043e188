import { BASE_FOLDER, isBasePath, isRecord } from "../../domain/base.ts";
import { toPointerSegments } from "../../domain/json.ts";
import type { Action, KeyPlan, Plan, PlanEntry } from "../../domain/plan.ts";
import { isChange } from "../../domain/plan.ts";
import { RECEIPT_PATH } from "../../domain/receipt.ts";
import type { Verb } from "../../domain/request.ts";
import { hasConflict } from "../exit-code.ts";
import { renderSides } from "./conflict-sides.ts";
import { neutralise, shorten } from "./neutralise.ts";
import { toShellWord } from "./shell-word.ts";
import type { Style, Tone } from "./style.ts";
import { toTable } from "./table.ts";
import { ACTION_WORDS, count, toReasonWords } from "./words.ts";

const TONES: Readonly<Record<Action, Tone>> = {
  create: "good",
  update: "change",
  delete: "bad",
  keep: "dim",
  conflict: "warn",
};
/** The project's and our value in a conflict, each cut to this many characters. */
const MAX_VALUE = 200;

/** The summary table: a glyph, a path and a reason per action; what is in step is counted, not listed. */
export function renderPlanTable(plan: Plan, style: Style): string[] {
  const bases = plan.entries.filter(({ path }) => isBasePath(path));
  const others = plan.entries.filter(({ path }) => !isBasePath(path));
  const quiet = others.filter(isQuiet);
  const rows = others.filter((entry) => !isQuiet(entry)).flatMap((entry) => toRows(entry, style));
  if (bases.length > 0) {
    rows.push([`${style.glyphs.actions[isNew(bases) ? "create" : "update"]} ${BASE_FOLDER}/`, toBaseWords(bases)]);
  }
  const total = quiet.length === 0 ? [] : [[`${style.glyphs.actions.keep} ${count(quiet.length, "path")}`, "in step"]];
  return paintRows([...rows, ...total], style);
}

const isNew = (entries: readonly PlanEntry[]): boolean => entries.every(({ action }) => action === "create");

/** The bases in one row: they only follow the files above. */
function toBaseWords(bases: readonly PlanEntry[]): string {
  const gone = bases.filter(({ action }) => action === "delete").length;
  const kept = bases.length - gone;
  return [
    ...(kept > 0 ? [`${count(kept, "file")} as published, kept for the next merge`] : []),
    ...(gone > 0 ? [`${gone} no longer needed`] : []),
  ].join(", ");
}

function isQuiet(entry: PlanEntry): boolean {
  return (
    entry.action === "keep" &&
    entry.reason.code === "same" &&
    (entry.keys ?? []).every((key) => key.reason.code === "same")
  );
}

/** An entry, and below it the keys that make it up; a key gives its reason where it is not the entry's own. */
function toRows(entry: PlanEntry, style: Style): string[][] {
  const glyph = style.glyphs.actions;
  const shown = hasConflict(entry) && entry.action === "keep" ? "conflict" : entry.action;
  const isWhole = entry.action === "create" || entry.action === "delete";
  const keys = isWhole ? [] : (entry.keys ?? []).filter((key) => key.reason.code !== "same");
  return [
    [`${glyph[shown]} ${neutralise(entry.path)}`, toReasonWords(entry.reason, entry.path)],
    ...keys.map((key) => [
      `  ${glyph[key.action]} ${toKeyName(key)}`,
      key.reason.code === entry.reason.code ? "" : toReasonWords(key.reason, entry.path),
    ]),
  ];
}

function toKeyName({ key }: KeyPlan): string {
  const segments = toPointerSegments(key.pointer);
  const name = segments.at(-1) === "-" ? `${segments.slice(0, -1).join(".")}[]` : segments.join(".");
  return neutralise(name);
}

/** Colours a laid-out row by the first glyph in it; colour codes must not count as width. */
function paintRows(rows: readonly string[][], style: Style): string[] {
  const actions = Object.entries(style.glyphs.actions) as [Action, string][];
  return toTable(rows).map((line) => {
    const first = line.trimStart().charAt(0);
    const action = actions.find(([, glyph]) => glyph === first)?.[0];
    return action === undefined ? line : style.paint(TONES[action], line);
  });
}

/** `3 to create, 1 to update, 1 conflict`. */
export function toPlanCounts(plan: Plan): string {
  const entries = plan.entries.filter((entry) => !isRecord(entry.path));
  const parts = (["create", "update", "delete"] as const).flatMap((action) => {
    const amount = entries.filter((entry) => entry.action === action).length;
    return amount === 0 ? [] : [`${amount} to ${ACTION_WORDS[action]}`];
  });
  const conflicts = countConflicts(plan);
  if (conflicts > 0) parts.push(count(conflicts, "conflict"));
  if (parts.length > 0) return parts.join(", ");
  if (!plan.entries.some(isChange)) return "nothing to change";
  const isReceipt = plan.entries.some((entry) => entry.path === RECEIPT_PATH && isChange(entry));
  return `only ${isReceipt ? "the receipt" : "what was published, for the next merge,"} to bring up to date`;
}

function countConflicts(plan: Plan): number {
  return plan.entries.flatMap((entry): readonly Action[] => {
    const keys = (entry.keys ?? []).filter((key) => key.action === "conflict");
    if (keys.length > 0) return keys.map((key) => key.action);
    return entry.action === "conflict" ? [entry.action] : [];
  }).length;
}

/** What a plan with nothing to do leaves as the project has it: `1 conflict, 2 edits`; empty where all is in step. */
export function toKeptCounts(plan: Plan): string {
  const kept = plan.entries.flatMap((entry): readonly Pick<KeyPlan, "action" | "reason">[] => {
    const keys = (entry.keys ?? []).filter((key) => key.reason.code !== "same");
    return keys.length > 0 ? keys : [entry];
  });
  const amountOf = (...reasons: readonly string[]): number =>
    kept.filter(({ action, reason }) => action === "keep" && reasons.includes(reason.code)).length;
  const parts = [
    { amount: countConflicts(plan), one: "conflict" },
    { amount: amountOf("local-edit", "orphan-edited"), one: "edit" },
    { amount: amountOf("marks-left"), one: "unfinished merge" },
    { amount: amountOf("removed-by-user"), one: "removal" },
    { amount: amountOf("link-outside"), one: "link" },
  ];
  return parts.flatMap(({ amount, one }) => (amount === 0 ? [] : [count(amount, one)])).join(", ");
}

/** Each conflict with both values, what will not work until it is settled, and how to settle it. */
export function renderConflicts(plan: Plan, style: Style, verb?: Verb): string[] {
  const lines = plan.entries.filter(hasConflict).flatMap((entry) => {
    const keys = (entry.keys ?? []).filter((key) => key.action === "conflict");
    if (keys.length === 0) return renderFileConflict(entry);
    return keys.flatMap((key) => renderKeyDifference(entry.path, key, verb));
  });
  if (lines.length === 0) return [];
  const isOpen = plan.entries.some(({ conflicts }) => conflicts !== undefined);
  const title = isOpen ? "Conflicts to settle" : "Conflicts, kept as they are";
  return [style.paint("warn", title), ...lines, ""];
}

/** How many lines of each side are shown; a terminal and the JSON report show more. */
const MAX_SIDE = 6;

function renderFileConflict({ path, reason, conflicts = [] }: PlanEntry): string[] {
  const sides = conflicts.flatMap((conflict) => renderSides(conflict, MAX_SIDE));
  return [`  ${neutralise(path)}: ${toReasonWords(reason, path)}`, ...sides.map((line) => `    ${line}`)];
}

/** One key with the project's value and ours, what does not work until it is settled, and how to settle it. */
export function renderKeyDifference(path: string, key: KeyPlan, verb: Verb = "update"): string[] {
  const ours = typeof key.key.value === "string" ? key.key.value : JSON.stringify(key.key.value);
  const [section, name] = toPointerSegments(key.key.pointer);
  // Only a devDependency can be taken over by a flag; a script is the project's until the project gives it up.
  const isTaken = section === "devDependencies";
  const until = isTaken ? "take ours" : "rename or remove yours";
  return [
    `  ${neutralise(path)} ${toKeyName(key)}: ${toReasonWords(key.reason, path)}`,
    ...(key.base === undefined ? [] : [`    before  ${show(key.base)}`]),
    ...(key.theirs === undefined ? [] : [`    theirs  ${show(key.theirs)}`]),
    `    ours    ${show(ours)}`,
    ...(key.consequence === undefined ? [] : [`    until you ${until}: ${neutralise(key.consequence)}`]),
    ...(isTaken && name !== undefined
      ? [`    to take ours: hi ${verb === "init" ? verb : "update"} --take ${toShellWord(name)}`]
      : []),
  ];
}

const show = (value: string): string => neutralise(shorten(value, MAX_VALUE));

/** Lines that a person has to add, where an edit could have touched other bytes. */
export function renderManualLines(plan: Plan, style: Style): string[] {
  const entries = plan.entries.filter((entry) => (entry.manual ?? []).length > 0);
  return entries.flatMap((entry) => [
    "",
    style.paint("warn", `Add to ${neutralise(entry.path)} by hand`),
    ...(entry.manual ?? []).flatMap((lines) => lines.split("\n")).map((line) => `    ${neutralise(line)}`),
  ]);
}
