const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Finds the first JSON object in bytes that arrive in pieces: what lies between a `{` and the brace that closes it and
 * parses. What comes before it (byte order marks, a shell profile's greeting with or without braces of its own, stray
 * bytes) and after it is no part of it. Linear in the bytes seen.
 */
export class ObjectFinder {
  /** Undefined until one was found whole. */
  found: JsonObject | undefined;
  private chunks: Buffer[] = [];
  private depth = 0;
  private isInText = false;
  private isEscaped = false;

  /** Takes the next piece; true once the object is whole. */
  push(chunk: Buffer): boolean {
    let rest = chunk;
    while (this.found === undefined && rest.length > 0) {
      const start = this.depth === 0 ? rest.indexOf(OPEN) : 0;
      if (start === -1) return false;
      const end = this.scan(rest, start);
      this.chunks.push(rest.subarray(start, end));
      if (this.depth === 0) this.take();
      rest = rest.subarray(end);
    }
    return this.found !== undefined;
  }

  /** Balanced braces that are no JSON were noise: the search goes on behind them. */
  private take(): void {
    try {
      this.found = JSON.parse(Buffer.concat(this.chunks).toString("utf8")) as JsonObject;
    } catch {
      // Not this one.
    }
    this.chunks = [];
    this.isInText = false;
    this.isEscaped = false;
  }

  /** Moves over the piece and returns where the braces are balanced again in it, or the piece's length. */
  private scan(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === QUOTE) this.isInText = !this.isInText;
      else if (this.isInText) this.isEscaped = byte === BACKSLASH;
      else if (byte === OPEN) this.depth += 1;
      else if (byte === CLOSE) this.depth -= 1;
      if (this.depth === 0) return at + 1;
    }
    return chunk.length;
  }
}
