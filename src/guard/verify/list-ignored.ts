import { toTreeEnvironment, toTreeExcludes } from "../decide/list-tree.ts";
import type { Tree } from "../decide/list-tree.ts";
import { splitNul, toPathBytes, toPathText } from "../decide/path-text.ts";
import { runGit } from "../decide/run-git.ts";

/** Of paths that are ignored; with more, git is faster than a list of them. */
const MOST = 1000;
/** Of folders that are looked into one by one. */
const MOST_FOLDERS = 50;

/**
 * What the exclusions of a private index name, each with all below it; undefined where that is too much. A folder stands
 * for itself only where it is named itself: one that merely holds nothing else yet would hide what comes into it.
 * @throws GitFailure
 */
export async function listIgnored(tree: Tree): Promise<readonly string[] | undefined> {
  const list = async (...args: readonly string[]): Promise<readonly string[]> => {
    const all = ["ls-files", "-z", "-o", "-X", toTreeExcludes(tree.folder), ...args];
    const { stdout } = await runGit({ root: tree.root, env: tree.env, gitEnv: toTreeEnvironment(tree), args: all });
    return splitNul(stdout).map(toPathText);
  };
  const [ignored, others] = await Promise.all([list("-i", "--directory"), list("--directory")]);
  const open = others.filter((path) => path.endsWith("/"));
  if (ignored.length > MOST || open.length > MOST_FOLDERS) return undefined;
  const named = ignored.filter((path) => !open.some((folder) => path.startsWith(folder)));
  // In a folder that the index does not know, file by file.
  const inside = open.length === 0 ? [] : await list("-i", "--", ...open.map((one) => toPathBytes(one).toString()));
  const isListed = inside.length <= MOST && inside.every((path) => !path.endsWith("/"));
  return isListed ? [...named, ...inside] : undefined;
}
