import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { loadTools } from "./load-tools.ts";
import { endWith, runProgram, toLastWord } from "./run-program.ts";

// The program that every agent's configuration calls, copied into a repository as `.hi/runtime/hook.mjs`.
// Usage: node .hi/runtime/hook.mjs post-edit|pre-tool|stop --provider claude|codex|cursor|opencode|neutral   (payload on stdin)

/** The oldest Node that has what this file uses. */
const OLDEST_MAJOR = 20;
// oxlint-disable-next-line unicorn/prefer-import-meta-properties -- An older Node must still print its one line.
const self = fileURLToPath(import.meta.url);

async function main(): Promise<void> {
  const { node } = process.versions;
  const argv = process.argv.slice(2);
  const root = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
  if (Number(node.split(".")[0]) < OLDEST_MAJOR) {
    // It may still be readable, and knows more words; without it the entry has its own.
    await loadTools().catch(() => undefined);
    await endWith(() => toLastWord({ argv, root }, `Node ${node} is too old, 22.18 is needed`));
  }
  await runProgram({ argv, root });
}

/** True where this file is the program itself, bundled or not, and not a part of another one. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(self);
}

if (isProgram()) await main();
