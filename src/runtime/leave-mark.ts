import { writeFile } from "node:fs/promises";
import path from "node:path";

import type { Agent } from "../agents/agent.ts";
import { MAX_MARK_OUTPUT } from "../contracts/hook-mark.ts";
import type { HookMark } from "../contracts/hook-mark.ts";
import type { PostEditResult } from "../contracts/post-edit-result.ts";
import { openStateFolder } from "./io/state-folder.ts";
import type { StatePlace } from "./io/state-folder.ts";

/**
 * Leaves word that an agent has run the hook, the last run's alone, for `hi doctor`. Nothing depends on it, so nothing is
 * said where it cannot be left. `HI_HOOK_MARK=off` leaves none: that is how a doctor looks without a trace.
 */
export async function leaveMark(place: StatePlace, name: Agent["name"], result: PostEditResult): Promise<void> {
  if (name === "neutral" || place.env["HI_HOOK_MARK"] === "off") return;
  try {
    const opened = await openStateFolder(place, "hook");
    if (opened) await writeFile(path.join(opened.folder, `${name}.json`), `${JSON.stringify(toMark(result))}\n`);
  } catch {
    // A full disk, or a folder in the file's place.
  }
}

function toMark({ status, failures: [failure] }: PostEditResult): HookMark {
  const { node } = process.versions;
  const mark = { schemaVersion: 1, at: new Date().toISOString(), status, node } as const;
  if (!failure) return mark;
  const { kind, command, output } = failure;
  return { ...mark, failure: { kind, command: command.join(" "), output: output.slice(-MAX_MARK_OUTPUT) } };
}
