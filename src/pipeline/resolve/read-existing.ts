import { SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Settings } from "../../domain/settings.ts";
import type { World } from "../world.ts";

/** Settings as far as they go: what was never said is asked for, and what was said stays. */
export type ExistingSettings = Partial<Omit<Settings, "lint">> & { readonly lint: Partial<Settings["lint"]> };

/**
 * Reads settings that `init` may complete. Where they select nothing yet, all else that they say counts all the same.
 * @throws Refusal for anything else that is wrong with them
 */
export async function readExisting(text: string, world: World): Promise<ExistingSettings | undefined> {
  try {
    return world.documents.settings(text, SETTINGS_PATH);
  } catch (error) {
    if (!(error instanceof Refusal) || error.facts.code !== "HI_SELECTION_REQUIRED") throw error;
    return readUnselected(text, world);
  }
}

async function readUnselected(text: string, world: World): Promise<ExistingSettings | undefined> {
  const editor = await world.editors("json");
  const parsed = editor.parse(text);
  if (!parsed.ok) return undefined;
  const isSaid = (pointer: string): boolean => parsed.get(pointer) !== undefined;
  let completed = text;
  for (const pointer of ["/lint/scopes", "/providers"].filter((one) => !isSaid(one))) {
    const edited = editor.edit(completed, { kind: "set", pointer, value: [] });
    if (!edited.ok) return undefined;
    completed = edited.text;
  }
  const { providers, packs, lint, ...rest } = world.documents.settings(completed, SETTINGS_PATH);
  return {
    ...rest,
    ...(isSaid("/providers") ? { providers } : {}),
    ...(isSaid("/packs") ? { packs } : {}),
    lint: isSaid("/lint/exclude") ? { exclude: lint.exclude } : {},
  };
}
