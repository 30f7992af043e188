/** A word as a shell reads it. */
export interface ShellWord {
  /** Without its quotes. */
  readonly text: string;
  /** With a backslash before all that was quoted; only where a `*`, `?` or `[` stands in it that was not. */
  readonly pattern?: string;
  /** The shell puts something in when it runs: a variable, the output of a command, a list in braces, a `~name`. */
  readonly isOpen: boolean;
  /** As it stands in the command; only where the shell puts something in. */
  readonly written?: string;
  /** Nothing of it was quoted. */
  readonly isBare: boolean;
}

/** One simple command: its words, where it writes by redirection, and what it is given as a text on stdin. */
export interface SimpleCommand {
  readonly kind: "command";
  readonly words: readonly ShellWord[];
  readonly writes: readonly ShellWord[];
  readonly input?: string;
  /** The shell puts something into that text when it runs. */
  readonly isInputOpen?: boolean;
  /** It is neither part of a pipe nor put in the background, so what it changes of its shell stays. */
  readonly isPlain: boolean;
}

/** `open` and `close` stand around what runs in a shell of its own: a changed folder ends with it. */
export type ShellItem = SimpleCommand | { readonly kind: "open" } | { readonly kind: "close" };

/** A text that ends within a quote or a bracket, or is nested deeper than anybody writes. */
export class UnreadableShell extends Error {}

const RESERVED = new Set(["!", "{", "}", "if", "then", "elif", "else", "do", "while", "until", "time", "coproc"]);

/** Words that a command may follow at once. */
export function isReserved({ text, isBare }: ShellWord): boolean {
  return isBare && RESERVED.has(text);
}
