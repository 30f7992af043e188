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
    const bytes = readToEnd(descriptor, facts.size, maxBytes);
    if (bytes.length > maxBytes) return skip(shown, "too-large", `it exceeds the limit of ${maxBytes} bytes`);
    return toSource(shown, bytes);
  } catch (error) {
    return skip(shown, "unreadable", (error as NodeJS.ErrnoException).code ?? "it cannot be read");
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** As much as is there, at most one byte beyond the limit: some systems' own files say that they are empty, and are not. */
function readToEnd(descriptor: number, size: number, maxBytes: number): Buffer {
  let bytes = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  while (filled <= maxBytes) {
    if (filled === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.max(filled, 4096))]);
    const read = readSync(descriptor, bytes, filled, Math.min(bytes.length - filled, maxBytes + 1 - filled), filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function skip(file: string, reason: SkipReason, detail: string): SourceReading {
  return { ok: false, skipped: { file, reason, detail } };
}
