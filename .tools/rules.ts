import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes src/domain/policy/rule-table.generated.ts: every rule of the pinned oxlint by category and plugin, as
 * `oxlint --rules` lists them. A test holds the file against the installed tool.
 */
const root = path.join(import.meta.dirname, "..");
const OXLINT = path.join(root, "node_modules/.bin/oxlint");

interface Row {
  readonly scope: string;
  readonly value: string;
  readonly category: string;
}

const rows = JSON.parse(execFileSync(OXLINT, ["--rules", "--format=json"], { encoding: "utf8" })) as readonly Row[];
const table: Record<string, Record<string, string[]>> = {};
for (const { category, scope, value } of rows) {
  const plugins = table[category] ?? {};
  table[category] = { ...plugins, [scope]: [...(plugins[scope] ?? []), value] };
}
const sorted = <Value>(record: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] =>
  Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1));
const lines = sorted(table).flatMap(([category, plugins]) => [
  `  ${category}: {`,
  ...sorted(plugins).flatMap(([plugin, names]) => [`    ${plugin}:`, `      "${names.toSorted().join(" ")}",`]),
  "  },",
]);
const text = [
  "/** Every rule of the pinned oxlint, by category and plugin; written by .tools/rules.ts. */",
  "export const RULE_TABLE = {",
  ...lines,
  "} as const;",
  "",
].join("\n");
writeFileSync(path.join(root, "src/domain/policy/rule-table.generated.ts"), text);
