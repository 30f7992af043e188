import { Command, CommanderError } from "commander";

import { CHECKS, LINT_OUTPUTS } from "../domain/check-kind.ts";
import type { Refusal } from "../domain/refusal.ts";
import type { Request, UpdateRequest, Verb } from "../domain/request.ts";
import { COMMIT_GATES, PACKS, PROVIDERS } from "../domain/settings.ts";
import { findNearest } from "./did-you-mean.ts";
import { findVerb } from "./find-verb.ts";
import {
  addConflictFlag,
  addFormatFlags,
  addJsonFlag,
  addLeavingFlags,
  addPlanFlags,
  addReadingFlags,
  addRunFlags,
  toCommon,
  toOutputs,
  toRun,
} from "./flags.ts";
import type { Flags } from "./flags.ts";
import { addFleet } from "./fleet-arguments.ts";
import {
  ADAPTER_CODES,
  ADAPTER_EXAMPLE,
  EXAMPLES,
  HOOK_CODES,
  HOOK_EXAMPLE,
  LINT_CODES,
  LINT_EXAMPLE,
  PROGRAM_EXAMPLE,
} from "./help.ts";
import { addLinter } from "./linter-arguments.ts";
import { addScan, markPaths } from "./scan-arguments.ts";
import type { ScanAsk } from "./scan-arguments.ts";
import { addSession } from "./session-arguments.ts";
import { parseList, toNameParser, toNamesParser, toUsageRefusal } from "./usage.ts";
import { addInspection, addVerification } from "./verify-arguments.ts";

/** What a command line asks for: a run, or a text to print (help, version). */
export type Parsed =
  | { readonly kind: "request"; readonly request: Request }
  | { readonly kind: "scan"; readonly ask: ScanAsk }
  | { readonly kind: "text"; readonly text: string; readonly exitCode: number };

/** Turns the command line into a request. @throws Refusal HI_USAGE, naming the word that is not known */
export function parseArguments(argv: readonly string[], version: string): Parsed {
  let parsed: Parsed | undefined;
  let output = "";
  const program = createProgram(version, (request) => (parsed = { kind: "request", request }));
  addScan(program, (ask) => (parsed = { kind: "scan", ask }));
  const kept = { writeOut: (text: string) => (output += text), writeErr: () => undefined };
  for (const command of listCommands(program)) command.exitOverride().configureOutput(kept);
  if (argv.length === 0) return { kind: "text", text: `${PROGRAM_EXAMPLE}\n${program.helpInformation()}`, exitCode: 2 };
  try {
    program.parse(markPaths(argv), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "text", text: output, exitCode: 0 };
    if (error.code === "commander.help") throw toUnknownHelp(argv, program.commands);
    throw toRefusal(error, argv);
  }
  return parsed ?? { kind: "text", text: output, exitCode: 0 };
}

/** True where the command line asks for JSON, however wrong the rest of it is. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = argv.slice(0, end === -1 ? undefined : end);
  return words.some(
    (word, at) =>
      word === "--json" ||
      /^--format=(?:json|github-matrix)$/.test(word) ||
      (/^(?:json|github-matrix)$/.test(word) && words[at - 1] === "--format")
  );
}

/** The program, its verbs, and theirs. */
function listCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

function toRefusal(error: CommanderError, argv: readonly string[]): Refusal {
  const [first = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, ".");
  const hint = suggestion ? ` ${suggestion.replaceAll(/[()]/g, "")}` : "";
  const verb = argv[0] === "scan" ? "scan" : findVerb(argv);
  return toUsageRefusal(message + hint, verb ? `hi ${verb} --help` : "hi --help");
}

