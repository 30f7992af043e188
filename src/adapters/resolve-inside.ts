import { lstatSync, readlinkSync } from "node:fs";
import path from "node:path";
import type { AbsolutePath } from "../domain/paths.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** Where a path leads on disk once every link on the way has been followed. */
export interface Resolution {
  /** The physical path reached. Below a missing or blocking entry the rest is joined lexically. */
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
}

/**
 * Follows `inside` from `root` link by link, as the system would, by looking only: nothing is opened.
 * Unlike the system's own answer it also says where a dangling path would lead, which containment must know.
 * `root` is a real path.
 */
export function resolvePath(root: AbsolutePath, inside: string): Resolution {
  const walk: Walk = { here: root, pending: toSegments(inside), links: 0, firstLink: undefined, fromLink: 0 };
  for (;;) {
    const segment = walk.pending.shift();
    if (segment === undefined) return end(walk, "exists");
    const ended = takeSegment(walk, segment);
    if (ended) return ended;
  }
}

function takeSegment(walk: Walk, segment: string): Resolution | undefined {
  const isFromLink = walk.fromLink > 0;
  if (isFromLink) walk.fromLink -= 1;
  if (segment === "..") {
    walk.here = path.dirname(walk.here);
    return undefined;
  }
  const next = path.join(walk.here, segment);
  const stats = orUndefined(ABSENCE, () => lstatSync(next));
  if (stats?.isSymbolicLink()) return followLink(walk, next);
  walk.here = next;
  if (stats === undefined) return end(walk, "missing", isFromLink);
  if (walk.pending.length > 0 && !stats.isDirectory()) return end(walk, "blocked", isFromLink);
  return undefined;
}

function followLink(walk: Walk, link: string): Resolution | undefined {
  const target = orUndefined(["ENOENT", "EINVAL"], () => readlinkSync(link));
  if (target === undefined) return end(walk, "missing");
  walk.firstLink ??= target;
  walk.links += 1;
  if (walk.links > MOST_LINKS) return end(walk, "loop", true);
  const segments = toSegments(path.isAbsolute(target) ? path.relative(path.parse(target).root, target) : target);
  if (path.isAbsolute(target)) walk.here = path.parse(target).root;
  walk.pending.unshift(...segments);
  walk.fromLink += segments.length;
  return undefined;
}

function end(walk: Walk, state: Resolution["state"], dangles = false): Resolution {
  return {
    real: path.join(walk.here, ...walk.pending) as AbsolutePath,
    state,
    dangles,
    ...(walk.firstLink === undefined ? {} : { firstLink: walk.firstLink }),
  };
}

function toSegments(text: string): string[] {
  const separator = path.sep === "\\" ? /[\\/]+/ : /\/+/;
  return text.split(separator).filter((segment) => segment !== "" && segment !== ".");
}

/** True where `inner` is `outer` or lies below it. Lexical: both are real paths. */
export function isSameOrBelow(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** The path of `inner` below `outer` with POSIX separators; `""` where they are the same. */
export function toPosixRelative(outer: string, inner: string): string {
  return path.relative(outer, inner).split(path.sep).join("/");
}
