import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Stats } from "node:fs";
import path from "node:path";

import type { Candidate, NotPreviewed } from "../domain/candidate.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { sha256 } from "./hash.ts";
import { toErrorCode } from "./system-error.ts";

export type CopiedFile = Candidate["copied"][number];

interface FileCopy {
  readonly liveRoot: AbsolutePath;
  readonly candidateRoot: AbsolutePath;
}

/** Up to here a file is read, hashed and written from memory; reading is what costs, and it is read once. */
const SMALL_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** No source and no lockfile is larger; a larger file is named as not previewed. */
export const LARGEST_COPY_BYTES = 64 * 1024 * 1024;

const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const UNREADABLE = new Set(["EACCES", "EPERM", "EIO", "ESTALE"]);
const VANISHED = new Set(["ENOENT", "ELOOP", "ENXIO"]);

/**
 * Copies one regular file to the same place in the candidate, whose folder is there, and says the SHA-256 of what was
 * copied. A file that cannot be read is said, never thrown; a failure to write is thrown.
 */
export function copyFile(roots: FileCopy, file: RelativePath): CopiedFile | NotPreviewed["why"] {
  const from = path.join(roots.liveRoot, file);
  let descriptor: number;
  try {
    descriptor = openSync(from, READ_FLAGS);
  } catch (error) {
    return toSkip(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return "not-a-file";
    if (stats.size > LARGEST_COPY_BYTES) return "too-large";
    const to = path.join(roots.candidateRoot, file);
    return stats.size > SMALL_BYTES
      ? cloneLarge({ file, from, to, stats })
      : copySmall({ file, descriptor, to, stats });
  } finally {
    closeSync(descriptor);
  }
}

interface Step {
  readonly file: RelativePath;
  readonly to: string;
  readonly stats: Stats;
}

function copySmall({ file, descriptor, to, stats }: Step & { readonly descriptor: number }): CopiedFile | "unreadable" {
  let bytes: Buffer;
  try {
    bytes = readFileSync(descriptor);
  } catch (error) {
    if (UNREADABLE.has(toErrorCode(error) ?? "")) return "unreadable";
    throw error;
  }
  const written = openSync(to, "wx", 0o600);
  try {
    writeFileSync(written, bytes);
    fchmodSync(written, toPrivateMode(stats));
  } finally {
    closeSync(written);
  }
  return { path: file, sha256: sha256(bytes), bytes: bytes.length };
}

/** The system copies, by reflink where the file system can, and the copy is hashed: what counts is what lies there. */
function cloneLarge({ file, from, to, stats }: Step & { readonly from: string }): CopiedFile | NotPreviewed["why"] {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const after = lstatSync(from);
  if (after.ino !== stats.ino || after.dev !== stats.dev) {
    rmSync(to);
    return "not-a-file";
  }
  chmodSync(to, toPrivateMode(stats));
  const descriptor = openSync(to, "r");
  try {
    return { path: file, ...hashChunks(descriptor) };
  } finally {
    closeSync(descriptor);
  }
}

function hashChunks(descriptor: number): Pick<CopiedFile, "sha256" | "bytes"> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
    hash.update(chunk.subarray(0, read));
    bytes += read;
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** Only its owner reads it, and always can, whatever the umask is. */
function toPrivateMode({ mode }: Stats): number {
  return (mode & 0o100) === 0 ? 0o600 : 0o700;
}

function toSkip(error: unknown): NotPreviewed["why"] {
  const code = toErrorCode(error) ?? "";
  if (UNREADABLE.has(code)) return "unreadable";
  if (VANISHED.has(code)) return "not-a-file";
  throw error;
}
