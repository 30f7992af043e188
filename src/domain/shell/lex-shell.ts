import { ShellCursor } from "./cursor.ts";
import { WordBuilder } from "./word-builder.ts";
import { isReserved, UnreadableShell } from "./words.ts";
import type { ShellItem, ShellWord } from "./words.ts";

/** Deeper than anybody nests commands by hand. */
const MAX_DEPTH = 40;

const BLANK = " \t\r";
const BREAKS = `${BLANK}\n;|&<>()`;

/** A here-document whose text is still to come. */
interface Awaited {
  readonly delimiter: string;
  readonly isStripped: boolean;
  readonly isQuoted: boolean;
  readonly command: Draft;
}

interface Draft {
  words: ShellWord[];
  writes: ShellWord[];
  input?: string;
  isInputOpen?: boolean;
}

const toDraft = (): Draft => ({ words: [], writes: [] });

/**
 * The simple commands of a POSIX-like command text (bash, zsh, dash), in the order in which they stand, those of
 * substitutions and of shells of their own among them. It reads what is written and runs nothing: no variable, alias,
 * function or history is known. Undefined where the text ends within a quote or a bracket.
 */
export function lexShell(text: string): readonly ShellItem[] | undefined {
  try {
    const lexer = new Lexer(text, 0);
    lexer.readList(undefined);
    return lexer.items;
  } catch (error) {
    if (error instanceof UnreadableShell) return undefined;
    throw error;
  }
}

class Lexer extends ShellCursor {
  readonly items: ShellItem[] = [];
  private readonly depth: number;
  private draft = toDraft();
  private awaited: Awaited[] = [];

  constructor(text: string, depth: number) {
    super(text);
    if (depth > MAX_DEPTH) throw new UnreadableShell();
    this.depth = depth;
  }

