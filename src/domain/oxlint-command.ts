import type { Json } from "./json.ts";
import { getAtPointer } from "./json.ts";

/** A call of oxlint in a script of a manifest. */
export interface OxlintCommand {
  /** The script's name. */
  readonly script: string;
  /** The configuration that it names, as written. */
  readonly config?: string;
  /** The warnings that it lets through; NaN where a shell makes the number. */
  readonly maxWarnings?: number;
  /** Flags that are policy: what a configuration would say of rules, plugins, types and files. */
  readonly policyFlags: readonly string[];
}

const VALUED =
  /^(?:-[cfAWD]|--(?:config|format|max-warnings|allow|warn|deny|ignore-(?:pattern|path)|tsconfig|threads|debug|report-unused-disable-directives-severity))$/;
const POLICY =
  /^(?:-[AWD]|--(?:allow|warn|deny|ignore-(?:pattern|path)|no-ignore|tsconfig|type-(?:aware|check)|report-unused-disable-directives(?:-severity)?|[a-z0-9-]+-plugin))$/;

/** Every call of oxlint in a manifest's scripts: `lint` first, then by name. Shell is read no further than words and operators. */
export function findOxlintCommands(
  manifest: Json | undefined,
  isOurs: (script: string, command: string) => boolean = () => false
): readonly OxlintCommand[] {
  const scripts = getAtPointer(manifest, "/scripts");
  if (scripts === null || typeof scripts !== "object" || Array.isArray(scripts)) return [];
  return Object.entries(scripts as { readonly [name: string]: Json })
    .toSorted(([left], [right]) => Number(right === "lint") - Number(left === "lint") || (left < right ? -1 : 1))
    .flatMap(([script, text]) => {
      if (typeof text !== "string" || !text.includes("oxlint") || isOurs(script, text)) return [];
      return listCalls(text).map((words) => readCall(script, words));
    });
}

/** The words behind each `oxlint`, up to the next operator. */
function listCalls(text: string): readonly (readonly string[])[] {
  const words = [...text.matchAll(/&&|\|\|?|[;&\n]|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;&|])+/g)].map(
    ([word]) => word
  );
  const calls: string[][] = [];
  let call: string[] | undefined;
  for (const word of words) {
    if (/^(?:&&?|\|\|?|[;\n])$/.test(word)) call = undefined;
    else if (call) call.push(unquote(word));
    else if (/^(?:.*[/\\])?oxlint$/.test(unquote(word))) calls.push((call = []));
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

function readCall(script: string, words: readonly string[]): OxlintCommand {
  const flags: (readonly [name: string, value: string])[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const [, name = "", value] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === "") continue;
    const takesNext = value === undefined && VALUED.test(name);
    flags.push([name, value ?? (takesNext ? (words[at + 1] ?? "") : "")]);
    if (takesNext) at += 1;
  }
  const find = (...names: readonly string[]): string | undefined =>
    flags.findLast(([name]) => names.includes(name))?.[1];
  const config = find("-c", "--config");
  const most = find("--max-warnings");
  const maxWarnings = find("--deny-warnings") === undefined ? most && toCount(most) : 0;
  return {
    script,
    ...(config ? { config } : {}),
    ...(maxWarnings === undefined || maxWarnings === "" ? {} : { maxWarnings }),
    policyFlags: flags
      .filter(([name]) => POLICY.test(name))
      .map(([name, value]) => (value === "" ? name : `${name} ${value}`)),
  };
}

function toCount(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
