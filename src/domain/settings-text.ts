import type { ConfigEditor } from "./config-edit.ts";
import type { Json } from "./json.ts";
import { isJsonEqual } from "./json.ts";
import type { ScopePath } from "./paths.ts";
import type { InitAnswers } from "./proposal.ts";
import { parseExclude, parseScopes } from "./selection.ts";
import { COMMIT_GATES, PACKS, PROVIDERS, SETTINGS_SCHEMA_VERSION } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** Sorts and deduplicates the answers into settings; `base` is always there. */
export function toSettings(answers: InitAnswers): Settings {
  const packs = new Set([...answers.packs, "base"]);
  return {
    schemaVersion: SETTINGS_SCHEMA_VERSION,
    providers: PROVIDERS.filter((name) => answers.providers.includes(name)),
    packs: PACKS.filter((name) => packs.has(name)).toSorted(),
    lint: {
      scopes: [...new Set(answers.scopes)].toSorted() as ScopePath[],
      exclude: [...new Set(answers.exclude)].toSorted(),
    },
    commitGate: COMMIT_GATES.find((gate) => gate === answers.commitGate) ?? "disabled",
  };
}

/** A value of the settings that could not be put in place without touching other bytes. */
export interface SettingsEditFailure {
  readonly pointer: string;
  readonly reason: string;
}

/**
 * The text of `.hi/settings.json`: written whole where there is none; where there is one, only the values that differ
 * are edited, so comments, order and layout stay. Equal settings give the very same text.
 */
export function planSettings(
  existing: string | undefined,
  settings: Settings,
  editor: ConfigEditor
): { readonly text: string } | { readonly failure: SettingsEditFailure } {
  if (existing === undefined || existing.trim() === "") return { text: writeSettings(settings) };
  let text = existing;
  for (const [pointer, value] of toMembers(settings)) {
    const parsed = editor.parse(text);
    if (!parsed.ok) return { failure: { pointer, reason: parsed.problem.message } };
    if (isSaid(parsed.get(pointer), value, pointer)) continue;
    const edited = editor.edit(text, { kind: "set", pointer, value });
    if (!edited.ok) return { failure: { pointer, reason: edited.reason } };
    ({ text } = edited);
  }
  return { text };
}

/** What a member means when it is left out. */
const DEFAULTS: Readonly<Record<string, Json>> = { "/packs": ["base"], "/lint/exclude": [], "/commitGate": "disabled" };

/** True where the text says this already: by its default, or in another order or spelling. */
function isSaid(current: Json | undefined, value: Json, pointer: string): boolean {
  if (current === undefined) return isJsonEqual(DEFAULTS[pointer], value);
  return isJsonEqual(toNormal(current, pointer), toNormal(value, pointer));
}

function toNormal(value: Json, pointer: string): Json {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return value;
  const items = value as readonly string[];
  if (pointer === "/lint/scopes") return parseScopes(items).scopes;
  if (pointer === "/lint/exclude") return parseExclude(items).exclude;
  return [...new Set(pointer === "/packs" ? [...items, "base"] : items)].toSorted();
}

function writeSettings(settings: Settings): string {
  return `${JSON.stringify({ $schema: "./settings.schema.json", ...settings }, null, 2)}\n`;
}

function toMembers(settings: Settings): readonly (readonly [pointer: string, value: Json])[] {
  return [
    ["/schemaVersion", settings.schemaVersion],
    ["/providers", settings.providers],
    ["/packs", settings.packs],
    ["/lint/scopes", settings.lint.scopes],
    ["/lint/exclude", settings.lint.exclude],
    ["/commitGate", settings.commitGate],
  ];
}
