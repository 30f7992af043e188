import type { PostEditResult } from "../contracts/post-edit-result.ts";
import type { Agent, EditEvent, Payload } from "./agent.ts";
import { toContextText } from "./context-text.ts";
import { toPatchFiles } from "./patch-files.ts";
import { getText, isRecord, toEditEvent } from "./payload-fields.ts";
import { findFileGap } from "./payload-gap.ts";

const TOOLS = new Set(["apply_patch", "edit", "multiedit", "patch", "write"]);
/** No limit is known for appended text; this is for the reader's sake. */
const MAX_TEXT = 8000;

/** Reads what the plugin sends; undefined where it announces no finished edit of a named file. */
export function readOpenCodeEdit(payload: Payload): EditEvent | undefined {
  const tool = getText(payload, "tool") ?? "";
  if (!TOOLS.has(tool)) return undefined;
  const file = getText(payload["args"], "filePath");
  const written = listWritten(payload["metadata"]);
  const patched = written.length > 0 ? written : toPatchFiles(getText(payload["args"], "patchText") ?? "");
  return toEditEvent({
    session: getText(payload, "sessionID") ?? "",
    tool,
    event: undefined,
    base: getText(payload, "directory"),
    paths: file === undefined ? patched : [file],
  });
}

/** What such a payload lacks; a patch that leaves no file lacks nothing. */
export function findOpenCodeGap(payload: Payload): string | undefined {
  const tool = getText(payload, "tool") ?? "";
  if (!TOOLS.has(tool) || readOpenCodeEdit(payload)) return undefined;
  return findFileGap(payload, tool, { holder: "args", names: [/patch/.test(tool) ? "patchText" : "filePath"] });
}

/** What apply_patch says it wrote; empty where the metadata lists nothing. */
function listWritten(metadata: unknown): readonly string[] {
  const files = isRecord(metadata) ? metadata["files"] : undefined;
  if (!Array.isArray(files)) return [];
  return files
    .filter((file) => getText(file, "type") !== "delete")
    .map((file) => getText(file, "movePath", "filePath"))
    .filter((file) => file !== undefined);
}

/** The contract with the plugin: one JSON object, `text` to append to the tool's output or nothing (AC-010). */
function respond(result: PostEditResult): string {
  const text = toContextText(result, MAX_TEXT);
  return JSON.stringify(text === "" ? {} : { text });
}

/** OpenCode: its plugin sends the tool call and appends the answer to the tool's output. */
export const opencode: Agent = {
  name: "opencode",
  settingsPath: ".opencode/plugins/hi.js",
  events: ["tool.execute.after"],
  toEdit: readOpenCodeEdit,
  findGap: findOpenCodeGap,
  respond,
};
