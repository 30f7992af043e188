import { GATE_CONFIGS, NEW_GATE_CONFIG } from "../../domain/gate-config.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Settings } from "../../domain/settings.ts";
import type { World } from "../world.ts";
import type { Site } from "./find-answers.ts";
import { stands } from "./stands.ts";

/** lefthook's configuration as the project has it; undefined where it is the usual one, or none is asked for. */
export async function findGateConfig(
  { root, rootFolder }: Site,
  { commitGate }: Settings,
  world: World
): Promise<RelativePath | undefined> {
  if (commitGate !== "lefthook") return undefined;
  for (const path of GATE_CONFIGS) {
    const [first = path] = path.split("/");
    const isThere = rootFolder.names.has(first) && (first === path || (await stands(root, path, world)));
    if (isThere) return path === NEW_GATE_CONFIG ? undefined : path;
  }
  return undefined;
}
