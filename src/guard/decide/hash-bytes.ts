import { createHash } from "node:crypto";

import { sha256 } from "./sha256.ts";

/** Of how many bytes a process works out the hashes itself: so many cost less than loading `node:crypto`. */
const MAX_OWN_BYTES = 96 * 1024;

let spent = 0;

/** SHA-256 as 64 hexadecimal digits, worked out in the way that costs a process the least. */
export function hashBytes(bytes: Uint8Array): string {
  spent += bytes.length;
  const isOwn = spent <= MAX_OWN_BYTES;
  return isOwn ? sha256(bytes).toString("hex") : createHash("sha256").update(bytes).digest("hex");
}
