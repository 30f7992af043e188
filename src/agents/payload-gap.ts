import { toPlainLine } from "../domain/plain-text.ts";
import type { Payload } from "./agent.ts";
import { isRecord } from "./payload-fields.ts";

/** Fields of a payload of which one has to hold a text. */
export interface NeededField {
  /** The field that holds what the tool was given. */
  readonly holder: "tool_input" | "args";
  /** The names that it has, from version to version. */
  readonly names: readonly string[];
  /** An empty text is one too: new content may be empty, a path may not. */
  readonly mayBeEmpty?: boolean;
  /** A list with something in it does as well. */
  readonly mayBeList?: boolean;
}

/** Why none of the fields holds a text: `tool_input.file_path is missing`; undefined where one does. */
export function findGap(
  payload: Payload,
  { holder, names, mayBeEmpty = false, mayBeList = false }: NeededField
): string | undefined {
  const input = Object.hasOwn(payload, holder) ? payload[holder] : undefined;
  if (!isRecord(input)) return `${holder} is ${input === undefined ? "missing" : "no object"}`;
  const there = names.filter((name) => Object.hasOwn(input, name));
  const isHeld = (value: unknown): boolean =>
    typeof value === "string" ? mayBeEmpty || value !== "" : mayBeList && Array.isArray(value) && value.length > 0;
  if (there.some((name) => isHeld(input[name]))) return undefined;
  const [first] = there;
  if (first !== undefined) return `${holder}.${first} is ${describeValue(input[first], mayBeList)}`;
  const listed = names.map((name) => `${holder}.${name}`);
  return listed.length === 1 ? `${listed.join("")} is missing` : `none of ${listed.join(", ")} is there`;
}

function describeValue(value: unknown, mayBeList: boolean): string {
  if (value === "" || (mayBeList && Array.isArray(value))) return "empty";
  return mayBeList ? "neither a text nor a list" : "no text";
}

/** Of a tool's name, in UTF-16 code units: it comes from the payload, and must not push out what is said of it. */
const MAX_TOOL = 100;

/** A gap as a sentence says it. */
export function describeGap(tool: string, what: string, gap: string): string {
  return `the payload of ${toPlainLine(tool, MAX_TOOL)} ${what === "file" ? "names" : "holds"} no ${what}: ${gap}`;
}

/** Why a payload of a finished edit names no file, as a sentence; undefined without a tool, or where one of the fields is there. */
export function findFileGap(payload: Payload, tool: string | undefined, field: NeededField): string | undefined {
  const gap = tool === undefined ? undefined : findGap(payload, field);
  return tool === undefined || gap === undefined ? undefined : describeGap(tool, "file", gap);
}
