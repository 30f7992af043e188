import { realpathSync, statSync } from "node:fs";
import path from "node:path";

import type { ScanChoices } from "../domain/scan-record.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";

/** Names the adapter's program on one machine; absolute. */
const VARIABLE = "HI_SCAN_ADAPTER";
const IN_MODULES = "node_modules/harness-intelligence/dist/hi-adapter.mjs";

interface AdapterPlace {
  readonly root: string;
  /** The caller's environment, whole. */
  readonly ambient: Readonly<Record<string, string | undefined>>;
}

/**
 * The adapter's program: the machine's word, the settings', or the one that is installed in the repository. Nothing is
 * looked up elsewhere, and nothing is ever downloaded. Undefined where there is none. `root` is a real path.
 */
export function findScanAdapter({ root, ambient }: AdapterPlace, { adapter }: ScanChoices): string | undefined {
  const named = ambient[VARIABLE];
  if (named !== undefined && named !== "") return path.isAbsolute(named) ? toProgram(named) : undefined;
  if (adapter === undefined) return toProgram(path.join(root, IN_MODULES));
  const program = toProgram(path.join(root, adapter));
  return program !== undefined && isSameOrBelow(root, realpathSync(program)) ? program : undefined;
}

function toProgram(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
}
