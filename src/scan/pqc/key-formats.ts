/** Key types of OpenSSH (RFC 4253, 5656, 8709), by how a line of theirs begins. */
const SSH_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:sk-)?ssh-ed25519/, "Ed25519"],
  [/^ssh-ed448/, "Ed448"],
  [/^ssh-rsa/, "RSA"],
  [/^ssh-dss/, "DSA"],
  [/^(?:sk-)?ecdsa-sha2-nistp(\d{3})/, "ECDSA-P"],
];

/** What a `.pub` of OpenSSH is of; undefined where the text is none. */
export function toSshAlgorithm(text: string): string | undefined {
  const line = /^[ \t]*(\S{7,64}) [A-Za-z0-9+/]{16,}/m.exec(text)?.[1];
  return line === undefined ? undefined : toType(line);
}

function toType(name: string): string | undefined {
  for (const [shape, algorithm] of SSH_TYPES) {
    const found = shape.exec(name);
    if (found !== null) return found[1] === undefined ? algorithm : `${algorithm}-${found[1]}`;
  }
  return undefined;
}

const OPENSSH_MARK = "openssh-key-v1\0";

/**
 * What a private key of OpenSSH is of. Its public part is in clear even where the key is encrypted: after the mark come
 * cipher, derivation and options, each with its length, a count, and the public part, which begins with its type.
 */
export function toOpenSshAlgorithm(bytes: Buffer): string | undefined {
  if (bytes.toString("latin1", 0, OPENSSH_MARK.length) !== OPENSSH_MARK) return undefined;
  let at = OPENSSH_MARK.length;
  for (let field = 0; field < 3; field += 1) at += 4 + readLength(bytes, at);
  // The count, and the length of the public part.
  at += 8;
  const length = readLength(bytes, at);
  return length > 64 ? undefined : toType(bytes.toString("latin1", at + 4, at + 4 + length));
}

const readLength = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0);

/** The object identifiers of NIST's new algorithms: this, then the family (3 signatures, 4 key exchange), then one. */
const NIST = Buffer.from("060960864801650304", "hex");
const SIGNATURES: Readonly<Record<number, string>> = { 17: "ML-DSA-44", 18: "ML-DSA-65", 19: "ML-DSA-87" };
const EXCHANGES: Readonly<Record<number, string>> = { 1: "ML-KEM-512", 2: "ML-KEM-768", 3: "ML-KEM-1024" };

/** The first of them that is named in a DER structure. */
export function findPostQuantum(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(NIST); at !== -1; at = buffer.indexOf(NIST, at + 1)) {
    const family = buffer[at + NIST.length];
    const one = buffer[at + NIST.length + 1] ?? 0;
    const name = family === 3 ? (SIGNATURES[one] ?? (one >= 20 && one <= 31 ? "SLH-DSA" : undefined)) : undefined;
    const found = name ?? (family === 4 ? EXCHANGES[one] : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
