import type { ShellWord } from "./words.ts";

/** Puts a word together. */
export class WordBuilder {
  private text = "";
  private pattern = "";
  private isGlob = false;
  private isOpen = false;
  private isBare = true;
  private braces = 0;
  isStarted = false;
  /** Where it begins in the command. */
  private readonly start: number;

  constructor(start: number) {
    this.start = start;
  }

  /** What the shell takes as it is. */
  quote(text: string): void {
    this.isStarted = true;
    this.isBare = false;
    this.text += text;
    this.pattern += text.replaceAll(/[*?[\]\\]/g, String.raw`\$&`);
  }

  /** One character that stands there bare. */
  add(character: string): void {
    this.isStarted = true;
    this.text += character;
    this.pattern += character;
    if ("*?[".includes(character)) this.isGlob = true;
    if (character === "{") this.braces += 1;
    // `{a,b}` and `{1..3}` are lists; `{}` is a word.
    if (this.braces > 0 && (character === "," || this.text.endsWith(".."))) this.isOpen = true;
    if (character === "}" && this.braces > 0) this.braces -= 1;
  }

  open(): void {
    this.isStarted = true;
    this.isOpen = true;
  }

  /** True for the number before a redirection. */
  get isNumber(): boolean {
    return this.isBare && /^\d+$/.test(this.text);
  }

  /** It ends before a place of the command. */
  finish(command: string, end: number): ShellWord {
    const { text, isBare } = this;
    const isOpen = this.isOpen || /^~[^/]/.test(this.pattern);
    return {
      text,
      ...(this.isGlob && { pattern: this.pattern }),
      isOpen,
      isBare,
      ...(isOpen && { written: command.slice(this.start, end) }),
    };
  }
}
