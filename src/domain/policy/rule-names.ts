import { RULE_TABLE } from "./rule-table.generated.ts";

/** The plugins that are on where nobody chose any. `eslint` is no plugin for oxlint: its rules are always there. */
export const DEFAULT_PLUGINS = ["unicorn", "typescript", "oxc"] as const;

/** A rule of oxlint's own: who has it, its name, its category. */
interface KnownRule {
  readonly plugin: string;
  readonly name: string;
  readonly category: string;
}

const RULES: readonly KnownRule[] = Object.entries(RULE_TABLE).flatMap(([category, plugins]) =>
  Object.entries(plugins).flatMap(([plugin, names]) => names.split(" ").map((name) => ({ plugin, name, category })))
);

const CATEGORIES = new Map(RULES.map((rule) => [`${rule.plugin}/${rule.name}`, rule.category]));

/** The plugin that a bare name means: of several that have it, the first by name, as oxlint looks them up. */
const BARE = new Map(
  RULES.toSorted((left, right) => (left.plugin < right.plugin ? 1 : -1)).map(({ name, plugin }) => [name, plugin])
);

/** Other names of the built-in plugins. */
const ALIASES: Readonly<Record<string, string>> = {
  "@next": "nextjs",
  "@next/next": "nextjs",
  "@typescript-eslint": "typescript",
  deepscan: "oxc",
  "import-x": "import",
  "jsx-a11y": "jsx_a11y",
  "jsx-a11y-x": "jsx_a11y",
  "jsx_a11y-x": "jsx_a11y",
  "react-hooks": "react",
  react_hooks: "react",
  "react-perf": "react_perf",
  "typescript-eslint": "typescript",
  typescript_eslint: "typescript",
};

/** ESLint's rules that oxlint adapted to TypeScript: under either plugin's name they are one rule. */
const ADAPTED = new Set([
  "class-methods-use-this",
  "default-param-last",
  "init-declarations",
  "max-params",
  "no-array-constructor",
  "no-dupe-class-members",
  "no-empty-function",
  "no-invalid-this",
  "no-loop-func",
  "no-loss-of-precision",
  "no-magic-numbers",
  "no-redeclare",
  "no-restricted-imports",
  "no-shadow",
  "no-unused-expressions",
  "no-unused-vars",
  "no-use-before-define",
  "no-useless-constructor",
]);

/** The one name of a plugin: without `eslint-plugin-` and the like, aliases resolved. */
export function toPluginName(written: string): string {
  const plain = written
    .replace(/^(@[^/]+)\/(?:eslint|oxlint)-plugin$/, "$1")
    .replace(/^((?:@[^/]+\/)?)(?:eslint|oxlint)-plugin-/, "$1");
  return ALIASES[plain] ?? plain;
}

/** The one name of a rule, `plugin/rule`, whatever it is called in a configuration. */
export function toRuleId(written: string): string {
  const end = written.startsWith("@") ? written.lastIndexOf("/") : written.indexOf("/");
  if (end === -1) return `${BARE.get(written) ?? "eslint"}/${written}`;
  const plugin = toPluginName(written.slice(0, end));
  const name = written.slice(end + 1);
  return `${plugin === "typescript" && ADAPTED.has(name) ? "eslint" : plugin}/${name}`;
}

/** The plugin of a rule's one name. */
export function toPluginOf(id: string): string {
  return id.slice(0, id.lastIndexOf("/"));
}

/** The category of a rule of oxlint's own; undefined for a JS plugin's. */
export function findCategory(id: string): string | undefined {
  return CATEGORIES.get(id);
}

const PLUGINS: ReadonlySet<string> = new Set(RULES.map(({ plugin }) => plugin));

/**
 * Whether the pinned oxlint refuses a configuration for naming the rule, whatever it says of it. A plugin that it does not
 * have could be one of the project's, where the configuration brings any (`hasOwn`).
 */
export function isUnknown(id: string, hasOwn: boolean): boolean {
  return findCategory(id) === undefined && (PLUGINS.has(toPluginOf(id)) || !hasOwn);
}

/** Every rule of a category that these plugins have, by its one name. */
export function listRules(category: string, isWanted: (plugin: string) => boolean): readonly string[] {
  const plugins = Object.entries((RULE_TABLE as Readonly<Record<string, Record<string, string>>>)[category] ?? {});
  return plugins
    .filter(([plugin]) => isWanted(plugin))
    .flatMap(([plugin, names]) => names.split(" ").map((name) => `${plugin}/${name}`));
}

export function listCategories(): readonly string[] {
  return Object.keys(RULE_TABLE);
}

/** A rule's one name as a configuration has it. */
export function toWritten(id: string): string {
  return id.startsWith("eslint/") ? id.slice("eslint/".length) : id;
}
