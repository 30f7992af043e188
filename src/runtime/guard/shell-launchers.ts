import type { ShellWord } from "../../domain/shell/words.ts";
import { splitOption } from "./shell-options.ts";

/** What a shell that is started is given to run. */
export type ShellCall =
  /** A text. */
  | { readonly kind: "text"; readonly word: ShellWord | undefined }
  /** What it reads on stdin. */
  | { readonly kind: "input" }
  /** A file; undefined where it only tells of itself. */
  | { readonly kind: "file"; readonly word: ShellWord | undefined };

/** Reads what stands behind `sh` and its like: `-c TEXT`, a file, or neither. */
export function parseShellCall(words: readonly ShellWord[]): ShellCall {
  const options: string[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const { text = "" } = words[at] ?? {};
    if (!/^[-+]./.test(text) || text === "--") break;
    options.push(text);
    at += countValues(text);
  }
  if (options.some((text) => /^--(?:help|version)$/.test(text))) return { kind: "file", word: undefined };
  const isEnd = ["-", "--"].includes(words[at]?.text ?? "");
  const word = words[isEnd ? at + 1 : at];
  const has = (letter: string): boolean => options.some((text) => /^-[^-]/.test(text) && text.includes(letter));
  if (has("c")) return { kind: "text", word };
  const isInput = has("s") || !word || /^(?:\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(word.text);
  return isInput ? { kind: "input" } : { kind: "file", word };
}

/** `--rcfile FILE`, and `-o NAME` and `-O NAME`, in a cluster too. */
function countValues(text: string): number {
  if (text.startsWith("--")) return /^--(?:rcfile|init-file)$/.test(text) ? 1 : 0;
  return text.replaceAll(/[^oO]/g, "").length;
}

/** A word that is put in when the command runs. */
const GIVEN: ShellWord = { text: "", isOpen: true, isBare: true };

const XARGS_VALUED =
  "-a --arg-file -d --delimiter -E -I -J -L --max-lines -n --max-args -P --max-procs -R -S -s --max-chars --process-slot-var".split(
    " "
  );

/** The command that `xargs` starts, with what it puts in; none is `echo`. */
export function findXargsCommand(words: readonly ShellWord[]): readonly ShellWord[] {
  let mark: string | undefined;
  let at = 0;
  for (; at < words.length; at += 1) {
    const { text = "" } = words[at] ?? {};
    if (text === "--") {
      at += 1;
      break;
    }
    if (!text.startsWith("-")) break;
    const replaced = /^(?:-[0oprtx]*i|--r[eplac]*(?:=|$))(.*)$/s.exec(text)?.[1];
    if (replaced !== undefined) mark = replaced === "" ? "{}" : replaced;
    // `-e`, `-i` and `-l` have their value in the same word or none.
    if (/^-[eil]/.test(text)) continue;
    const { name, value } = splitOption(text, XARGS_VALUED);
    if (name === undefined || /^--max-lines$/.test(text)) continue;
    if (name === "-I" || name === "-J") mark = value ?? words[at + 1]?.text;
    if (value === undefined) at += 1;
  }
  const command = words.slice(at);
  if (command.length === 0) return [];
  // The usual mark is one too where an option was written in a way that is not read.
  const marked = putIn(command, "{}");
  return mark === undefined ? [...marked, GIVEN] : putIn(marked, mark);
}

/** What `find` does with what it finds. */
export interface FindActions {
  /** Files that it writes a list to. */
  readonly writes: readonly ShellWord[];
  readonly isDeleting: boolean;
  /** Commands; `isThere`: run in the folder of what was found. */
  readonly commands: readonly { readonly words: readonly ShellWord[]; readonly isThere: boolean }[];
}

export function findActions(words: readonly ShellWord[]): FindActions {
  const writes: ShellWord[] = [];
  const commands: { words: readonly ShellWord[]; isThere: boolean }[] = [];
  let isDeleting = false;
  for (let at = 0; at < words.length; at += 1) {
    const { text = "" } = words[at] ?? {};
    if (text === "-delete") isDeleting = true;
    const next = words[at + 1];
    if (/^-(?:fprint0?|fls|fprintf)$/.test(text) && next) writes.push(next);
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(text)) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((word, index) => isEnd(word.text, rest[index - 1]?.text));
    const command = end === -1 ? rest : rest.slice(0, end);
    commands.push({ words: putIn(command, "{}"), isThere: text.endsWith("dir") });
    at += command.length + 1;
  }
  return { writes, isDeleting, commands };
}

const isEnd = (text: string, before: string | undefined): boolean => text === ";" || (text === "+" && before === "{}");

function putIn(words: readonly ShellWord[], mark: string): readonly ShellWord[] {
  return words.map((word) => (mark !== "" && word.text.includes(mark) ? { ...word, isOpen: true } : word));
}
