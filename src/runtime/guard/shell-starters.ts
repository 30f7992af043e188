import { lexShell } from "../../domain/shell/lex-shell.ts";
import { isReserved } from "../../domain/shell/words.ts";
import type { ShellWord } from "../../domain/shell/words.ts";
import { toProgram } from "./shell-forms.ts";
import { splitOption } from "./shell-options.ts";

/** A program that runs the command behind it. */
interface Starter {
  /** Its options that take a value. */
  readonly valued?: readonly string[];
  /** Those among them that name the folder in which the command is run. */
  readonly folder?: readonly string[];
  /** Those that name a file that is written. */
  readonly writes?: readonly string[];
  /** Those whose value is the words of a command. */
  readonly text?: readonly string[];
  /** How many operands stand before the command. */
  readonly operands?: number;
  /** Options with which it only tells of the command. */
  readonly telling?: RegExp;
}

const SUDO_VALUED =
  "-C --close-from -D --chdir -g --group -h --host -p --prompt -R --chroot -r --role -t --type -T --command-timeout -U --other-user -u --user".split(
    " "
  );

const STARTERS: ReadonlyMap<string, Starter> = new Map(
  Object.entries<Starter>({
    builtin: {},
    busybox: {},
    command: { telling: /^-[a-zA-Z]*[vV]/ },
    doas: { valued: ["-C", "-u"] },
    env: {
      valued: ["-u", "--unset", "-C", "--chdir", "-S", "--split-string", "-a", "--argv0", "-P"],
      folder: ["-C", "--chdir"],
      text: ["-S", "--split-string"],
    },
    exec: { valued: ["-a"] },
    ionice: { valued: ["-c", "--class", "-n", "--classdata", "-p", "--pid", "-P", "--pgid", "-u", "--uid"] },
    nice: { valued: ["-n", "--adjustment"] },
    nohup: {},
    setsid: {},
    stdbuf: { valued: ["-i", "--input", "-o", "--output", "-e", "--error"] },
    sudo: {
      valued: SUDO_VALUED,
      folder: ["-D", "--chdir", "-R", "--chroot"],
    },
    time: { valued: ["-f", "--format", "-o", "--output"], writes: ["-o", "--output"] },
    timeout: { valued: ["-k", "--kill-after", "-s", "--signal"], operands: 1 },
    toybox: {},
  })
);

/** A command without what only starts it. */
export interface Started {
  readonly words: readonly ShellWord[];
  /** Folders that it is run in, one from the other. */
  readonly folders: readonly ShellWord[];
  readonly writes: readonly ShellWord[];
  /** Words of it are made in a way that is not read. */
  readonly isUntold: boolean;
}

/** Takes reserved words, assignments and programs that only start another one from the front. */
export function findStarted(words: readonly ShellWord[]): Started {
  const folders: ShellWord[] = [];
  const writes: ShellWord[] = [];
  let rest = words;
  for (;;) {
    const [first, ...others] = rest;
    if (!first) return { words: rest, folders, writes, isUntold: false };
    const starter = first.isOpen ? undefined : STARTERS.get(toProgram(first.text));
    if (starter) {
      const taken = takeOptions(others, starter);
      if (!taken) return { words: [], folders, writes, isUntold: true };
      folders.push(...taken.folders);
      writes.push(...taken.writes);
      // Whoever starts another program may set variables of any name.
      const at = taken.words.findIndex(({ text }) => !text.includes("="));
      rest = at === -1 ? [] : taken.words.slice(at);
    } else if (first.isBare && first.text === "function") rest = others.slice(1);
    else if (isReserved(first) || isAssignment(first)) rest = others;
    else return { words: rest, folders, writes, isUntold: false };
  }
}

/** `A=1`, `A+=1` and `A[0]=1`; and `{fd}`, which stands before a redirection. */
function isAssignment({ text, isBare }: ShellWord): boolean {
  return /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(text) || (isBare && /^\{\w+\}$/.test(text));
}

type Taken = Pick<Started, "words" | "folders" | "writes">;

/** The command behind a starter's own options; undefined where its words cannot be told. */
function takeOptions(words: readonly ShellWord[], starter: Starter): Taken | undefined {
  const { valued = [], folder = [], writes: written = [], text: split = [], operands = 0, telling } = starter;
  const folders: ShellWord[] = [];
  const writes: ShellWord[] = [];
  let rest = words;
  for (let [word] = rest; word; [word] = rest) {
    if (!mayBeOption(word)) break;
    rest = rest.slice(1);
    if (word.text === "--") break;
    if (telling?.test(word.text) === true) return { words: [], folders, writes };
    const { name, value } = splitOption(word.text, valued);
    if (name === undefined) continue;
    const given = value === undefined ? rest[0] : { text: value, isOpen: word.isOpen, isBare: word.isBare };
    if (value === undefined) rest = rest.slice(1);
    if (!given) break;
    if (folder.includes(name)) folders.push(given);
    if (written.includes(name)) writes.push(given);
    if (split.includes(name)) {
      const put = splitText(given);
      if (!put) return undefined;
      rest = [...put, ...rest];
    }
  }
  return { words: rest.slice(operands), folders, writes };
}

/** A word that is made when the command runs may be one, or nothing. */
function mayBeOption({ text, isOpen }: ShellWord): boolean {
  return text.startsWith("-") || (isOpen && text === "");
}

/** The words of `env -S TEXT`: quoted as in a shell, and never more than one command. */
function splitText({ text, isOpen }: ShellWord): readonly ShellWord[] | undefined {
  // Its escapes are its own.
  const items = isOpen || text.includes("\\") ? undefined : lexShell(text);
  const [only, ...others] = items ?? [];
  if (items?.length === 0) return [];
  return only?.kind === "command" && others.length === 0 && only.writes.length === 0 ? only.words : undefined;
}
