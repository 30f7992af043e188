import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { FileState } from "../../domain/plan.ts";
import { Refusal } from "../../domain/refusal.ts";
import { toLineFeeds } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";

/** What stands at a path, with the bytes that a reader would see; a contained link is read through. */
export interface Current {
  readonly state: FileState;
  readonly bytes?: Uint8Array;
  readonly sha256?: string;
  /** The link leaves the repository: nothing is read or written through it. */
  readonly isEscape: boolean;
}

/**
 * The hash of what stands there, or the one of `known` that it has with LF line ends: git may check out with CRLF what was
 * published with LF (core.autocrlf), and that is nobody's edit.
 */
export function findKnownSha(
  { bytes, sha256 }: Pick<Current, "bytes" | "sha256">,
  known: readonly (string | undefined)[],
  world: Pick<World, "hash">
): string | undefined {
  if (bytes === undefined || known.includes(sha256)) return sha256;
  const inLineFeeds = toLineFeeds(bytes);
  const sha = inLineFeeds && world.hash(inLineFeeds);
  return sha !== undefined && known.includes(sha) ? sha : sha256;
}

/** The hash under which the same text is known in every checkout, whatever line ends it has there. */
export function toPortableSha({ bytes, sha256 }: Pick<Current, "bytes" | "sha256">, world: Pick<World, "hash">) {
  const inLineFeeds = bytes && toLineFeeds(bytes);
  return inLineFeeds ? world.hash(inLineFeeds) : sha256;
}

/**
 * Reads one target of the plan. A contained link is followed to its real file, one that leaves is reported, and a
 * folder (or a device) where a file belongs stops the run. @throws Refusal HI_NOT_A_FILE
 */
export async function readCurrent(root: AbsolutePath, path: RelativePath, world: World): Promise<Current> {
  const state = await world.disk.inspect(root, path);
  if (state.kind === "absent") return { state, isEscape: false };
  if (state.kind === "file") return { state, bytes: state.bytes, sha256: state.sha256, isEscape: false };
  if (state.kind === "link") {
    const inside = state.inside && (await world.disk.inspect(root, state.inside));
    if (inside?.kind !== "file") return { state, isEscape: true };
    return { state, bytes: inside.bytes, sha256: inside.sha256, isEscape: false };
  }
  throw new Refusal({
    code: "HI_NOT_A_FILE",
    message: `A ${state.kind === "directory" ? "folder" : "special file"} stands where a file belongs.`,
    where: { path },
    next: `move ${path} away, then run the same command again`,
  });
}
