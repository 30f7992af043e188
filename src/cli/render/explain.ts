import type { ExplainReport } from "../../domain/report.ts";
import { renderFindings } from "./findings.ts";
import { neutralise } from "./neutralise.ts";
import { renderKeyDifference } from "./plan.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { ACTION_WORDS, count, toReasonWords } from "./words.ts";

const OWNERS: Readonly<Record<ExplainReport["owner"], string>> = {
  harness: "hi owns the whole file",
  "harness-keys": "hi owns these keys of it; the rest is the project's",
  "harness-paths": "a folder; hi owns these paths below it, the rest is the project's",
  "harness-once": "hi wrote it once; it is the project's since",
  project: "the project owns it",
  nobody: "nobody: there is no such path, and hi would not make it",
};

/** Who owns a path, since when, what an update would do, and what of it is not as ours would be. */
export function renderExplain(report: ExplainReport, style: Style): string[] {
  return [
    style.paint("strong", neutralise(report.path)),
    ...toTable(report.paths.length > 0 ? toFolderRows(report) : toFileRows(report)),
    ...renderDifferences(report, style),
    ...renderFindings(report.findings ?? [], style),
  ];
}

function toFileRows({ path, owner, entry, keys, wouldDo }: ExplainReport): string[][] {
  const since = entry
    ? [["since", `template version ${neutralise(entry.since)}, by the ${neutralise(entry.generator)} generator`]]
    : [];
  const removed = entry?.removedByUser ? [["removed", "by the user, on purpose"]] : [];
  const owned = (keys ?? []).map((key) => [
    "key",
    `${neutralise(key.pointer)} = ${neutralise(JSON.stringify(key.value))}`,
  ]);
  return [
    ["owner", OWNERS[owner]],
    ...since,
    ...removed,
    ...(entry?.evidence ?? []).map((line) => ["made from", neutralise(line)]),
    ...owned,
    ["update", `${wouldDo.action}: ${toReasonWords({ ...wouldDo, code: wouldDo.reason }, path)}`],
  ];
}

const CLASSES = { generated: "whole file", merged: "keys of it", authored: "written once" } as const;

function toFolderRows({ owner, paths }: ExplainReport): string[][] {
  return [
    ["owner", OWNERS[owner]],
    ...paths.map((owned) => [
      CLASSES[owned.class],
      `${neutralise(owned.path)}: ${ACTION_WORDS[owned.action]}, ${toReasonWords({ ...owned, code: owned.reason }, owned.path)}`,
    ]),
  ];
}

/** Keys in conflict, edited, taken out or still to come, each with the project's value and ours. */
function renderDifferences({ path, differs }: ExplainReport, style: Style): string[] {
  if (differs.length === 0) return [];
  const head = style.paint("warn", `${count(differs.length, "key is", "keys are")} not as ours`);
  return [head, ...differs.flatMap((key) => renderKeyDifference(path, key))];
}
