import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { VolumeTraits } from "../decide/session-payload.ts";

/**
 * Tries out what the volume of the work tree does to names and modes, in a folder of its own that is removed again.
 * Git's configuration says the same, and can be changed by whoever may write it.
 */
export function probeVolume(root: string): VolumeTraits {
  const folder = makeFolder(root);
  if (folder === undefined) return USUAL;
  try {
    const file = path.join(folder, "a\u00E9");
    writeFileSync(file, "");
    chmodSync(file, 0o755);
    const isSet = (statSync(file).mode & 0o100) !== 0;
    chmodSync(file, 0o644);
    return {
      foldsCase: existsSync(path.join(folder, "A\u00E9")),
      foldsForm: existsSync(path.join(folder, "ae\u0301")),
      keepsModes: isSet && (statSync(file).mode & 0o100) === 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the system's volumes usually do: for a work tree that cannot be written, of which nothing is changed either. */
const USUAL: VolumeTraits = {
  foldsCase: process.platform === "darwin" || process.platform === "win32",
  foldsForm: process.platform === "darwin",
  keepsModes: process.platform !== "win32",
};

function makeFolder(root: string): string | undefined {
  try {
    return mkdtempSync(path.join(root, ".hi-probe-"));
  } catch {
    return undefined;
  }
}
