import type { ShellWord } from "../../domain/shell/words.ts";
import type { FormWrites } from "./shell-forms.ts";
import { hasOption, hasShort, parseArguments } from "./shell-options.ts";

const WHOLE = "git would write files all over the work tree";
const PATCH = "a patch names the files when it is applied";

/** Options of git itself that take a value in the next word. */
const VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix"]);

/** A git command, its own options read. */
export interface GitCall {
  /** `-C DIR`, in order. */
  readonly folders: readonly ShellWord[];
  /** Its work tree is another one than the folder's. */
  readonly isElsewhere: boolean;
  readonly verb: string;
  readonly words: readonly ShellWord[];
}

/** Reads what stands between `git` and the verb; undefined without a verb. */
export function parseGit(words: readonly ShellWord[]): GitCall | undefined {
  const folders: ShellWord[] = [];
  let isElsewhere = false;
  for (let at = 0; at < words.length; at += 1) {
    const { text = "" } = words[at] ?? {};
    if (!text.startsWith("-")) return { folders, isElsewhere, verb: text, words: words.slice(at + 1) };
    isElsewhere ||= /^--(?:work-tree|git-dir)(?:=|$)/.test(text);
    const value = words[at + 1];
    if (text === "-C" && value) folders.push(value);
    if (VALUED.has(text)) at += 1;
  }
  return undefined;
}

/** What a git verb of the list writes into the work tree; `isThere` tells whether a word names what is on disk. */
export function findGitWrites({ verb, words }: GitCall, isThere: (word: ShellWord) => boolean): FormWrites {
  if (verb === "checkout") return checkout(words, isThere);
  if (verb === "switch") {
    const given = parseArguments(words, ["-c", "-C", "--create", "--force-create", "--orphan"]);
    return given.values.size > 0 && given.operands.length === 0 ? {} : { unknown: WHOLE };
  }
  if (verb === "restore") return restore(words);
  if (verb === "apply") return apply(words);
  if (verb === "reset") {
    return hasOption(parseArguments(words), "--hard", "--merge", "--keep") ? { unknown: WHOLE } : {};
  }
  const given = parseArguments(words, ["--pathspec-from-file"]);
  if (verb === "rm") return hasOption(given, "--cached") ? {} : named(given.operands, given.values.size > 0);
  if (verb === "mv") {
    const to = given.operands.at(-1);
    const sources = given.operands.slice(0, -1);
    const isInto = sources.length > 1;
    return { paths: sources, copies: to ? sources.map((from) => ({ from, to, isInto })) : [] };
  }
  return {};
}

function checkout(words: readonly ShellWord[], isThere: (word: ShellWord) => boolean): FormWrites {
  const given = parseArguments(words, ["-b", "-B", "--orphan", "--pathspec-from-file", "--conflict"]);
  if (given.values.has("--pathspec-from-file")) return { unknown: WHOLE };
  if (given.behind) return named(given.behind, given.behind.length === 0);
  const isNew = ["-b", "-B", "--orphan"].some((one) => given.values.has(one));
  if (isNew) return given.operands.length === 0 ? {} : { unknown: WHOLE };
  const [first, ...rest] = given.operands;
  if (!first) return hasShort(given, "p") || hasOption(given, "--patch") ? { unknown: WHOLE } : {};
  // Without `--` the first may be a commit or a path.
  if (rest.length > 0) return named([...(isThere(first) ? [first] : []), ...rest], false);
  return isThere(first) ? named([first], false) : { unknown: WHOLE };
}

function restore(words: readonly ShellWord[]): FormWrites {
  const given = parseArguments(words, ["-s", "--source", "--pathspec-from-file", "--conflict"]);
  const isStaged = hasOption(given, "--staged") || hasShort(given, "S");
  const isWritten = hasOption(given, "--worktree") || hasShort(given, "W");
  if (isStaged && !isWritten) return {};
  return named(given.operands, given.values.has("--pathspec-from-file") || given.operands.length === 0);
}

function apply(words: readonly ShellWord[]): FormWrites {
  const given = parseArguments(words);
  const isLooking = hasOption(given, "--check", "--stat", "--numstat", "--summary") && !hasOption(given, "--apply");
  return isLooking || hasOption(given, "--cached") ? {} : { unknown: PATCH };
}

/** Git reads patterns itself, whether or not a shell would. */
function named(paths: readonly ShellWord[], isWhole: boolean): FormWrites {
  const isPattern = paths.some(
    ({ text, pattern }) => text.startsWith(":") || (pattern === undefined && /[*?[]/.test(text))
  );
  return isWhole || isPattern ? { unknown: WHOLE } : { paths };
}
