import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** Where `.ci/run` puts it, and where a test may find it. */
const CACHED = path.join(process.env["XDG_CACHE_HOME"] ?? path.join(homedir(), ".cache"), "hi-foxguard/bin/foxguard");

/** The real foxguard, where it is installed: `HI_FOXGUARD`, on PATH, or in the cache. */
export function findRealFoxguard(): string | undefined {
  const asked = process.env["HI_FOXGUARD"];
  if (asked !== undefined) return existsSync(asked) ? asked : undefined;
  if (existsSync(CACHED)) return CACHED;
  const { status } = spawnSync("foxguard", ["--version"], { stdio: "ignore" });
  return status === 0 ? "foxguard" : undefined;
}
