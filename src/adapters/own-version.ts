import { readFileSync } from "node:fs";
import path from "node:path";

import { findPackageRoot } from "./package-root.ts";

/** Written in by the build; in a run from source there is no such name at all. */
declare const __VERSION__: string | undefined;

/** The version of this program, for `hi --version`. */
export function readOwnVersion(): string {
  if (typeof __VERSION__ === "string") return __VERSION__;
  const manifest = readFileSync(path.join(findPackageRoot(import.meta.dirname), "package.json"), "utf-8");
  return (JSON.parse(manifest) as { version: string }).version;
}
