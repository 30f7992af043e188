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
      const split = splitValue(text, valued);
      options.push(split?.name ?? text);
      if (split?.value !== undefined) values.set(split.name, { ...word, text: split.value });
      else if (split) {
        at += 1;
        const value = words[at];
        if (value) values.set(split.name, value);
      }
    }
  }
  return { options, values, operands, behind: undefined };
}

/** The option that takes a value, and the value where it is written in the same word. */
function splitValue(text: string, valued: readonly string[]): { name: string; value?: string } | undefined {
  const name = valued.find((one) =>
    one.startsWith("--") ? text === one || text.startsWith(`${one}=`) : isShort(text, one)
  );
  if (name === undefined) return undefined;
  if (name.startsWith("--")) return text === name ? { name } : { name, value: text.slice(name.length + 1) };
  const value = text.slice(text.indexOf(name[1] ?? "") + 1);
  return value === "" ? { name } : { name, value };
}

/** `-t`, and `t` at the end or before the value in a cluster such as `-rt` or `-tDIR`. */
function isShort(text: string, one: string): boolean {
  return !text.startsWith("--") && text.slice(1).includes(one[1] ?? "");
}

/** Whether a short option is given, in a cluster or alone. */
export function hasShort({ options }: Arguments, letter: string): boolean {
  return options.some((option) => /^-[a-zA-Z0-9]/.test(option) && option.includes(letter));
}

/** Whether one of these options is given, with or without a value of its own. */
export function hasOption({ options }: Arguments, ...names: readonly string[]): boolean {
  return options.some((option) => names.some((name) => option === name || option.startsWith(`${name}=`)));
}
