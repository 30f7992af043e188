import { readFile } from "node:fs/promises";

export type JsonFile =
  | { readonly kind: "absent" }
  | { readonly kind: "value"; readonly value: unknown }
  /** It stands there and cannot be understood: never the same as absent or empty. */
  | { readonly kind: "broken"; readonly message: string };

/** Reads a JSON file of ours; a byte order mark is tolerated. */
export async function readJson(file: string): Promise<JsonFile> {
  try {
    const text = await readFile(file, "utf8");
    return { kind: "value", value: JSON.parse(text.replace(/^\uFEFF/, "")) as unknown };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
    return { kind: "broken", message: error instanceof Error ? error.message : String(error) };
  }
}
