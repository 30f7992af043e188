import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

import { toKindKey } from "./sealed-document.ts";
import { hmacSha256, isSameBytes, sha256 } from "./sha256.ts";

/**
 * The baseline's test paths in a file of which a look-up reads two small pieces, however many paths there are: a table of
 * places, and one bucket of hashes with its own proof. A bucket names the session and its own number in the proof, so none
 * can be moved, emptied or taken from another session.
 *
 *   magic (8 bytes), number of buckets (4 bytes, big-endian), for each bucket its place (8 bytes, big-endian),
 *   the end (8 bytes); a bucket is 16-byte hashes in order, then 32 bytes of proof.
 */
const MAGIC = Buffer.from("higuard1");
const HASH_BYTES = 16;
const PROOF_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 4;
const PER_BUCKET = 32;
const MAX_BUCKETS = 1 << 20;

/** Under which name a path is looked for: as it is, or as a volume sees it that tells no case and no form apart. */
type PathForm = "exact" | "folded";

/** A path as a volume sees it for which `A` and `a`, or two Unicode forms of a letter, are the same name. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase().toUpperCase().toLowerCase();
}

function toHash(form: PathForm, path: string): Buffer {
  return sha256(Buffer.from(`${form}\0${path}`)).subarray(0, HASH_BYTES);
}

/** The bytes of an index over paths from the git root, decoded as UTF-8 with U+FFFD for what is none. */
export function renderPathIndex(paths: Iterable<string>, sessionId: string, key: Uint8Array): Buffer {
  const hashes: Buffer[] = [];
  for (const path of paths) hashes.push(toHash("exact", path), toHash("folded", foldPath(path)));
  const count = toBucketCount(hashes.length);
  const buckets: Buffer[][] = Array.from({ length: count }, () => []);
  for (const hash of hashes) buckets[toBucket(hash, count)]?.push(hash);
  const parts = buckets.map((bucket, number) => {
    const body = Buffer.concat(bucket.toSorted((left, right) => left.compare(right)));
    return Buffer.concat([body, toProof({ sessionId, count, number }, body, key)]);
  });
  const header = Buffer.alloc(HEADER_BYTES + (count + 1) * 8);
  MAGIC.copy(header);
  header.writeUInt32BE(count, MAGIC.length);
  let at = header.length;
  for (const [number, part] of parts.entries()) {
    header.writeBigUInt64BE(BigInt(at), HEADER_BYTES + number * 8);
    at += part.length;
  }
  header.writeBigUInt64BE(BigInt(at), HEADER_BYTES + count * 8);
  return Buffer.concat([header, ...parts]);
}

function toBucketCount(hashes: number): number {
  let count = 1;
  while (count * PER_BUCKET < hashes && count < MAX_BUCKETS) count *= 2;
  return count;
}

const toBucket = (hash: Buffer, count: number): number => hash.readUInt32BE(0) % count;

interface BucketName {
  readonly sessionId: string;
  readonly count: number;
  readonly number: number;
}

function toProof({ sessionId, count, number }: BucketName, body: Uint8Array, key: Uint8Array): Buffer {
  const name = Buffer.from(`${sessionId}\0${count}\0${number}\0`);
  return hmacSha256(toKindKey("path-index", key), Buffer.concat([name, body]));
}

/** Asks one index; `close` when done. */
export interface PathIndex {
  /** Undefined where the index was changed, or is not this session's. */
  readonly has: (form: PathForm, path: string) => boolean | undefined;
  readonly close: () => void;
}

/** Opens an index; undefined where it is missing or none. What it holds is proven bucket by bucket, when it is asked. */
export function openPathIndex(file: string, sessionId: string, key: Uint8Array): PathIndex | undefined {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  let descriptor: number;
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  const close = (): void => closeSync(descriptor);
  const count = fstatSync(descriptor).isFile() ? readCount(descriptor) : undefined;
  if (count === undefined) {
    close();
    return undefined;
  }
  const has = (form: PathForm, path: string): boolean | undefined => {
    const hash = toHash(form, path);
    const number = toBucket(hash, count);
    const body = readBucket(descriptor, { sessionId, count, number }, key);
    return body === undefined ? undefined : holds(body, hash);
  };
  return { has, close };
}

function readCount(descriptor: number): number | undefined {
  const header = readPiece(descriptor, 0, HEADER_BYTES);
  if (!header?.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const count = header.readUInt32BE(MAGIC.length);
  return count > 0 && count <= MAX_BUCKETS ? count : undefined;
}

function readBucket(descriptor: number, name: BucketName, key: Uint8Array): Buffer | undefined {
  const places = readPiece(descriptor, HEADER_BYTES + name.number * 8, 16);
  if (places === undefined) return undefined;
  const [from, to] = [Number(places.readBigUInt64BE(0)), Number(places.readBigUInt64BE(8))];
  const length = to - from - PROOF_BYTES;
  if (!Number.isSafeInteger(from) || length < 0 || length > 1 << 24 || length % HASH_BYTES !== 0) return undefined;
  const bucket = readPiece(descriptor, from, length + PROOF_BYTES);
  if (bucket === undefined) return undefined;
  const body = bucket.subarray(0, length);
  return isSameBytes(toProof(name, body, key), bucket.subarray(length)) ? body : undefined;
}

/** All of it, or undefined. */
function readPiece(descriptor: number, from: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  try {
    while (filled < length) {
      const count = readSync(descriptor, bytes, filled, length - filled, from + filled);
      if (count === 0) return undefined;
      filled += count;
    }
  } catch {
    return undefined;
  }
  return bytes;
}

function holds(body: Buffer, hash: Buffer): boolean {
  for (let at = 0; at < body.length; at += HASH_BYTES) {
    if (body.subarray(at, at + HASH_BYTES).equals(hash)) return true;
  }
  return false;
}
