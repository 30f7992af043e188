import { realpath } from "node:fs/promises";
import path from "node:path";

import type { RelativePath } from "../domain/paths.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "./io/read-regular.ts";

/** An edited file with the bytes that everything said of it is about. */
export interface EditedFile {
  readonly file: RelativePath;
  readonly bytes: Buffer;
  /** False for what is reported on only. */
  readonly isRewritable: boolean;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The file as it is now; undefined where it is gone, no file that can be read, or no longer where its name says: a link
 * that took its place, or that of a folder above it, may lead anywhere. `root` is a real path, `file` one below it.
 */
export async function readEdited(root: string, file: RelativePath): Promise<Buffer | undefined> {
  const place = path.join(root, file);
  const real = await realpath(place).catch(() => undefined);
  return real === place ? readRegularFile(place, MAX_SOURCE_BYTES) : undefined;
}

/** The text, its byte order mark included; undefined for bytes that are no UTF-8, which would not survive. */
export function toText(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
