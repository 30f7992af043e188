/** Where the entries of an index lie in its bytes, one row of numbers each; every one begins at a whole word. */
export interface PlainIndex {
  readonly bytes: Buffer;
  /** The same bytes; reads numbers without being compiled first. */
  readonly view: DataView;
  readonly count: number;
  /** Where an entry begins; what follows is laid out by `STAT`. */
  readonly starts: Uint32Array;
  /** Where its name begins and ends. */
  readonly names: Uint32Array;
  readonly ends: Uint32Array;
  /** Where the last entry and what fills it up end. */
  readonly end: number;
}

/** Of an entry: what `lstat` said of the file, with its mode and size in between, then the object's name and the flags. */
export const ENTRY = {
  ctime: 0,
  ctimeNs: 4,
  mtime: 8,
  mtimeNs: 12,
  inode: 20,
  mode: 24,
  uid: 28,
  gid: 32,
  size: 36,
  object: 40,
  flags: 60,
} as const;

/** What git keeps of modes. */
export const GIT_MODE = { plain: 0o10_0644, executable: 0o10_0755, link: 0o12_0000 } as const;

export const HEADER_BYTES = 12;
const OBJECT_BYTES = 20;
const CHECKSUM_BYTES = 20;
const LENGTH_BITS = 0x0f_ff;
const EXTENDED = 0x40_00;

/**
 * The entries of an index in the versions that git writes by itself (2 and 3), with objects named by SHA-1. Undefined for
 * every other one, also for one whose extensions change what the entries mean (split and sparse indexes).
 */
export function parsePlainIndex(bytes: Buffer): PlainIndex | undefined {
  if (bytes.length < HEADER_BYTES + CHECKSUM_BYTES || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  if ((version !== 2 && version !== 3) || count > bytes.length / ENTRY.flags) return undefined;
  const starts = new Uint32Array(count);
  const names = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY.flags + 2 > bytes.length) return undefined;
    const flags = view.getUint16(at + ENTRY.flags);
    const nameAt: number = at + ENTRY.flags + ((flags & EXTENDED) === 0 ? 2 : 4);
    const end = (flags & LENGTH_BITS) < LENGTH_BITS ? nameAt + (flags & LENGTH_BITS) : bytes.indexOf(0, nameAt);
    if (end === -1 || end >= bytes.length || bytes[end] !== 0) return undefined;
    starts[entry] = at;
    names[entry] = nameAt;
    ends[entry] = end;
    at += Math.ceil((end - at + 1) / 8) * 8;
  }
  return hasNeededExtension(bytes, at) ? undefined : { bytes, view, count, starts, names, ends, end: at };
}

/** An extension whose name begins with a small letter changes what the entries mean. */
function hasNeededExtension(bytes: Buffer, from: number): boolean {
  for (let at = from; at + 8 <= bytes.length - OBJECT_BYTES; at += 8 + bytes.readUInt32BE(at + 4)) {
    const first = bytes[at] ?? 0;
    if (first < 65 || first > 90) return true;
  }
  return false;
}
