import { parseShallowJson } from "./json-depth.ts";
import type { Json } from "./json.ts";
import { canonicalJson, getAtPointer, isJsonEqual, toPointer } from "./json.ts";

/** Where one handler stands in a Codex hooks file: trust is given to this place and to the definition's hash. */
export interface CodexPlace {
  readonly group: number;
  readonly handler: number;
}

/** All that the top of the file may hold: with anything else Codex drops the whole file. */
const TOP_KEYS = new Set(["hooks", "description"]);

/** Why Codex would drop the whole file, in words; undefined where it reads it. Seen with Codex 0.171.0. */
export function findDropReason(text: string): string | undefined {
  if (text.startsWith("\uFEFF")) return "it starts with a byte order mark";
  let value: Json;
  try {
    value = parseShallowJson(text);
  } catch {
    return "it is no plain JSON (Codex takes no comments and no trailing commas)";
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return "it is no object";
  const foreign = Object.keys(value).find((key) => !TOP_KEYS.has(key));
  return foreign === undefined ? undefined : `it has ${JSON.stringify(foreign)} at its top`;
}

/** The first handler of the group that is ours, by value; undefined where no group is. */
export function findCodexPlace(hooks: Json, event: string, ours: Json): CodexPlace | undefined {
  const groups = getAtPointer(hooks, toPointer(["hooks", event]));
  const group = Array.isArray(groups) ? groups.findIndex((one: Json) => isJsonEqual(one, ours)) : -1;
  return group === -1 ? undefined : { group, handler: 0 };
}

/** The name by which Codex's own configuration knows a handler: `PATH:post_tool_use:0:0`. */
export function toCodexKey(file: string, event: string, { group, handler }: CodexPlace): string {
  return `${file}:${toSnakeCase(event)}:${group}:${handler}`;
}

const DEFAULT_TIMEOUT_SECONDS = 600;

/**
 * The text whose SHA-256 Codex takes for a handler's definition, and which a person trusts: the event, the group's
 * matcher and the handler with its defaults filled in, as canonical JSON. Worked out against Codex 0.171.0's own
 * `hooks/list`; which command counts depends on the system. Undefined where the group is none.
 */
export function toCodexDefinition(event: string, group: Json, isWindows: boolean): string | undefined {
  const handler = getAtPointer(group, "/hooks/0");
  const command = (isWindows ? getText(handler, "commandWindows") : undefined) ?? getText(handler, "command");
  if (command === undefined) return undefined;
  const matcher = getText(group, "matcher");
  const statusMessage = getText(handler, "statusMessage");
  const limit = getAtPointer(handler, "/additionalContextLimit");
  const timeout = getAtPointer(handler, "/timeout");
  return canonicalJson({
    event_name: toSnakeCase(event),
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [
      {
        type: "command",
        command,
        timeout: typeof timeout === "number" ? Math.max(1, timeout) : DEFAULT_TIMEOUT_SECONDS,
        async: getAtPointer(handler, "/async") === true,
        ...(statusMessage === undefined ? {} : { statusMessage }),
        ...(typeof limit === "number" ? { additionalContextLimit: limit } : {}),
      },
    ],
  });
}

function getText(value: Json | undefined, key: string): string | undefined {
  const found = getAtPointer(value, toPointer([key]));
  return typeof found === "string" ? found : undefined;
}

function toSnakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
