import { statSync } from "node:fs";
import path from "node:path";

import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import type { Repository } from "./find-repositories.ts";
import { hashBytes } from "./hash-bytes.ts";
import { ENTRY, HEADER_BYTES, parsePlainIndex } from "./plain-index.ts";
import type { PlainIndex } from "./plain-index.ts";
import { GitFailure, runGit, toRepositoryEnvironment } from "./run-git.ts";

const MAX_BYTES = 2 * 1024 * 1024 * 1024 - 1;

/** The user's index of a work tree. */
export const toIndexPath = ({ gitDirectory }: Repository): string => path.join(gitDirectory, "index");

/**
 * SHA-256 over what the user's index says: modes, objects, stages, flags (assume-unchanged, skip-worktree, intent to add)
 * and names, and nothing of what it remembers of files. Read directly in the versions that git writes by itself;
 * otherwise git is asked. @throws GitFailure
 */
export async function digestIndex(
  repository: Repository,
  env: Readonly<Record<string, string | undefined>>
): Promise<string> {
  return digestPlainIndex(repository, MAX_BYTES) ?? askIndex(repository, env);
}

/** The same, of an index of at most `maxBytes` that is plain; undefined for every other one. Starts nothing. */
export function digestPlainIndex(repository: Repository, maxBytes: number): string | undefined {
  const bytes = readRegularFileSync(toIndexPath(repository), maxBytes);
  if (bytes === undefined || isLongNamed(repository.commonDirectory)) return undefined;
  const index = parsePlainIndex(bytes);
  return index && digestEntries(index);
}

/** Of what each entry says: all of it but what `lstat` said of the file, its mode apart. */
export function digestEntries({ bytes, count, starts, end }: PlainIndex): string {
  const said = new Uint8Array(end);
  said.set(bytes.subarray(0, end));
  const words = new Uint32Array(said.buffer, 0, Math.floor(end / WORD));
  const [mode, object] = [ENTRY.mode / WORD, ENTRY.object / WORD];
  for (let entry = 0; entry < count; entry += 1) {
    const at = (starts[entry] as number) / WORD;
    for (let word = 0; word < object; word += 1) if (word !== mode) words[at + word] = 0;
  }
  // The version and the count in its place: one says nothing, and the other is said by the entries.
  said.fill(0, 0, HEADER_BYTES);
  return hashBytes(said);
}

const WORD = 4;

/** Whether two say the same of the same files: just what `digestEntries` is taken of. */
export function isSameEntries(left: PlainIndex, right: PlainIndex): boolean {
  if (left.count !== right.count) return false;
  for (let entry = 0; entry < left.count; entry += 1) {
    const [at, other] = [left.starts[entry] as number, right.starts[entry] as number];
    const [end, otherEnd] = [(left.ends[entry] as number) + 1, (right.ends[entry] as number) + 1];
    const isSame =
      left.view.getUint32(at + ENTRY.mode) === right.view.getUint32(other + ENTRY.mode) &&
      left.bytes.compare(right.bytes, other + ENTRY.object, otherEnd, at + ENTRY.object, end) === 0;
    if (!isSame) return false;
  }
  return true;
}

/** Objects named by SHA-256: their indexes are laid out otherwise. */
function isLongNamed(commonDirectory: string): boolean {
  const config = readRegularFileSync(path.join(commonDirectory, "config"), 1024 * 1024);
  return config === undefined || /objectformat/i.test(config.toString("latin1"));
}

async function askIndex(repository: Repository, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  // Git would wait for somebody to write.
  const facts = statSync(toIndexPath(repository), { throwIfNoEntry: false });
  if (facts !== undefined && !facts.isFile()) throw new GitFailure("the index is no file");
  const gitEnv = toRepositoryEnvironment(repository);
  const args = ["ls-files", "--stage", "-v", "-z"];
  const { stdout } = await runGit({ root: repository.root, env, gitEnv, args });
  return hashBytes(Buffer.concat([Buffer.from("listed\0"), stdout]));
}
