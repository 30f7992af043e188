import { toTextPosition } from "./text-position.ts";
import type { TextPosition } from "./text-position.ts";

/** Why bytes are not a text that we may edit. */
type EncodingKind = "utf-16le" | "utf-16be" | "utf-32" | "invalid-utf-8" | "binary";

interface EncodingProblem extends TextPosition {
  readonly kind: EncodingKind;
  /** One sentence that names the encoding, or what is wrong at `offset`. */
  readonly message: string;
  /** Bytes from the start of the file. */
  readonly offset: number;
}

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: EncodingProblem };

/** How many leading bytes decide whether a file without a byte order mark is UTF-16. */
const SNIFFED_BYTES = 1024;

const MESSAGES: Readonly<Record<EncodingKind, string>> = {
  "utf-16le": "the file is UTF-16 (little endian); only UTF-8 can be edited",
  "utf-16be": "the file is UTF-16 (big endian); only UTF-8 can be edited",
  "utf-32": "the file is UTF-32; only UTF-8 can be edited",
  "invalid-utf-8": "the file is not valid UTF-8 here",
  binary: "the file is binary (it holds a NUL byte)",
};

/**
 * Reads bytes strictly as UTF-8. A byte order mark stays part of the text, so `encodeText` gives the very bytes back.
 * A file in another encoding is named, never guessed at: a repair would change bytes that are the project's.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = findForeignMark(bytes);
  if (marked) return refuse(marked, bytes, 0);
  const nul = bytes.indexOf(0);
  if (nul !== -1) return refuse(findUtf16Pattern(bytes) ?? "binary", bytes, nul);
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return refuse("invalid-utf-8", bytes, findInvalidUtf8(bytes));
  }
}

/** The UTF-8 bytes of a text; the exact inverse of `decodeText`. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function refuse(kind: EncodingKind, bytes: Uint8Array, offset: number): DecodedText {
  const isForeign = kind !== "invalid-utf-8" && kind !== "binary";
  const before = isForeign ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset));
  const position = toTextPosition(before, before.length);
  return { ok: false, problem: { kind, message: MESSAGES[kind], offset: isForeign ? 0 : offset, ...position } };
}

function findForeignMark(bytes: Uint8Array): EncodingKind | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "utf-32" : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "utf-32";
  return undefined;
}

/** Text that is mostly ASCII has a NUL in every other byte when it is UTF-16. */
function findUtf16Pattern(bytes: Uint8Array): EncodingKind | undefined {
  const sniffed = bytes.subarray(0, SNIFFED_BYTES);
  const pairs = Math.floor(sniffed.length / 2);
  if (pairs === 0 || bytes.length % 2 !== 0) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sniffed[at] === 0) even += 1;
    if (sniffed[at + 1] === 0) odd += 1;
  }
  if (even === 0 && odd * 2 > pairs) return "utf-16le";
  if (odd === 0 && even * 2 > pairs) return "utf-16be";
  return undefined;
}

/** Lowest second byte allowed after a lead byte (overlong forms are refused), where it is not 0x80. */
const LOWEST_SECOND: Readonly<Record<number, number>> = { 0xe0: 0xa0, 0xf0: 0x90 };
/** Highest second byte allowed after a lead byte (surrogates, beyond U+10FFFF), where it is not 0xbf. */
const HIGHEST_SECOND: Readonly<Record<number, number>> = { 0xed: 0x9f, 0xf4: 0x8f };

/** Offset of the first byte sequence that is not UTF-8; the length where there is none. */
function findInvalidUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = measureSequence(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function measureSequence(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = toSequenceLength(lead);
  for (let step = 1; step < length; step += 1) {
    const byte = bytes[at + step] ?? 0;
    const low = step === 1 ? (LOWEST_SECOND[lead] ?? 0x80) : 0x80;
    const high = step === 1 ? (HIGHEST_SECOND[lead] ?? 0xbf) : 0xbf;
    if (byte < low || byte > high) return 0;
  }
  return length;
}

function toSequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/** The bytes with every CRLF as LF; undefined where there is no CRLF. */
export function toLineFeeds(bytes: Uint8Array): Uint8Array | undefined {
  if (!bytes.includes(CARRIAGE_RETURN)) return undefined;
  const isReturn = (byte: number, at: number): boolean => byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED;
  const kept = bytes.filter((byte, at) => !isReturn(byte, at));
  return kept.length === bytes.length ? undefined : kept;
}
