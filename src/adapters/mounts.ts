import { readFileSync } from "node:fs";
import path from "node:path";

import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { orUndefined } from "./system-error.ts";

/** One mounted file system: the folder `root` of `device` is seen at `point`. A bind mount has a `root` below "/". */
export interface Mount {
  readonly device: string;
  readonly root: string;
  readonly point: string;
}

/** A place inside a file system, whatever the path that led to it: two views of one folder have the same place. */
export interface Place {
  readonly device: string;
  readonly path: string;
}

/** The mounts of this process (proc(5), mountinfo). Empty where the system has no such list: no bind mounts there. */
export function readMounts(): readonly Mount[] {
  const text = orUndefined(["ENOENT", "ENOTDIR", "EACCES", "EPERM"], () =>
    readFileSync("/proc/self/mountinfo", "utf8")
  );
  return (text ?? "").split("\n").flatMap((line) => {
    const [device, root, point] = line.split(" ").slice(2);
    if (device === undefined || root === undefined || point === undefined) return [];
    return [{ device, root: unescape(root), point: unescape(point) }];
  });
}

/** Spaces, tabs, line breaks and backslashes stand as three octal digits. */
function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** Where a real path lies. The longest mount point wins, and of equal ones the last, which covers the others. */
export function findPlace(mounts: readonly Mount[], real: string): Place | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    if (isSameOrBelow(mount.point, real) && mount.point.length >= (best?.point.length ?? 0)) best = mount;
  }
  return best && { device: best.device, path: path.join(best.root, path.relative(best.point, real)) };
}

/** Mount points strictly below a real path. */
export function findMountsBelow(mounts: readonly Mount[], real: string): readonly Mount[] {
  return mounts.filter(({ point }) => point !== real && isSameOrBelow(real, point));
}
