import type { Json } from "../domain/json.ts";

/** How a document indents, so that new lines look like its own. Columns are counted in spaces. */
export interface YamlStyle {
  readonly eol: string;
  /** What a nested mapping adds. */
  readonly unit: number;
  /** What a sequence's dash adds to its parent key's column; 0 in the compact style. */
  readonly dash: number;
}

const PLAIN = /^[A-Za-z_./][\w./@+=~-]*(?: [\w./@+=~-]+)*$/;
/** Words that some reader takes for a boolean or null. */
const WORDS = /^(?:true|false|yes|no|on|off|y|n|null|nan|\.nan|[-+]?\.inf|~)$/i;

/** Writes a scalar; text is quoted as in JSON wherever a reader could take it for something else. */
function renderScalar(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = PLAIN.test(value) && !WORDS.test(value) && !/^\.+$|^\.\d/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** Writes a value on one line, as it stands inside brackets. */
export function renderFlow(value: Json, isQuoted: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => renderFlow(item, isQuoted)).join(", ")}]`;
  if (value === null || typeof value !== "object") return isQuoted ? JSON.stringify(value) : renderScalar(value);
  const members = Object.entries(value).map(([key, item]) => renderFlowMember(key, item as Json, isQuoted));
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

export function renderFlowMember(key: string, value: Json, isQuoted: boolean): string {
  return `${isQuoted ? JSON.stringify(key) : renderScalar(key)}: ${renderFlow(value, isQuoted)}`;
}

/** What follows a key's colon: ` scalar`, or the lines of a nested block. `column` is the key's. */
export function renderAfterColon(value: Json, column: number, style: YamlStyle): string {
  if (!isFilled(value)) return ` ${renderFlow(value, false)}`;
  const inner = column + (Array.isArray(value) ? style.dash : style.unit);
  return toLines(value, inner, style)
    .map((line) => style.eol + line)
    .join("");
}

/** A member's lines, the first one without its indentation. */
export function renderMember(
  key: string,
  value: Json,
  { column, style }: { column: number; style: YamlStyle }
): string {
  return `${renderScalar(key)}:${renderAfterColon(value, column, style)}`;
}

/** A sequence item's lines after its dash and space, which stand at `column`. */
export function renderItem(value: Json, column: number, style: YamlStyle): string {
  if (!isFilled(value)) return renderFlow(value, false);
  return toLines(value, column + 2, style)
    .join(style.eol)
    .trimStart();
}

function isFilled(value: Json): boolean {
  return value !== null && typeof value === "object" && Object.keys(value).length > 0;
}

/** The lines of a filled mapping or sequence, indented. */
function toLines(value: Json, column: number, style: YamlStyle): readonly string[] {
  const pad = " ".repeat(column);
  if (Array.isArray(value)) return value.map((item: Json) => `${pad}- ${renderItem(item, column, style)}`);
  const members = Object.entries(value as { readonly [key: string]: Json });
  return members.map(([key, item]) => pad + renderMember(key, item, { column, style }));
}
