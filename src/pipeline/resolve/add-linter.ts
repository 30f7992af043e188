import { LINTER_PROGRAMS } from "../../domain/linter-programs.ts";
import { EDIT_TOOLS } from "../../domain/linters.ts";
import type { NewLinter } from "../../domain/linters.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import { relativePath } from "../../domain/paths.ts";
import { SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { LinterInitRequest } from "../../domain/request.ts";
import type { Settings } from "../../domain/settings.ts";
import { readSettingsText } from "../reading/read-documents.ts";
import type { World } from "../world.ts";

/** The settings with one linter more, as text and as read, and what is to be made for it. */
export interface AddedLinter {
  readonly settings: Settings;
  readonly settingsText: string;
  readonly newLinter: NewLinter;
}

/**
 * Registers a new linter: one element more in the settings' list, and no other byte.
 * @throws Refusal HI_LINTER_EXISTS, HI_SETTINGS_NOT_EDITABLE
 */
export async function addLinter(
  { name, language, events, onFailure }: LinterInitRequest,
  { root, settings }: { readonly root: AbsolutePath; readonly settings: Settings },
  world: World
): Promise<AddedLinter> {
  const folder = relativePath(`linters/${name}`);
  const isRegistered = settings.linters?.some((linter) => linter.name === name) ?? false;
  if (isRegistered) throw toExisting(`a linter ${name} is registered`, SETTINGS_PATH);
  const { kind } = await world.disk.inspect(root, folder);
  if (kind !== "absent") throw toExisting(`${folder} is there, or cannot be made there (${kind})`, folder);
  const value = {
    name,
    argv: LINTER_PROGRAMS[language].map((word) => word.replace("FOLDER", folder)),
    events,
    tools: [...(events.includes("pre-tool") ? ["shell"] : []), ...(events.includes("post-edit") ? EDIT_TOOLS : [])],
    onFailure,
    requests: `${folder}/requests`,
  };
  const text = (await readSettingsText(root, world)) ?? "";
  const edited = (await world.editors("json")).edit(text, { kind: "append", pointer: "/linters", value });
  if (!edited.ok) {
    throw new Refusal({
      code: "HI_SETTINGS_NOT_EDITABLE",
      message: `A linter cannot be added to the settings without touching their other bytes: ${edited.reason}.`,
      where: { path: SETTINGS_PATH },
      next: `add it to "linters" in ${SETTINGS_PATH} by hand, then hi update`,
    });
  }
  const settingsText = edited.text;
  return {
    settings: world.documents.settings(settingsText, SETTINGS_PATH),
    settingsText,
    newLinter: { name, language, events, folder },
  };
}

function toExisting(what: string, path: string): Refusal {
  return new Refusal({
    code: "HI_LINTER_EXISTS",
    message: `There is such a linter already: ${what}.`,
    where: { path },
    next: "choose another name",
  });
}
