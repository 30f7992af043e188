import { listMissing, toFinding } from "./config-finding.ts";
import type { ConfigFinding } from "./config-finding.ts";
import type { Scalar, Settings } from "./setting.ts";

/** Events by which what someone proposes or pushes is tested. */
const TRIGGERS = ["push", "pull_request", "pull_request_target", "merge_group"] as const;

/** Says by which events a workflow that validates no longer runs, or only for fewer branches and paths. */
export function compareTriggers(before: Settings, after: Settings): readonly ConfigFinding[] {
  const [was, now] = [listTriggers(before), listTriggers(after)];
  return TRIGGERS.filter((trigger) => was.has(trigger)).flatMap((trigger) => {
    const path = `on.${trigger}`;
    if (!now.has(trigger)) return [toChanged(path, `It no longer runs on ${trigger}.`)];
    // Where every proposal is tested, pushes need not be.
    const isElsewhere = trigger === "push" && isUnfiltered(after, "pull_request");
    return isElsewhere ? [] : compareFilters(path, before, after);
  });
}

function compareFilters(path: string, before: Settings, after: Settings): readonly ConfigFinding[] {
  const taken = ["branches", "paths", "types"].flatMap((filter) => {
    const [was, now] = [before.get(`${path}.${filter}`), after.get(`${path}.${filter}`)];
    if (!now) return [];
    const some = `It now runs only for some ${filter}: ${now.map(String).join(", ")}.`;
    if (!was) return [toChanged(`${path}.${filter}`, some)];
    const gone = now.some((value) => /^\*\*?$/.test(String(value))) ? [] : listMissing(was, now);
    return gone.map((value) => toChanged(`${path}.${filter}`, `It no longer runs for ${String(value)}.`));
  });
  const left = ["branches-ignore", "paths-ignore"].flatMap((filter) =>
    listMissing(after.get(`${path}.${filter}`) ?? [], before.get(`${path}.${filter}`) ?? [])
      .filter((value) => !isProse(value))
      .map((value) => toChanged(`${path}.${filter}`, `It no longer runs for ${String(value)}.`))
  );
  return [...taken, ...left];
}

/** `on: push`, `on: [push]`, `on: { push: … }`. */
const listTriggers = (settings: Settings): ReadonlySet<string> =>
  new Set([
    ...(settings.get("on") ?? []).map(String),
    ...[...settings.keys()].flatMap((path) => (path.startsWith("on.") ? [path.split(".")[1] ?? ""] : [])),
  ]);

const isUnfiltered = (settings: Settings, trigger: string): boolean =>
  listTriggers(settings).has(trigger) &&
  ["branches", "paths", "types", "branches-ignore", "paths-ignore"].every(
    (filter) => settings.get(`on.${trigger}.${filter}`) === undefined
  );

const isProse = (value: Scalar): boolean => /\.(?:md|mdx|txt)$|^docs\//.test(String(value));

const toChanged = (path: string, explanation: string): ConfigFinding =>
  toFinding("VALIDATION_SCRIPT_CHANGED", path, explanation, "medium");
