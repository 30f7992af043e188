import path from "node:path";

import { parseRequest } from "../contracts/custom-lint-request.ts";
import type { CustomLintRequest } from "../contracts/custom-lint.ts";
import { toText } from "./edited-file.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "./io/read-regular.ts";

/** A request in a file that a person names, from the current folder. A text says why there is none. */
export async function readRequest(cwd: string, file: string): Promise<CustomLintRequest | string> {
  const bytes = file.includes("\0") ? undefined : await readRegularFile(path.resolve(cwd, file), MAX_SOURCE_BYTES);
  if (!bytes) return "it is no readable file";
  const text = toText(bytes);
  return text === undefined ? "it is no UTF-8" : parseRequest(text);
}
