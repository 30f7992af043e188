import path from "node:path";

import { readAtOnce } from "../../runtime/io/read-at-once.ts";
import type { Repository } from "./find-repositories.ts";
import { runGit, toRepositoryEnvironment } from "./run-git.ts";

const OID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** References that each work tree has for itself; all others lie in what they share. */
const OF_WORK_TREE = /^refs\/(?:bisect|worktree|rewritten)\//;
const MAX_DEPTH = 5;
const MAX_PACKED_BYTES = 256 * 1024 * 1024;

/**
 * The commit of HEAD, read from the files of the usual layout; for every other one git is asked. `none` where there is no
 * commit. @throws GitFailure
 */
export async function readHead(
  repository: Repository,
  env: Readonly<Record<string, string | undefined>>
): Promise<string> {
  return findHead(repository) ?? askHead(repository, env);
}

/** The same, of the usual layout alone; undefined for every other one, and where there is no commit. Starts nothing. */
export function findHead(repository: Repository): string | undefined {
  return resolve(repository, "HEAD", 0);
}

function resolve(repository: Repository, name: string, depth: number): string | undefined {
  const { gitDirectory, commonDirectory } = repository;
  const folder = depth === 0 || OF_WORK_TREE.test(name) ? gitDirectory : commonDirectory;
  const read = readAtOnce(path.join(folder, name), 4096);
  if (read.kind === "absent") return depth === 0 ? undefined : findPacked(commonDirectory, name);
  if (read.kind !== "text") return undefined;
  const text = read.text.trim();
  if (OID.test(text)) return text;
  const [, next] = /^ref: (refs\/[^\0]+)$/.exec(text) ?? [];
  const isPlain = next !== undefined && depth < MAX_DEPTH && !next.split("/").includes("..");
  return isPlain ? resolve(repository, next, depth + 1) : undefined;
}

function findPacked(commonDirectory: string, name: string): string | undefined {
  const read = readAtOnce(path.join(commonDirectory, "packed-refs"), MAX_PACKED_BYTES);
  if (read.kind !== "text") return undefined;
  const at = read.text.indexOf(` ${name}\n`);
  const start = read.text.lastIndexOf("\n", at) + 1;
  const oid = at === -1 ? "" : read.text.slice(start, at);
  return OID.test(oid) ? oid : undefined;
}

async function askHead(repository: Repository, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "HEAD"];
  const gitEnv = toRepositoryEnvironment(repository);
  const { exitCode, stdout } = await runGit({ root: repository.root, env, gitEnv, args, answers: [0, 1, 128] });
  const oid = stdout.toString("utf8").trim();
  return exitCode === 0 && OID.test(oid) ? oid : "none";
}
