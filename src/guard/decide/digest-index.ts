import { createHash } from "node:crypto";
import path from "node:path";

import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import type { Repository } from "./find-repositories.ts";
import { runGit, toRepositoryEnvironment } from "./run-git.ts";

const MAX_BYTES = 2 * 1024 * 1024 * 1024 - 1;
/** Of an entry: what `lstat` said of the file, which says nothing of what will be committed. */
const STAT_BYTES = 24;
/** After the mode: owner, group and size. */
const AFTER_MODE = 12;
const LENGTH_BITS = 0x0f_ff;

/**
 * SHA-256 over what the user's index says: modes, objects, stages, flags (assume-unchanged, skip-worktree, intent to add)
 * and names, and nothing of what it remembers of files. Read directly in the versions that git writes by itself;
 * otherwise git is asked. @throws GitFailure
 */
export async function digestIndex(
  repository: Repository,
  env: Readonly<Record<string, string | undefined>>
): Promise<string> {
  const file = path.join(repository.gitDirectory, "index");
  const bytes = readRegularFileSync(file, MAX_BYTES);
  const direct = bytes === undefined ? undefined : digestEntries(bytes, repository);
  return direct ?? askIndex(repository, env);
}

/** Undefined for every index that is not plain version 2 or 3, with SHA-1 names. */
function digestEntries(bytes: Buffer, { commonDirectory }: Repository): string | undefined {
  if (bytes.length < 32 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  const oidBytes = isLongNamed(commonDirectory) ? undefined : 20;
  if ((version !== 2 && version !== 3) || oidBytes === undefined) return undefined;
  // What is taken of each entry is no longer than the entry, so this is room for all.
  const kept = Buffer.allocUnsafe(bytes.length);
  let [to, at] = [0, 12];
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt: number = at + STAT_BYTES + 4 + AFTER_MODE + oidBytes;
    if (flagsAt + 2 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(flagsAt);
    const nameAt: number = flagsAt + ((flags & 0x40_00) === 0 ? 2 : 4);
    const end = (flags & LENGTH_BITS) < LENGTH_BITS ? nameAt + (flags & LENGTH_BITS) : bytes.indexOf(0, nameAt);
    if (end === -1 || end >= bytes.length || bytes[end] !== 0) return undefined;
    to += bytes.copy(kept, to, at + STAT_BYTES, at + STAT_BYTES + 4);
    to += bytes.copy(kept, to, at + STAT_BYTES + 4 + AFTER_MODE, end + 1);
    at += Math.ceil((end - at + 1) / 8) * 8;
  }
  if (hasNeededExtension(bytes, at, oidBytes)) return undefined;
  return createHash("sha256").update(`entries ${count}\0`).update(kept.subarray(0, to)).digest("hex");
}

/** An extension whose name begins with a small letter changes what the entries mean (split and sparse indexes). */
function hasNeededExtension(bytes: Buffer, from: number, oidBytes: number): boolean {
  for (let at = from; at + 8 <= bytes.length - oidBytes; at += 8 + bytes.readUInt32BE(at + 4)) {
    const first = bytes[at] ?? 0;
    if (first < 65 || first > 90) return true;
  }
  return false;
}

/** Objects named by SHA-256: their indexes are laid out otherwise. */
function isLongNamed(commonDirectory: string): boolean {
  const config = readRegularFileSync(path.join(commonDirectory, "config"), 1024 * 1024);
  return config === undefined || /objectformat/i.test(config.toString("latin1"));
}

async function askIndex(repository: Repository, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const gitEnv = toRepositoryEnvironment(repository);
  const args = ["ls-files", "--stage", "-v", "-z"];
  const { stdout } = await runGit({ root: repository.root, env, gitEnv, args });
  return createHash("sha256").update("listed\0").update(stdout).digest("hex");
}
