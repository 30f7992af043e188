import type { ShellWord } from "../../domain/shell/words.ts";
import type { FormWrites } from "./shell-forms.ts";
import { hasExactly, hasOption, hasShort, parseArguments } from "./shell-options.ts";
import type { Arguments } from "./shell-options.ts";

const WHOLE = "git would write files all over the work tree";
const PATCH = "a patch names the files when it is applied";

/** Options of git itself that take a value in the next word. */
const VALUED = new Set([
  "-C",
  "-c",
  "--attr-source",
  "--config-env",
  "--exec-path",
  "--git-dir",
  "--namespace",
  "--super-prefix",
  "--work-tree",
]);

/** A git command, its own options read. */
export interface GitCall {
  /** `-C DIR`, in order. */
  readonly folders: readonly ShellWord[];
  /** Its work tree is another one than the folder's. */
  readonly isElsewhere: boolean;
  readonly verb: string;
  /** The verb is made when the command runs, or is an alias of the command's own. */
  readonly isUntold: boolean;
  readonly words: readonly ShellWord[];
}

/** Reads what stands between `git` and the verb; undefined without a verb. */
export function parseGit(words: readonly ShellWord[]): GitCall | undefined {
  const folders: ShellWord[] = [];
  let isElsewhere = false;
  let isAliased = false;
  for (let at = 0; at < words.length; at += 1) {
    const { text = "", isOpen = false } = words[at] ?? {};
    if (!text.startsWith("-")) {
      return { folders, isElsewhere, isUntold: isOpen || isAliased, verb: text, words: words.slice(at + 1) };
    }
    isElsewhere ||= /^--(?:work-tree|git-dir)(?:=|$)/.test(text);
    const value = words[at + 1];
    const setting = /^(?:-c|--config-env)$/.test(text) ? (value?.text ?? "") : text.replace(/^--config-env=/, "");
    isElsewhere ||= /^core\.worktree/i.test(setting);
    isAliased ||= /^alias\./i.test(setting);
    if (text === "-C" && value) folders.push(value);
    if (VALUED.has(text)) at += 1;
  }
  return undefined;
}

type IsThere = (word: ShellWord) => boolean;

/** What a git verb of the list writes into the work tree; `isThere` tells whether a word names what is on disk. */
export function findGitWrites({ verb, words }: GitCall, isThere: IsThere): FormWrites {
  if (verb === "checkout") return checkout(words, isThere);
  if (verb === "switch") {
    const given = parseArguments(words, ["-c", "-C", "--create", "--force-create", "--orphan", "--conflict"]);
    const isNew = ["-c", "-C", "--create", "--force-create"].some((one) => given.values.has(one));
    const isKept = isNew && given.operands.length === 0 && !isForced(given) && !given.values.has("--orphan");
    return isKept ? {} : { unknown: WHOLE };
  }
  if (verb === "restore") return restore(words, isThere);
  if (verb === "apply") return apply(words);
  if (verb === "reset") {
    const given = parseArguments(words, ["--pathspec-from-file", "-U", "--unified", "--inter-hunk-context"]);
    return hasOption(given, "--hard", "--merge", "--keep") ? { unknown: WHOLE } : {};
  }
  const given = parseArguments(words, ["--pathspec-from-file"]);
  if (verb === "rm") {
    return hasExactly(given, "--cached") ? {} : named(given.operands, { isWhole: given.values.size > 0, isThere });
  }
  if (verb === "mv") {
    const to = given.operands.at(-1);
    const sources = given.operands.slice(0, -1);
    const isInto = sources.length > 1;
    return { paths: sources, copies: to ? sources.map((from) => ({ from, to, isInto })) : [] };
  }
  return {};
}

function checkout(words: readonly ShellWord[], isThere: IsThere): FormWrites {
  const given = parseArguments(words, ["-b", "-B", "--orphan", "--pathspec-from-file", "--conflict"]);
  if (given.values.has("--pathspec-from-file")) return { unknown: WHOLE };
  if (isForced(given)) return { unknown: WHOLE };
  if (given.behind) return named(given.behind, { isWhole: given.behind.length === 0, isThere });
  const isNew = ["-b", "-B", "--orphan"].some((one) => given.values.has(one));
  if (isNew) return given.operands.length === 0 ? {} : { unknown: WHOLE };
  const [first, ...rest] = given.operands;
  if (!first) return hasShort(given, "p") || hasOption(given, "--patch") ? { unknown: WHOLE } : {};
  // Without `--` the first may be a commit or a path.
  if (rest.length > 0) return named([...(isThere(first) ? [first] : []), ...rest], { isThere });
  return isThere(first) ? named([first], { isThere }) : { unknown: WHOLE };
}

/** What is not committed is thrown away as well. */
function isForced(given: Arguments): boolean {
  return hasShort(given, "f") || hasOption(given, "--force", "--discard-changes") || hasShort(given, "m");
}

function restore(words: readonly ShellWord[], isThere: IsThere): FormWrites {
  const given = parseArguments(words, ["-s", "--source", "--pathspec-from-file", "--conflict"]);
  const isStaged = hasExactly(given, "--staged") || hasShort(given, "S");
  const isWritten = hasOption(given, "--worktree") || hasShort(given, "W");
  if (isStaged && !isWritten) return {};
  const isWhole = given.values.has("--pathspec-from-file") || given.operands.length === 0;
  return named(given.operands, { isWhole, isThere });
}

function apply(words: readonly ShellWord[]): FormWrites {
  const given = parseArguments(words);
  const isLooking = hasExactly(given, "--check", "--stat", "--numstat", "--summary") && !hasOption(given, "--apply");
  return isLooking || hasExactly(given, "--cached") ? {} : { unknown: PATCH };
}

interface Naming {
  readonly isWhole?: boolean;
  readonly isThere: IsThere;
}

/** Git reads patterns itself, below every folder, where no shell has put names in their place. */
function named(paths: readonly ShellWord[], { isWhole = false, isThere }: Naming): FormWrites {
  const isPattern = paths.some(
    (word) => word.text.startsWith(":") || (/[*?[]/.test(word.text) && (word.pattern === undefined || !isThere(word)))
  );
  return isWhole || isPattern ? { unknown: WHOLE } : { paths };
}
