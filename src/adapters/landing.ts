import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { FileSnapshot, FileState } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Place } from "../pipeline/publishing/publisher.ts";
import { inspectPath } from "./disk.ts";
import { isStraight, resolvePath, toPosixRelative } from "./resolve-inside.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** Where a write to a path lands, and the file that stands there now. */
export interface Landing {
  readonly target: RelativePath;
  readonly standing: FileSnapshot | undefined;
}

/** Files that git reads only where they are no link (gitignore(5)): bytes written through one would not count. */
const NOT_READ_THROUGH_LINKS = new Set([".gitattributes", ".gitignore", ".gitmodules"]);

/**
 * Looks at a path as it is now and holds it against what the plan saw.
 * @throws Refusal HI_STALE_PLAN, HI_LINK_OUTSIDE, HI_LINK_NOT_READ, HI_NOT_A_FILE
 */
export function findLanding(root: AbsolutePath, asked: RelativePath, before: FileState): Landing {
  const state = inspectPath(root, asked);
  const landing = toLanding(root, asked, state);
  if (!isAsPlanned({ before, state, standing: landing.standing })) throw toStale(asked);
  return landing;
}

/** Where a change of the path lands, and what has to be made on the way. Looks only. @throws as findLanding */
export function locateLanding(root: AbsolutePath, asked: RelativePath, before: FileState): Place {
  const { target } = findLanding(root, asked, before);
  const realRoot = realpathSync.native(root) as AbsolutePath;
  if (target === asked && isStraight(realRoot, path.posix.dirname(asked))) {
    return { target, place: asked, missing: [] };
  }
  const folder = resolvePath(realRoot, path.posix.dirname(asked)).real;
  const place = toPosixRelative(realRoot, path.join(folder, path.posix.basename(asked))) as RelativePath;
  return { target, place, missing: findMissing(realRoot, target) };
}

function findMissing(realRoot: AbsolutePath, target: RelativePath): readonly RelativePath[] {
  const folder = path.posix.dirname(target) as RelativePath;
  if (folder === "." || orUndefined(ABSENCE, () => lstatSync(path.join(realRoot, folder))) !== undefined) return [];
  return [...findMissing(realRoot, folder), folder];
}

function toLanding(root: AbsolutePath, asked: RelativePath, state: FileState): Landing {
  if (state.kind === "absent") return { target: asked, standing: undefined };
  if (state.kind === "file") return { target: asked, standing: state };
  if (state.kind !== "link") throw toNotAFile(asked, state.kind);
  if (state.inside === undefined) throw toOutside(asked, state.target);
  if (NOT_READ_THROUGH_LINKS.has(path.posix.basename(asked))) throw toNotRead(asked);
  const there = state.file ?? inspectPath(root, state.inside);
  if (there.kind === "absent") return { target: state.inside, standing: undefined };
  if (there.kind === "file") return { target: state.inside, standing: there };
  throw there.kind === "link" ? toStale(asked) : toNotAFile(asked, there.kind);
}

interface Comparison {
  readonly before: FileState;
  readonly state: FileState;
  readonly standing: FileSnapshot | undefined;
}

/** By content: a mode that changed since is no reason to refuse, and is kept. */
function isAsPlanned({ before, state, standing }: Comparison): boolean {
  if (before.kind === "absent") return standing === undefined;
  if (before.kind === "file") return standing?.sha256 === before.sha256;
  if (before.kind !== "link" || state.kind !== "link") return false;
  const isSameLink = state.target === before.target && state.inside === before.inside;
  return isSameLink && standing?.sha256 === before.file?.sha256;
}

function toStale(asked: RelativePath): Refusal {
  return new Refusal({
    code: "HI_STALE_PLAN",
    message: `${asked} has changed since it was planned.`,
    where: { path: asked },
    next: "run the same command again; it plans anew",
  });
}

function toOutside(asked: RelativePath, target: string): Refusal {
  return new Refusal({
    code: "HI_LINK_OUTSIDE",
    message: `${asked} is reached through a link that leads to no file of this repository (${target}).`,
    where: { path: asked },
    next: "replace the link by a file or a folder, then run the same command again",
    details: { target },
  });
}

function toNotRead(asked: RelativePath): Refusal {
  return new Refusal({
    code: "HI_LINK_NOT_READ",
    message: `${asked} is a link, and git does not read it through a link.`,
    where: { path: asked },
    next: `replace ${asked} by a file with the same content, then run the same command again`,
  });
}

function toNotAFile(asked: RelativePath, kind: "directory" | "other"): Refusal {
  return new Refusal({
    code: "HI_NOT_A_FILE",
    message: `A ${kind === "directory" ? "folder" : "special file, or a file in place of a folder,"} stands at ${asked}.`,
    where: { path: asked },
    next: `move ${asked} away, then run the same command again`,
  });
}
