import type { RelativePath } from "./paths.ts";
import { RECEIPT_PATH } from "./receipt.ts";
import type { Receipt, ReceiptEntry } from "./receipt.ts";

/** What was published last, a file each, named by the SHA-256 of what it holds: the base of the next merge. */
export const BASE_FOLDER = ".hi/base" as RelativePath;

/** Where the base of this hash is kept. */
export function toBasePath(sha256: string): RelativePath {
  return `${BASE_FOLDER}/${sha256}` as RelativePath;
}

/** Whether a path is one of a base. */
export function isBasePath(path: string): boolean {
  return /^\.hi\/base\/[0-9a-f]{64}$/.test(path);
}

/** What only records the rest: the receipt and the bases. Nobody has to look at it by itself. */
export function isRecord(path: string): boolean {
  return path === RECEIPT_PATH || isBasePath(path);
}

/** The hashes of which a receipt needs the base: whole files that stand. */
export function listBases({ files }: Pick<Receipt, "files">): ReadonlySet<string> {
  const isNeeded = (entry: ReceiptEntry): boolean => entry.class === "generated" && entry.removedByUser !== true;
  return new Set(
    Object.values(files)
      .filter(isNeeded)
      .map((entry) => entry.sha256)
  );
}
