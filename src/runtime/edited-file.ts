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

/** The file as it is now; undefined where it is gone, or no file that can be read. `root` is a real path. */
export function readEdited(root: string, file: RelativePath): Promise<Buffer | undefined> {
  return readRegularFile(path.join(root, file), MAX_SOURCE_BYTES);
}

/** The text, its byte order mark included; undefined for bytes that are no UTF-8, which would not survive. */
export function toText(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
