import { toFinding } from "./config-finding.ts";
import type { ConfigFinding } from "./config-finding.ts";
import { LINT_RULES } from "./lint-rules.ts";
import { RUNNER_RULES } from "./runner-rules.ts";
import { compareCommands } from "./script-rules.ts";
import type { Settings } from "./setting.ts";

/** Which tables of Python's configuration files are a test runner's, and which are a linter's. */
const RUNNER =
  /^(?:tool\.pytest\.ini_options|tool\.pytest|pytest|tool:pytest|tool\.coverage(?:\.\w+)?|coverage:\w+|run|report)\./;
const LINTER =
  /^(?:tool\.(?:ruff|mypy|pylint|flake8|pyright|basedpyright|bandit)|lint|mypy(?:-[^.]*)?|flake8|pylint|MASTER|MESSAGES CONTROL|format)(?:\.|$)|^(?:select|ignore|extend-|per-file-ignores|exclude)/;

/** Reads pyproject.toml, pytest.ini, tox.ini, setup.cfg, .coveragerc and the linters' own files by one set of rules. */
export function comparePython(before: Settings, after: Settings): readonly ConfigFinding[] {
  const runner = [pick(before, RUNNER), pick(after, RUNNER)] as const;
  const linter = [pick(before, LINTER), pick(after, LINTER)] as const;
  return [
    ...RUNNER_RULES.flatMap((rule) => rule(toMilliseconds(runner[0]), toMilliseconds(runner[1]))),
    ...LINT_RULES.flatMap((rule) => rule(...linter)),
    ...compareOptions(before, after),
  ];
}

/** Options for the runner, and what tox runs. */
function compareOptions(before: Settings, after: Settings): readonly ConfigFinding[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) =>
    /(?:^|\.)(?:addopts|commands)$/.test(path)
  );
  return paths.flatMap((path) => {
    const [was, now] = [before, after].map((settings) => (settings.get(path) ?? []).join(" "));
    if (was === undefined || now === undefined || was === now) return [];
    const isCommand = path.endsWith("commands") && was !== "";
    const changed = isCommand ? [toFinding("VALIDATION_SCRIPT_CHANGED", path, `${path} was changed.`)] : [];
    const isStrict = /--strict(?:-markers|-config)?\b|-W\s*error/;
    const lax =
      isStrict.test(was) && !isStrict.test(now)
        ? [toFinding("VALIDATION_SCRIPT_CHANGED", path, `${path} is no longer strict.`)]
        : [];
    return [...changed, ...lax, ...compareCommands(path, was, now)];
  });
}

function pick(settings: Settings, pattern: RegExp): Settings {
  return new Map([...settings].filter(([path]) => pattern.test(path) && !/(?:^|\.)addopts$/.test(path)));
}

/** pytest counts a time limit in seconds. */
function toMilliseconds(settings: Settings): Settings {
  return new Map(
    [...settings].map(([path, values]) => [
      path,
      path.endsWith(".timeout") ? values.map((value) => (typeof value === "number" ? value * 1000 : value)) : values,
    ])
  );
}
