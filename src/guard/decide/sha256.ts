// oxlint-disable unicorn/prefer-math-trunc -- `| 0` keeps 32 bits, which is what is meant; Math.trunc keeps all.
/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104) over some kilobytes: loading `node:crypto` costs a sixth of starting Node,
 * several times what these hashes do. Whatever hashes more takes `node:crypto` (hash-bytes.ts).
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

const toFraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

/** The 32 bytes of SHA-256. */
export function sha256(bytes: Uint8Array): Buffer {
  if (START[0] === 0) fillConstants();
  const padded = pad(bytes);
  const view = new DataView(padded.buffer, padded.byteOffset, padded.byteLength);
  const state = new Int32Array(START);
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

/**
 * Works one block into the state; the first 16 words are the block's. Written out: it runs a few hundred times and then
 * never again, before any compiler has looked at it.
 */
function compress(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < ROUNDS; at += 1) {
    const early = words[at - 15] as number;
    const late = words[at - 2] as number;
    const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[at] = (words[at - 16] as number) + small + (words[at - 7] as number) + large;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let at = 0; at < ROUNDS; at += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = h + high + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[at] as number) + (words[at] as number);
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = low + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  add(state, [a, b, c, d, e, f, g, h]);
}

function add(state: Int32Array, words: readonly number[]): void {
  for (let at = 0; at < words.length; at += 1) (state[at] as number) += words[at] as number;
}

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
