import type { Json } from "./json.ts";
import type { ScriptProgram } from "./script-programs.ts";
import { listPrograms } from "./script-programs.ts";

/** A call of oxlint in a script of a manifest. */
export interface OxlintCommand {
  /** The script's name. */
  readonly script: string;
  /** The configuration that it names, as written. */
  readonly config?: string;
  /** The warnings that it lets through; NaN where a shell makes the number, or it is none. */
  readonly maxWarnings?: number;
  /** It looks for no configuration in the folders below: one is named, or the search is off. */
  readonly isAlone: boolean;
  /** The files and folders that it is given, as written; absent where there are none. */
  readonly paths?: readonly string[];
  /** The folder that the script went into before, as written. */
  readonly folder?: string;
  /** Flags that are policy: what a configuration would say of rules, plugins, types and files. */
  readonly policyFlags: readonly string[];
}

const VALUED =
  /^(?:-[cfAWD]|--(?:config|format|max-warnings|allow|warn|deny|ignore-(?:pattern|path)|tsconfig|threads|debug|report-unused-disable-directives-severity))$/;
const POLICY =
  /^(?:-[AWD]|--(?:allow|warn|deny|ignore-(?:pattern|path)|no-ignore|tsconfig|type-(?:aware|check)|report-unused-disable-directives(?:-severity)?|[a-z0-9-]+-plugin))$/;

/** Every call of oxlint in a manifest's scripts: `lint` first, then by name. */
export function findOxlintCommands(
  manifest: Json | undefined,
  isOurs: (script: string) => boolean = () => false
): readonly OxlintCommand[] {
  return listPrograms(manifest)
    .filter((program) => program.program === "oxlint" && !isOneOf(program, isOurs))
    .map(readCall);
}

/** A call of oxlint in words that are not read: another package's, a program's that starts others. */
export interface UnreadCall {
  readonly script: string;
  /** It names a configuration. */
  readonly hasConfig: boolean;
  /** It says how many warnings may pass. */
  readonly hasThreshold: boolean;
}

const HELD = /(?:(?:^|[\s"'`/\\(]|npm:)oxlint(?:@[^\s"'`]*)?|bin[/\\]oxlint\.\w+)["'`]?\s+(.*)$/s;

/** The calls of oxlint that {@link findOxlintCommands} cannot read, of those that name a policy or a threshold. */
export function findUnreadCalls(
  manifest: Json | undefined,
  isOurs: (script: string) => boolean = () => false
): readonly UnreadCall[] {
  return listPrograms(manifest)
    .filter((program) => !/^(?:oxlint|echo|printf)$/.test(program.program) && !isOneOf(program, isOurs))
    .map(({ script, program, args }) => {
      const [, rest = ""] = HELD.exec([program, ...args].join(" ")) ?? [];
      const hasConfig = /(?:^|\s)(?:-c|--config\b)/.test(rest);
      return { script, hasConfig, hasThreshold: /(?:^|\s)--(?:max|deny)-warnings\b/.test(rest) };
    })
    .filter(({ hasConfig, hasThreshold }) => hasConfig || hasThreshold);
}

function isOneOf({ script, through = [] }: ScriptProgram, isOurs: (script: string) => boolean): boolean {
  return [script, ...through].some(isOurs);
}

function readCall({ script, args, folder }: ScriptProgram): OxlintCommand {
  const flags: (readonly [name: string, value: string])[] = [];
  const paths: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    // A short flag's value may follow it at once.
    const [, name = "", value] =
      /^(-[cfAWD])(?!=)(.+)$/s.exec(arg) ?? /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === "" && arg !== "--") paths.push(arg);
    if (name === "") continue;
    const takesNext = value === undefined && VALUED.test(name);
    flags.push([name, value ?? (takesNext ? (args[at + 1] ?? "") : "")]);
    if (takesNext) at += 1;
  }
  const find = (...names: readonly string[]): string | undefined =>
    flags.findLast(([name]) => names.includes(name))?.[1];
  const config = find("-c", "--config");
  const maxWarnings = toMaxWarnings(find("--max-warnings"), find("--deny-warnings") !== undefined);
  return {
    script,
    ...(config ? { config } : {}),
    ...(maxWarnings === undefined ? {} : { maxWarnings }),
    ...(paths.length > 0 ? { paths } : {}),
    ...(folder === undefined ? {} : { folder }),
    isAlone: config !== undefined || find("--disable-nested-config") !== undefined,
    policyFlags: flags
      .filter(([name]) => POLICY.test(name))
      .map(([name, value]) => (value === "" ? name : `${name} ${value}`)),
  };
}

/** To deny warnings is to let none through. */
function toMaxWarnings(most: string | undefined, denies: boolean): number | undefined {
  if (denies) return 0;
  if (most === undefined) return undefined;
  return /^\d+$/.test(most) && Number.isSafeInteger(Number(most)) ? Number(most) : Number.NaN;
}
