import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** Where a path leads on disk once every link on the way has been followed. */
export interface Resolution {
  /** The physical path reached; of a loop, where it was left. */
  readonly real: AbsolutePath;
  /** `blocked`: a file, not a folder, stands on the way. `loop`: more links than any system follows. */
  readonly state: "exists" | "missing" | "blocked" | "loop";
  /** The text of the first link met, as written. */
  readonly firstLink?: string;
  /** The last link met leads to nothing: what is missing is the link's own target, not a name asked for. */
  readonly dangles: boolean;
}

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40;

interface Walk {
  here: string;
  pending: string[];
  links: number;
  firstLink: string | undefined;
  /** How many of the pending segments came from a link; the rest were asked for. */
  fromLink: number;
  state: "exists" | "missing" | "blocked";
  dangles: boolean;
}

/**
 * Follows `inside` from `root` link by link, as the system would, by looking only: nothing is opened.
 * Unlike the system's own answer it also says where a dangling path would lead, which containment must know: what is
 * missing is taken for an empty folder. `root` is a real path.
 */
export function resolvePath(root: AbsolutePath, inside: string): Resolution {
  const walk: Walk = {
    here: root,
    pending: toSegments(inside),
    links: 0,
    firstLink: undefined,
    fromLink: 0,
    state: "exists",
    dangles: false,
  };
  for (let segment = walk.pending.shift(); segment !== undefined; segment = walk.pending.shift()) {
    takeSegment(walk, segment);
    if (walk.links > MOST_LINKS) return end(walk, "loop");
  }
  return end(walk, walk.state);
}

function takeSegment(walk: Walk, segment: string): void {
  const isFromLink = walk.fromLink > 0;
  if (isFromLink) walk.fromLink -= 1;
  if (segment === ".") return;
  if (segment === "..") {
    walk.here = path.dirname(walk.here);
    return;
  }
  const next = path.join(walk.here, segment);
  const stats = orUndefined(ABSENCE, () => lstatSync(next));
  const target = stats?.isSymbolicLink() ? orUndefined(["ENOENT", "EINVAL"], () => readlinkSync(next)) : undefined;
  if (target !== undefined) {
    followLink(walk, target);
    return;
  }
  walk.here = next;
  const isBlocked = stats !== undefined && !stats.isDirectory() && walk.pending.length > 0;
  if (walk.state !== "exists" || (stats !== undefined && !isBlocked)) return;
  walk.state = isBlocked ? "blocked" : "missing";
  walk.dangles = isFromLink;
}

function followLink(walk: Walk, target: string): void {
  const isAbsolute = path.isAbsolute(target);
  const { root } = path.parse(target);
  const segments = toSegments(isAbsolute ? path.relative(root, target) : target);
  if (isAbsolute) walk.here = root;
  walk.pending.unshift(...segments);
  walk.fromLink += segments.length;
  walk.firstLink ??= target;
  walk.links += 1;
}

function end(walk: Walk, state: Resolution["state"]): Resolution {
  return {
    real: path.join(walk.here, ...walk.pending) as AbsolutePath,
    state,
    dangles: walk.dangles,
    ...(walk.firstLink === undefined ? {} : { firstLink: walk.firstLink }),
  };
}

/** A dot, and a separator at the end, stay: after a file they mean that a folder was expected there. */
function toSegments(text: string): string[] {
  const segments = text.split(path.sep === "\\" ? /[\\/]+/ : /\/+/);
  if (segments.length > 1 && segments.at(-1) === "") segments[segments.length - 1] = ".";
  return segments.filter((segment) => segment !== "");
}

/** Whether a path is there without a link on the way, in one question to the system; false may also mean another case. */
export function isStraight(realRoot: AbsolutePath, inside: string): boolean {
  const place = path.join(realRoot, inside);
  try {
    return realpathSync.native(place) === place;
  } catch {
    return false;
  }
}

/** The path of `inner` below `outer` with POSIX separators; `""` where they are the same. */
export function toPosixRelative(outer: string, inner: string): string {
  return path.relative(outer, inner).split(path.sep).join("/");
}
