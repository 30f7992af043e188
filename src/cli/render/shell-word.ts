import { neutralise } from "./neutralise.ts";

/** A word of a command as a person would type it in a POSIX shell. */
export function toShellWord(word: string): string {
  const safe = neutralise(word);
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`;
}
