import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Agent } from "../agents/agent.ts";
import { MAX_MARK_OUTPUT } from "../contracts/hook-mark.ts";
import type { HookMark } from "../contracts/hook-mark.ts";
import type { PostEditResult } from "../contracts/post-edit-result.ts";
import { openStateFolder } from "./io/state-folder.ts";
import type { StatePlace } from "./io/state-folder.ts";

/** Most agents edit many files that are none of ours, and a rename costs more than all else that such a run does. */
const SKIPPED_EVERY_MS = 60_000;

/**
 * Leaves word that an agent has run the hook, the last run's alone, for `hi doctor`. Nothing depends on it, so nothing is
 * said where it cannot be left. `HI_HOOK_MARK=off` leaves none: that is how a doctor looks without a trace.
 */
export async function leaveMark(place: StatePlace, name: Agent["name"], result: PostEditResult): Promise<void> {
  if (name === "neutral" || place.env["HI_HOOK_MARK"] === "off") return;
  try {
    const opened = await openStateFolder(place, "hook");
    const file = opened && path.join(opened.folder, `${name}.json`);
    if (!file || (result.status === "skipped" && isFreshMark(file))) return;
    replaceMark(file, `${JSON.stringify(toMark(result))}\n`);
  } catch {
    // A full disk, or a folder in the file's place.
  }
}

/** True where a mark of the last minute stands there: a run that concerned no file has nothing to add to it. */
export function isFreshMark(file: string): boolean {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  const ageMs = Date.now() - (facts?.mtimeMs ?? 0);
  return facts?.isFile() === true && ageMs >= 0 && ageMs < SKIPPED_EVERY_MS;
}

/**
 * By a rename: nothing is written to where a link of that name leads, nobody is waited for at a pipe, and no reader sees
 * half a mark. All of it is one step of this process, so a signal that it handles leaves no temporary file.
 */
function replaceMark(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.${process.hrtime.bigint()}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function toMark({ status, failures: [failure] }: PostEditResult): HookMark {
  const { node } = process.versions;
  const mark = { schemaVersion: 1, at: new Date().toISOString(), status, node } as const;
  if (!failure) return mark;
  const { kind, command, output } = failure;
  return { ...mark, failure: { kind, command: command.join(" "), output: output.slice(-MAX_MARK_OUTPUT) } };
}
