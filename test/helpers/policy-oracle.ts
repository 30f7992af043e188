import { readFile } from "node:fs/promises";
import path from "node:path";

import { parse } from "jsonc-parser";
import picomatch from "picomatch";

import { runProcess } from "./hi.ts";

/** A finding of a lint run, as far as a policy decides it. */
export interface Found {
  readonly file: string;
  readonly rule: string;
  readonly severity: string;
  readonly line: number;
}

const oxlint = (cwd: string, ...args: string[]) => runProcess("oxlint", args, { cwd });

/** The rules that a configuration says are effective outside of its overrides: severity and options by name. */
export async function readRules(cwd: string, config: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await oxlint(cwd, "-c", config, "--print-config");
  if (!stdout.startsWith("{")) throw new Error(`${config} does not load: ${stdout}`);
  const { rules } = JSON.parse(stdout) as { rules: Record<string, unknown> };
  return new Map(Object.entries(rules).map(([rule, value]) => [rule, JSON.stringify(value)]));
}

/** What a run over the folder finds, and the files that it looked at. */
export async function lintFolder(
  cwd: string,
  config: string
): Promise<{ readonly found: readonly Found[]; readonly files: readonly string[] }> {
  const flags = [
    "-c",
    config,
    "--disable-nested-config",
    "--ignore-pattern=node_modules",
    "--ignore-pattern=.hi",
    "--ignore-pattern=*.ts",
  ];
  const [run, listed] = await Promise.all([
    oxlint(cwd, ...flags, "--format=json"),
    oxlint(cwd, ...flags, "--debug=files"),
  ]);
  const at = run.stdout.indexOf("{");
  if (at === -1) throw new Error(`${config}: ${run.stdout}${run.stderr}`);
  const { diagnostics } = JSON.parse(run.stdout.slice(at)) as {
    diagnostics: { filename: string; code?: string; severity: string; labels: { span?: { line: number } }[] }[];
  };
  const found = diagnostics.map(({ filename, code = "unused-directive", severity, labels }) => ({
    file: filename,
    rule: code,
    severity,
    line: labels[0]?.span?.line ?? 0,
  }));
  const files = listed.stdout.split("\n").filter((line) => /\.[cm]?[jt]sx?$/.test(line));
  return { found, files: files.map((file) => path.relative(cwd, path.resolve(cwd, file))).toSorted() };
}

interface Written {
  readonly extends?: readonly string[];
  readonly plugins?: readonly string[];
  readonly categories?: Readonly<Record<string, unknown>>;
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly overrides?: readonly {
    readonly files: readonly string[];
    readonly excludeFiles?: readonly string[];
    readonly plugins?: readonly string[];
    readonly rules?: Readonly<Record<string, unknown>>;
  }[];
}

/** What a chain of policies says aloud, read by another reader than the product's. */
export interface Said {
  readonly plugins: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly overrides: NonNullable<Written["overrides"]>;
  /** Rules that only what is extended names. */
  readonly inherited: ReadonlySet<string>;
}

const ALIAS: Readonly<Record<string, string>> = {
  "@typescript-eslint": "typescript",
  "typescript-eslint": "typescript",
  "eslint-plugin-unicorn": "unicorn",
  "import-x": "import",
  "react-hooks": "react",
  jsx_a11y: "jsx-a11y",
  react_perf: "react-perf",
};
const toPlugin = (name: string): string => ALIAS[name] ?? name;

export async function readSaid(file: string): Promise<Said> {
  const chain = await readChain(file);
  const plugins = chain.flatMap((one) => (one.plugins ? [one.plugins] : []));
  const isEverywhere = plugins.length === chain.length;
  const defaults = isEverywhere ? [] : ["unicorn", "typescript", "oxc"];
  return {
    plugins: new Set(["eslint", ...defaults, ...plugins.flat()].map(toPlugin)),
    categories: new Set(chain.flatMap((one) => Object.keys(one.categories ?? {}))),
    rules: Object.assign({}, ...chain.map((one) => one.rules ?? {})) as Record<string, unknown>,
    overrides: chain.flatMap((one) => one.overrides ?? []),
    inherited: new Set(chain.slice(0, -1).flatMap((one) => Object.keys(one.rules ?? {}))),
  };
}

