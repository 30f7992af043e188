import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

import type { SkippedFile, SkipReason } from "../contracts/scanner.ts";
import type { SourceFile } from "./detector.ts";

/** Opening a pipe must not wait for its other end. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** What is certificates and keys may be no text at all. */
const MATERIAL = /\.(?:der|cer|crt|key|pub|pem)$/i;

export type SourceReading =
  | { readonly ok: true; readonly file: SourceFile }
  | { readonly ok: false; readonly skipped: SkippedFile };

/** The same for bytes that are at hand; `shown` is how findings name them. */
function toSource(shown: string, bytes: Uint8Array): SourceReading {
  const isMaterial = MATERIAL.test(shown);
  if (bytes.includes(0) && !isMaterial) return skip(shown, "binary", "it holds a NUL byte");
  try {
    return { ok: true, file: { path: shown, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes } };
  } catch {
    if (isMaterial) return { ok: true, file: { path: shown, text: "", bytes } };
    return skip(shown, "not-utf8", "its text is not UTF-8");
  }
}

/** Reads a file to be looked at, or says why it is not; never throws, and waits at no pipe. */
export function readSource(shown: string, place: string, maxBytes: number): SourceReading {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(place, FLAGS);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return skip(shown, "not-a-file", "it is no regular file");
    if (facts.size > maxBytes) {
      return skip(shown, "too-large", `${facts.size} bytes exceeds the limit of ${maxBytes}`);
    }
    const bytes = Buffer.allocUnsafe(facts.size);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < facts.size; filled += read) {
      read = readSync(descriptor, bytes, filled, facts.size - filled, filled);
    }
    return toSource(shown, bytes.subarray(0, filled));
  } catch (error) {
    return skip(shown, "unreadable", (error as NodeJS.ErrnoException).code ?? "it cannot be read");
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function skip(file: string, reason: SkipReason, detail: string): SourceReading {
  return { ok: false, skipped: { file, reason, detail } };
}
