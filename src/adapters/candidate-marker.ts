import { constants, closeSync, fchmodSync, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Json } from "../domain/json.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { parseIdentity, readOwnIdentity } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { toErrorCode } from "./system-error.ts";

/** What tells a candidate from any other folder: who made it, and a number nobody else knows. */
export interface CandidateMarker {
  readonly format: "hi-candidate/1";
  readonly nonce: string;
  readonly owner: ProcessIdentity;
  /** ISO 8601. */
  readonly createdAt: string;
}

const FOLDER = /^hi-candidate-([0-9a-f]{32})$/;
const LARGEST_BYTES = 4096;

export function toCandidateName(nonce: string): string {
  return `hi-candidate-${nonce}`;
}

/** The nonce in a folder's name; undefined where the name is not one of ours. */
export function toNonce(name: string): string | undefined {
  return FOLDER.exec(name)?.[1];
}

/** In the candidate's root, named with the nonce, so that no file of a repository can collide with it. */
export function toMarkerPath(root: AbsolutePath, nonce: string): AbsolutePath {
  return path.join(root, `.hi-candidate-${nonce}.json`) as AbsolutePath;
}

export function writeMarker(root: AbsolutePath, nonce: string): void {
  const marker: CandidateMarker = {
    format: "hi-candidate/1",
    nonce,
    owner: readOwnIdentity(),
    createdAt: new Date().toISOString(),
  };
  const descriptor = openSync(toMarkerPath(root, nonce), "wx", 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    writeFileSync(descriptor, `${JSON.stringify(marker)}\n`);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the marker of a folder whose name holds a nonce. Undefined where there is none, it is a link or no regular
 * file, or it does not say the same nonce: then the folder is not ours to prove or to remove.
 */
export function readMarker(root: AbsolutePath, nonce: string): CandidateMarker | undefined {
  if (toNonce(path.basename(root)) !== nonce) return undefined;
  const value = readSmallJson(toMarkerPath(root, nonce));
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const { format, nonce: said, owner, createdAt } = value as { readonly [key: string]: Json };
  const identity = parseIdentity(owner);
  if (format !== "hi-candidate/1" || said !== nonce || identity === undefined) return undefined;
  return { format, nonce, owner: identity, createdAt: typeof createdAt === "string" ? createdAt : "" };
}

/** Never follows a link, never waits for a pipe, never reads more than a marker holds. */
function readSmallJson(file: AbsolutePath): Json | undefined {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, flags);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > LARGEST_BYTES) return undefined;
    return JSON.parse(readFileSync(descriptor, "utf8")) as Json;
  } catch (error) {
    if (error instanceof SyntaxError || toErrorCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
