import { statSync } from "node:fs";

import { TOOLS_PATH } from "../domain/receipt.ts";
import { MAX_TEXT_BYTES } from "./io/read-regular.ts";
import type * as tools from "./tools.ts";

/** What answers an event, with everything that it needs. */
type Tools = typeof tools;

let loaded: Tools | undefined;

/**
 * Loads what does the work; in a repository it is a file of its own.
 * @throws Error where it is missing or broken, with the command that brings it back
 */
export async function loadTools(): Promise<Tools> {
  try {
    if (loaded === undefined) {
      refuseEndless();
      const { killRunningGroups, runPostEdit, runPreTool, runStop, toLastWord } = await import("./tools.ts");
      const parts = { killRunningGroups, runPostEdit, runPreTool, runStop, toLastWord };
      const missing = Object.entries(parts).find(([, part]) => typeof part !== "function");
      if (missing) throw new TypeError(`it has no ${missing[0]}`);
      loaded = parts;
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${TOOLS_PATH} cannot be loaded: run hi restore ${TOOLS_PATH} (${why})`;
    throw new Error(message, { cause: error });
  }
  return loaded;
}

/** A module is read in one step that no deadline ends, so what stands beside the entry must be a file that can be ours. */
function refuseEndless(): void {
  const facts = statSync(new URL("tools.mjs", import.meta.url), { throwIfNoEntry: false });
  if (facts && (!facts.isFile() || facts.size > MAX_TEXT_BYTES)) throw new Error("it is no file of ours");
}

/** What has been loaded so far, for those who cannot wait. */
export function getLoadedTools(): Tools | undefined {
  return loaded;
}
