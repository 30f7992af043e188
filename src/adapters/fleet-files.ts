import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type { FoundResult } from "../domain/fleet-result.ts";
import { Refusal } from "../domain/refusal.ts";
import { toErrorCode } from "./system-error.ts";

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FOLDERS_DEEP = 4;

/** Reads what the fleet's verbs are pointed at, from the current folder. */
export const fleetFiles = {
  /** @throws Refusal HI_FLEET_UNREADABLE */
  readList: (file: string): string => orRefuse(file, () => readFileSync(file, "utf8")),

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
    throw new Refusal({
      code: "HI_FLEET_UNREADABLE",
      message: `${JSON.stringify(place)} cannot be read (${toErrorCode(error) ?? String(error)}).`,
      next: "name another file or folder",
    });
  }
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
    return { name, text: readFileSync(file, "utf8") };
  } catch (error) {
    return { name, problem: `it cannot be read (${toErrorCode(error) ?? String(error)})` };
  }
}
