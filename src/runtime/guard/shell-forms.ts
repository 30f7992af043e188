import { toPatchArgs } from "../../agents/pre-tool/tool-call.ts";
import type { SimpleCommand, ShellWord } from "../../domain/shell/words.ts";
import { hasExactly, hasOption, hasShort, parseArguments } from "./shell-options.ts";

/** What a command writes, as far as its words tell. */
export interface FormWrites {
  /** Files, and folders with all that is in them. */
  readonly paths?: readonly ShellWord[];
  /** Copied or moved to a file, or into a folder. */
  readonly copies?: readonly Copy[];
  /** Named by the command and not by us: which files it writes cannot be told, and why. */
  readonly unknown?: string;
}

/** One source of a copy, a move or a link. */
export interface Copy {
  readonly from: ShellWord;
  readonly to: ShellWord;
  /** It lands in `to`, whether or not that is a folder yet. */
  readonly isInto: boolean;
  /** What lands is another name of the source, so that whoever writes to it writes to the source. */
  readonly isAlias?: boolean;
  /** It lands there with all of its path, as it is written. */
  readonly isWithFolders?: boolean;
}

type Form = (words: readonly ShellWord[], command: SimpleCommand) => FormWrites;

const toWord = (text: string): ShellWord => ({ text, isOpen: false, isBare: true });
const HERE = toWord(".");

const COPY_VALUED = ["-t", "--target-directory", "-S", "--suffix", "--no-preserve", "--sparse"];

/** `cp`, `mv`, `install` and `ln`: the last operand or `-t` is where it goes. */
function copy(words: readonly ShellWord[], valued: readonly string[], isMoved: boolean): FormWrites {
  const given = parseArguments(words, [...COPY_VALUED, ...valued]);
  const folder = given.values.get("-t") ?? given.values.get("--target-directory");
  const sources = folder ? given.operands : given.operands.slice(0, -1);
  const to = folder ?? given.operands.at(-1);
  if (!to) return {};
  const isInto = folder !== undefined || sources.length > 1;
  const isLinking = hasShort(given, "s") || hasShort(given, "l") || hasOption(given, "--link", "--symbolic-link");
  const isWithFolders = hasOption(given, "--parents");
  const copies = sources.map((from) => ({ from, to, isInto, ...(isWithFolders && { isWithFolders }) }));
  return { copies: isLinking ? copies.map(toAlias) : copies, paths: isMoved ? sources : [] };
}

const toAlias = (one: Copy): Copy => ({ ...one, isAlias: true });

function link(words: readonly ShellWord[]): FormWrites {
  const { operands } = parseArguments(words, ["-t", "--target-directory", "-S", "--suffix"]);
  const [only] = operands;
  if (operands.length === 1 && only) return { copies: [{ from: only, to: HERE, isInto: true, isAlias: true }] };
  return { copies: (copy(words, [], false).copies ?? []).map(toAlias) };
}

function install(words: readonly ShellWord[]): FormWrites {
  const valued = ["-m", "--mode", "-o", "--owner", "-g", "--group", "--strip-program"];
  const given = parseArguments(words, [...COPY_VALUED, ...valued]);
  return hasShort(given, "d") || hasOption(given, "--directory")
    ? { paths: given.operands }
    : copy(words, valued, false);
}

/** What a command's operands are: files that it writes or takes away. */
const operands =
  (...valued: readonly string[]): Form =>
  (words) => ({ paths: parseArguments(words, valued).operands });

/** `sed -i` and `perl -i`: the first operand is the script, unless an option gave it. */
function inPlace(words: readonly ShellWord[], scripts: readonly string[], valued: readonly string[]): FormWrites {
  // The suffix of `-i.bak` must not be taken for options.
  const isInPlace = words.some(({ text }) => /^-[a-zA-Z0-9]*i/.test(text) || isInPlaceWord(text));
  if (!isInPlace) return {};
  const plain = words.filter(({ text, isOpen }) => text !== "" || isOpen);
  const given = parseArguments(
    plain.map((word) => (/^-[a-zA-Z0-9]*?i/.test(word.text) ? { ...word, text: toCluster(word.text, scripts) } : word)),
    [...scripts, ...valued]
  );
  const hasScript = scripts.some((one) => given.values.has(one));
  return { paths: hasScript ? given.operands : given.operands.slice(1) };
}

const isInPlaceWord = (text: string): boolean => hasOption(parseArguments([toWord(text)]), "--in-place");

/** `-pi -e` and `-pie` alike; what follows the `i` is a suffix, save an `e` at the end, as people write it. */
function toCluster(text: string, scripts: readonly string[]): string {
  const last = `-${text.at(-1) ?? ""}`;
  return scripts.includes(last) && text.length > 2 ? last : "-i";
}

function dd(words: readonly ShellWord[]): FormWrites {
  const named = words.filter(({ text }) => text.startsWith("of="));
  // A pattern stands for names that begin with `of=`: as good as never, and then it stays as it is.
  return { paths: named.map(({ text, isOpen, isBare }) => ({ text: text.slice(3), isOpen, isBare })) };
}

function applyPatch(words: readonly ShellWord[], { input, isInputOpen }: SimpleCommand): FormWrites {
  const text = words[0] && !words[0].isOpen ? words[0].text : input;
  const { paths } = toPatchArgs(text) ?? {};
  const isMade = isInputOpen === true && Array.isArray(paths) && paths.some((file) => /[$`\\]/.test(String(file)));
  if (!Array.isArray(paths) || paths.length === 0 || isMade) {
    return { unknown: "a patch names the files when it is applied" };
  }
  return { paths: paths.map((file) => toWord(String(file))) };
}

function patch(words: readonly ShellWord[]): FormWrites {
  const valued = [
    "-p",
    "-i",
    "--input",
    "-d",
    "--directory",
    "-o",
    "--output",
    "-r",
    "-B",
    "-D",
    "-F",
    "-V",
    "-Y",
    "-z",
  ];
  const given = parseArguments(words, [...valued, "--strip", "--reject-file", "--prefix", "--suffix", "--fuzz"]);
  if (hasExactly(given, "--dry-run")) return {};
  const [file] = given.operands;
  const output = given.values.get("-o") ?? given.values.get("--output");
  return file && !["-d", "--directory"].some((one) => given.values.has(one))
    ? { paths: output ? [file, output] : [file] }
    : { unknown: "a patch names the files when it is applied" };
}

/** The commands that are known to write, by the name of their program; `git` has a table of its own. */
const FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries<Form>({
    apply_patch: applyPatch,
    applypatch: applyPatch,
    cp: (words) => copy(words, [], false),
    dd,
    install,
    ln: link,
    mv: (words) => copy(words, [], true),
    patch,
    perl: (words) => inPlace(words, ["-e", "-E"], ["-I", "-M", "-m"]),
    rm: operands(),
    rmdir: operands(),
    sed: (words) => inPlace(words, ["-e", "-f", "--expression", "--file"], ["-l", "--line-length"]),
    tee: operands(),
    touch: operands("-d", "--date", "-t", "-r", "--reference"),
    truncate: operands("-s", "--size", "-r", "--reference"),
    unlink: operands(),
  })
);

/** `/usr/bin/rm` is `rm`. */
export function toProgram(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** What a command of one of the forms writes; nothing for any other. */
export function findFormWrites(program: string, words: readonly ShellWord[], command: SimpleCommand): FormWrites {
  return FORMS.get(program)?.(words, command) ?? {};
}
