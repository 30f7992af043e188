/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104) over a few kilobytes, for can-write alone: loading `node:crypto` costs a sixth
 * of starting Node, several times what these hashes do. Whatever hashes files takes `node:crypto`.
 */

const BLOCK_BYTES = 64;
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of the cube roots (of the square roots) of the first primes. */
const ROUND_CONSTANTS = new Int32Array(ROUNDS);
const START = new Int32Array(8);

/** Worked out instead of written down: a wrong digit among 72 would be hard to see. */
function fillConstants(): void {
  let found = 0;
  for (let candidate = 2; found < ROUNDS; candidate += 1) {
    if (!isPrime(candidate)) continue;
    ROUND_CONSTANTS[found] = toFraction(Math.cbrt(candidate));
    if (found < START.length) START[found] = toFraction(Math.sqrt(candidate));
    found += 1;
  }
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
}

const toFraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The 32 bytes of SHA-256. */
export function sha256(bytes: Uint8Array): Buffer {
  if (START[0] === 0) fillConstants();
  const padded = pad(bytes);
  const view = new DataView(padded.buffer, padded.byteOffset, padded.byteLength);
  const state = START.slice();
  const words = new Int32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let word = 0; word < 16; word += 1) words[word] = view.getInt32(at + word * 4);
    compress(state, words);
  }
  const digest = Buffer.alloc(32);
  for (const [index, word] of state.entries()) digest.writeInt32BE(word, index * 4);
  return digest;
}

/** The message, a set bit, zeros, and its length in bits as 64 bits. */
function pad(bytes: Uint8Array): Buffer {
  const padded = Buffer.alloc(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  padded.writeUInt32BE(Math.floor(bytes.length / 2 ** 29), padded.length - 8);
  padded.writeUInt32BE((bytes.length * 8) % 2 ** 32, padded.length - 4);
  return padded;
}

/** Works one block into the state; the first 16 words are the block's. */
function compress(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < ROUNDS; at += 1) {
    const [early = 0, late = 0] = [words[at - 15], words[at - 2]];
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + round(words, at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
}

const round = (words: Int32Array, at: number): number => (ROUND_CONSTANTS[at] ?? 0) + (words[at] ?? 0);

/** The 32 bytes of HMAC-SHA-256. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(Buffer.concat([block.map((byte) => byte ^ 0x36), bytes]));
  return sha256(Buffer.concat([block.map((byte) => byte ^ 0x5c), inner]));
}

/** Whether two texts of bytes are the same, in a time that says nothing of where they differ. */
export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
  return difference === 0;
}
