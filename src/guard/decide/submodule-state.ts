import path from "node:path";

import type { Json } from "../../domain/json.ts";
import { digestIndex } from "./digest-index.ts";
import { readRepository } from "./find-repositories.ts";
import { splitNul, toPathText } from "./path-text.ts";
import { readHead } from "./read-head.ts";
import { runGit, toRepositoryEnvironment } from "./run-git.ts";
import { readPathState } from "./work-tree-state.ts";

/**
 * What a submodule is now: its commit, its index, and the bytes of what differs from it or is not in it. One git process;
 * its own index and exclusions are taken at their word. Null for one that is not checked out.
 * @throws GitFailure, UnreadableTree
 */
export async function readSubmodule(
  root: string,
  name: string,
  { env, keepsModes }: { readonly env: Readonly<Record<string, string | undefined>>; readonly keepsModes: boolean }
): Promise<Json> {
  const repository = readRepository(path.join(root, name));
  if (repository === undefined) return { name, state: null };
  const gitEnv = toRepositoryEnvironment(repository);
  const args = ["ls-files", "-z", "-t", "-m", "-d", "-o", "--exclude-standard"];
  const [head, index, listed] = await Promise.all([
    readHead(repository, env),
    digestIndex(repository, env),
    runGit({ root: repository.root, env, gitEnv, args }),
  ]);
  const names = new Set(splitNul(listed.stdout).map((line) => toPathText(line.subarray(2))));
  const entries = [...names].toSorted().map((inside) => {
    const state = readPathState(repository.root, inside, keepsModes);
    return { path: inside, state: state as unknown as Json };
  });
  return { name, state: { head, index, entries } };
}