/** What is extended first. */
async function readChain(file: string): Promise<readonly Written[]> {
  const written = parse((await readFile(file, "utf8")).replaceAll(/^\s*#.*$/gm, "")) as Written;
  const bases = await Promise.all(
    (written.extends ?? []).map((base) => readChain(path.join(path.dirname(file), base)))
  );
  return [...bases.flat(), written];
}

/** oxlint's own list: category by `plugin/rule`. */
export type Categories = ReadonlyMap<string, string>;

export async function readCategories(cwd: string): Promise<Categories> {
  const { stdout } = await oxlint(cwd, "--rules", "--format=json");
  const rows = JSON.parse(stdout) as { scope: string; value: string; category: string }[];
  return new Map(rows.map(({ scope, value, category }) => [`${toPlugin(scope)}/${value}`, category]));
}

/** The rule's one name, whatever a report, a configuration or a list calls it. */
export function toOneName(written: string, categories: Categories): string {
  const [, reported, named] = /^(.*)\(([^)]+)\)$/.exec(written) ?? [];
  const text = reported === undefined ? written : `${toReported(reported)}/${named}`;
  const end = text.lastIndexOf("/");
  if (end === -1) {
    const known = [...categories.keys()].toSorted().find((id) => id.endsWith(`/${text}`));
    return categories.has(`eslint/${text}`) || !known ? `eslint/${text}` : known;
  }
  const plugin = toPlugin(text.slice(0, end));
  const name = text.slice(end + 1);
  const isAdapted =
    plugin === "typescript" && !categories.has(`typescript/${name}`) && categories.has(`eslint/${name}`);
  return `${isAdapted ? "eslint" : plugin}/${name}`;
}

const toReported = (plugin: string): string =>
  ({ "eslint-plugin-import": "import", "react-hooks": "react", next: "nextjs" })[plugin] ??
  plugin.replace(/^eslint-plugin-/, "");

/**
 * Whether the policy speaks of a rule in a file: it names it, for a plugin that it enables or to switch it off, or it
 * speaks of the rule's category. `file` is as the tool matches it; undefined leaves the overrides out.
 */
export function speaksOf(
  { plugins, categories: spoken, rules, overrides }: Said,
  rule: string,
  { file, categories }: { file: string | undefined; categories: Categories }
): boolean {
  const plugin = rule.slice(0, rule.lastIndexOf("/"));
  const category = categories.get(rule) ?? "";
  const names = (list: Readonly<Record<string, unknown>> | undefined, enabled: ReadonlySet<string>): boolean =>
    Object.entries(list ?? {}).some(([name, value]) => {
      if (toOneName(name, categories) !== rule) return false;
      return enabled.has(plugin) || !categories.has(rule) || isOff(value);
    });
  if (names(rules, plugins) || (plugins.has(plugin) && spoken.has(category))) return true;
  const matching = overrides.filter((one) => file !== undefined && matches(one, file));
  const isRepeated = (list: readonly string[]): boolean =>
    [...plugins].every((one) => one === "eslint" || list.map(toPlugin).includes(one));
  return matching.some((one) => {
    const own = new Set((one.plugins ?? []).map(toPlugin));
    if (names(one.rules, new Set([...plugins, ...own]))) return true;
    return own.has(plugin) && spoken.has(category) && !isRepeated(one.plugins ?? []);
  });
}

function isOff(value: unknown): boolean {
  const severity: unknown = Array.isArray(value) ? value[0] : value;
  return severity === "off" || severity === "allow" || severity === 0;
}

function matches(
  { files, excludeFiles = [] }: { files: readonly string[]; excludeFiles?: readonly string[] },
  file: string
): boolean {
  const toGlob = (glob: string): string => {
    const bare = glob.replace(/^\.\//, "");
    return bare.includes("/") || bare !== glob ? bare : `**/${bare}`;
  };
  const hits = (globs: readonly string[]): boolean =>
    globs.some((glob) =>
      glob.startsWith("!")
        ? !picomatch.isMatch(file, toGlob(glob.slice(1)), { dot: true })
        : picomatch.isMatch(file, toGlob(glob), { dot: true })
    );
  return hits(files) && !hits(excludeFiles);
}
