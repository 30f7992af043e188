import type { Json } from "../../domain/json.ts";
import type { LinterTool } from "../../domain/linters.ts";
import type { Payload } from "../agent.ts";
import { getText, isRecord } from "../payload-fields.ts";
import { describeGap, findGap } from "../payload-gap.ts";
import type { NeededField } from "../payload-gap.ts";

/** A tool call without a trace of the agent that makes it: what custom linters are asked about. */
export interface ToolCall {
  readonly tool: LinterTool;
  /** By tool, as docs/custom-linters.md lists them. `path`, `paths` and `cwd` are as the agent wrote them. */
  readonly args: Readonly<Record<string, Json>>;
  /** The folder that relative paths belong to; undefined means the repository root. */
  readonly base: string | undefined;
}

type Args = ToolCall["args"];

/** Makes the arguments of one neutral tool from an agent's own; undefined where what the tool is about is not there. */
type ToArgs = (input: unknown) => Args | undefined;

/** What a tool is about, by what people call it, each with the fields of which one has to hold a text. */
export type Needs = Readonly<Record<string, Omit<NeededField, "holder">>>;

/** An agent's tool names, each with the neutral tool, how its arguments are read, and what has to be among them. */
export type ToolTable = Readonly<Record<string, readonly [LinterTool, ToArgs, Needs?]>>;

/**
 * The call of a payload's tool by a table; a tool that is not in it is `other`, of which only the name is told. Undefined
 * where a known tool's content is not where it is known to be: a linter must not take that for a call without content.
 */
export function toCall(
  table: ToolTable,
  { name, input, base }: { readonly name: string; readonly input: unknown; readonly base: string | undefined }
): ToolCall | undefined {
  const [tool, toArgs] = Object.hasOwn(table, name) ? (table[name] ?? OTHER) : OTHER;
  const args = tool === "other" ? { name } : toArgs(input);
  return args && { tool, args: tool === "shell" ? { ...args, cwd: args["cwd"] || "." } : args, base };
}

const OTHER = ["other", () => ({})] as const;

/** What a payload should say of its call and does not, as a sentence; undefined where nothing is known to be missing. */
export function findCallGap(
  table: ToolTable,
  {
    payload,
    holder,
    name,
  }: { readonly payload: Payload; readonly holder: NeededField["holder"]; readonly name: string }
): string | undefined {
  const needs = Object.hasOwn(table, name) ? table[name]?.[2] : undefined;
  for (const [what, field] of Object.entries(needs ?? {})) {
    const gap = findGap(payload, { holder, ...field });
    if (gap !== undefined) return describeGap(name, what, gap);
  }
  return undefined;
}

/** The same of a payload of Claude Code's or Codex's. */
export function findNamedGap(table: ToolTable, payload: Payload): string | undefined {
  const name = getText(payload, "tool_name");
  if (name === undefined) return NO_TOOL;
  return findCallGap(table, { payload, holder: "tool_input", name });
}

export const NO_TOOL = "the payload names no tool: tool_name is missing";

/** The named texts of an input, each under the neutral name on its left; what is not there is left out. */
export function pickTexts(input: unknown, names: Readonly<Record<string, readonly string[]>>): Args {
  const found = Object.entries(names).map(([name, theirs]) => [name, findText(input, theirs)] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Args;
}

/** Texts that the tool is about: undefined where one of `needed` (neutral names) is not there. */
export function needTexts(
  input: unknown,
  names: Readonly<Record<string, readonly string[]>>,
  needed: readonly string[]
): Args | undefined {
  const args = pickTexts(input, names);
  return needed.every((name) => Object.hasOwn(args, name)) ? args : undefined;
}

/** What an agent calls the parts of a replacement; `list` holds several of them. */
interface EditNames {
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly all: string;
  readonly list: string;
}

/**
 * The replacements of an edit: those of its list, and the one that stands beside it, whichever of them the agent will
 * take. Undefined where there is none, or one of them has neither an old nor a new text.
 */
function toEdits(input: unknown, names: EditNames): Json[] | undefined {
  const list = isRecord(input) && Object.hasOwn(input, names.list) ? input[names.list] : undefined;
  const own = toEdit(input, names);
  const edits = [...(Array.isArray(list) ? list.map((item) => toEdit(item, names)) : []), ...(own ? [own] : [])];
  return edits.length > 0 && edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** The arguments of an edit: the file, by its names, and the replacements. */
export function toEditArgs(
  input: unknown,
  file: { readonly path: readonly string[] },
  names: EditNames
): Args | undefined {
  const edits = toEdits(input, names);
  return edits && { ...pickTexts(input, { path: file.path }), edits };
}

function toEdit(input: unknown, names: EditNames): Json | undefined {
  const [before, after] = [findText(input, names.old), findText(input, names.new)];
  if (before === undefined && after === undefined) return undefined;
  const isAll = isRecord(input) && Object.hasOwn(input, names.all) && input[names.all] === true;
  return { old: before ?? "", new: after ?? "", all: isAll };
}

/** A server of the Model Context Protocol: its arguments are the server's, and no agent's. */
export function toMcpCall(
  server: string,
  name: string,
  { input, base }: { input: unknown; base: string | undefined }
): ToolCall | undefined {
  const given = typeof input === "string" ? parseObject(input) : (input ?? {});
  // What is there and cannot be shown must not look like nothing.
  return isRecord(given) ? { tool: "mcp", args: { server, name, arguments: given as Args }, base } : undefined;
}

/** Some agents send a tool's input as the text of its JSON. */
function parseObject(text: string): unknown {
  try {
    return text.trim() === "" ? {} : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * The call that a payload of Claude Code's or Codex's announces, by the agent's own table: both name the tool, its input
 * and the folder alike. Undefined where no tool is named.
 */
export function toNamedCall(table: ToolTable, payload: Payload): ToolCall | undefined {
  const name = getText(payload, "tool_name");
  if (name === undefined) return undefined;
  const given = { input: payload["tool_input"], base: getText(payload, "cwd") };
  const mcp = parseMcpName(name);
  return mcp ? toMcpCall(...mcp, given) : toCall(table, { name, ...given });
}

/** `mcp__server__tool`, as Claude Code and Codex name them. */
function parseMcpName(name: string): readonly [server: string, tool: string] | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  return server === undefined || tool === undefined ? undefined : [server, tool];
}

/** Without a choice of where blanks end: a line of many of them must not cost their square. */
const HEADER = /^\s*\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/;

/**
 * A patch in the `*** Begin Patch` form, with every path that it may name: added, changed, deleted, moved from and to.
 * Text that looks like a header counts as one: a gate is better asked about a file too many.
 */
export function toPatchArgs(patch: string | undefined): Args | undefined {
  if (patch === undefined) return undefined;
  const paths = patch.split("\n").map((line) => HEADER.exec(line)?.[1]?.trim());
  return { patch, paths: [...new Set(paths.filter((file): file is string => file !== undefined && file !== ""))] };
}

/** An empty text is a text here: it is what an edit may put in the place of something. */
function findText(input: unknown, names: readonly string[]): string | undefined {
  const holder: Payload = isRecord(input) ? input : {};
  const name = names.find((one) => Object.hasOwn(holder, one) && typeof holder[one] === "string");
  return name === undefined ? undefined : (holder[name] as string);
}

/** The event that a payload names, where it is none of these. */
export function findOtherEvent(payload: Payload, events: readonly string[]): string | undefined {
  const event = getText(payload, "hook_event_name");
  return event === undefined || events.includes(event) ? undefined : event;
}
