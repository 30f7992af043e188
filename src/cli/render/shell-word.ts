import { quoteForShell } from "../../domain/shell-quote.ts";
import { neutralise } from "./neutralise.ts";

/** A word of a command as a person would type it in a POSIX shell, safe to print. */
export function toShellWord(word: string): string {
  return quoteForShell(neutralise(word));
}
