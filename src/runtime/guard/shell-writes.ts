import { homedir } from "node:os";
import path from "node:path";

import { lexShell } from "../../domain/shell/lex-shell.ts";
import type { ShellItem, ShellWord, SimpleCommand } from "../../domain/shell/words.ts";
import { expandGlob } from "./expand-glob.ts";
import { findGitWrites, parseGit } from "./git-forms.ts";
import type { GitCall } from "./git-forms.ts";
import { findFormWrites, toProgram } from "./shell-forms.ts";
import type { Copy, FormWrites } from "./shell-forms.ts";
import { findActions, findXargsCommand, parseShellCall } from "./shell-launchers.ts";
import { expandWords, isDirectory, isTaken, joinAsWritten } from "./shell-places.ts";
import { findStarted } from "./shell-starters.ts";

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

const UNTOLD_COMMAND = "a command is made when it runs";
const UNTOLD_FOLDER: ShellWord = { text: "", isOpen: true, isBare: true };

const GIT_VERBS = new Set(["apply", "checkout", "mv", "reset", "restore", "rm", "switch"]);

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
  /** The text sets a variable that leads git, or `cd` and `~`, to another place. */
  private isGitElsewhere = false;
  private isHomeElsewhere = false;

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
    for (const { text } of command.words) this.takeVariable(text);
    const started = findStarted(command.words);
    for (const word of started.writes) this.write(word);
    if (started.isUntold) this.unknown.push(UNTOLD_COMMAND);
    const isRun = isFirst && command.isPlain && started.words.length === command.words.length;
    const before = this.bases;
    const isMoved = started.folders.length > 0;
    const words = isMoved ? expandWords(started.words, before) : started.words;
    for (const folder of started.folders) this.enter([folder], true);
    this.readProgram({ ...command, words }, { depth, isRun });
    if (isMoved) this.bases = before;
  }

  /** Variables that lead commands elsewhere, wherever the text sets them. */
  private takeVariable(text: string): void {
    if (/^GIT_(?:DIR|WORK_TREE|CONFIG\w*)\+?=/.test(text)) this.isGitElsewhere = true;
    if (/^(?:HOME|CDPATH)\+?=/.test(text)) this.isHomeElsewhere = true;
  }

  private readProgram(command: SimpleCommand, { depth, isRun }: { depth: number; isRun: boolean }): void {
    const [name, ...rest] = command.words;
    if (!name || name.isOpen) return;
    const program = toProgram(name.text);
    if (program === "cd" || program === "pushd") this.change(rest, isRun);
    else if (program === "popd") this.bases = [...this.bases, undefined];
    else if (/^(?:ba|da|k|z|a)?sh$/.test(program)) this.readShell(rest, command, depth);
    else if (program === "." || program === "source") this.readSource(rest, command, depth);
    else if (program === "eval") this.readHere(rest, depth);
    else if (program === "trap") this.readHere(rest.slice(0, 1), depth);
    else if (program === "xargs") this.readLaunched(findXargsCommand(rest), depth);
    else if (program === "find") this.readFind(rest, depth);
    else if (program === "git") this.readGit(rest);
    else this.take(findFormWrites(program, rest, command));
  }

  /** `sh -c TEXT`, and a shell that reads its commands on stdin. */
  private readShell(words: readonly ShellWord[], command: SimpleCommand, depth: number): void {
    const call = parseShellCall(words);
    const before = this.bases;
    if (call.kind === "text" && call.word) this.readMade([call.word], depth);
    if (call.kind === "input") this.readInput(command, depth);
    if (call.kind === "file" && call.word && isMade(call.word)) this.unknown.push(UNTOLD_COMMAND);
    this.bases = before;
  }

  private readSource(words: readonly ShellWord[], command: SimpleCommand, depth: number): void {
    const call = parseShellCall(words.filter(({ text }) => text !== "--").slice(0, 1));
    const before = this.bases;
    if (call.kind === "input" && words.length > 0) this.readInput(command, depth);
    this.bases = [...new Set([...before, ...this.bases])];
    if (call.kind === "file" && call.word && isMade(call.word)) this.unknown.push(UNTOLD_COMMAND);
  }

  private readInput({ input, isInputOpen }: SimpleCommand, depth: number): void {
    if (input === undefined) this.unknown.push(UNTOLD_COMMAND);
    else this.readMade([{ text: input, isOpen: isInputOpen === true, isBare: false }], depth);
  }

  /** In this very shell: a folder that it changes to may be the one from here on. */
  private readHere(words: readonly ShellWord[], depth: number): void {
    const before = this.bases;
    this.readMade(words, depth);
    this.bases = [...new Set([...before, ...this.bases])];
  }

  /** The text of a command: what is put in when it runs may be any command. */
  private readMade(words: readonly ShellWord[], depth: number): void {
    if (words.some(({ isOpen }) => isOpen)) this.unknown.push(UNTOLD_COMMAND);
    this.readText(words.map(({ text }) => text).join(" "), depth + 1);
  }

  /** A command that a program starts with what it is given. */
  private readLaunched(words: readonly ShellWord[], depth: number): void {
    const { words: started } = findStarted(words);
    if (started[0]?.isOpen === true || depth > MAX_TEXTS) this.unknown.push(UNTOLD_COMMAND);
    else this.readCommand({ kind: "command", words, writes: [], isPlain: false }, { depth: depth + 1, isFirst: false });
  }

  private readFind(words: readonly ShellWord[], depth: number): void {
    const { writes, isDeleting, commands } = findActions(words);
    for (const word of writes) this.write(word);
    if (isDeleting) this.unknown.push("find chooses the files when it runs");
    const before = this.bases;
    for (const one of commands) {
      this.bases = one.isThere ? [undefined] : before;
      this.readLaunched(one.words, depth);
    }
    this.bases = before;
  }

  private readGit(words: readonly ShellWord[]): void {
    const call = parseGit(parseGit(words)?.folders.length ? expandWords(words, this.bases) : words);
    if (call?.isUntold === true) this.unknown.push(UNTOLD_COMMAND);
    if (!call || !GIT_VERBS.has(call.verb)) return;
    const before = this.bases;
    for (const folder of call.folders) this.enter([folder], true);
    const writes = findGitWrites(call, (word) => this.isThere(word));
    const isElsewhere = call.isElsewhere || this.isGitElsewhere;
    this.take(isAnyWrite(writes) && isElsewhere ? { unknown: toElsewhere(call) } : writes);
    this.bases = before;
  }

  private isThere(word: ShellWord): boolean {
    const places = this.locate(word);
    return places?.some((place) => isTaken(place)) ?? false;
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

  private copy({ from, to, isInto, isAlias = false, isWithFolders = false }: Copy): void {
    const [sources, targets] = [this.locate(from), this.locate(to)];
    if (!targets) this.unknown.push(toUntold(to));
    if (isAlias && !sources) this.unknown.push(toUntold(from));
    for (const target of targets ?? []) {
      const isFolder = isInto || isDirectory(target);
      if (!isFolder) this.paths.push(target);
      if (isFolder && !sources) this.unknown.push(toUntold(from));
      for (const source of sources ?? []) {
        const landed = isFolder ? path.join(target, path.basename(source)) : target;
        if (isWithFolders) this.copyWithFolders(source, { from, target });
        if (isFolder) this.paths.push(landed);
        // A symbolic link's own text counts from the folder that it lies in.
        if (isAlias) this.paths.push(source, joinAsWritten(path.dirname(landed), from.text));
        if (isDirectory(source)) this.copies.push({ from: source, to: landed }, { from: source, to: target });
      }
    }
  }

  /** A source of a pattern is named from the folder that the command is run in. */
  private copyWithFolders(source: string, { from, target }: { from: ShellWord; target: string }): void {
    const named =
      from.pattern === undefined ? [from.text] : this.bases.map((base) => path.relative(base ?? "/", source));
    for (const name of [...named, source]) {
      const landed = `${target}/${name}`;
      this.paths.push(landed);
      if (isDirectory(source)) this.copies.push({ from: source, to: landed });
    }
  }

  /** `cd` and `pushd`, without their options; `pushd +1` leads to a folder that is not known. */
  private change(words: readonly ShellWord[], isRun: boolean): void {
    const at = words.findIndex(({ text }) => !/^-[LPe@n]+$/.test(text));
    const [word, next] = at === -1 ? [] : words.slice(at);
    const to = word?.text === "--" ? next : word;
    const isUntold = to !== undefined && (/^[-+]\d*$/.test(to.text) || /^~[-+\d]/.test(to.text));
    // `pushd -n` only notes the folder.
    const isEntered = isRun && !words.slice(0, Math.max(at, 0)).some(({ text }) => text.includes("n"));
    this.enter([isUntold ? UNTOLD_FOLDER : to], isEntered);
  }

  /** Another folder from here on; where it may not be there, or the shell not get there, both are meant. */
  private enter([word]: readonly (ShellWord | undefined)[], isRun: boolean): void {
    const places = this.toFolders(word);
    const isCertain = isRun && (places?.every((place) => isDirectory(place)) ?? true);
    const isSearched = this.isHomeElsewhere && !/^[./]/.test(word?.text ?? "");
    const found = [...(places ?? [undefined]), ...(isCertain ? [] : this.bases), ...(isSearched ? [undefined] : [])];
    this.bases = [...new Set(found)];
    if (this.bases.length > MAX_BASES) this.bases = [undefined];
  }

  private toFolders(word: ShellWord | undefined): readonly string[] | undefined {
    return word ? this.locate(word) : [homedir()];
  }

  /** Where a word leads, from each folder that the command may be run in; undefined where that cannot be told. */
  private locate({ text, pattern, isOpen }: ShellWord): readonly string[] | undefined {
    if (isOpen || text.includes("\0")) return undefined;
    if (text === "~" || text.startsWith("~/")) {
      return this.isHomeElsewhere ? undefined : [path.join(homedir(), text.slice(1))];
    }
    const found: string[] = [];
    for (const base of this.bases) {
      if (base === undefined && !path.isAbsolute(text)) return undefined;
      const places = pattern === undefined ? [joinAsWritten(base ?? "/", text)] : expandGlob(base ?? "/", pattern);
      if (!places) return undefined;
      found.push(...places);
    }
    return found;
  }
}

/** Nothing of it is written out: a script that a command makes, or a variable. */
function isMade({ text, isOpen }: ShellWord): boolean {
  return isOpen && text === "";
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

function toUntold({ text, written = text }: ShellWord): string {
  return `${written === "" ? "a path" : `the path ${written}`} is made when the command runs`;
}
