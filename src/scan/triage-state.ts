import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { readAtOnce } from "../runtime/io/read-at-once.ts";
import { openStateFolder } from "../runtime/io/state-folder.ts";

const MAX_STATE_BYTES = 4 * 1024 * 1024;
/** More than anybody passes over; the oldest are forgotten first. */
const MOST_KEPT = 20_000;
const NAME = "passed-over.json";

/** What was passed over in earlier walks; hashes alone are kept, and outside of the work tree. */
export interface TriageState {
  readonly has: (key: string) => boolean;
  readonly size: number;
  readonly add: (key: string) => void;
  readonly clear: () => void;
}

/** Opens what is remembered of a project; where nothing can be kept, nothing is, and the walk goes on. */
export async function openTriageState(
  root: string,
  env: Readonly<Record<string, string | undefined>>
): Promise<TriageState> {
  const opened = await openStateFolder({ root, env }, "triage").catch(() => undefined);
  const file = opened && path.join(opened.folder, NAME);
  const kept = new Set(file === undefined ? [] : readKept(file));
  const save = (): void => {
    if (file !== undefined) writeKept(file, [...kept].slice(-MOST_KEPT));
  };
  return {
    has: (key) => kept.has(key),
    get size() {
      return kept.size;
    },
    add: (key) => {
      kept.add(key);
      save();
    },
    clear: () => {
      kept.clear();
      save();
    },
  };
}

/** What is damaged is nothing: a finding is then shown once more. */
function readKept(file: string): readonly string[] {
  const read = readAtOnce(file, MAX_STATE_BYTES);
  try {
    const value: unknown = read.kind === "text" ? JSON.parse(read.text) : [];
    return Array.isArray(value) ? value.filter((key): key is string => typeof key === "string") : [];
  } catch {
    return [];
  }
}

function writeKept(file: string, keys: readonly string[]): void {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(keys), { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // A disk that is full must not end a walk.
  } finally {
    rmSync(temporary, { force: true });
  }
}
