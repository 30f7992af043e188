import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";

import { ConfigurationError } from "../configuration-error.ts";
import { readRegularFile } from "../io/read-regular.ts";

/** A list of names is far below this. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Where names are read from. */
export interface NamesSource {
  readonly cwd: string;
  readonly stdin: Readable;
}

/**
 * Reads a list of names from a file, or from stdin for `-`. Where it holds a NUL, names end with NUL, else with a line
 * break. @throws ConfigurationError where there is no such list
 */
export async function readNames(file: string, { cwd, stdin }: NamesSource): Promise<readonly string[]> {
  const bytes = file === "-" ? await readAll(stdin) : await readList(path.resolve(cwd, file));
  if (bytes === undefined) {
    throw new ConfigurationError(file, `it is no readable list of names of at most ${MAX_LIST_BYTES} bytes`);
  }
  return splitNames(bytes.toString("utf8").replace(/^\uFEFF/, ""));
}

/** A pipe too, since that is what a shell makes of `<(git diff …)`, and `/dev/null`, which is an empty list. */
async function readList(file: string): Promise<Buffer | undefined> {
  try {
    const facts = statSync(file);
    if (facts.isFIFO() || facts.isCharacterDevice()) return await readAll(createReadStream(file));
  } catch {
    return undefined;
  }
  return readRegularFile(file, MAX_LIST_BYTES);
}

/** Splits a list as git and other tools print it. */
export function splitNames(text: string): readonly string[] {
  return text.split(text.includes("\0") ? "\0" : /\r?\n/).filter((name) => name !== "");
}

async function readAll(stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let seenBytes = 0;
  for await (const chunk of stream) {
    seenBytes += (chunk as Buffer).length;
    if (seenBytes > MAX_LIST_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
