import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { runLintProgram } from "./lint/run-lint-program.ts";

// The program that package scripts and the commit gate call, copied into a repository as `.hi/runtime/lint.mjs`.
// Usage: node .hi/runtime/lint.mjs --help

/** The oldest Node that has what this file uses. */
const OLDEST_MAJOR = 20;
// oxlint-disable-next-line unicorn/prefer-import-meta-properties -- An older Node must still print its one line.
const self = fileURLToPath(import.meta.url);

async function main(): Promise<void> {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < OLDEST_MAJOR) {
    process.stderr.write(`hi lint: Node ${node} is too old, 22.18 is needed; nothing was checked\n`);
    process.exitCode = 2;
    return;
  }
  const root = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
  await runLintProgram({ argv: process.argv.slice(2), root, name: "node .hi/runtime/lint.mjs" });
}

/** True where this file is the program itself, bundled or not, and not a part of another one. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === self;
}

if (isProgram()) await main();
