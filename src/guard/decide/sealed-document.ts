import type { Json } from "../../domain/json.ts";
import { canonicalJson } from "../../domain/json.ts";
import { hmacSha256, isSameBytes, sha256 } from "./sha256.ts";

/** What a document is: the key differs for each, so that none can stand for another. */
export type DocumentKind =
  | "session"
  | "session-record"
  | "run-record"
  | "verification-seal"
  | "sealed-state"
  | "seal-pointer"
  | "release";

/** A payload with its digest, and with the proof that whoever wrote it had the guard's key. */
export interface SealedDocument<Payload> {
  readonly payload: Payload;
  /** SHA-256 of the payload's canonical JSON, 64 hexadecimal digits. */
  readonly digest: { readonly algorithm: "sha256"; readonly value: string };
  /** HMAC-SHA-256 of the digest, which stands for those bytes. */
  readonly proof: { readonly algorithm: "hmac-sha256"; readonly value: string };
}

/** Digest and proof of a payload; the bytes are its canonical JSON, so that its text may be laid out in any way. */
export function sealDocument<Payload>(kind: DocumentKind, payload: Payload, key: Uint8Array): SealedDocument<Payload> {
  const digest = toDigest(canonicalJson(payload as Json));
  return {
    payload,
    digest: { algorithm: "sha256", value: digest },
    proof: { algorithm: "hmac-sha256", value: toProof(kind, digest, key) },
  };
}

/** As it is written: two blanks deep, with a line end. */
export function renderSealed(document: SealedDocument<unknown>): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The payload, or what is wrong with the document in a few words. */
export type Opened =
  | { readonly ok: true; readonly payload: Readonly<Record<string, Json>>; readonly digest: string }
  | { readonly ok: false; readonly problem: string };

/** Reads a document and proves it; the payload's own members are the caller's to check. Never throws. */
export function openSealed(kind: DocumentKind, text: string, key: Uint8Array): Opened {
  const document = parseObject(text);
  if (document === undefined) return { ok: false, problem: "it is not JSON" };
  if (Object.keys(document).toSorted().join(",") !== "digest,payload,proof") return fail("its members");
  const payload = toObject(document["payload"]);
  const digest = toHashOf(document["digest"], "sha256");
  const proof = toHashOf(document["proof"], "hmac-sha256");
  if (payload === undefined || digest === undefined || proof === undefined) return fail("its members");
  const canonical = canonicalJson(payload as Json);
  if (!isSame(digest, toDigest(canonical))) return { ok: false, problem: "its digest is another one" };
  if (!isSame(proof, toProof(kind, digest, key))) return { ok: false, problem: "it was not written with this key" };
  return { ok: true, payload, digest };
}

function fail(what: string): Opened {
  return { ok: false, problem: `${what} are not those of such a document` };
}

/** A JSON object, or undefined for whatever else the text is. */
function parseObject(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function toObject(value: unknown): Readonly<Record<string, Json>> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, Json>>) : undefined;
}

function toHashOf(value: unknown, algorithm: string): string | undefined {
  const named = toObject(value);
  if (named === undefined || Object.keys(named).toSorted().join(",") !== "algorithm,value") return undefined;
  const hash = named["value"];
  return named["algorithm"] === algorithm && typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

function toDigest(text: string): string {
  return sha256(Buffer.from(text)).toString("hex");
}

/** Each kind has a key of its own, made from the user's. */
export function toKindKey(kind: string, key: Uint8Array): Buffer {
  return hmacSha256(key, Buffer.from(`hi-guard/1 ${kind}`));
}

/** Of the digest alone: a text is then hashed once, which every edit of an agent's waits for. */
function toProof(kind: DocumentKind, digest: string, key: Uint8Array): string {
  return hmacSha256(toKindKey(kind, key), Buffer.from(digest)).toString("hex");
}

function isSame(left: string, right: string): boolean {
  return isSameBytes(Buffer.from(left), Buffer.from(right));
}
