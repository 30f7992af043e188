import type { ConfigEdit, ConfigEditor } from "./config-edit.ts";
import type { Json } from "./json.ts";
import type { SettingsEditFailure } from "./settings-text.ts";
import { SETTINGS_SCHEMA_VERSION } from "./settings.ts";

/** What changes in a settings file from one schema version to the next. */
interface SettingsMigration {
  readonly from: number;
  readonly edits: readonly ConfigEdit[];
}

/**
 * One row a version that is no longer written, each leading to the version after it. Version 0 is what was written
 * before the field existed: the same members without it, or with 0 in it.
 */
const MIGRATIONS: readonly SettingsMigration[] = [
  { from: 0, edits: [{ kind: "set", pointer: "/schemaVersion", value: 1 }] },
];

/** The earlier version that settings were written for; undefined where they are of today, or are no settings. */
export function findOldVersion(settings: Json | undefined): number | undefined {
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) return undefined;
  const members = settings as { readonly [key: string]: Json };
  const version = Object.hasOwn(members, "schemaVersion") ? members["schemaVersion"] : 0;
  return MIGRATIONS.find((migration) => migration.from === version)?.from;
}

/** The text as today's schema has it, and the versions between which it was carried over. */
export interface MigratedSettings {
  readonly text: string;
  readonly migrated?: { readonly from: number; readonly to: number };
}

/**
 * Carries the text of `.hi/settings.json` over to today's schema, one edit at a time on the re-read text, so that every
 * other byte stays. A text of today, and one that cannot be read (the reader says why), come back as they are.
 */
export function migrateSettings(
  existing: string,
  editor: ConfigEditor
): MigratedSettings | { readonly failure: SettingsEditFailure } {
  const parsed = editor.parse(existing);
  const from = parsed.ok ? findOldVersion(parsed.get("")) : undefined;
  if (from === undefined) return { text: existing };
  let text = existing;
  for (const edit of MIGRATIONS.filter((migration) => migration.from >= from).flatMap(({ edits }) => edits)) {
    const edited = editor.edit(text, edit);
    if (!edited.ok) return { failure: { pointer: edit.pointer, reason: edited.reason } };
    ({ text } = edited);
  }
  return { text, migrated: { from, to: SETTINGS_SCHEMA_VERSION } };
}
