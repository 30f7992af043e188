import type { RegisteredLinter } from "../../domain/linters.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import { SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { World } from "../world.ts";
import { readSettings } from "./read-documents.ts";

/**
 * The linter of a name as the settings register it now, published or not.
 * @throws Refusal HI_LINTER_UNKNOWN, HI_NOT_INITIALISED, and the settings' own
 */
export async function findLinter(
  name: string,
  world: World
): Promise<{ readonly root: AbsolutePath; readonly linter: RegisteredLinter }> {
  const { root } = await world.surroundings.locateOnDisk(world.cwd);
  const { linters = [] } = await readSettings(root, world);
  const linter = linters.find((one) => one.name === name);
  if (linter) return { root, linter };
  const known = linters.map((one) => one.name).join(", ");
  throw new Refusal({
    code: "HI_LINTER_UNKNOWN",
    message: `No linter named ${JSON.stringify(name)} is registered${known === "" ? "" : `; there are: ${known}`}.`,
    where: { path: SETTINGS_PATH },
    next: known === "" ? "hi linter init NAME makes one" : "name one of them, or register it there",
  });
}
