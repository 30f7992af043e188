import type { ConfigEdit } from "../domain/config-edit.ts";
import { nestValue } from "../domain/config-value.ts";
import type { Json } from "../domain/json.ts";
import { toPointerSegments } from "../domain/json.ts";

/** The lines that a person adds (or, for a removal, takes out) by hand where an edit cannot be made, as JSON. */
export function toManualLines(edit: ConfigEdit): readonly string[] {
  const segments = toPointerSegments(edit.pointer);
  const whole = JSON.stringify(nestValue(segments, toShownValue(edit)), null, 2).split("\n");
  if (segments.length === 0) return whole;
  return whole.slice(1, -1).map((line) => line.slice(2));
}

function toShownValue(edit: ConfigEdit): Json {
  if (edit.kind === "set") return edit.value;
  if (edit.kind === "append" || edit.kind === "remove-element") return [edit.value];
  return edit.kind === "replace-element" ? [edit.to] : null;
}
