import { mkdir } from "node:fs/promises";
import path from "node:path";

import type { SkippedFile } from "../contracts/scanner.ts";
import { layOutBlobs, listIndex } from "./git-blobs.ts";
import type { IndexNames } from "./git-blobs.ts";
import type { ScanContext } from "./scan-context.ts";
import { withScratch } from "./scratch.ts";
import type { SelectedFile } from "./select-files.ts";

/** Files as they are looked at, and the folder that engines find them in. */
export interface LaidOut {
  readonly files: readonly SelectedFile[];
  /** Undefined where they are looked at in their own place. */
  readonly folder?: string;
  /** Those of which the index holds no content to be looked at. */
  readonly skipped: readonly SkippedFile[];
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
  if (request.change_mode !== "staged" || files.length === 0) return work({ files, skipped: [] });
  const folder = place.kind === "folder" ? place.absolute : path.dirname(place.absolute);
  const repository = { folder, env: surroundings.env };
  return withScratch("staged", async (scratch) => {
    const target = path.join(scratch, "files");
    await mkdir(target, { mode: 0o700 });
    const index = await listIndex(folder, surroundings.env);
    const { blobs } = index;
    const staged = await layOutBlobs({ files, blobs, nameOf: ({ inside }) => inside }, repository, target);
    const skipped = files.filter(({ inside }) => !blobs.has(inside)).map((file) => toSkipped(file, index));
    return work({ files: staged, folder: target, skipped });
  });
}

/** No commit can be made of what is not merged; a link and a commit of another repository hold no text of their own. */
function toSkipped({ shown, inside }: SelectedFile, { others }: IndexNames): SkippedFile {
  const what = others.get(inside);
  if (what === "link") return { file: shown, reason: "not-a-file", detail: "what is staged is a link" };
  if (what === "submodule") return { file: shown, reason: "not-a-file", detail: "what is staged is a submodule" };
  return { file: shown, reason: "unreadable", detail: what ? "it is not merged" : "it is no longer staged" };
}
