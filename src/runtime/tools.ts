// What the hook loads once there is something to do: most of its runs are about files that are none of ours, and code that
// is never run costs its compilation all the same. Copied into a repository as `.hi/runtime/tools.mjs`, beside the entry.

export { runStop } from "./guard/run-stop.ts";
export { killRunningGroups } from "./io/process-group.ts";
export { runPostEdit } from "./run-post-edit.ts";
export { runPreTool, toLastWord } from "./run-pre-tool.ts";
