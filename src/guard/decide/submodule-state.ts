import path from "node:path";

import type { Json } from "../../domain/json.ts";
import { digestIndex } from "./digest-index.ts";
import { readRepository } from "./find-repositories.ts";
import { splitNul, toPathText } from "./path-text.ts";
import { readHead } from "./read-head.ts";
import { runGit, toRepositoryEnvironment } from "./run-git.ts";
import { readPathState, UnreadableTree } from "./work-tree-state.ts";

interface Reading {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keepsModes: boolean;
  /** How many submodules it lies in. */
  readonly depth?: number;
}

const MAX_DEPTH = 16;
const SUBMODULE = "160000";

/**
 * What a submodule is now: its commit, its index, and the bytes of every file that its index has or that is in neither the
 * index nor an exclusion; of a submodule within it the same. All is read, as its own configuration and the times in its
 * own index could hide a change; its exclusions are taken at their word. Null for one that is not checked out.
 * @throws GitFailure, UnreadableTree
 */
export async function readSubmodule(
  root: string,
  name: string,
  { env, keepsModes, depth = 0 }: Reading
): Promise<Json> {
  const repository = readRepository(path.join(root, name));
  if (repository === undefined) return { name, state: null };
  if (depth > MAX_DEPTH) throw new UnreadableTree(`${JSON.stringify(name)} lies in too many submodules`);
  const gitEnv = toRepositoryEnvironment(repository);
  const list = (...args: readonly string[]) =>
    runGit({ root: repository.root, env, gitEnv, args: ["ls-files", "-z", ...args], isStrict: true });
  const [head, index, tracked, others] = await Promise.all([
    readHead(repository, env),
    digestIndex(repository, env),
    list("-s"),
    list("-o", "--exclude-standard"),
  ]);
  const files = new Set(splitNul(others.stdout).map(toPathText));
  const inner = new Set<string>();
  for (const line of splitNul(tracked.stdout)) {
    const file = toPathText(line.subarray(line.indexOf(9) + 1));
    if (line.toString("latin1", 0, SUBMODULE.length) === SUBMODULE) inner.add(file);
    else files.add(file);
  }
  const entries = [...files].toSorted().map((inside) => {
    const state = readPathState(repository.root, inside, keepsModes);
    return { path: inside, state: state as unknown as Json };
  });
  const submodules: Json[] = [];
  for (const one of [...inner].toSorted()) {
    submodules.push(await readSubmodule(repository.root, one, { env, keepsModes, depth: depth + 1 }));
  }
  return { name, state: { head, index, entries, submodules } };
}
