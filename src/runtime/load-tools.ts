import { TOOLS_PATH } from "../domain/receipt.ts";
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
    loaded ??= await import("./tools.ts");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${TOOLS_PATH} cannot be loaded: run hi restore ${TOOLS_PATH} (${why})`;
    throw new Error(message, { cause: error });
  }
  return loaded;
}

/** What has been loaded so far, for those who cannot wait. */
export function getLoadedTools(): Tools | undefined {
  return loaded;
}
