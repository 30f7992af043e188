import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { readProcessStart } from "../../runtime/io/process-start.ts";
import type { VolumeTraits } from "../decide/session-payload.ts";
import { isHeld } from "./guard-lock.ts";

const PROBE = "a\u00E9";
/** Named by the process that it is of, so that one which was killed is told from one that is at it. */
const FOLDER = /^\.hi-probe-(\d+)-(\d+|-)-[A-Za-z0-9]{6}$/;

/**
 * Tries out what the volume of the work tree does to names and modes, in a folder of its own that is removed again.
 * Git's configuration says the same, and can be changed by whoever may write it.
 */
export function probeVolume(root: string): VolumeTraits {
  const folder = makeFolder(root);
  if (folder === undefined) return USUAL;
  try {
    const file = path.join(folder, PROBE);
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
    const ticks = readProcessStart(process.pid)?.ticks ?? "-";
    return mkdtempSync(path.join(root, `.hi-probe-${process.pid}-${ticks}-`));
  } catch {
    return undefined;
  }
}

/** Takes away what a run that was killed while it tried out the volume has left in a work tree: it would count as a change. */
export function sweepProbes(root: string): void {
  for (const name of readdirSync(root)) {
    const [, pid = "", ticks = ""] = FOLDER.exec(name) ?? [];
    if (pid === "" || isHeld(`${pid} ${ticks}`)) continue;
    const folder = path.join(root, name);
    try {
      if (!lstatSync(folder).isDirectory()) continue;
      // Nothing but what was put there: anything else in it is somebody's, and keeps the folder.
      if (readdirSync(folder).every((inside) => inside === PROBE)) rmSync(path.join(folder, PROBE), { force: true });
      rmdirSync(folder);
    } catch {
      // It is told as a difference from the commit.
    }
  }
}
