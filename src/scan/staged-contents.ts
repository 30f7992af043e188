import { mkdir } from "node:fs/promises";
import path from "node:path";

import { layOutBlobs, listIndex } from "./git-blobs.ts";
import type { ScanContext } from "./scan-context.ts";
import { withScratch } from "./scratch.ts";
import type { SelectedFile } from "./select-files.ts";

/** Files as they are looked at, and the folder that engines find them in. */
export interface LaidOut {
  readonly files: readonly SelectedFile[];
  /** Undefined where they are looked at in their own place. */
  readonly folder?: string;
}

/**
 * Hands over the files as the next commit would hold them where only that is asked for: what stands in the work tree may
 * be something else by now, and is nobody's business then. @throws ScanFault
 */
export async function withStagedContents<Value>(
  context: ScanContext,
  files: readonly SelectedFile[],
  work: (laidOut: LaidOut) => Promise<Value>
): Promise<Value> {
  const { request, place, surroundings } = context;
  if (request.change_mode !== "staged" || files.length === 0) return work({ files });
  const folder = place.kind === "folder" ? place.absolute : path.dirname(place.absolute);
  const repository = { folder, env: surroundings.env };
  return withScratch("staged", async (scratch) => {
    const target = path.join(scratch, "files");
    await mkdir(target, { mode: 0o700 });
    const blobs = await listIndex(folder, surroundings.env);
    const staged = await layOutBlobs({ files, blobs, nameOf: ({ inside }) => inside }, repository, target);
    return work({ files: staged, folder: target });
  });
}
