import type { ShellWord } from "../../domain/shell/words.ts";

/** The words behind a command's name, taken apart. */
export interface Arguments {
  /** As they stand, values left out: `-rf`, `--hard`. */
  readonly options: readonly string[];
  /** The value of an option that takes one, by the option's own name (`-t`, `--target-directory`). */
  readonly values: ReadonlyMap<string, ShellWord>;
  readonly operands: readonly ShellWord[];
  /** Those behind `--`; undefined without one. */
  readonly behind: readonly ShellWord[] | undefined;
}

/** Reads words the way getopt does: options may stand anywhere before `--`; `valued` names those that take a value. */
export function parseArguments(words: readonly ShellWord[], valued: readonly string[] = []): Arguments {
  const options: string[] = [];
  const values = new Map<string, ShellWord>();
  const operands: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word) break;
    const { text } = word;
    if (text === "--") {
      const behind = words.slice(at + 1);
      return { options, values, operands: [...operands, ...behind], behind };
    }
    if (!text.startsWith("-") || text === "-") operands.push(word);
    else {
      const { flags, name, value } = splitOption(text, valued);
      options.push(...flags);
      if (name === undefined) continue;
      options.push(name);
      // What is attached is no pattern: no file has a name that begins like the option.
      if (value === undefined) at += 1;
      const given = value === undefined ? words[at] : { text: value, isOpen: word.isOpen, isBare: word.isBare };
      if (given) values.set(name, given);
    }
  }
  return { options, values, operands, behind: undefined };
}

/** One word of options, taken apart. */
interface SplitOption {
  /** Those without a value. */
  readonly flags: readonly string[];
  /** The one that takes a value, by the name that `valued` has for it. */
  readonly name?: string;
  /** As far as it stands in the same word; else the next word is the value. */
  readonly value?: string;
}

/** A long name may be cut short (`--target-dir`), short ones may be clustered (`-rt DIR`, `-rtDIR`). */
export function splitOption(text: string, valued: readonly string[]): SplitOption {
  if (text.startsWith("--")) {
    const [, long = text, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const name = valued.find((one) => one === long) ?? valued.find((one) => isCutShort(long, one));
    if (name === undefined) return { flags: [text] };
    return { flags: [], name, ...(value !== undefined && { value }) };
  }
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at] ?? ""}`;
    if (!valued.includes(name)) continue;
    const flags = at > 1 ? [text.slice(0, at)] : [];
    return at + 1 === text.length ? { flags, name } : { flags, name, value: text.slice(at + 1) };
  }
  return { flags: [text] };
}

const isCutShort = (given: string, whole: string): boolean =>
  given.length > 2 && whole.startsWith("--") && whole.startsWith(given);

/** Whether a short option is given, in a cluster or alone. */
export function hasShort({ options }: Arguments, letter: string): boolean {
  return options.some((option) => /^-[a-zA-Z0-9]/.test(option) && option.includes(letter));
}

/** Whether one of these options is given, cut short or not, with or without a value of its own. */
export function hasOption({ options }: Arguments, ...names: readonly string[]): boolean {
  return options.some((option) => {
    const [given = option] = option.split("=", 1);
    return names.some((name) => given === name || isCutShort(given, name));
  });
}

/** The same where an option keeps a command from writing: not cut short, and not taken back. */
export function hasExactly({ options }: Arguments, ...names: readonly string[]): boolean {
  return options.some((option) => names.includes(option)) && !options.some((option) => option.startsWith("--no-"));
}
