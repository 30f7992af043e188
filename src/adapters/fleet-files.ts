import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

import type { FoundResult } from "../domain/fleet-result.ts";
import { Refusal } from "../domain/refusal.ts";
import { MAX_TEXT_BYTES, readRegularFileSync } from "../runtime/io/read-regular.ts";
import { toErrorCode } from "./system-error.ts";

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FOLDERS_DEEP = 4;

/** Reads what the fleet's verbs are pointed at, from the current folder. */
export const fleetFiles = {
  /** @throws Refusal HI_FLEET_UNREADABLE */
  readList: (file: string): string => {
    const bytes = readRegularFileSync(file, MAX_TEXT_BYTES);
    if (bytes === undefined) throw toUnreadable(file, "not there, no file, closed to us, or too large to be a list");
    return bytes.toString("utf8");
  },

  /**
   * Every `.json` below a folder, each by its path without the ending; an artifact's own folder names it where the file
   * is only called `hi.json`. A file that cannot be read is a result all the same. @throws Refusal HI_FLEET_UNREADABLE
   */
  readResults: (folder: string): readonly FoundResult[] => {
    const files = orRefuse(folder, () => listResults(folder, MOST_FOLDERS_DEEP));
    return files.map((file) => readResult(file, toName(path.relative(folder, file))));
  },
};

function orRefuse<Value>(place: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw toUnreadable(place, toErrorCode(error) ?? String(error));
  }
}

function toUnreadable(place: string, why: string): Refusal {
  return new Refusal({
    code: "HI_FLEET_UNREADABLE",
    message: `${JSON.stringify(place)} cannot be read (${why}).`,
    next: "name another file or folder",
  });
}

/** Links are not followed: an artifact may bring any. */
function listResults(folder: string, depth: number): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 ? listResults(file, depth - 1) : [];
    return entry.name.endsWith(".json") ? [file] : [];
  });
}

function toName(relative: string): string {
  const name = relative.split(path.sep).join("/").slice(0, -".json".length);
  return name.endsWith("/hi") ? name.slice(0, -"/hi".length) : name;
}

function readResult(file: string, name: string): FoundResult {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return { name, problem: "it is no file" };
    if (stats.size > MOST_BYTES) return { name, problem: `it is larger than ${MOST_BYTES} bytes` };
    const bytes = readRegularFileSync(file, MOST_BYTES);
    return bytes ? { name, text: bytes.toString("utf8") } : { name, problem: "it cannot be read" };
  } catch (error) {
    return { name, problem: `it cannot be read (${toErrorCode(error) ?? String(error)})` };
  }
}
