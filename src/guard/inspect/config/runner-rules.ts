import picomatch from "picomatch";

import { listMissing, listPaths, toFinding } from "./config-finding.ts";
import type { ConfigFinding, ConfigRule } from "./config-finding.ts";
import type { Scalar, Settings } from "./setting.ts";

const THRESHOLD =
  /(?:^|\.)(?:\w*thresholds?|\w*Threshold)(?:\.|$)|fail_under$|(?:^|\.)(?:check-coverage|checkCoverage|per-file|perFile)$/;
/** In nyc's and c8's own files and keys, thresholds stand at the top. */
const BARE_THRESHOLD = /^(?:(?:nyc|c8)\.)?(?:lines|branches|functions|statements)$/;
const COVERAGE_OUT =
  /coverage(?:\.\w+)*\.exclude\w*$|coveragePathIgnorePatterns$|(?:^|\.)omit$|coverage:?[\w.]*\.(?:exclude_lines|exclude_also|omit)$|^(?:(?:nyc|c8)\.)?exclude$|^report\.exclude_(?:lines|also)$/;
const COVERAGE_IN =
  /coverage(?:\.\w+)*\.(?:include|all)$|collectCoverageFrom$|coverage:?[\w.]*\.(?:source|include|source_pkgs)$|^run\.(?:source|include)$/;
const IN =
  /(?:^|\.)(?:include|testMatch|testRegex|spec|specs|files|testpaths|roots|projects|testDir|dir|specPattern|python_files|python_classes|python_functions|spec_files|spec_dir)$/;
const OUT =
  /(?:^|\.)(?:exclude|testPathIgnorePatterns|testIgnore|ignore|ignores|modulePathIgnorePatterns|norecursedirs|collect_ignore|collect_ignore_glob|excludeSpecPattern)$/;
const SELECT = /(?:^|\.)(?:grep|fgrep|grepInvert|testNamePattern|tags|tagsFilter|shard|invert)$/;
const TIMEOUT =
  /(?:^|\.)(?:testTimeout|hookTimeout|teardownTimeout|timeout|defaultTimeoutInterval|defaultCommandTimeout)$/;
const RETRIES = /(?:^|\.)(?:retry|retries|reruns|retryTimes|openMode|runMode)$/;
/** Settings by which a run passes that would have failed, with the value that does it. */
const PASSES: readonly (readonly [RegExp, Scalar])[] = [
  [/(?:^|\.)(?:passWithNoTests|allowOnly|dangerouslyIgnoreUnhandledErrors|ignoreTestFailures|ignoreErrors)$/, true],
  [/(?:^|\.)(?:forbidOnly|forbidPending|xfail_strict|enabled|collectCoverage|cov|asyncOnly|failFast|failZero)$/, false],
];
/** What no tests and no sources of the project's own are in. */
const NOT_OWN = /node_modules|(?:^|\/)(?:dist|build|out|coverage|\.git|\.cache|tmp|venv|\.venv)(?:\/|$)/;

const USUAL_TIMEOUT_MS = 5000;

/** What a test runner's configuration may weaken: thresholds, what is covered, which tests are found, limits. */
export const RUNNER_RULES: readonly ConfigRule[] = [
  (before, after) => listPaths(before, after).flatMap((path) => judge(path, before.get(path), after.get(path))),
];

type Values = readonly Scalar[] | undefined;
type Judge = (path: string, before: Values, after: Values) => readonly ConfigFinding[];

/** Which rule a setting is judged by: the first whose expression its path meets. */
const JUDGES: readonly (readonly [RegExp, Judge])[] = [
  [THRESHOLD, (path, before, after) => judgeThreshold(path, before ?? [], after ?? [])],
  [BARE_THRESHOLD, (path, before, after) => judgeThreshold(path, before ?? [], after ?? [])],
  [COVERAGE_OUT, (path, before, after) => judgeAdded("COVERAGE_EXCLUSION_ADDED", path, before ?? [], after ?? [])],
  [COVERAGE_IN, (path, before, after) => judgeRemoved("COVERAGE_EXCLUSION_ADDED", path, before, after)],
  [/coverage(?!.*enabled$)(?!Threshold)/, () => []],
  [OUT, (path, before, after) => judgeAdded("TEST_DISCOVERY_NARROWED", path, before ?? [], after ?? [])],
  [IN, (path, before, after) => judgeRemoved("TEST_DISCOVERY_NARROWED", path, before, after)],
  [SELECT, (path, before, after) => judgeSelected(path, before ?? [], after ?? [])],
  [
    TIMEOUT,
    (path, before, after) => judgeRaised("TIMEOUT_INCREASED", path, before ?? [], after ?? [], USUAL_TIMEOUT_MS),
  ],
  [RETRIES, (path, before, after) => judgeRaised("RETRIES_ADDED", path, before ?? [], after ?? [], 0)],
  [/./, (path, before, after) => judgePasses(path, before ?? [], after ?? [])],
];

/** What of a bundler's configuration has no bearing on tests. */
const NOT_TESTS =
  /(?:^|\.)(?:optimizeDeps|optimizer|resolve|server|preview|worker|css|esbuild|deps)\.|^(?:build|ssr|plugins|assetsInclude|define)(?:\.|$)/;

function judge(path: string, before: Values, after: Values): readonly ConfigFinding[] {
  if (NOT_TESTS.test(path)) return [];
  return JUDGES.find(([pattern]) => pattern.test(path))?.[1](path, before, after) ?? [];
}

