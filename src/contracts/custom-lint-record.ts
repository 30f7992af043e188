import type { LinterEvent, LinterTool } from "../domain/linters.ts";
import { LINTER_EVENTS, LINTER_TOOLS } from "../domain/linters.ts";
import type { CustomLintSpec } from "./custom-lint.ts";

/** The version of `.hi/linters.json` (receipts/linters-1.schema.json). */
const LINTERS_SCHEMA_VERSION = 1;

/** A linter as the record names it. The record is generated, and may have been edited by hand since. */
export interface RecordedLinter extends CustomLintSpec {
  /** Undefined where they are damaged: then it is asked whatever happens. */
  readonly events: readonly LinterEvent[] | undefined;
  readonly tools: readonly LinterTool[] | undefined;
}

/**
 * Reads the record leniently, so that no damage disarms a linter: what cannot be understood of an entry is a fault that
 * the host finds and answers by its policy, `closed` where that is damaged too. A text says why nothing can be read.
 */
export function parseLinters(value: unknown): readonly RecordedLinter[] | string {
  const version = getMember(value, "schemaVersion");
  if (typeof version === "number" && version > LINTERS_SCHEMA_VERSION) return "it was written by a newer hi: update hi";
  if (version !== LINTERS_SCHEMA_VERSION) return "it does not say of which version it is: run hi update";
  const linters = getMember(value, "linters");
  // Without linters there is no record: an empty list is one that somebody has emptied.
  if (!Array.isArray(linters) || linters.length === 0) return "it has no list of linters: run hi update";
  return linters.map(toRecorded);
}

/** Whether a linter is asked about a tool on an event; undefined is a tool that is not known. */
export function isConcerned(linter: RecordedLinter, event: LinterEvent, tool: LinterTool | undefined): boolean {
  if (linter.events !== undefined && !linter.events.includes(event)) return false;
  return linter.tools === undefined || tool === undefined || linter.tools.includes(tool);
}

/** Any policy but exactly `open`. */
export function isClosed({ onFailure }: Pick<CustomLintSpec, "onFailure">): boolean {
  return onFailure !== "open";
}

function toRecorded(entry: unknown, index: number): RecordedLinter {
  const name = getMember(entry, "name");
  const onFailure = getMember(entry, "onFailure");
  const limits = getMember(entry, "limits");
  const dir = getMember(entry, "dir");
  return {
    name: typeof name === "string" ? name : `number ${index + 1}`,
    argv: toTexts(getMember(entry, "argv")) ?? [],
    onFailure: typeof onFailure === "string" ? onFailure : "",
    ...(typeof limits === "object" && limits !== null && { limits }),
    // An entry that is no variable is found by the host.
    env: toTexts(getMember(entry, "env") ?? []) ?? [""],
    ...(dir !== undefined && { dir: typeof dir === "string" ? dir : "" }),
    events: toKnown(getMember(entry, "events"), LINTER_EVENTS),
    tools: toKnown(getMember(entry, "tools"), LINTER_TOOLS),
  };
}

/** Undefined unless it is a list of known names and nothing else. */
function toKnown<Name extends string>(value: unknown, known: readonly Name[]): readonly Name[] | undefined {
  const isKnown = (item: unknown): item is Name => known.includes(item as Name);
  return Array.isArray(value) && value.length > 0 && value.every(isKnown) ? value : undefined;
}

function toTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

function getMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
