import path from "node:path";

import type { ChangeMode } from "../contracts/scanner.ts";
import { askGit, splitNames } from "./git.ts";
import { ScanFault } from "./scan-fault.ts";
import type { ScanPlace } from "./scan-place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const DIFF = ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--diff-filter=ACMR", "--relative"];
const STAGED = [...DIFF, "--cached"];
const UNTRACKED = ["ls-files", "-z", "--others", "--exclude-standard"];

/** What is changed, below the scanned folder or beside the scanned file; undefined where all is asked for. @throws ScanFault */
export async function listChanged(
  { absolute, kind }: ScanPlace,
  mode: ChangeMode,
  env: Environment
): Promise<readonly string[] | undefined> {
  if (mode === "none") return undefined;
  const folder = kind === "folder" ? absolute : path.dirname(absolute);
  const list = async (args: readonly string[]): Promise<readonly string[]> =>
    splitNames(await askGit(folder, [...args, "--", "."], env));
  try {
    const staged = mode === "unstaged" ? [] : await list(STAGED);
    const isStagedAlone = mode === "staged" || (mode === "changed" && staged.length > 0);
    const rest = isStagedAlone ? [] : [...(await list(DIFF)), ...(await list(UNTRACKED))];
    return [...new Set([...staged, ...rest])].toSorted();
  } catch (error) {
    if (error instanceof ScanFault) throw new ScanFault(`failed to resolve changed files: ${error.message}`);
    throw error;
  }
}
