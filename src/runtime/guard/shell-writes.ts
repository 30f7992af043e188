import { statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

import { isReserved, lexShell } from "../../domain/shell/lex-shell.ts";
import type { ShellItem, ShellWord, SimpleCommand } from "../../domain/shell/words.ts";
import { expandGlob } from "./expand-glob.ts";
import { findGitWrites, parseGit } from "./git-forms.ts";
import type { GitCall } from "./git-forms.ts";
import { findFormWrites, toProgram } from "./shell-forms.ts";
import type { Copy, FormWrites } from "./shell-forms.ts";

/** What a command text writes by one of the listed forms. */
export interface ShellWrites {
  /** Absolute, `..` left as it is written; a folder stands for all that is in it. */
  readonly paths: readonly string[];
  /** A folder whose files land below another one: absolute both. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** Why a file that is written cannot be told before the command runs. */
  readonly unknown: readonly string[];
}

/** Commands within a text of a command's own are read as well, this deep. */
const MAX_TEXTS = 8;

/** More folders that a command may be run in are none that can be told. */
const MAX_BASES = 16;

const GIT_VERBS = new Set(["apply", "checkout", "mv", "reset", "restore", "rm", "switch"]);

/** Programs that run the command behind them, and their options that take a value. */
const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["builtin", []],
  ["command", []],
  ["doas", ["-u"]],
  ["env", ["-u", "--unset", "-C", "--chdir", "-S"]],
  ["exec", ["-a"]],
  ["ionice", ["-c", "-n", "-p"]],
  ["nice", ["-n"]],
  ["nohup", []],
  ["setsid", []],
  ["stdbuf", ["-i", "-o", "-e"]],
  ["sudo", ["-u", "-g", "-h", "-p", "-C", "-D"]],
  ["time", []],
  ["timeout", ["-k", "-s", "--signal", "--kill-after"]],
]);

/** Reads a command text; `base` is the folder that it is run in. Never runs anything. */
export function findShellWrites(text: string, base: string): ShellWrites {
  const reader = new ShellReader(base);
  reader.readText(text, 0);
  const { paths, copies, unknown } = reader;
  return { paths: [...new Set(paths)], copies, unknown: [...new Set(unknown)] };
}

class ShellReader {
  readonly paths: string[] = [];
  readonly copies: { from: string; to: string }[] = [];
  readonly unknown: string[] = [];
  /** Where the command may be run; `undefined` is a folder that cannot be told. */
  private bases: readonly (string | undefined)[];

  constructor(base: string) {
    this.bases = [base];
  }

  readText(text: string, depth: number): void {
    const items = depth > MAX_TEXTS ? undefined : lexShell(text);
    if (items) this.readRounds(items, depth);
    else this.unknown.push("the command cannot be read: a quote or a bracket is not closed");
  }

  /** In a loop, what stands first is run again in the folder that what stands last has changed to. */
  private readRounds(items: readonly ShellItem[], depth: number): void {
    const before = this.bases;
    this.readItems(items, { depth, isFirst: true });
    if (!items.some(isLoop)) return;
    this.bases = [...new Set([...before, ...this.bases])];
    this.readItems(items, { depth, isFirst: false });
  }

  private readItems(items: readonly ShellItem[], round: { depth: number; isFirst: boolean }): void {
    const { depth } = round;
    const outer: (readonly (string | undefined)[])[] = [];
    let { isFirst } = round;
    for (const item of items) {
      if (item.kind === "open") outer.push(this.bases);
      else if (item.kind === "close") this.bases = outer.pop() ?? this.bases;
      else this.readCommand(item, { depth, isFirst });
      isFirst = item.kind === "open";
    }
  }

  /** `isFirst`: nothing stands before it that could keep it from being run. */
  private readCommand(command: SimpleCommand, { depth, isFirst }: { depth: number; isFirst: boolean }): void {
    for (const word of command.writes) this.write(word);
    const words = strip(command.words);
    const [name, ...rest] = words;
    if (!name || name.isOpen) return;
    const program = toProgram(name.text);
    const isRun = isFirst && command.isPlain && words.length === command.words.length;
    if (program === "cd" || program === "pushd") this.enter(rest, isRun);
    else if (program === "popd") this.bases = [...this.bases, undefined];
    else if (/^(?:ba|da|k|z)?sh$/.test(program)) this.readShell(rest, depth);
    else if (program === "eval") this.readEval(rest, depth);
    else if (program === "git") this.readGit(rest);
    else this.take(findFormWrites(program, rest, command));
  }

  /** `sh -c TEXT`. */
  private readShell(words: readonly ShellWord[], depth: number): void {
    const at = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
    const text = at === -1 ? undefined : words.slice(at + 1).find((word) => !word.text.startsWith("-"));
    if (text) this.readWords([text], depth);
  }

  /** In this very shell: a folder that it changes to may be the one from here on. */
  private readEval(words: readonly ShellWord[], depth: number): void {
    const before = this.bases;
    this.readText(words.map(({ text }) => text).join(" "), depth + 1);
    this.bases = [...new Set([...before, ...this.bases])];
  }

