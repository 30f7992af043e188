import { listMissing, listPaths, toFinding } from "./config-finding.ts";
import type { ConfigFinding } from "./config-finding.ts";
import { compareCommands } from "./script-rules.ts";
import { isPassing } from "./selectors.ts";
import type { Scalar, Settings } from "./setting.ts";
import { compareTriggers } from "./trigger-rules.ts";

/** A command line that validates. */
const VALIDATES =
  /\b(?:test|tests|pytest|vitest|jest|mocha|lint|eslint|oxlint|ruff|mypy|tsc|typecheck|check|coverage|verify|validate|hi)\b/;
const RUN = /(?:^|\.)(?:run|script|before_script|after_script|command|bash)$/;

/** What a workflow of continuous integration no longer runs, or no longer fails by. */
export function compareWorkflow(before: Settings, after: Settings): readonly ConfigFinding[] {
  return [
    ...compareRuns(before, after),
    ...(listLines(before).some((line) => VALIDATES.test(String(line))) ? compareTriggers(before, after) : []),
    ...listPaths(before, after).flatMap((path) => judgeSwitch(path, before, after)),
  ];
}

function compareRuns(before: Settings, after: Settings): readonly ConfigFinding[] {
  const [was, now] = [listLines(before), listLines(after)];
  const gone = listMissing(was, now)
    .map(String)
    .filter((line) => VALIDATES.test(line));
  const added = listMissing(now, was).map(String);
  return gone.flatMap((line) => {
    const [word = ""] = line.split(/\s/);
    const instead = added.find((other) => other.startsWith(`${word} `) || other === word);
    const what =
      instead === undefined
        ? `It no longer runs ${JSON.stringify(line)}.`
        : `It runs ${JSON.stringify(instead)} instead of ${JSON.stringify(line)}.`;
    if (
      instead !== undefined &&
      instead.startsWith(line) &&
      !isPassing(instead) &&
      compareCommands("run", line, instead).length === 0
    ) {
      return [];
    }
    return [
      toFinding("VALIDATION_SCRIPT_CHANGED", "run", what, "medium"),
      ...(instead === undefined ? [] : compareCommands("run", line, instead)),
    ];
  });
}

function listLines(settings: Settings): readonly Scalar[] {
  return [...settings]
    .filter(([path]) => RUN.test(path))
    .flatMap(([, values]) => values.flatMap((value) => String(value).split("\n")))
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function judgeSwitch(path: string, before: Settings, after: Settings): readonly ConfigFinding[] {
  const added = listMissing(after.get(path) ?? [], before.get(path) ?? []);
  if (/(?:^|\.)(?:continue-on-error|allow_failure)$/.test(path) && added.some((value) => value !== false)) {
    return [toFinding("VALIDATION_SCRIPT_CHANGED", path, "A failure no longer counts.")];
  }
  const isOff =
    /(?:^|\.)if$/.test(path) && added.some((value) => value === false || /^\s*(?:\$\{\{\s*)?false/.test(String(value)));
  return isOff ? [toFinding("VALIDATION_SCRIPT_CHANGED", path, "What it runs is switched off.")] : [];
}
