import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";

import type { ScanOrder } from "../commands/scan.ts";
import { ENGINES, SEVERITIES } from "../contracts/scanner.ts";
import type { ChangeMode, EngineName, ScannerCommand, ScannerSeverity } from "../contracts/scanner.ts";
import { SCAN_CODES, SCAN_EXAMPLE } from "./help.ts";
import { parseList, toNameParser, toUsageRefusal } from "./usage.ts";

const SCAN_FORMATS = ["human", "json", "sarif", "github", "lines"] as const;
type ScanFormat = (typeof SCAN_FORMATS)[number];

/** What a command line of `hi scan` asks for. */
export interface ScanAsk {
  readonly order: ScanOrder;
  readonly format: ScanFormat;
  /** The findings are walked through in the terminal. */
  readonly isTriage?: boolean;
  /** The findings were asked for to be known: that there are some is what is expected. */
  readonly takesAll?: boolean;
}

interface ScanFlags {
  readonly format?: ScanFormat;
  readonly json?: true;
  readonly severity?: ScannerSeverity;
  readonly config?: string;
  readonly baseline?: string;
  readonly exclude?: readonly string[];
  readonly engine?: EngineName;
  readonly rules?: string;
  readonly minConfidence?: number;
  readonly maxFileSize?: number;
  readonly oxlint?: true;
  readonly changed?: true;
  readonly staged?: true;
  readonly unstaged?: true;
  readonly allChanges?: true;
  readonly writeBaseline?: string | true;
  readonly onlyRule?: string;
  readonly onlyLine?: number;
}

/** Words that name what `hi scan` does, and no path. */
const OWN = ["diff", "secrets", "pqc", "triage", "baseline"] as const;

/**
 * The words of a command line with the paths behind `--` written so that they are taken for nothing else: a folder may
 * be called as one of our words, and a file may begin with a dash.
 */
export function markPaths(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  if (argv[0] !== "scan" || end === -1) return argv;
  const before = argv.slice(0, end);
  // Where the verb is said, what stands first behind the dashes is a path, or a revision.
  const isSaid = before.some((word) => OWN.some((own) => own === word));
  const isPath = (word: string): boolean => word.startsWith("-") || (!isSaid && OWN.some((own) => own === word));
  return [...before, "--", ...argv.slice(end + 1).map((word) => (isPath(word) ? `./${word}` : word))];
}

type Accept = (ask: ScanAsk) => void;

/** Where findings are added to where no file is named; in the project's root. */
const BASELINE = ".hi-scan-baseline.json";

/** `hi scan`, and what it does of its own: `diff`, `secrets`, `pqc`, `baseline`. */
export function addScan(program: Command, accept: Accept): void {
  const scan = program
    .command("scan")
    .description("looks for security problems, fail-closed: exit 1 for findings, 2 where it could not look")
    .argument("[path]", "a file or a folder; the current folder without it")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .addHelpText("before", SCAN_EXAMPLE)
    .addHelpText("after", SCAN_CODES);
  addChangeFlags(addScanFlags(scan)).action((path: string | undefined, _: ScanFlags, command: Command) =>
    accept(toAsk("scan-workspace", path, command.optsWithGlobals()))
  );
  const diff = addOwn(scan, "diff", "only what is new since a revision").argument("<base>", "a branch, tag or commit");
  addScanFlags(diff.argument("[path]", "a folder")).action(
    (base: string, path: string | undefined, _: ScanFlags, command: Command) => {
      const flags = command.optsWithGlobals<ScanFlags>();
      refuseIdle("diff", flags, [...CHANGE_FLAGS, ...WRITE_FLAGS, "oxlint"]);
      accept(toAsk("diff", path, flags, { base }));
    }
  );
  for (const [name, about] of [
    ["secrets", "tokens, keys and passwords, in hidden files too; never printed"],
    ["pqc", "cryptography that quantum computers break, certificates and keys included"],
  ] as const) {
    const own = addOwn(scan, name, about).argument("[path]", "a file or a folder");
    addChangeFlags(addScanFlags(own)).action((path: string | undefined, _: ScanFlags, command: Command) => {
      refuseIdle(name, command.optsWithGlobals<ScanFlags>(), ["oxlint"]);
      accept(toAsk(name, path, command.optsWithGlobals()));
    });
  }
  addTriage(scan, accept);
  const baseline = addOwn(scan, "baseline", "takes all findings of now for known, so that only new ones are told");
  addScanFlags(baseline.argument("[path]", "a file or a folder")).action(
    (path: string | undefined, _: ScanFlags, command: Command) =>
      accept({
        ...toAsk("scan-workspace", path, { writeBaseline: true, ...command.optsWithGlobals<ScanFlags>() }),
        takesAll: true,
      })
  );
}

const WALKS = ["code", "secrets", "pqc"] as const;

function addTriage(scan: Command, accept: Accept): void {
  const own = addOwn(scan, "triage", "walks through the findings in the terminal: look, explain, suppress, skip");
  addChangeFlags(addScanFlags(own.argument("[path]", "a file or a folder")))
    .option("--of <name>", `which findings: ${WALKS.join(", ")}`, toNameParser("kind of finding", WALKS))
    .action((path: string | undefined, _: ScanFlags, command: Command) => {
      const flags = command.optsWithGlobals<ScanFlags & { readonly of?: (typeof WALKS)[number] }>();
      refuseIdle("triage", flags, [...WRITE_FLAGS, "format", "json"]);
      const of = flags.of === undefined || flags.of === "code" ? "scan-workspace" : flags.of;
      accept({ ...toAsk(of, path, flags), isTriage: true });
    });
}

