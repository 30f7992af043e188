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

/** The same for tests that run on each engine. */
const REAL = findRealFoxguard();
const ofReal = {
  HI_SCAN_ENGINE: "foxguard",
  ...(REAL === undefined || REAL === "foxguard" ? {} : { HI_FOXGUARD: REAL }),
};

/** The engines that a contract test runs on, each with the environment that chooses it. */
export const ENGINE_ROWS: readonly { readonly engine: string; readonly env: Readonly<Record<string, string>> }[] = [
  { engine: "embedded", env: { HI_SCAN_ENGINE: "embedded" } },
  ...(REAL === undefined ? [] : [{ engine: "foxguard", env: ofReal }]),
];

/** Said aloud where the second of them is missing. */
export const WITHOUT_FOXGUARD =
  "the real foxguard: it is neither named by HI_FOXGUARD, nor on PATH, nor installed by .ci/run (foxguard 0.14.1 of PyPI)";
