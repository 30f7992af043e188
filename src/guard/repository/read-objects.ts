import { createHash } from "node:crypto";

import { Refusal } from "../../domain/refusal.ts";
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

/**
 * All files, links and submodules of a commit, by path. Read from the commit down, each object held against its name: git
 * itself believes what lies under one. @throws Refusal HI_GUARD_CORRUPT; GitFailure
 */
export async function readTree(place: ObjectPlace, commit: string): Promise<ReadonlyMap<string, TreeEntry>> {
  const { stdout } = await askGit(place, ["ls-tree", "-r", "-t", "-d", "-z", "--full-tree", commit]);
  const folders = splitNul(stdout).map((line) => line.toString("latin1", 0, line.indexOf(9)).split(" "));
  const named = folders.flatMap(([, type, oid = ""]) => (type === "tree" ? [oid] : []));
  const trees = await readObjects(place, [commit, `${commit}^{tree}`, ...named]);
  const root = /^tree ([0-9a-f]+)\n/.exec(trees.get(commit)?.bytes.toString("latin1") ?? "")?.[1];
  const entries = new Map<string, TreeEntry>();
  const walk = (tree: string, prefix: Buffer): void => {
    const found = trees.get(tree);
    if (found?.type !== "tree") throw toAltered(tree);
    for (const { mode, name, oid } of parseTree(found.bytes, commit.length / 2)) {
      const full = Buffer.concat([prefix, name]);
      if (mode === "40000") walk(oid, Buffer.concat([full, SLASH]));
      else entries.set(toPathText(full), { mode, oid });
    }
  };
  walk(root ?? commit, Buffer.alloc(0));
  return entries;
}

const SLASH = Buffer.from("/");

/** `mode name NUL oid`, one after the other. */
function* parseTree(bytes: Buffer, oidBytes: number) {
  for (let at = 0; at < bytes.length;) {
    const [blank, end] = [bytes.indexOf(32, at), bytes.indexOf(0, at)];
    if (blank === -1 || end < blank) return;
    const next = end + 1 + oidBytes;
    const mode = bytes.toString("latin1", at, blank);
    yield { mode, name: bytes.subarray(blank + 1, end), oid: bytes.toString("hex", end + 1, next) };
    at = next;
  }
}

/**
 * The bytes of blobs by name, one git process for all; what is not there is left out.
 * @throws Refusal HI_GUARD_CORRUPT where what lies under a name is another content
 */
export async function readBlobs(place: ObjectPlace, oids: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
  const objects = await readObjects(place, oids);
  return new Map([...objects].filter(([, { type }]) => type === "blob").map(([oid, { bytes }]) => [oid, bytes]));
}

interface FoundObject {
  readonly type: string;
  readonly bytes: Buffer;
}

async function readObjects(place: ObjectPlace, oids: Iterable<string>): Promise<ReadonlyMap<string, FoundObject>> {
  const asked = [...new Set(oids)];
  const found = new Map<string, FoundObject>();
  if (asked.length === 0) return found;
  const { stdout } = await askGit(place, ["cat-file", "--batch"], { input: `${asked.join("\n")}\n` });
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(10, at);
    if (end === -1) break;
    const [oid = "", type = "", size] = stdout.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    const bytes = stdout.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (toObjectName(type, bytes, oid.length) !== oid) throw toAltered(oid);
    found.set(oid, { type, bytes });
  }
  return found;
}

/** What git calls a content. */
function toObjectName(type: string, bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

function toAltered(oid: string): Refusal {
  return new Refusal({
    code: "HI_GUARD_CORRUPT",
    message: `The object ${oid} of this repository is not what its name says, so what was committed cannot be believed.`,
    next: "git fsck lists such objects; fetch the commit again, or clone anew",
    exitCode: 7,
  });
}
