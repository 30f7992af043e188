const MAX_REPEATS = 1000;

/** What is asked at one place of a path: a character that fits, or that it is the start or the end. */
export type Ask =
  | { readonly kind: "one"; readonly fits: RegExp }
  | { readonly kind: "start" }
  | { readonly kind: "end" };

/** An expression as it is written. */
export type Tree =
  | { readonly kind: "node"; readonly node: Ask }
  | { readonly kind: "look"; readonly isWanted: boolean; readonly inner: Tree }
  | { readonly kind: "all"; readonly parts: readonly Tree[] }
  | { readonly kind: "any"; readonly parts: readonly Tree[] }
  | { readonly kind: "repeat"; readonly inner: Tree; readonly least: number; readonly most: number };

/** Reads an expression. @throws Error for one with something in it that is not known */
export class ExpressionParser {
  private at = 0;
  private readonly source: string;
  private readonly flags: string;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }

  parse(): Tree {
    const tree = this.parseAny();
    if (this.at < this.source.length) throw new Error("a bracket too many");
    return tree;
  }

  private parseAny(): Tree {
    const parts = [this.parseAll()];
    while (this.take("|")) parts.push(this.parseAll());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "any", parts };
  }

  private parseAll(): Tree {
    const parts: Tree[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at))) {
      parts.push(this.parseRepeat(this.parseOne()));
    }
    return { kind: "all", parts };
  }

  private parseOne(): Tree {
    if (this.take("^")) return { kind: "node", node: { kind: "start" } };
    if (this.take("$")) return { kind: "node", node: { kind: "end" } };
    if (this.take("(?=")) return this.parseLook(true);
    if (this.take("(?!")) return this.parseLook(false);
    if (this.take("(?:") || this.takeGroup()) return this.parseEnd(this.parseAny());
    return { kind: "node", node: { kind: "one", fits: this.toCharacter(this.readCharacter()) } };
  }

  private parseLook(isWanted: boolean): Tree {
    return this.parseEnd({ kind: "look", isWanted, inner: this.parseAny() });
  }

  private parseEnd(tree: Tree): Tree {
    if (!this.take(")")) throw new Error("a bracket too few");
    return tree;
  }

  private parseRepeat(inner: Tree): Tree {
    const rest = this.source.slice(this.at, this.at + 32);
    const [all, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest) ?? [];
    if (all === undefined) return inner;
    this.at += all.length;
    if (sign === undefined) {
      const from = Number(least);
      const bounded = most === "" ? Infinity : Number(most);
      const to = comma === "" ? from : bounded;
      if (from > MAX_REPEATS || (to !== Infinity && to > MAX_REPEATS)) throw new Error("too many times");
      return { kind: "repeat", inner, least: from, most: to };
    }
    return { kind: "repeat", inner, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** A group that keeps what it matched, which nothing asks for. */
  private takeGroup(): boolean {
    return !this.source.startsWith("(?", this.at) && this.take("(");
  }

  private readCharacter(): string {
    const rest = this.source.slice(this.at);
    const found = /^(?:\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^bBkux1-9])|\[(?:\\[^]|[^\]\\])*\]|[^\\[()*+?|])/.exec(
      rest
    )?.[0];
    if (found === undefined) throw new Error(`${JSON.stringify(rest.slice(0, 10))} is not known`);
    this.at += found.length;
    return found;
  }

  private toCharacter(text: string): RegExp {
    return new RegExp(`^${text}$`, this.flags);
  }
}
