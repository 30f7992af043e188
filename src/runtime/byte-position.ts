/** 1-based; the column in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly column: number;
}

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/**
 * Prepares a file's UTF-8 bytes for many questions "where is byte N?". `\r\n`, `\n` and a lone `\r` end a line; a byte
 * order mark is no column. Offsets beyond the end are the end.
 */
export function toPositionReader(bytes: Buffer): (offset: number) => Position {
  const starts = listLineStarts(bytes);
  return (offset) => {
    const end = Math.min(Math.max(offset, 0), bytes.length);
    const line = countUpTo(starts, end);
    const start = starts[line - 1] ?? 0;
    return { line, column: bytes.subarray(start, Math.max(start, end)).toString("utf8").length + 1 };
  };
}

function listLineStarts(bytes: Buffer): readonly number[] {
  const starts = [bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0];
  for (const [at, byte] of bytes.entries()) {
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
