import { UnreadableShell } from "./words.ts";

/** A place in a command text, and what is taken from there as it stands. */
export class ShellCursor {
  protected readonly text: string;
  protected at = 0;

  constructor(text: string) {
    this.text = text;
  }

  protected isNext(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** What stands before an end, which is passed; `from` characters are left out first. */
  protected takeTo(end: string, from: number): string {
    const start = this.at + from;
    const found = this.text.indexOf(end, start);
    if (found === -1) throw new UnreadableShell();
    this.at = found + end.length;
    return this.text.slice(start, found);
  }

  protected skipTo(end: string): void {
    this.takeTo(end, 1);
  }

  protected skipComment(): void {
    while (this.at < this.text.length && this.text[this.at] !== "\n") this.at += 1;
  }

  /** The body of `$'…'`, its escapes as they are written. */
  protected takeAnsi(): string {
    this.at += 2;
    const from = this.at;
    while (this.at < this.text.length && this.text[this.at] !== "'") this.at += this.text[this.at] === "\\" ? 2 : 1;
    if (this.at >= this.text.length) throw new UnreadableShell();
    this.at += 1;
    return this.text.slice(from, this.at - 1);
  }

  /** The commands between backticks, as they are read within. */
  protected takeBackticks(): string {
    this.at += 1;
    let body = "";
    while (this.text[this.at] !== "`") {
      const character = this.text[this.at];
      if (character === undefined) throw new UnreadableShell();
      const isEscape = character === "\\" && "`\\$".includes(this.text[this.at + 1] ?? " ");
      body += isEscape ? (this.text[this.at + 1] ?? "") : character;
      this.at += isEscape ? 2 : 1;
    }
    this.at += 1;
    return body;
  }
}