  /** Reads commands up to the end, or to the bracket that closes them. */
  readList(end: ")" | undefined, depth = this.depth): void {
    if (depth > MAX_DEPTH) throw new UnreadableShell();
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? "";
      if (character === ")" && end !== undefined) {
        this.at += 1;
        this.finish();
        return;
      }
      this.readNext(character, depth);
    }
    if (end !== undefined) throw new UnreadableShell();
    this.finish();
  }

  private readNext(character: string, depth: number): void {
    if (BLANK.includes(character)) this.at += 1;
    else if (this.isNext("\\\n")) this.at += 2;
    else if (character === "#") this.skipComment();
    else if (this.isNext("((") && this.draft.words.length === 0) this.skipTo("))");
    else if (character === "(") this.readSubshell(depth);
    else if (this.isNext("&>") || ("<>".includes(character) && !this.isNext("<(") && !this.isNext(">("))) {
      this.readRedirection(depth);
    } else if (character === "\n") this.readLineEnd();
    else if (";|&)".includes(character)) {
      // `a && b` and `a; b` run `a` in this very shell; `a | b` and `a &` need not.
      const isPlain = this.isNext("&&") || ";)".includes(character);
      this.at += 1;
      this.finish(isPlain);
    } else this.readWordOfCommand(depth);
  }

  private readSubshell(depth: number): void {
    this.at += 1;
    this.finish();
    this.items.push({ kind: "open" });
    this.readList(")", depth + 1);
    this.items.push({ kind: "close" });
  }

  private readWordOfCommand(depth: number): void {
    const word = this.readWord(depth);
    if (!word) return;
    if (word.isBare && word.text === "[[" && this.draft.words.every(isReserved)) this.skipTest(depth);
    else this.draft.words.push(word);
  }

  /** A word; undefined for the number of a redirection, which stands right before it. */
  private readWord(depth: number): ShellWord | undefined {
    const word = new WordBuilder(this.at);
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? "";
      if (this.isNext("<(") || this.isNext(">(")) {
        this.at += 2;
        this.readNested(depth);
        word.open();
      } else if (BREAKS.includes(character)) {
        // `a(b|c)` is a pattern to some shells; `a()` is a function.
        if (character === "(" && word.isStarted && !this.isNext("()")) word.open();
        break;
      } else this.readPiece(word, character, depth);
    }
    const next = this.text[this.at] ?? "";
    return word.isNumber && "<>".includes(next) && next !== "" ? undefined : word.finish(this.text, this.at);
  }

  private readPiece(word: WordBuilder, character: string, depth: number): void {
    if (character === "'") word.quote(this.takeTo("'", 1));
    else if (character === '"') {
      this.at += 1;
      this.readDouble(word, '"', depth);
    } else if (character === "\\") {
      if (!this.isNext("\\\n")) word.quote(this.text[this.at + 1] ?? "");
      this.at += 2;
    } else if (this.isNext("$'")) {
      const body = this.takeAnsi();
      word.quote(body);
      // What an escape stands for is left open.
      if (body.includes("\\")) word.open();
    } else if (this.isNext('$"')) this.at += 1;
    else if (character === "$" || character === "`") this.readExpansion(word, depth);
    else {
      word.add(character);
      this.at += 1;
    }
  }

  /** Between double quotes, or (with no end) a here-document's text. */
  private readDouble(word: WordBuilder, end: '"' | undefined, depth: number): void {
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? "";
      if (character === end) {
        this.at += 1;
        word.quote("");
        return;
      }
      if (character === "\\") {
        const next = this.text[this.at + 1] ?? "";
        if (next !== "\n") word.quote('$`"\\'.includes(next) ? next : `\\${next}`);
        this.at += 2;
      } else if (character === "$" || character === "`") this.readExpansion(word, depth);
      else {
        word.quote(character);
        this.at += 1;
      }
    }
    if (end !== undefined) throw new UnreadableShell();
  }

  private readExpansion(word: WordBuilder, depth: number): void {
    if (this.isNext("`")) this.lexApart(this.takeBackticks(), depth);
    else if (this.isNext("$((")) this.skipTo("))");
    else if (this.isNext("$(")) {
      this.at += 2;
      this.readNested(depth);
    } else if (this.isNext("${")) this.readBraces(depth);
    else {
      const [name] = /^\$(?:\w+|[@*#?$!-])/.exec(this.text.slice(this.at, this.at + 200)) ?? [];
      this.at += name?.length ?? 1;
      if (name === undefined) {
        word.quote("$");
        return;
      }
    }
    word.open();
  }

  private readBraces(depth: number): void {
    if (depth > MAX_DEPTH) throw new UnreadableShell();
    const inner = new WordBuilder(this.at);
    this.at += 2;
    for (let open = 1; open > 0;) {
      const character = this.text[this.at];
      if (character === undefined) throw new UnreadableShell();
      if (character === "{" || character === "}") {
        open += character === "{" ? 1 : -1;
        this.at += 1;
      } else this.readPiece(inner, character, depth + 1);
    }
  }

  /** The commands of a text that is not read on in place. */
  private lexApart(body: string, depth: number): void {
    const inner = new Lexer(body, depth + 1);
    inner.readList(undefined);
    this.items.push({ kind: "open" }, ...inner.items, { kind: "close" });
  }

  /** A substitution in the midst of a command, which goes on behind it. */
  private readNested(depth: number): void {
    const { draft } = this;
    this.draft = toDraft();
    this.items.push({ kind: "open" });
    this.readList(")", depth + 1);
    this.items.push({ kind: "close" });
    this.draft = draft;
  }

  private readRedirection(depth: number): void {
    const [operator = ""] =
      /^(?:&>>|&>|<<<|<<-|<<|<>|<&|<|>>|>\||>&|>)/.exec(this.text.slice(this.at, this.at + 3)) ?? [];
    this.at += operator.length;
    while (BLANK.includes(this.text[this.at] ?? "\n")) this.at += 1;
    const word = this.readWord(depth) ?? { text: "", isOpen: true, isBare: true };
    if (operator === "<<" || operator === "<<-") {
      const [isStripped, isQuoted] = [operator === "<<-", !word.isBare];
      this.awaited.push({ delimiter: word.text, isStripped, isQuoted, command: this.draft });
    } else if (operator === "<<<") Object.assign(this.draft, { input: word.text, isInputOpen: word.isOpen });
    else if (operator === ">&") this.draft.writes.push(...toDoubled(word));
    else if (operator !== "<" && operator !== "<&") this.draft.writes.push(word);
  }

  private readLineEnd(): void {
    this.at += 1;
    const { awaited } = this;
    this.awaited = [];
    for (const one of awaited) this.readHereDocument(one);
    this.finish();
  }

  private readHereDocument({ delimiter, isStripped, isQuoted, command }: Awaited): void {
    const lines: string[] = [];
    while (this.at < this.text.length) {
      const end = this.text.indexOf("\n", this.at);
      const line = this.text.slice(this.at, end === -1 ? undefined : end);
      this.at = end === -1 ? this.text.length : end + 1;
      const told = isStripped ? line.replace(/^\t+/, "") : line;
      if (told === delimiter) break;
      lines.push(told);
    }
    command.input = lines.join("\n");
    // Between the words of such a text a backslash is read twice.
    command.isInputOpen = !isQuoted && /[$`\\]/.test(command.input);
    if (isQuoted || !/[$`]/.test(command.input)) return;
    const inner = new Lexer(command.input, this.depth + 1);
    inner.readDouble(new WordBuilder(this.at), undefined, this.depth + 1);
    this.items.push({ kind: "open" }, ...inner.items, { kind: "close" });
  }

  /** `[[ a > b ]]` compares and writes nothing. */
  private skipTest(depth: number): void {
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? "";
      if (this.isNext("]]")) break;
      if (BREAKS.includes(character)) this.at += 1;
      else this.readWord(depth);
    }
    this.takeTo("]]", 0);
  }

  private finish(isPlain = true): void {
    const { words, writes, input, isInputOpen = false } = this.draft;
    // A here-document is read at the line's end, behind the command that it belongs to.
    if (this.awaited.some(({ command }) => command === this.draft)) this.items.push(toLate(this.draft, isPlain));
    else if (words.length > 0 || writes.length > 0) {
      this.items.push({ kind: "command", words, writes, isPlain, ...(input !== undefined && { input, isInputOpen }) });
    }
    this.draft = toDraft();
  }
}

/** `>&` with a number or `-` is no file; and bash reads the name a second time, quotes and all. */
function toDoubled(word: ShellWord): readonly ShellWord[] {
  if (/^(?:\d+-?|-)$/.test(word.text) && !word.isOpen) return [];
  return [/[\\'"$`*?[~{]/.test(word.text) ? { ...word, isOpen: true } : word];
}

/** The command as it will be once the text of its here-document is known. */
function toLate(draft: Draft, isPlain: boolean): ShellItem {
  return {
    kind: "command",
    words: draft.words,
    writes: draft.writes,
    isPlain,
    get input() {
      return draft.input ?? "";
    },
    get isInputOpen() {
      return draft.isInputOpen ?? false;
    },
  };
}
