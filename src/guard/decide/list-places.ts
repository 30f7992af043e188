import path from "node:path";

import { toRealPath } from "./real-path.ts";

/**
 * The places that a name may mean, absolute: a backslash is a separator to some tools and a letter to others, and `..`
 * after a link leaves the link for who joins names, and what it leads to for who asks the system.
 */
export function listPlaces(base: string, asked: string): readonly string[] {
  const readings = asked.includes("\\") ? [asked.replaceAll("\\", "/"), asked] : [asked];
  const places = readings.flatMap((reading) => {
    const plain = path.resolve(base, reading);
    return reading.split("/").includes("..") ? [plain, followUpwards(base, reading)] : [plain];
  });
  return [...new Set(places)];
}

/** As the system walks: `..` is the folder around what stands there in truth. */
function followUpwards(base: string, reading: string): string {
  let here = path.isAbsolute(reading) ? path.parse(reading).root : base;
  for (const part of reading.split("/")) {
    if (part === "..") here = path.dirname(toReal(here));
    else if (part !== "" && part !== ".") here = path.join(here, part);
  }
  return here;
}

function toReal(folder: string): string {
  try {
    return toRealPath(folder);
  } catch {
    return folder;
  }
}
