const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the first brace-balanced object in bytes that arrive in pieces. What comes before the first `{` (byte order
 * marks, a shell profile's greeting, stray bytes) and after its `}` is no part of it. Linear in the bytes seen.
 */
export class ObjectFinder {
  private readonly chunks: Buffer[] = [];
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private isComplete = false;

  /** Takes the next piece; true once the object is whole. */
  push(chunk: Buffer): boolean {
    if (this.isComplete) return true;
    const start = this.depth === 0 ? chunk.indexOf(OPEN) : 0;
    if (start === -1) return false;
    const end = this.scan(chunk, start);
    this.chunks.push(chunk.subarray(start, end));
    return this.isComplete;
  }

  /** The object as parsed; undefined where it never ended or is no JSON. */
  parse(): Readonly<Record<string, unknown>> | undefined {
    if (!this.isComplete) return undefined;
    try {
      return JSON.parse(Buffer.concat(this.chunks).toString("utf8")) as Readonly<Record<string, unknown>>;
    } catch {
      return undefined;
    }
  }

  /** Moves over the piece and returns where the object ends in it, or the piece's length. */
  private scan(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === QUOTE) this.isInText = !this.isInText;
      else if (this.isInText) this.isEscaped = byte === BACKSLASH;
      else if (byte === OPEN) this.depth += 1;
      else if (byte === CLOSE) this.depth -= 1;
      if (this.depth === 0 && byte === CLOSE) {
        this.isComplete = true;
        return at + 1;
      }
    }
    return chunk.length;
  }
}
