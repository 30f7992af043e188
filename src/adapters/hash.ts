import { hash } from "node:crypto";

/** SHA-256 as lower-case hex; a text is hashed as UTF-8. */
export function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes);
}
