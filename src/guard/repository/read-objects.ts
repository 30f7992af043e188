import type { Repository } from "../decide/find-repositories.ts";
import { splitNul, toPathText } from "../decide/path-text.ts";
import { runGit, toRepositoryEnvironment } from "../decide/run-git.ts";

/** A repository whose objects are read. */
export interface ObjectPlace {
  readonly repository: Repository;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a commit or an index has at a path. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` or `160000`. */
  readonly mode: string;
  readonly oid: string;
}

/** Asks git about a repository by its own git directory. @throws GitFailure */
export async function askGit(
  { repository, env }: ObjectPlace,
  args: readonly string[],
  { input, answers }: { readonly input?: Uint8Array | string; readonly answers?: readonly number[] } = {}
): Promise<{ readonly exitCode: number; readonly stdout: Buffer }> {
  return runGit({
    root: repository.root,
    env,
    gitEnv: toRepositoryEnvironment(repository),
    args,
    ...(input === undefined ? {} : { input }),
    ...(answers === undefined ? {} : { answers }),
  });
}

/** The name of a commit; undefined where there is none of that name. */
export async function readCommit(place: ObjectPlace, name: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const { exitCode, stdout } = await askGit(place, args, { answers: [0, 1, 128] });
  const commit = stdout.toString("utf8").trim();
  return exitCode === 0 && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit) ? commit : undefined;
}

/** All files, links and submodules of a commit, by path. */
export async function readTree(place: ObjectPlace, commit: string): Promise<ReadonlyMap<string, TreeEntry>> {
  const { stdout } = await askGit(place, ["ls-tree", "-r", "-z", "--full-tree", commit]);
  const entries = new Map<string, TreeEntry>();
  for (const line of splitNul(stdout)) {
    const tab = line.indexOf(9);
    const [mode = "", , oid = ""] = line.toString("latin1", 0, tab).split(" ");
    entries.set(toPathText(line.subarray(tab + 1)), { mode, oid });
  }
  return entries;
}

/** The bytes of blobs by name, one git process for all; what is not there is left out. */
export async function readBlobs(place: ObjectPlace, oids: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
  const asked = [...new Set(oids)];
  const blobs = new Map<string, Buffer>();
  if (asked.length === 0) return blobs;
  const { stdout } = await askGit(place, ["cat-file", "--batch"], { input: `${asked.join("\n")}\n` });
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(10, at);
    if (end === -1) break;
    const [oid = "", type, size] = stdout.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    if (type === "blob") blobs.set(oid, stdout.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
