import { existsSync } from "node:fs";
import path from "node:path";

import { TEST_CACHE } from "./hi.ts";

/** Where .ci/run installs the peer's program, from PyPI, into a virtual environment of its own. */
const INSTALLED = path.join(TEST_CACHE, "foxguard/bin/foxguard");

/** The peer's real program; undefined where it is not there, and a test then says so aloud. */
export const FOXGUARD = [process.env["HI_FOXGUARD"] ?? "", INSTALLED].find((file) => file !== "" && existsSync(file));

/** The engines that a contract test runs on, each with the environment that chooses it. */
export const ENGINE_ROWS: readonly { readonly engine: string; readonly env: Readonly<Record<string, string>> }[] = [
  { engine: "embedded", env: { HI_SCAN_ENGINE: "embedded" } },
  ...(FOXGUARD === undefined ? [] : [{ engine: "foxguard", env: { HI_SCAN_ENGINE: "foxguard", HI_FOXGUARD: FOXGUARD } }]),
];

export const WITHOUT_FOXGUARD =
  "the real foxguard: it is neither named by HI_FOXGUARD nor installed by .ci/run (pip install foxguard==0.14.1)";
