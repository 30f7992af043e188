import { listMissing, listPaths, toFinding } from "./config-finding.ts";
import type { ConfigFinding, ConfigRule } from "./config-finding.ts";
import type { Scalar, Settings } from "./setting.ts";

const SEVERITIES: ReadonlyMap<Scalar, number> = new Map<Scalar, number>([
  ["off", 0],
  [0, 0],
  [false, 0],
  ["none", 0],
  ["allow", 0],
  ["warn", 1],
  [1, 1],
  ["info", 1],
  ["error", 2],
  [2, 2],
  ["deny", 2],
  [true, 2],
  ["on", 2],
]);
const RULE = /(?:^|\.)(?:rules|categories)\..+$|(?:^|\.)rules\.[^.]+\.[^.]+(?:\.level)?$/;
const LOOSER =
  /(?:^|\.)(?:ignores|ignorePatterns|ignore|files\.ignore|excludes|exclude|extend-ignore|extend-exclude|disable|per-file-ignores(?:\..+)?|extend-per-file-ignores(?:\..+)?|disable_error_code|unfixable|allowedConfidentialities|globalIgnores)$/;
const STRICTER = /(?:^|\.)(?:extends|plugins|select|extend-select|enable|jsPlugins|enable_error_code)$/;
const LIMIT =
  /(?:^|\.)(?:maxWarnings|max-warnings|max-complexity|max-line-length|max-args|max-branches|max-statements|stopBlocks|threshold)$/i;
const ON =
  /(?:^|\.)(?:reportUnusedDisableDirectives|strict|disallow_\w+|check_untyped_defs|warn_\w+|no_implicit_\w+|strict_\w+|linter\.enabled|formatter\.enabled|typeAware|denyWarnings)$/;
const OFF =
  /(?:^|\.)(?:ignore_errors|ignore_missing_imports|allow_untyped_\w+|allow_redefinition|exit-zero|noInlineConfig|implicit_optional)$/;
const NOT_OWN = /node_modules|(?:^|\/)(?:dist|build|out|coverage|\.git|\.cache|tmp|venv|\.venv)(?:\/|$)/;

const weakened = (
  setting: string,
  explanation: string,
  confidence: ConfigFinding["confidence"] = "high"
): ConfigFinding => toFinding("LINT_WEAKENED", setting, explanation, confidence);

/** What the configuration of a linter may weaken: severities, what it looks at, how much it lets pass. */
export const LINT_RULES: readonly ConfigRule[] = [
  (before, after) =>
    listPaths(before, after).flatMap((path) => judge(path, before.get(path) ?? [], after.get(path) ?? [])),
];

function judge(path: string, before: readonly Scalar[], after: readonly Scalar[]): readonly ConfigFinding[] {
  if (LOOSER.test(path)) {
    return listMissing(after, before)
      .filter((value) => !NOT_OWN.test(String(value)) && !String(value).startsWith("!"))
      .map((value) => weakened(path, `${path} now leaves out ${JSON.stringify(value)}.`));
  }
  if (STRICTER.test(path)) {
    return listMissing(before, after).map((value) =>
      weakened(path, `${path} no longer has ${JSON.stringify(value)}.`, "medium")
    );
  }
  if (LIMIT.test(path)) return judgeLimit(path, before, after);
  if (ON.test(path)) return judgeSwitch(path, before, after, true);
  if (OFF.test(path)) return judgeSwitch(path, before, after, false);
  return RULE.test(path) ? judgeSeverity(path, before, after) : [];
}

/** Each severity that is said of a rule counts, wherever it is said: an override that puts it off puts it off. */
function judgeSeverity(path: string, before: readonly Scalar[], after: readonly Scalar[]): readonly ConfigFinding[] {
  const rank = (values: readonly Scalar[]): readonly number[] => values.flatMap((value) => SEVERITIES.get(value) ?? []);
  const [was, now] = [rank(before), rank(after)];
  if (was.length === 0 && now.length === 0) return [];
  const count = (values: readonly number[], least: number): number => values.filter((value) => value <= least).length;
  const isGone = was.length > 0 && now.length === 0 && Math.max(...was) > 0;
  const isLower = count(now, 0) > count(was, 0) || (was.length === now.length && count(now, 1) > count(was, 1));
  if (!isGone && !isLower) return [];
  return [
    weakened(
      path,
      isGone ? `${path} is no longer asked for.` : `${path} is asked for less severely.`,
      isGone ? "medium" : "high"
    ),
  ];
}