/** A number that goes down or away; a switch that goes off. */
function judgeThreshold(path: string, before: readonly Scalar[], after: readonly Scalar[]): readonly ConfigFinding[] {
  const [was] = before;
  const [now] = after;
  if (was === undefined || was === false || was === null) return [];
  const isLower =
    typeof was === "number" && typeof now === "number"
      ? now < was
      : now !== was && (now === undefined || now === false || typeof was === "number");
  if (!isLower) return [];
  return [toFinding("COVERAGE_THRESHOLD_REDUCED", path, `${path} went from ${was} to ${now ?? "nothing"}.`)];
}

function judgeAdded(
  code: ConfigFinding["code"],
  path: string,
  before: readonly Scalar[],
  after: readonly Scalar[]
): readonly ConfigFinding[] {
  return listMissing(after, before)
    .filter(
      (value) =>
        typeof value === "string" && !value.startsWith("!") && !NOT_OWN.test(value) && !isAnyCovered(value, before)
    )
    .map((value) => toFinding(code, path, `${path} now takes out ${show(value)}.`));
}

/** Patterns that went away and that no other takes in; with none left, what is usual is found again. */
function judgeRemoved(
  code: ConfigFinding["code"],
  path: string,
  before: readonly Scalar[] | undefined,
  after: readonly Scalar[] | undefined
): readonly ConfigFinding[] {
  const out = listMissing(after ?? [], before ?? []).filter((value) => String(value).startsWith("!"));
  const negated = out.map((value) => toFinding(code, path, `${path} now takes out ${show(value)}.`));
  if (before === undefined) {
    const isNarrower = code === "TEST_DISCOVERY_NARROWED" && after !== undefined && after.length > 0;
    return isNarrower
      ? [toFinding(code, path, `${path} was not set and now takes in only ${after.map(show).join(", ")}.`, "medium")]
      : negated;
  }
  if (after === undefined && code === "TEST_DISCOVERY_NARROWED") return negated;
  const gone = listMissing(before, after ?? []).filter(
    (value) => !String(value).startsWith("!") && !isAnyCovered(value, after ?? [])
  );
  return [...negated, ...gone.map((value) => toFinding(code, path, `${path} no longer takes in ${show(value)}.`))];
}

/** Whether a name that a pattern takes in is taken in by another: `test/**` by `**`. */
function isAnyCovered(value: Scalar, patterns: readonly Scalar[]): boolean {
  const sample = String(value)
    .replaceAll("**/", "a/b/")
    .replaceAll("**", "a/b.js")
    .replaceAll("*", "x")
    .replaceAll(/\{([^,{}]*)[^{}]*\}/g, "$1")
    .replaceAll(/[?]\(([^|)]*)[^)]*\)/g, "$1");
  return patterns.some((pattern) => {
    const text = String(pattern);
    const folder = text.replace(/\/$/, "");
    return sample.startsWith(`${folder}/`) || folder === "." || picomatch.isMatch(sample, text, { dot: true });
  });
}

function judgeSelected(path: string, before: readonly Scalar[], after: readonly Scalar[]): readonly ConfigFinding[] {
  const added = listMissing(after, before).filter((value) => value !== "" && value !== null && value !== false);
  return added.map((value) =>
    toFinding("TEST_DISCOVERY_NARROWED", path, `${path} now selects tests by ${show(value)}.`)
  );
}

function judgeRaised(
  code: ConfigFinding["code"],
  path: string,
  before: readonly Scalar[],
  after: readonly Scalar[],
  usual: number
): readonly ConfigFinding[] {
  const numbers = (values: readonly Scalar[]): readonly number[] => values.filter((value) => typeof value === "number");
  const was = Math.max(usual === 0 || numbers(before).length === 0 ? usual : 0, ...numbers(before));
  const now = Math.max(...numbers(after), Number.NEGATIVE_INFINITY);
  const isUnlimited = code === "TIMEOUT_INCREASED" && numbers(after).includes(0) && !numbers(before).includes(0);
  if (now <= was && !isUnlimited) return [];
  return [
    toFinding(
      code,
      path,
      `${path} went from ${numbers(before).join(", ") || "what is usual"} to ${isUnlimited ? "no limit" : now}.`
    ),
  ];
}

function judgePasses(path: string, before: readonly Scalar[], after: readonly Scalar[]): readonly ConfigFinding[] {
  const found = PASSES.find(([pattern]) => pattern.test(path));
  if (!found) return [];
  const [, lax] = found;
  const isLax = after.includes(lax) && !before.includes(lax);
  const isGone = lax === false && before.includes(true) && !after.includes(true);
  if (!isLax && !isGone) return [];
  if (/enabled$|collectCoverage$|cov$/.test(path)) {
    return path.includes("overage") || path.endsWith("cov")
      ? [toFinding("COVERAGE_THRESHOLD_REDUCED", path, `${path} is switched off.`)]
      : [];
  }
  return [toFinding("VALIDATION_SCRIPT_CHANGED", path, `${path} now lets a run pass that would have failed.`)];
}

const show = (value: Scalar): string => JSON.stringify(value);

/** Only the settings below a key, without it. */
export function pickBelow(settings: Settings, key: string): Settings {
  const prefix = `${key}.`;
  return new Map(
    [...settings].flatMap(([path, values]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), values] as const] : []
    )
  );
}
