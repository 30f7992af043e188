/** The first of the 128 lone surrogates that stand for bytes which are no UTF-8: 0x80 is U+DC80, 0xFF is U+DCFF. */
const FIRST = 0xdc_00;

/**
 * A file name as text that no two names share: bytes that are no UTF-8 stand as lone surrogates, which no decoded text
 * holds. JSON writes them as escapes.
 */
export function toPathText(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD") || Buffer.from(text, "utf8").equals(bytes)) return text;
  let escaped = "";
  for (let at = 0; at < bytes.length;) {
    const length = findCharacter(bytes, at);
    escaped += length === 0 ? String.fromCharCode(FIRST + (bytes[at] ?? 0)) : bytes.toString("utf8", at, at + length);
    at += length || 1;
  }
  return escaped;
}

/** The length of the character that begins there, in bytes; 0 where none does. */
function findCharacter(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return 1;
  const length = [0xe0, 0xf0].reduce((bytesLong, from) => bytesLong + (byte >= from ? 1 : 0), 2);
  const piece = bytes.subarray(at, at + length);
  return piece.length === length && Buffer.from(piece.toString("utf8"), "utf8").equals(piece) ? length : 0;
}

/** The bytes of such a text. */
export function toPathBytes(text: string): Buffer {
  if (!/[\uDC80-\uDCFF]/.test(text) || text.isWellFormed?.() === true) return Buffer.from(text, "utf8");
  const parts = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[^]/g) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      const unit = part.charCodeAt(0);
      const isByte = part.length === 1 && unit >= FIRST + 0x80 && unit <= FIRST + 0xff;
      return isByte ? Buffer.from([unit - FIRST]) : Buffer.from(part, "utf8");
    })
  );
}

/** Where such a path, from a root, lies on the disk; a `/` at its end is left out. */
export function toDiskPath(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), toPathBytes(path.replace(/\/$/, ""))]);
}

/** Such a text as other programs decode it: with U+FFFD for what is no UTF-8. */
export function toLossyText(text: string): string {
  return toPathBytes(text).toString("utf8");
}

/** Splits what git ends by NUL. */
export function splitNul(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0, from);
    const to = end === -1 ? bytes.length : end;
    parts.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return parts;
}
