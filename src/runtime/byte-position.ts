/** 1-based; the column in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly column: number;
}

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** A line is decoded in pieces of this many bytes, each once, so that a long one with many findings holds nobody up. */
const PIECE_BYTES = 4096;
/** No character of UTF-8 has more bytes after its first. */
const MOST_CONTINUED = 3;

/**
 * Prepares a file's UTF-8 bytes for many questions "where is byte N?". `\r\n`, `\n` and a lone `\r` end a line; a byte
 * order mark is no column. Offsets beyond the end are the end.
 */
export function toPositionReader(bytes: Buffer): (offset: number) => Position {
  const starts = listLineStarts(bytes);
  const lines = new Map<number, LineReader>();
  return (offset) => {
    const end = Math.min(Math.max(offset, 0), bytes.length);
    const line = countUpTo(starts, end);
    const start = starts[line - 1] ?? 0;
    const reader = lines.get(line) ?? new LineReader(bytes, start);
    lines.set(line, reader);
    return { line, column: reader.countUnits(Math.max(start, end)) + 1 };
  };
}

/** Counts the UTF-16 code units from a line's start. */
class LineReader {
  private readonly bytes: Buffer;
  /** Offsets where a piece begins, and the units before each. */
  private readonly pieces: number[];
  private readonly units = [0];

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.pieces = [start];
  }

  countUnits(end: number): number {
    for (let last = this.pieces.at(-1) ?? 0; last + PIECE_BYTES <= end; last = this.pieces.at(-1) ?? end) {
      const next = this.findBoundary(last + PIECE_BYTES);
      this.units.push((this.units.at(-1) ?? 0) + this.decode(last, next));
      this.pieces.push(next);
    }
    const piece = countUpTo(this.pieces, end) - 1;
    return (this.units[piece] ?? 0) + this.decode(this.pieces[piece] ?? end, end);
  }

  /** The first byte of a character, at `at` or just before it. */
  private findBoundary(at: number): number {
    for (let back = 0; back <= MOST_CONTINUED; back += 1) {
      if (((this.bytes[at - back] ?? 0) & 0xc0) !== 0x80) return at - back;
    }
    return at;
  }

  private decode(from: number, to: number): number {
    return this.bytes.subarray(from, to).toString("utf8").length;
  }
}

function listLineStarts(bytes: Buffer): readonly number[] {
  const starts = [bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** How many of the sorted numbers are at most `limit`, and at least 1. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 1;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle - 1] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
