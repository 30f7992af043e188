import { AnswerFault } from "./custom-lint-fault.ts";
import type { CustomLintReason } from "./custom-lint.ts";

/** A number as it was written, so that no reader has to guess what was lost. */
interface JsonNumber {
  readonly lexeme: string;
}

/** A JSON value as read strictly. Objects are maps: no name in them can reach a prototype. */
export type StrictJson = null | boolean | string | JsonNumber | readonly StrictJson[] | StrictObject;
export type StrictObject = ReadonlyMap<string, StrictJson>;

/** Why bytes are not exactly one JSON value. */
export interface JsonFault {
  readonly reason: CustomLintReason;
  readonly message: string;
}

export type JsonReading =
  | { readonly ok: true; readonly value: StrictJson }
  | { readonly ok: false; readonly fault: JsonFault };

/** What differs from contract to contract. */
interface StrictRules {
  /** What faults call the text. */
  readonly what: string;
  readonly deepest: number;
  /** Where members that nobody knows are passed over, their names are nobody's business either. */
  readonly takesAnyName: boolean;
}

/** A response is nested four deep. */
const OF_A_RESPONSE: StrictRules = { what: "the output", deepest: 64, takesAnyName: false };
const LONGEST_QUOTE = 60;

/**
 * Reads exactly one JSON value (RFC 8259) and nothing beside it. What lenient readers let pass is a fault with its own
 * reason: bytes that are no UTF-8, a byte order mark, a key twice, the key `__proto__`, nesting without end, a second
 * value. Never throws, and takes time linear in the bytes.
 */
export function readStrictJson(bytes: Uint8Array, rules: StrictRules = OF_A_RESPONSE): JsonReading {
  const text = decode(bytes, rules);
  if (typeof text !== "string") return { ok: false, fault: text };
  try {
    return { ok: true, value: new Reader(text, rules).read() };
  } catch (error) {
    if (error instanceof AnswerFault) return { ok: false, fault: { reason: error.reason, message: error.message } };
    throw error;
  }
}

function decode(bytes: Uint8Array, { what }: StrictRules): string | JsonFault {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { reason: "byte-order-mark", message: `${what} starts with a byte order mark` };
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { reason: "not-utf8", message: `${what} is not UTF-8` };
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, StrictJson])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

class Reader {
  private readonly text: string;
  private readonly rules: StrictRules;
  private at = 0;

  constructor(text: string, rules: StrictRules) {
    this.text = text;
    this.rules = rules;
  }

  read(): StrictJson {
    this.skipSpace();
    if (this.at === this.text.length) throw new AnswerFault("empty", `${this.rules.what} is empty`);
    const value = this.readValue(1);
    this.skipSpace();
    if (this.at < this.text.length) {
      throw new AnswerFault(
        "second-value",
        `${this.rules.what} must be exactly one JSON value, but more follows ${this.where()}`
      );
    }
    return value;
  }

  private readValue(depth: number): StrictJson {
    const { what, deepest } = this.rules;
    if (depth > deepest) throw new AnswerFault("too-deep", `${what} is nested deeper than ${deepest} levels`);
    const sign = this.text.charAt(this.at);
    if (sign === "{") return this.readObject(depth);
    if (sign === "[") return this.readArray(depth);
    if (sign === '"') return this.readString();
    if (sign === "-" || (sign >= "0" && sign <= "9")) return this.readNumber();
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    throw this.toSyntaxFault();
  }

  private readObject(depth: number): StrictObject {
    const members = new Map<string, StrictJson>();
    if (this.opensEmpty("}")) return members;
    do {
      this.skipSpace();
      if (this.text.charAt(this.at) !== '"') throw this.toSyntaxFault();
      const start = this.at;
      const key = this.readString();
      const isReserved = key === "__proto__" && !this.rules.takesAnyName;
      if (isReserved) throw new AnswerFault("reserved-key", `the key "__proto__" stands ${this.where(start)}`);
      if (members.has(key)) {
        throw new AnswerFault("duplicate-key", `the key ${quote(key)} stands twice, again ${this.where(start)}`);
      }
      this.skipSpace();
      if (!this.takes(":")) throw this.toSyntaxFault();
      this.skipSpace();
      members.set(key, this.readValue(depth + 1));
    } while (this.continues("}"));
    return members;
  }

  private readArray(depth: number): readonly StrictJson[] {
    const items: StrictJson[] = [];
    if (this.opensEmpty("]")) return items;
    do {
      this.skipSpace();
      items.push(this.readValue(depth + 1));
    } while (this.continues("]"));
    return items;
  }

  private readString(): string {
    const start = this.at;
    let end = start + 1;
    for (let code = this.text.charCodeAt(end); code !== QUOTE; code = this.text.charCodeAt(end)) {
      if (end >= this.text.length) throw this.toSyntaxFault(end);
      end += code === BACKSLASH ? 2 : 1;
    }
    this.at = end + 1;
    try {
      // The platform knows escapes and control characters; an escaped half of a character becomes U+FFFD, as elsewhere.
      return (JSON.parse(this.text.slice(start, this.at)) as string).toWellFormed();
    } catch {
      throw this.toSyntaxFault(start);
    }
  }

  private readNumber(): JsonNumber {
    NUMBER.lastIndex = this.at;
    const [lexeme] = NUMBER.exec(this.text) ?? [];
    if (lexeme === undefined) throw this.toSyntaxFault();
    this.at += lexeme.length;
    return { lexeme };
  }

  private opensEmpty(close: string): boolean {
    this.at += 1;
    this.skipSpace();
    return this.takes(close);
  }

  /** True where a comma says that more comes, false at the end of the list. */
  private continues(close: string): boolean {
    this.skipSpace();
    if (this.takes(",")) return true;
    if (this.takes(close)) return false;
    throw this.toSyntaxFault();
  }

  private takes(sign: string): boolean {
    if (this.text.charAt(this.at) !== sign) return false;
    this.at += 1;
    return true;
  }

  private skipSpace(): void {
    while (" \t\n\r".includes(this.text.charAt(this.at) || "x")) this.at += 1;
  }

  private toSyntaxFault(at = this.at): AnswerFault {
    const here =
      at < this.text.length ? `${quote(this.text.charAt(at))} stands ${this.where(at)}` : "it ends too early";
    return new AnswerFault("syntax", `${this.rules.what} is no JSON: ${here}`);
  }

  private where(at = this.at): string {
    return `at character ${at + 1}`;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}
