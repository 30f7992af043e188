import { isPresent, MAX_TEXT_BYTES, readRegularFile } from "./read-regular.ts";

export type JsonFile =
  | { readonly kind: "absent" }
  | { readonly kind: "value"; readonly value: unknown }
  /** It stands there and cannot be understood: never the same as absent or empty. */
  | { readonly kind: "broken"; readonly message: string };

/** Reads a JSON file of ours; a byte order mark is tolerated. */
export async function readJson(file: string): Promise<JsonFile> {
  const bytes = await readRegularFile(file, MAX_TEXT_BYTES);
  if (!bytes) {
    const message = `it is no readable file of at most ${MAX_TEXT_BYTES} bytes`;
    return (await isPresent(file)) ? { kind: "broken", message } : { kind: "absent" };
  }
  try {
    return { kind: "value", value: JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, "")) as unknown };
  } catch (error) {
    return { kind: "broken", message: error instanceof Error ? error.message : String(error) };
  }
}