/** The parser's own answer to `help` of a word that it does not know says nothing. */
function toUnknownHelp(argv: readonly string[], commands: readonly Command[]): Refusal {
  const group = commands.find((command) => command.commands.length > 0 && command.name() === argv[0]);
  if (group !== undefined) {
    const known = group.commands.map((command) => command.name());
    return toUsageRefusal(`hi ${group.name()} needs one of: ${known.join(", ")}.`, `hi ${group.name()} --help`);
  }
  const word = argv.slice(argv.indexOf("help") + 1).find((other) => !other.startsWith("-")) ?? "";
  const nearest = findNearest(
    word,
    commands.map((command) => command.name())
  );
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return toUsageRefusal(`Unknown command '${word}'.${hint}`, "hi --help");
}

function createProgram(version: string, accept: (request: Request) => void): Command {
  const program = new Command("hi")
    .description(
      "Gives coding agents exact, bounded lint feedback in a JavaScript or TypeScript repository; scans it, and guards what agents write."
    )
    .version(version, "--version", "print the version")
    .helpOption("--help", "print this help")
    .helpCommand("help [verb]", "print the help of a verb")
    .addHelpText("before", PROGRAM_EXAMPLE)
    .showSuggestionAfterError();
  addInit(program, accept);
  const update = addVerb(program, "update", "brings the repository to the running version's templates");
  addPlanFlags(addConflictFlag(addRunFlags(update))).action((flags: Flags) => accept(toUpdate(flags)));
  const eject = addVerb(program, "eject", "leaves plain files that work without hi, and nothing else of it");
  addLeavingFlags(eject).action((flags: Flags) => accept({ verb: "eject", ...toRun({ ...flags, preview: "off" }) }));
  const show = addVerb(program, "show", "prints a plan that hi update --plan-out has written; changes nothing");
  addFormatFlags(addJsonFlag(show.argument("<file>", "a plan"))).action((file: string, flags: Flags) =>
    accept({ verb: "show", file, ...toCommon(flags), ...toOutputs(flags) })
  );
  const check = addVerb(program, "check", "compares receipt, disk and templates; cheap, changes nothing");
  addReadingFlags(check).action((flags: Flags) => accept({ verb: "check", ...toCommon(flags) }));
  const diff = addVerb(program, "diff", "lists every path that is out of step, with its class; changes nothing");
  addReadingFlags(diff).action((flags: Flags) => accept({ verb: "diff", ...toCommon(flags) }));
  const explain = addVerb(program, "explain", "says who owns a path, since when, and what an update would do to it");
  // An explanation is always an answer, so there is no code to ask for.
  addJsonFlag(explain.argument("<path>", "from the repository root")).action((path: string, flags: Flags) =>
    accept({ verb: "explain", path, ...toCommon(flags) })
  );
  const restore = addVerb(program, "restore", "brings ours back at a path (or keys of it) that was deleted or edited");
  addRunFlags(restore.argument("<path>", "from the repository root")).action((path: string, flags: Flags) =>
    accept({ verb: "restore", path, ...toRun(flags) })
  );
  const doctor = addVerb(
    program,
    "doctor",
    "says what is wrong on this machine and here, and what mends it; changes nothing"
  );
  addJsonFlag(doctor).action((flags: Flags) => accept({ verb: "doctor", ...toCommon(flags) }));
  addRecovery(program, accept);
  addLinter(program, accept);
  addFleet(program, accept);
  addSession(program, accept);
  addInspection(program, accept);
  addVerification(program, accept);
  addLint(program);
  addHook(program);
  addAdapter(program);
  return program;
}

const RECOVERY = {
  resume: "finishes a publication that was cut short, from what it had staged",
  abort: "puts everything back as it was before a publication that was cut short",
  undo: "puts back what stood there before the last publication, where nobody has changed it since",
} as const;

function addRecovery(program: Command, accept: (request: Request) => void): void {
  for (const verb of ["resume", "abort", "undo"] as const) {
    addJsonFlag(addVerb(program, verb, RECOVERY[verb]))
      .option("--dry-run", "only say what would be done, path by path")
      .action((flags: Flags) => accept({ verb, dryRun: flags.dryRun ?? false, ...toCommon(flags) }));
  }
}