function addOwn(scan: Command, name: string, about: string): Command {
  return scan.command(name).description(about).helpOption("--help", "print this help");
}

function addScanFlags(command: Command): Command {
  return command
    .option("--format <name>", `how it is printed: ${SCAN_FORMATS.join(", ")}`, toNameParser("format", SCAN_FORMATS))
    .option("--json", "the same as --format json: the response of the scanner contract")
    .option(
      "--severity <name>",
      `tell ${SEVERITIES.join(", ")} and above; what the configuration says, else all`,
      toNameParser("severity", SEVERITIES)
    )
    .option("--config <file>", "instead of the nearest .hi-scan.yml upward")
    .option("--baseline <file>", "findings in it are known and not told")
    .option("--exclude <globs>", "what is not scanned", parseList)
    .option("--engine <name>", `${ENGINES.join(", ")}`, toNameParser("engine", ENGINES))
    .option("--rules <path>", "rules of the foxguard engine's own kind")
    .option("--min-confidence <number>", "0 to 1", parseConfidence)
    .option("--max-file-size <bytes>", "a larger file is skipped, which is said", parseBytes)
    .option("--oxlint", "the findings of the recorded linter too")
    .option("--write-baseline [file]", `add the findings to a baseline; the project's ${BASELINE} without a name`)
    .option("--only-rule <id>", "with --write-baseline: only findings of this rule")
    .option("--only-line <n>", "with --write-baseline: only findings on this line", parseLine);
}

const CHANGES = [
  ["--changed", "changed", "only what is staged, or where nothing is, what is changed and new"],
  ["--staged", "staged", "only what is staged"],
  ["--unstaged", "unstaged", "only what is changed or new and not staged"],
  ["--all-changes", "allChanges", "only what is staged, changed or new"],
] as const;

function addChangeFlags(command: Command): Command {
  for (const [flag, name, about] of CHANGES) {
    const others = CHANGES.map(([, other]) => other).filter((other) => other !== name);
    command.addOption(new Option(flag, about).conflicts(others));
  }
  return command;
}

const CHANGE_FLAGS = CHANGES.map(([, name]) => name);
const WRITE_FLAGS = ["writeBaseline", "onlyRule", "onlyLine"] as const;

/** A flag that would do nothing is a mistake of who wrote it. @throws Refusal HI_USAGE */
function refuseIdle(verb: string, flags: ScanFlags, idle: readonly (keyof ScanFlags)[]): void {
  const found = idle.find((name) => flags[name] !== undefined);
  if (found === undefined) return;
  const flag = found.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw toUsageRefusal(`hi scan ${verb} does nothing with --${flag}.`, `hi scan ${verb} --help`);
}

function parseConfidence(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("It is a number from 0 to 1.");
  return value;
}

function parseLine(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It is the number of a line.");
  return Number(text);
}

function parseBytes(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It is a number of bytes.");
  return Number(text);
}

function toChangeMode({ changed, staged, unstaged, allChanges }: ScanFlags): ChangeMode | undefined {
  if (changed) return "changed";
  if (staged) return "staged";
  if (unstaged) return "unstaged";
  return allChanges ? "all-changes" : undefined;
}

function toAsk(
  command: ScannerCommand,
  path: string | undefined,
  flags: ScanFlags,
  more: { readonly base?: string } = {}
): ScanAsk {
  // What a variable that is not set leaves: it would be taken for the whole folder.
  if (path === "") throw toUsageRefusal("The path is empty.", "name a file or a folder; . is the current one");
  const { severity, config, baseline, exclude, rules, minConfidence, maxFileSize, engine, oxlint } = flags;
  const changeMode = toChangeMode(flags);
  const { writeBaseline } = flags;
  if (writeBaseline === undefined && (flags.onlyRule ?? flags.onlyLine) !== undefined) {
    throw toUsageRefusal("--only-rule and --only-line choose what --write-baseline writes.", "hi scan --help");
  }
  return {
    format: flags.json ? "json" : (flags.format ?? "human"),
    order: {
      request: {
        command,
        path: path ?? ".",
        ...more,
        ...(severity === undefined ? {} : { severity }),
        ...(config === undefined ? {} : { config }),
        ...(baseline === undefined ? {} : { baseline }),
        ...(exclude === undefined ? {} : { exclude }),
        ...(rules === undefined ? {} : { rules }),
        ...(minConfidence === undefined ? {} : { min_confidence: minConfidence }),
        ...(maxFileSize === undefined ? {} : { max_file_size: maxFileSize }),
        ...(changeMode === undefined ? {} : { change_mode: changeMode }),
      },
      ...(engine === undefined ? {} : { engine }),
      ...(oxlint === undefined ? {} : { oxlint }),
      ...(writeBaseline === undefined ? {} : { writeBaseline: toWrite(flags) }),
    },
  };
}

function toWrite({ writeBaseline, onlyRule, onlyLine }: ScanFlags): ScanOrder["writeBaseline"] {
  const only = {
    ...(onlyRule === undefined ? {} : { rule_id: onlyRule }),
    ...(onlyLine === undefined ? {} : { line: onlyLine }),
  };
  return { only, ...(typeof writeBaseline === "string" ? { file: writeBaseline } : {}) };
}
