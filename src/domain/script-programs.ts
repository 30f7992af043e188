import type { Json } from "./json.ts";
import { getAtPointer } from "./json.ts";

/** A program that a script of a manifest starts, with its arguments. */
export interface ScriptProgram {
  /** The script's name. */
  readonly script: string;
  /** The program's own name, without its folder. */
  readonly program: string;
  readonly args: readonly string[];
}

/** What only starts another program: its name, and the words between that and the other one. */
const RUNNERS =
  /^(?:(?:npm|pnpm|bun|yarn) (?:exec|x|run|dlx)|npx|bunx|pnpx|pnpm|bun|yarn|cross-env|dotenv|env|time)(?= )(?: --?[\w-]+(?:=\S*)?)*(?: --)? /;

/**
 * Every program that a manifest's scripts start: `lint` first, then by name. Shell is read no further than words,
 * quotes, operators, variables set for one program, and runners.
 */
export function listPrograms(manifest: Json | undefined): readonly ScriptProgram[] {
  const scripts = getAtPointer(manifest, "/scripts");
  if (scripts === null || typeof scripts !== "object" || Array.isArray(scripts)) return [];
  return Object.entries(scripts as { readonly [name: string]: Json })
    .toSorted(([left], [right]) => Number(right === "lint") - Number(left === "lint") || (left < right ? -1 : 1))
    .flatMap(([script, text]) =>
      (typeof text === "string" ? listCalls(text) : []).map((words) => toProgram(script, words))
    );
}

function toProgram(script: string, [first = "", ...args]: readonly string[]): ScriptProgram {
  return { script, program: first.replace(/^.*[/\\]/, ""), args };
}

/** The words of each call, from the program on. */
function listCalls(text: string): readonly (readonly string[])[] {
  const words = text.matchAll(/&&|\|\|?|[;&\n()]|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;&|()])+/g);
  const calls: string[][] = [[]];
  for (const [word] of words) {
    if (/^(?:&&?|\|\|?|[;\n()])$/.test(word)) calls.push([]);
    else calls.at(-1)?.push(unquote(word));
  }
  return calls.map(dropRunners).filter((call) => call.length > 0);
}

function dropRunners(words: readonly string[]): readonly string[] {
  const own = words.slice(words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)));
  const runner = RUNNERS.exec(own.join(" "));
  return runner ? dropRunners(own.slice(runner[0].trimEnd().split(" ").length)) : own;
}

function unquote(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
    (_all, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? "") : double.replaceAll(/\\(["\\$`])/g, "$1")
  );
}
