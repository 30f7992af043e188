import { readFileSync } from "node:fs";
import path from "node:path";

import { findPackageRoot } from "./package-root.ts";

/** Written in by the build; absent in a run from source. */
declare const __VERSION__: string | undefined;

/** The version of this program, for `hi --version`. */
export function readOwnVersion(): string {
  if (__VERSION__ !== undefined) return __VERSION__;
  const manifest = readFileSync(path.join(findPackageRoot(import.meta.dirname), "package.json"), "utf-8");
  return (JSON.parse(manifest) as { version: string }).version;
}
