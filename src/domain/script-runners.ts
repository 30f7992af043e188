/** Programs and words of a shell that start what follows them, with nothing of their own between but flags. */
const BARE = /^(?:npx|bunx|pnpx|cross-env|cross-env-shell|dotenv|env|time|exec|command|then|do|else|!|\{)$/;
const MANAGER = /^(?:npm|pnpm|yarn|bun)$/;
const STARTS = /^(?:exec|x|run|dlx)$/;
/** Flags that take the next word. */
const VALUED = /^(?:-p|--package|--filter|-F|-C|--dir|--cwd|-e)$/;
const SHELL = /^(?:.*\/)?(?:sh|bash|zsh|dash)$/;

/**
 * A call's words without what only starts another program. A runner that goes to another package (`--filter x`, `-C x`)
 * stays: what it starts says nothing of the folder that the script stands in.
 */
export function dropRunners(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  if (/^[A-Za-z_]\w*=/.test(first)) return dropRunners(rest);
  if (BARE.test(first)) {
    // `time -p` is no flag with a value.
    const started = first === "time" ? rest.slice(rest.findIndex((word) => !word.startsWith("-"))) : dropFlags(rest);
    return isNone(started) ? words : dropRunners(started ?? []);
  }
  if (first === "node") {
    const script = dropFlags(rest);
    return script?.[0]?.includes("node_modules/") ? script : words;
  }
  if (!MANAGER.test(first)) return words;
  const [verb = "", ...after] = dropFlags(rest) ?? [];
  if (STARTS.test(verb)) {
    const started = dropFlags(after);
    return isNone(started) ? words : dropRunners(started ?? []);
  }
  return first === "npm" || verb === "" || OTHER.test(verb) ? words : dropRunners([verb, ...after]);
}

/** Verbs that name another package before what they start. */
const OTHER = /^(?:workspaces?|--)$/;

const isNone = (words: readonly string[] | undefined): boolean => words === undefined || words.length === 0;

/** The words after a runner's flags; undefined where these lead to another folder, or hold the text of a shell. */
function dropFlags(words: readonly string[]): readonly string[] | undefined {
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") return words.slice(at + 1);
    if (/^[A-Za-z_]\w*=/.test(word)) continue;
    if (!word.startsWith("-")) break;
    const [name = "", own] = word.split(/[=](.*)/s);
    if (name === "-c" || name === "--call" || /^(?:-w|--workspace)$/.test(name)) return undefined;
    const takesNext = own === undefined && VALUED.test(name);
    const value = takesNext ? words[at + 1] : own;
    if (/^(?:--filter|-F|-C|--dir|--cwd)$/.test(name) && !/^\.?\/?$/.test(value ?? "")) return undefined;
    if (takesNext) at += 1;
  }
  return words.slice(at);
}

/** The texts that a call hands to a shell. */
export function findInnerText(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  if (/^(?:concurrently|conc)$/.test(first.replace(/^.*[/\\]/, ""))) return rest.filter((word) => /\s/.test(word));
  const isShell = SHELL.test(first);
  if (!isShell && !/^(?:npx|npm|pnpm|yarn)$/.test(first)) return [];
  // Before any other word: what follows a program is the program's.
  const at = rest.findIndex((word) => (isShell ? /^-[a-z]*c$/ : /^(?:-c|--call)$/).test(word));
  const isFirst = rest.slice(0, Math.max(0, at)).every((word) => word.startsWith("-") || STARTS.test(word));
  const text = at === -1 || !isFirst ? undefined : rest[at + 1];
  return text === undefined ? [] : [text];
}

/** The script of the same manifest that a call runs, where it is one of them, with what it is given besides. */
export function findRunScript(
  words: readonly string[],
  isScript: (name: string) => boolean
): { readonly script: string; readonly args: readonly string[] } | undefined {
  const [manager = "", ...rest] = words.slice(words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)));
  if (!MANAGER.test(manager)) return undefined;
  const [verb = "", ...after] = dropFlags(rest) ?? [];
  const isRun = verb === "run" || verb === "run-script";
  const [script = "", ...args] = isRun ? (dropFlags(after) ?? []) : [verb, ...after];
  if (!isScript(script) || (manager === "npm" && !isRun && !/^(?:test|start)$/.test(script))) return undefined;
  const dashes = args.indexOf("--");
  // npm takes flags before `--` for itself.
  if (manager === "npm") return { script, args: dashes === -1 ? [] : args.slice(dashes + 1) };
  return { script, args: args.filter((_arg, at) => at !== dashes) };
}
