import type { Json } from "./json.ts";
import { getAtPointer } from "./json.ts";
import { dropRunners, findInnerText, findRunScript } from "./script-runners.ts";

/** A program that a script of a manifest starts, with its arguments. */
export interface ScriptProgram {
  /** The script's name. */
  readonly script: string;
  /** The program's own name, without its folder, version and the ending of a launcher. */
  readonly program: string;
  readonly args: readonly string[];
  /** The folder that the script went into before, as written. */
  readonly folder?: string;
  /** The scripts that it is started through. */
  readonly through?: readonly string[];
}

interface ShellCall {
  readonly words: readonly string[];
  readonly folder?: string;
  readonly through?: readonly string[];
}

type Scripts = Readonly<Record<string, Json>>;

/** Deeper than people nest a shell in a shell, or a script in a script. */
const DEEPEST = 5;

/**
 * Every program that a manifest's scripts start: `lint` first, then by name; after them what they start through each
 * other. Shell is read no further than words, quotes, operators, `cd`, variables set for one program, and runners.
 */
export function listPrograms(manifest: Json | undefined): readonly ScriptProgram[] {
  const scripts = getAtPointer(manifest, "/scripts");
  if (scripts === null || typeof scripts !== "object" || Array.isArray(scripts)) return [];
  const known = scripts as Scripts;
  const programs = READ.get(known) ?? readPrograms(known);
  READ.set(known, programs);
  return programs;
}

/** Every preset asks about the same few manifests, and a parsed one never changes. */
const READ = new WeakMap<Scripts, readonly ScriptProgram[]>();

function readPrograms(known: Scripts): readonly ScriptProgram[] {
  const programs = Object.entries(known)
    .toSorted(([left], [right]) => Number(right === "lint") - Number(left === "lint") || (left < right ? -1 : 1))
    .flatMap(([script, text]) =>
      (typeof text === "string" ? listCalls(text, known) : []).map((call) => toProgram(script, call))
    );
  return [...programs.filter(({ through }) => !through), ...programs.filter(({ through }) => through)];
}

function toProgram(script: string, { words: [first = "", ...args], ...rest }: ShellCall): ScriptProgram {
  const name = first.replace(/^.*[/\\]/, "").replace(/(?<=.)@[^@]*$/, "");
  const ending = first.includes("node_modules") ? /\.(?:[cm]?js|cmd|exe|ps1)$/ : /\.(?:cmd|exe|ps1)$/;
  return { script, program: name.replace(ending, ""), args, ...rest };
}

/** The words of each call, from the program on; what only starts another text or script gives way to that. */
function listCalls(text: string, scripts: Scripts, depth = 0): readonly ShellCall[] {
  const calls: ShellCall[] = [];
  let folder: string | undefined;
  for (const split of splitCalls(text)) {
    const words = dropRunners(split);
    if (words.length === 0) continue;
    if (words[0] === "cd" && words[1] !== undefined) folder = toFolderOf(folder, words[1]);
    const place = folder === undefined ? {} : { folder };
    const inner = depth < DEEPEST ? listInner({ split, words }, scripts, depth + 1) : [];
    calls.push(...(inner.length > 0 ? inner : [{ words }]).map((call) => ({ ...place, ...call })));
  }
  return calls;
}

/** What a call starts in its turn: a text for a shell, or another script with more arguments. */
function listInner(
  { split, words }: { readonly split: readonly string[]; readonly words: readonly string[] },
  scripts: Scripts,
  depth: number
): readonly ShellCall[] {
  const run = findRunScript(split, (name) => typeof scripts[name] === "string");
  if (run === undefined) return findInnerText(words).flatMap((text) => listCalls(text, scripts, depth));
  const called = listCalls(String(scripts[run.script]), scripts, depth);
  return called.map((call, at) => ({
    ...call,
    words: at === called.length - 1 ? [...call.words, ...run.args] : call.words,
    through: [run.script, ...(call.through ?? [])],
  }));
}

function toFolderOf(from: string | undefined, to: string): string {
  return from === undefined || /^(?:[/$~-]|[A-Za-z]:)/.test(to) ? to : `${from}/${to}`;
}

function splitCalls(text: string): readonly (readonly string[])[] {
  const words = text.matchAll(/&&|\|\|?|[;&\n()]|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;&|()])+/g);
  const calls: string[][] = [[]];
  for (const [word] of words) {
    if (/^(?:&&?|\|\|?|[;\n()])$/.test(word)) calls.push([]);
    else calls.at(-1)?.push(unquote(word));
  }
  return calls;
}

function unquote(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
    (_all, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? "") : double.replaceAll(/\\(["\\$`])/g, "$1")
  );
}
