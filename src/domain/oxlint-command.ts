import type { Json } from "./json.ts";
import type { ScriptProgram } from "./script-programs.ts";
import { listPrograms } from "./script-programs.ts";

/** A call of oxlint in a script of a manifest. */
export interface OxlintCommand {
  /** The script's name. */
  readonly script: string;
  /** The configuration that it names, as written. */
  readonly config?: string;
  /** The warnings that it lets through; NaN where a shell makes the number. */
  readonly maxWarnings?: number;
  /** It looks for no configuration in the folders below: one is named, or the search is off. */
  readonly isAlone: boolean;
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
    .filter(({ script, program }) => program === "oxlint" && !isOurs(script))
    .map(readCall);
}

function readCall({ script, args }: ScriptProgram): OxlintCommand {
  const flags: (readonly [name: string, value: string])[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [, name = "", value] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(args[at] ?? "") ?? [];
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
  return /^\d+$/.test(most) ? Number(most) : Number.NaN;
}
