import { listMissing, listPaths, toFinding } from "./config-finding.ts";
import type { ConfigFinding } from "./config-finding.ts";
import { RUNNER_RULES, pickBelow } from "./runner-rules.ts";
import type { Settings } from "./setting.ts";

/**
 * Settings of npm, pnpm, Yarn and Bun that change what a script does or whether it runs, in the one spelling that all
 * their files have in common: small letters, no dashes. What only says where packages come from is not among them.
 */
const DECIDING = new Set([
  "bun",
  "configdependencies",
  "enableprepostscripts",
  "globalconfig",
  "globalpnpmfile",
  "ifpresent",
  "ignorescripts",
  "includeworkspaceroot",
  "injectenvironmentfiles",
  "nodeoptions",
  "pnpmfile",
  "plugins",
  "prefix",
  "preload",
  "scriptshell",
  "scriptsprependnodepath",
  "shell",
  "shellemulator",
  "userconfig",
  "workspace",
  "workspaces",
  "yarnpath",
]);
/** What is usual: a value that says it says nothing. */
const USUAL: Readonly<Record<string, boolean>> = {
  enableprepostscripts: true,
  ifpresent: false,
  ignorescripts: false,
  shellemulator: false,
};

/** What the settings of a package manager now do to scripts; of Bun's, what they do to its tests as well. */
export function comparePackageTool(before: Settings, after: Settings): readonly ConfigFinding[] {
  const own = listPaths(before, after).flatMap((path) => {
    const key = toDeciding(path);
    if (key === undefined) return [];
    const added = listMissing(after.get(path) ?? [], before.get(path) ?? []);
    const usual = Object.hasOwn(USUAL, key) ? USUAL[key] : undefined;
    const isSaid = added.some((value) => value !== usual);
    return isSaid
      ? [
          toFinding(
            "VALIDATION_SCRIPT_CHANGED",
            path,
            `${path} now is ${added.map(show).join(", ")}, which changes what scripts do.`
          ),
        ]
      : [];
  });
  const tests = [pickBelow(before, "test"), pickBelow(after, "test")] as const;
  return [...own, ...RUNNER_RULES.flatMap((rule) => rule(...tests))];
}

/** The first part of a setting's path that decides: `configDependencies.name`, `run.shell`, `test.preload`. */
const toDeciding = (path: string): string | undefined =>
  path
    .split(".")
    .map((part) => part.toLowerCase().replaceAll(/[-_]/g, "").replace(/\[\]$/, ""))
    .find((part) => DECIDING.has(part));

/** `key value` a line, as Yarn 1 writes it. */
export function readYarnLines(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null);
  for (const line of text.split(/\r?\n/)) {
    const [, key, value = ""] = /^\s*"?([^\s"#]+)"?\s+"?(.*?)"?\s*$/.exec(line) ?? [];
    if (key !== undefined) found[key] = value;
  }
  return found;
}

const show = (value: unknown): string => JSON.stringify(value);
