import path from "node:path";

import type { ChangeMode } from "../contracts/scanner.ts";
import { askDiff, askNames, toNames } from "./git.ts";
import type { GitNames } from "./git.ts";
import { ScanFault } from "./scan-fault.ts";
import type { ScanPlace } from "./scan-place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** New files that git would take; it looks into no folder that it ignores. */
export const UNTRACKED = ["ls-files", "-z", "--others", "--exclude-standard", "--", "."];

/** What is changed, below the scanned folder or beside the scanned file; undefined where all is asked for. @throws ScanFault */
export async function listChanged(
  { absolute, kind }: ScanPlace,
  mode: ChangeMode,
  env: Environment
): Promise<GitNames | undefined> {
  if (mode === "none") return undefined;
  const folder = kind === "folder" ? absolute : path.dirname(absolute);
  const diff = async (...args: readonly string[]): Promise<GitNames> =>
    toNames(await askDiff(folder, ["--name-only", ...args], env), folder, env);
  try {
    const staged = mode === "unstaged" ? undefined : await diff("--cached");
    const isStagedAlone =
      mode === "staged" ||
      (mode === "changed" && staged !== undefined && staged.names.length + staged.unreadable.size > 0);
    const rest = isStagedAlone ? [] : [await diff(), await askNames(folder, UNTRACKED, env)];
    return merge([...(staged ? [staged] : []), ...rest]);
  } catch (error) {
    if (error instanceof ScanFault) throw new ScanFault(`failed to resolve changed files: ${error.message}`);
    throw error;
  }
}

function merge(lists: readonly GitNames[]): GitNames {
  return {
    names: [...new Set(lists.flatMap(({ names }) => names))].toSorted(),
    unreadable: new Map(lists.flatMap(({ unreadable }) => [...unreadable])),
  };
}
