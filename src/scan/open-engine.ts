import { EMBEDDED_ENGINE } from "./embedded/embedded-engine.ts";
import type { Engine } from "./engine.ts";
import type { ScanContext } from "./scan-context.ts";

/** The engine in force. @throws ScanFault where one is asked for by name and is not there */
export async function openEngine(_context: ScanContext): Promise<Engine> {
  return EMBEDDED_ENGINE;
}
