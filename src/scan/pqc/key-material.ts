import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";

import type { CryptoMaterial, ScannerFinding } from "../../contracts/scanner.ts";
import { findPostQuantum, toOpenSshAlgorithm, toSshAlgorithm } from "./key-formats.ts";
import { CNSA2_DEADLINE, toMigration } from "./pqc-findings.ts";

/** What one block of a file, or the whole of a binary one, turned out to be. */
type Material = Omit<CryptoMaterial, "format">;

/** The findings of one file, and how many blocks of it could not be opened (encrypted, broken, unknown). */
export interface MaterialRead {
  readonly findings: readonly ScannerFinding[];
  readonly unread: number;
}

/** More blocks than any bundle of authorities has. */
const MOST_BLOCKS = 1000;
const MARK = /-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----/g;

interface Block {
  readonly label: string;
  readonly pem: string;
  readonly body: string;
}

/** From one mark to the next: a beginning without its end is no block, and hides none after it. */
function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { label: string; start: number; inside: number } | undefined;
  for (const { 0: mark, 1: side, 2: label = "", index } of text.matchAll(MARK)) {
    const after = index + mark.length;
    if (side === "END" && open?.label === label) {
      blocks.push({ label, pem: text.slice(open.start, after), body: text.slice(open.inside, index) });
    }
    open = side === "BEGIN" ? { label, start: index, inside: after } : undefined;
    if (blocks.length === MOST_BLOCKS) break;
  }
  return blocks;
}

/** Opens certificates and keys. Only their algorithms and dates come out of here, never a byte of a key. */
export function readKeyMaterial(path: string, text: string, bytes: Uint8Array): MaterialRead {
  const blocks = readBlocks(text);
  if (blocks.length > 0) return toRead(path, blocks.map(readBlock), "PEM");
  const ssh = toSshAlgorithm(text);
  if (ssh !== undefined) return toRead(path, [toKey(ssh)], "PEM");
  return toRead(path, bytes.length === 0 ? [] : [readBinary(bytes)], "DER");
}

function readBlock({ label, pem, body }: Block): Material | undefined {
  const bytes = Buffer.from(body, "base64");
  if (label === "OPENSSH PRIVATE KEY") {
    const algorithm = toOpenSshAlgorithm(bytes);
    return algorithm === undefined ? undefined : toKey(algorithm);
  }
  if (label === "CERTIFICATE" || label === "X509 CERTIFICATE" || label === "TRUSTED CERTIFICATE") {
    return attempt(() => toCertificate(pem, bytes));
  }
  if (label.endsWith("PRIVATE KEY")) return readKey(() => createPrivateKey(pem), bytes);
  return label.endsWith("PUBLIC KEY") ? readKey(() => createPublicKey(pem), bytes) : undefined;
}

function readBinary(bytes: Uint8Array): Material | undefined {
  const key = Buffer.from(bytes);
  return (
    attempt(() => toCertificate(key, key)) ??
    readKey(() => createPrivateKey({ key, format: "der", type: "pkcs8" }), key) ??
    readKey(() => createPublicKey({ key, format: "der", type: "spki" }), key) ??
    readKey(() => createPrivateKey({ key, format: "der", type: "pkcs1" }), key) ??
    readKey(() => createPrivateKey({ key, format: "der", type: "sec1" }), key)
  );
}

/** Undefined where it throws: what it says then may hold the input. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readKey(open: () => KeyObject, bytes: Uint8Array): Material | undefined {
  // An older Node does not know the new algorithms; their names stand in the file all the same.
  const algorithm = attempt(() => toAlgorithm(open())) ?? findPostQuantum(bytes);
  return algorithm === undefined ? undefined : toKey(algorithm);
}

const toKey = (algorithm: string): Material => ({
  asset_kind: "related-crypto-material",
  subject_public_key_algorithm: algorithm,
  quantum_vulnerable: isVulnerable(algorithm),
});

function toCertificate(input: string | Buffer, bytes: Uint8Array): Material {
  const certificate = new X509Certificate(input);
  const algorithm = attempt(() => toAlgorithm(certificate.publicKey)) ?? findPostQuantum(bytes) ?? "unknown";
  const { signatureAlgorithm } = certificate as { readonly signatureAlgorithm?: unknown };
  const until = new Date(certificate.validTo);
  return {
    asset_kind: "certificate",
    subject_public_key_algorithm: algorithm,
    ...(typeof signatureAlgorithm === "string" ? { signature_algorithm: signatureAlgorithm } : {}),
    ...(Number.isNaN(until.getTime()) ? {} : { not_valid_after: until.toISOString() }),
    quantum_vulnerable: isVulnerable(algorithm),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  rsa: "RSA",
  "rsa-pss": "RSA",
  dsa: "DSA",
  dh: "DH",
  ec: "ECDSA",
  ed25519: "Ed25519",
  ed448: "Ed448",
  x25519: "X25519",
  x448: "X448",
};

/** `RSA-2048`, `ECDSA-prime256v1`, `Ed25519`, `ML-DSA-65`. */
function toAlgorithm(key: KeyObject): string | undefined {
  const type: string | undefined = key.asymmetricKeyType;
  if (type === undefined) return undefined;
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  const size = namedCurve ?? modulusLength;
  return `${NAMES[type] ?? type.toUpperCase()}${size === undefined ? "" : `-${size}`}`;
}

const isVulnerable = (algorithm: string): boolean => /^(?:RSA|DSA|DH|ECDSA|Ed|X)/.test(algorithm);
const isSafe = (algorithm: string): boolean => /^(?:ML-DSA|ML-KEM|SLH-DSA)/.test(algorithm);

function toRead(path: string, read: readonly (Material | undefined)[], format: CryptoMaterial["format"]): MaterialRead {
  const known = read.filter((material) => material !== undefined);
  const told = known.filter(({ subject_public_key_algorithm: name }) => isVulnerable(name) || isSafe(name));
  const once = new Map(told.map((material) => [JSON.stringify(material), material]));
  return {
    findings: Array.from(once.values(), (material) => toFinding(path, { ...material, format })),
    unread: read.length - told.length,
  };
}

/** At line 1, column 1, as the reference has it: what counts is the file. */
function toFinding(path: string, material: CryptoMaterial): ScannerFinding {
  const { asset_kind, subject_public_key_algorithm: algorithm, signature_algorithm: signature } = material;
  const kind = asset_kind === "certificate" ? "certificate" : "key";
  const family = /^(?:ML-DSA|ML-KEM|SLH-DSA|[A-Za-z]+(?:25519|448)?)/.exec(algorithm)?.[0] ?? algorithm;
  const isBroken = material.quantum_vulnerable;
  return {
    rule_id: isBroken ? `cert/pq-vulnerable-${kind}` : `cert/post-quantum-${kind}`,
    severity: isBroken ? "high" : "low",
    cwe: isBroken ? "CWE-327" : null,
    description: isBroken
      ? `This ${kind} is of ${algorithm}, which a quantum computer can break.`
      : `This ${kind} is of ${algorithm}, which withstands quantum computers.`,
    file: path,
    line: 1,
    column: 1,
    end_line: 1,
    end_column: 1,
    snippet: signature === undefined ? algorithm : `${algorithm} (signed with ${signature})`,
    confidence: 1,
    tags: ["PQ"],
    crypto_algorithm: family,
    crypto_material: material,
    ...(isBroken ? { cnsa2_deadline: CNSA2_DEADLINE, fix_suggestion: toMigration(family) } : {}),
  };
}