function judgeLimit(path: string, before: readonly Scalar[], after: readonly Scalar[]): readonly ConfigFinding[] {
  const [was] = before;
  const [now] = after;
  if (typeof was !== "number") return [];
  const isLooser = typeof now === "number" ? now > was || (now < 0 && was >= 0) : true;
  return isLooser ? [weakened(path, `${path} went from ${was} to ${String(now ?? "nothing")}.`)] : [];
}

function judgeSwitch(
  path: string,
  before: readonly Scalar[],
  after: readonly Scalar[],
  strict: boolean
): readonly ConfigFinding[] {
  const isStrict = (values: readonly Scalar[]): boolean =>
    values.some((value) => value === strict || (strict && SEVERITIES.get(value) === 2));
  const isLax = (values: readonly Scalar[]): boolean => values.includes(!strict) || (strict && values.includes("off"));
  const isWeaker = strict ? isStrict(before) && !isStrict(after) : isLax(after) && !isLax(before);
  const isOff = strict && isLax(after) && !isLax(before);
  return isWeaker || isOff ? [weakened(path, `${path} is ${strict ? "switched off" : "switched on"}.`)] : [];
}

const STRICT_FAMILY = new Set([
  "noImplicitAny",
  "strictNullChecks",
  "strictFunctionTypes",
  "strictBindCallApply",
  "strictPropertyInitialization",
  "noImplicitThis",
  "alwaysStrict",
  "useUnknownInCatchVariables",
  "strictBuiltinIteratorReturn",
]);
const STRICT = new Set([
  ...STRICT_FAMILY,
  "strict",
  "noUnusedLocals",
  "noUnusedParameters",
  "noImplicitReturns",
  "noFallthroughCasesInSwitch",
  "noUncheckedIndexedAccess",
  "noImplicitOverride",
  "exactOptionalPropertyTypes",
  "noPropertyAccessFromIndexSignature",
  "checkJs",
  "erasableSyntaxOnly",
  "noUncheckedSideEffectImports",
  "forceConsistentCasingInFileNames",
]);
const LAX = new Set([
  "skipLibCheck",
  "allowUnreachableCode",
  "allowUnusedLabels",
  "noCheck",
  "suppressImplicitAnyIndexErrors",
]);

/** What a tsconfig may weaken: how strictly is checked, and what. */
export const TYPE_RULES: readonly ConfigRule[] = [
  (before, after) => listPaths(before, after).flatMap((path) => judgeTypes(path, before, after)),
];

function judgeTypes(path: string, before: Settings, after: Settings): readonly ConfigFinding[] {
  const name = path.replace(/^compilerOptions\./, "");
  if (name !== path) return judgeOption(name, path, before, after);
  if (path === "extends") return judgeBases(before, after);
  if (path === "exclude") return judge("exclude", before.get(path) ?? [], after.get(path) ?? []);
  const now = after.get(path);
  if ((path !== "include" && path !== "files") || !now) return [];
  const gone = listMissing(before.get(path) ?? [], now);
  return gone.map((value) => weakened(path, `${path} no longer takes in ${JSON.stringify(value)}.`, "medium"));
}

/** Of a base that cannot be read, that it is gone; what says all of strictness itself needs none. */
function judgeBases(before: Settings, after: Settings): readonly ConfigFinding[] {
  if (after.get("compilerOptions.strict")?.[0] === true) return [];
  const gone = listMissing(before.get("extends") ?? [], after.get("extends") ?? []);
  return gone.map((value) => weakened("extends", `It no longer extends ${JSON.stringify(value)}.`, "medium"));
}

function judgeOption(name: string, path: string, before: Settings, after: Settings): readonly ConfigFinding[] {
  const [was] = before.get(path) ?? [];
  const [now] = after.get(path) ?? [];
  if (LAX.has(name) && now === true && was !== true && before.size > 0) {
    return [weakened(path, `${name} is switched on.`)];
  }
  if (!STRICT.has(name) || (now === undefined && isImplied(name, before, after))) return [];
  const isWeaker = (was === true && now !== true) || (now === false && was !== false);
  return isWeaker ? [weakened(path, `${name} is switched off.`)] : [];
}

/** What `strict` says already, or a base that is extended since. */
function isImplied(name: string, before: Settings, after: Settings): boolean {
  if (STRICT_FAMILY.has(name) && after.get("compilerOptions.strict")?.[0] === true) return true;
  return after.get("extends") !== undefined && before.get("extends") === undefined;
}
