import { statSync } from "node:fs";
import path from "node:path";

/** Without putting `..` right: behind a link it leads elsewhere. */
export function joinAsWritten(base: string, text: string): string {
  return path.isAbsolute(text) ? text : `${base}/${text}`;
}

/** Links are followed; what cannot be looked at is none. */
export function isDirectory(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

/** Whether something stands there, as far as it can be looked at. */
export function isTaken(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
