import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { World } from "../world.ts";

/** Whether anything stands at a path: a file, a folder, a link, whatever it is. */
export async function stands(root: AbsolutePath, path: RelativePath, world: World): Promise<boolean> {
  return (await world.disk.inspect(root, path)).kind !== "absent";
}
