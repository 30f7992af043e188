import type { ConfigEdit, ConfigEditor, EditedConfig, ParsedConfig } from "../domain/config-edit.ts";
import { findLastEqual, findValue, toEditedValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { isJsonEqual, toPointerSegments } from "../domain/json.ts";
import { applySplices } from "./text-splice.ts";
import type { Splice } from "./text-splice.ts";
import { addTomlItem, addTomlList, findTomlList, takeTomlItem } from "./toml-splice.ts";
import { parseTomlText } from "./toml-text.ts";

/**
 * Edits one list at the root of a TOML document; comments, quotes and line endings stay byte for byte. All else is
 * refused with the line to add, and every result is read again, by a whole reader, and compared.
 */
export const tomlConfigEditor: ConfigEditor = { parse: parseTomlConfig, edit: editTomlConfig };

function parseTomlConfig(text: string): ParsedConfig {
  const reading = parseTomlText(text);
  if ("problem" in reading) {
    const { problem: message, line, column } = reading;
    return { ok: false, problem: { message, line, column } };
  }
  return { ok: true, get: (pointer) => findValue(reading.value, pointer) };
}

function editTomlConfig(text: string, edit: ConfigEdit): EditedConfig {
  const refuse = (reason: string): EditedConfig => ({ ok: false, reason, lines: toLines(edit) });
  const reading = parseTomlText(text);
  if ("problem" in reading) return refuse(reading.problem);
  const wanted = toEditedValue(reading.value, edit);
  if (wanted === undefined) {
    return edit.kind === "remove-element"
      ? { ok: true, text }
      : refuse(`the document has no place for ${edit.pointer}`);
  }
  const splices = planSplices(text, edit, reading.value);
  if (splices === undefined) return refuse(`${edit.pointer} cannot be edited in TOML`);
  const edited = applySplices(text, splices);
  const again = parseTomlText(edited);
  const isGood = "value" in again && isJsonEqual(again.value, wanted);
  return isGood ? { ok: true, text: edited } : refuse("the edit would change more than its own key");
}

function planSplices(text: string, edit: ConfigEdit, document: Json): readonly Splice[] | undefined {
  const [key, ...deeper] = toPointerSegments(edit.pointer);
  if (key === undefined || deeper.length > 0) return undefined;
  const items = findValue(document, edit.pointer);
  if (edit.kind === "append" && items === undefined) return addTomlList(text, `${key} = [${renderItem(edit.value)}]`);
  const list = findTomlList(text, key);
  if (list === undefined || !Array.isArray(items)) return undefined;
  if (edit.kind === "append") return addTomlItem(text, list, renderItem(edit.value));
  return edit.kind === "remove-element" ? takeTomlItem(text, list, findLastEqual(items, edit.value)) : undefined;
}

/** A text of JSON's is one of TOML's. */
const renderItem = (value: Json): string => JSON.stringify(value);

function toLines(edit: ConfigEdit): readonly string[] {
  const [key] = toPointerSegments(edit.pointer);
  return edit.kind === "append" ? [`${key} = [${renderItem(edit.value)}]`] : [];
}
