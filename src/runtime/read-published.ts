import path from "node:path";

import type { RelativePath } from "../domain/paths.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import { readAtOnce } from "./io/read-at-once.ts";
import type { FileText } from "./io/read-at-once.ts";
import { MAX_TEXT_BYTES } from "./io/read-regular.ts";

/** `gone`: it was published, and nobody took it away through `hi`. `unknown`: the receipt cannot be read. */
export type Published = "no" | "gone" | "unknown";

/** What the receipt says of a file of ours that is not there: taken away by hand, it disarms nobody. Reads at once. */
export function readPublished(root: string, file: RelativePath): Published {
  const receipt = readAtOnce(path.join(root, RECEIPT_PATH), MAX_TEXT_BYTES);
  if (receipt.kind === "absent") return "no";
  const files = (toJsonValue(receipt) as { readonly files?: unknown } | null | undefined)?.files;
  if (typeof files !== "object" || files === null || Array.isArray(files)) return "unknown";
  const entry = Object.hasOwn(files, file)
    ? (files as Readonly<Record<string, { readonly removedByUser?: unknown } | null>>)[file]
    : undefined;
  return !entry || entry.removedByUser === true ? "no" : "gone";
}

/** The value of a JSON text; undefined for anything else. */
export function toJsonValue(file: FileText): unknown {
  if (file.kind !== "text") return undefined;
  try {
    return JSON.parse(file.text.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    return undefined;
  }
}