/** For its help alone: it is run without this parser. */
function addLint(program: Command): void {
  program
    .command("lint")
    .description("lints as recorded for each scope: its tool, its configuration, its threshold")
    .argument("[path...]", "files and folders; all selected scopes without any")
    .option("--scope <folder>", "only this scope; may be repeated")
    .option("--check <kind>", `${CHECKS.join(" or ")}; lint without this flag; may be repeated`)
    .option("--fix", "apply safe fixes, and write the format")
    .option("--files-from <file>", "only these names, from the repository root, ended by NUL or line break; - is stdin")
    .option("--staged", "only what is staged for the next commit")
    .option("--format <format>", `${LINT_OUTPUTS.join(", ")}`)
    .option("--json", "the same as --format json")
    .helpOption("--help", "print this help")
    .addHelpText("before", LINT_EXAMPLE)
    .addHelpText("after", LINT_CODES);
}

/** For its help alone: it is run without this parser. */
function addHook(program: Command): void {
  program
    .command("hook")
    .description("runs what agents run after an edit, or decides about a write or a stop")
    .argument("<event>", "post-edit, can-write or can-stop")
    .option("--provider <name>", `of post-edit: whose payload and answer, ${PROVIDERS.join(", ")} or neutral`)
    .option("--path <path>", "of can-write: what would be written, absolute or from the git root")
    .option("--json", "of can-write and can-stop: the decision as one JSON document")
    .helpOption("--help", "print this help")
    .addHelpText("before", HOOK_EXAMPLE)
    .addHelpText("after", HOOK_CODES);
}

/** For its help alone: it is run without this parser. */
function addAdapter(program: Command): void {
  program
    .command("adapter")
    .description("answers one scanner request: JSON on stdin, JSON on stdout; exit code 0 after every answer")
    .helpOption("--help", "print this help")
    .addHelpText("before", ADAPTER_EXAMPLE)
    .addHelpText("after", ADAPTER_CODES);
}

function addVerb(program: Command, verb: Verb, about: string): Command {
  return program
    .command(verb)
    .description(about)
    .helpOption("--help", "print this help")
    .addHelpText("before", EXAMPLES[verb]);
}

function addInit(program: Command, accept: (request: Request) => void): void {
  const init = addVerb(program, "init", "detects the repository, asks, and sets it up; again, it reconfigures");
  addConflictFlag(addRunFlags(init))
    .option("--providers <names>", `agents: ${PROVIDERS.join(", ")}, or none`, toNamesParser("provider", PROVIDERS))
    .option("--packs <names>", `what is generated: ${PACKS.join(", ")}`, toNamesParser("pack", PACKS))
    .option("--scopes <folders>", "package roots that the harness owns, or none", parseList)
    .option("--exclude <globs>", "what no scope owns, or none", parseList)
    .option("--commit-gate <name>", `${COMMIT_GATES.join(" or ")}`, toNameParser("commit gate", COMMIT_GATES))
    .action((flags: Flags) => accept({ verb: "init", ...toRun(flags), ...toSelection(flags) }));
}

/** A plan is made by a dry run. */
function toUpdate(flags: Flags): UpdateRequest {
  const { plan, planOut } = flags;
  const run = toRun(planOut === undefined ? flags : { ...flags, dryRun: true });
  return {
    verb: "update",
    ...run,
    ...(plan === undefined ? {} : { plan }),
    ...(planOut === undefined ? {} : { planOut }),
  };
}

function toSelection({ providers, packs, scopes, exclude, commitGate }: Flags) {
  return {
    ...(providers ? { providers } : {}),
    ...(packs ? { packs } : {}),
    ...(scopes ? { scopes } : {}),
    ...(exclude ? { exclude } : {}),
    ...(commitGate ? { commitGate } : {}),
  };
}