  private readWords(words: readonly ShellWord[], depth: number): void {
    const before = this.bases;
    this.readText(words.map(({ text }) => text).join(" "), depth + 1);
    this.bases = before;
  }

  private readGit(words: readonly ShellWord[]): void {
    const call = parseGit(words);
    if (!call || !GIT_VERBS.has(call.verb)) return;
    const before = this.bases;
    for (const folder of call.folders) this.enter([folder], true);
    const writes = findGitWrites(call, (word) => this.isThere(word));
    this.take(isAnyWrite(writes) && call.isElsewhere ? { unknown: toElsewhere(call) } : writes);
    this.bases = before;
  }

  private isThere(word: ShellWord): boolean {
    const places = this.locate(word);
    return places?.some((place) => statSync(place, { throwIfNoEntry: false }) !== undefined) ?? false;
  }

  private take({ paths = [], copies = [], unknown }: FormWrites): void {
    if (unknown !== undefined) this.unknown.push(unknown);
    for (const word of paths) this.write(word);
    for (const copy of copies) this.copy(copy);
  }

  private write(word: ShellWord): void {
    const places = this.locate(word);
    if (places) this.paths.push(...places);
    else this.unknown.push(toUntold(word));
  }

  private copy({ from, to, isInto, isAlias = false }: Copy): void {
    const [sources, targets] = [this.locate(from), this.locate(to)];
    if (!targets) this.unknown.push(toUntold(to));
    if (isAlias && !sources) this.unknown.push(toUntold(from));
    for (const target of targets ?? []) {
      const isFolder = isInto || isDirectory(target);
      if (!isFolder) this.paths.push(target);
      if (isFolder && !sources) this.unknown.push(toUntold(from));
      for (const source of sources ?? []) {
        const landed = isFolder ? path.join(target, path.basename(source)) : target;
        if (isFolder) this.paths.push(landed);
        // A symbolic link's own text counts from the folder that it lies in.
        if (isAlias) this.paths.push(source, join(path.dirname(landed), from.text));
        if (isDirectory(source)) this.copies.push({ from: source, to: landed }, { from: source, to: target });
      }
    }
  }

  /** Another folder from here on; where it may not be there, or the shell not get there, both are meant. */
  private enter([word]: readonly ShellWord[], isRun: boolean): void {
    const places = this.toFolders(word);
    const isCertain = isRun && (places?.every((place) => isDirectory(place)) ?? true);
    const found = [...(places ?? [undefined]), ...(isCertain ? [] : this.bases)];
    this.bases = [...new Set(found)];
    if (this.bases.length > MAX_BASES) this.bases = [undefined];
  }

  private toFolders(word: ShellWord | undefined): readonly string[] | undefined {
    if (!word) return [homedir()];
    return word.text === "-" ? undefined : this.locate(word);
  }

  /** Where a word leads, from each folder that the command may be run in; undefined where that cannot be told. */
  private locate({ text, pattern, isOpen }: ShellWord): readonly string[] | undefined {
    if (isOpen || text.includes("\0")) return undefined;
    if (text === "~" || text.startsWith("~/")) return [path.join(homedir(), text.slice(1))];
    const found: string[] = [];
    for (const base of this.bases) {
      if (base === undefined && !path.isAbsolute(text)) return undefined;
      const places = pattern === undefined ? [join(base ?? "/", text)] : expandGlob(base ?? "/", pattern);
      if (!places) return undefined;
      found.push(...places);
    }
    return found;
  }
}

/** Without putting `..` right: behind a link it leads elsewhere. */
function join(base: string, text: string): string {
  return path.isAbsolute(text) ? text : `${base}/${text}`;
}

function isDirectory(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

function isAnyWrite({ paths = [], copies = [], unknown }: FormWrites): boolean {
  return paths.length > 0 || copies.length > 0 || unknown !== undefined;
}

function toElsewhere({ verb }: GitCall): string {
  return `git ${verb} is told of another work tree`;
}

function isLoop(item: ShellItem): boolean {
  const first = item.kind === "command" ? item.words[0] : undefined;
  return first?.isBare === true && ["do", "for", "select", "until", "while"].includes(first.text);
}

function toUntold({ text }: ShellWord): string {
  return `the path ${JSON.stringify(text)} is made when the command runs`;
}

/** Takes reserved words, assignments and programs that only start another one from the front. */
function strip(words: readonly ShellWord[]): readonly ShellWord[] {
  let rest = words;
  for (;;) {
    const [first, ...others] = rest;
    if (!first) return rest;
    const valued = first.isOpen ? undefined : WRAPPERS.get(toProgram(first.text));
    if (isReserved(first) || /^[A-Za-z_]\w*\+?=/.test(first.text)) rest = others;
    else if (valued) rest = skipOptions(others, valued, toProgram(first.text) === "timeout");
    else return rest;
  }
}

function skipOptions(
  words: readonly ShellWord[],
  valued: readonly string[],
  hasDuration: boolean
): readonly ShellWord[] {
  let at = 0;
  while (words[at]?.text.startsWith("-") === true) at += valued.includes(words[at]?.text ?? "") ? 2 : 1;
  return words.slice(hasDuration ? at + 1 : at);
}
