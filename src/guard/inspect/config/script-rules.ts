import type { PolicyCommand } from "../../../contracts/guard.ts";
import { toFinding } from "./config-finding.ts";
import type { ConfigFinding } from "./config-finding.ts";
import { isPassing, listNarrowing, listOperands, listRetrying, readLimits } from "./selectors.ts";
import type { Settings } from "./setting.ts";

/** Scripts that validate, by the usual names; `test:unit` is one as `test` is. */
const USUAL =
  /^(?:pre|post)?(?:test|lint|typecheck|type-check|types|tsc|check|validate|verify|coverage|cover|ci|audit|spec|unit|e2e|integration)(?:[:._-].*)?$|:(?:test|lint|check|types|coverage|ci)$/;
const RUNS =
  /(?:npm|pnpm|yarn|bun)(?:\s+run(?:-script)?)?\s+([\w:.-]+)|(?:run-[sp]|npm-run-all2?|node\s+--run)\s+(?:-\S+\s+)*([\w:.-]+)/g;

/**
 * Says of the scripts of a manifest which of those that validate were changed: by the usual names, those that the
 * trusted policy runs, and those that one of them runs.
 */
export function compareScripts(
  before: Settings,
  after: Settings,
  commands: readonly PolicyCommand[]
): readonly ConfigFinding[] {
  const scripts = toScripts(before);
  const now = toScripts(after);
  const found: ConfigFinding[] = [];
  for (const name of listProtected(scripts, commands)) {
    const was = scripts.get(name);
    const is = now.get(name);
    if (was === undefined || was === is) continue;
    const path = `${SCRIPTS}${name}`;
    if (is === undefined) found.push(toFinding("VALIDATION_SCRIPT_CHANGED", path, `The script ${name} is gone.`));
    else {
      found.push(
        toFinding("VALIDATION_SCRIPT_CHANGED", path, `The script ${name} was changed.`),
        ...compareCommands(path, was, is)
      );
    }
  }
  return found;
}

const SCRIPTS = "scripts.";

/** What a command line asks for less than another did. */
export function compareCommands(path: string, before: string, after: string): readonly ConfigFinding[] {
  const known = new Set(listNarrowing(before));
  const narrowing = listNarrowing(after).filter((word) => !known.has(word));
  const operands = listOperands(before).length === 0 ? listOperands(after) : [];
  const limits = readLimits(after);
  const lower = [...readLimits(before)].filter(
    ([name, value]) => (limits.get(name) ?? Number.NEGATIVE_INFINITY) < value
  );
  const subject = path.startsWith(SCRIPTS) ? `The script ${path.slice(SCRIPTS.length)}` : "The command";
  const isLax = isPassing(after) && !isPassing(before);
  return [
    ...[...narrowing, ...operands]
      .slice(0, 1)
      .map((word) => toFinding("TEST_DISCOVERY_NARROWED", path, `${subject} now runs with ${word}.`)),
    ...(listRetrying(after).length > listRetrying(before).length
      ? [toFinding("RETRIES_ADDED", path, `${subject} now tries tests again.`)]
      : []),
    ...lower.map(([name, value]) => toFinding("COVERAGE_THRESHOLD_REDUCED", path, `${name} went down from ${value}.`)),
    ...(isLax ? [toFinding("VALIDATION_SCRIPT_CHANGED", path, `${subject} now passes whatever it finds.`)] : []),
  ];
}

function toScripts(settings: Settings): ReadonlyMap<string, string> {
  return new Map(
    [...settings].flatMap(([path, [value]]) =>
      path.startsWith(SCRIPTS) && typeof value === "string" ? [[path.slice(SCRIPTS.length), value] as const] : []
    )
  );
}

function listProtected(scripts: ReadonlyMap<string, string>, commands: readonly PolicyCommand[]): readonly string[] {
  const open = [...scripts.keys()].filter((name) => USUAL.test(name));
  for (const { run } of commands) open.push(...listRuns("argv" in run ? run.argv.join(" ") : run.shell));
  const found = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...listRuns(scripts.get(name) ?? ""));
    if (scripts.has(`pre${name}`)) open.push(`pre${name}`);
    if (scripts.has(`post${name}`)) open.push(`post${name}`);
  }
  return [...found].toSorted();
}

function listRuns(command: string): readonly string[] {
  return [...command.matchAll(RUNS)].flatMap(([, one, other]) => one ?? other ?? []);
}
