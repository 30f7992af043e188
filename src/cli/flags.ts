import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";

import { PACKAGE_MANAGERS } from "../domain/answers.ts";
import type { PackageManager } from "../domain/answers.ts";
import { CONFLICT_CHOICES } from "../domain/conflict.ts";
import type { ConflictChoice } from "../domain/conflict.ts";
import type { FailurePolicy, LinterEvent, LinterLanguage } from "../domain/linters.ts";
import { OUTPUT_FORMATS } from "../domain/request.ts";
import type { DocumentFormat, OutputFormat, ReportTarget, RunRequest } from "../domain/request.ts";
import type { CommitGate, PackName, ProviderName } from "../domain/settings.ts";
import { parseList, toNameParser, toUsageRefusal } from "./usage.ts";

/** Flags as the parser gives them; each verb declares the ones that it takes. */
export interface Flags {
  readonly json?: true;
  readonly format?: OutputFormat;
  readonly output?: readonly string[];
  readonly exitCode?: true;
  readonly dryRun?: true;
  readonly offline?: true;
  readonly yes?: true;
  readonly preview?: "on" | "off";
  readonly install?: true;
  readonly take?: readonly string[];
  readonly onConflict?: ConflictChoice;
  readonly plan?: string;
  readonly planOut?: string;
  readonly packageManager?: PackageManager;
  readonly debtBudget?: number;
  readonly failOnNewDebt?: true;
  readonly providers?: readonly ProviderName[];
  readonly packs?: readonly PackName[];
  readonly scopes?: readonly string[];
  readonly exclude?: readonly string[];
  readonly commitGate?: CommitGate;
  readonly language?: LinterLanguage;
  readonly events?: readonly LinterEvent[];
  readonly onFailure?: FailurePolicy;
  readonly request?: string;
}

/** `--json`. */
export function addJsonFlag(command: Command): Command {
  return command.option("--json", "print one JSON document on stdout, and nothing else");
}

/** `--format` and `--output`, of verbs that have something to review. */
export function addFormatFlags(command: Command): Command {
  return command
    .option(
      "--format <name>",
      `how it is printed: ${OUTPUT_FORMATS.join(", ")}`,
      toNameParser("format", OUTPUT_FORMATS)
    )
    .option(
      "--output <file>",
      "write the report there as well; .md, .html, .sarif or .json says how; repeatable",
      (file: string, previous: readonly string[] | undefined) => [...(previous ?? []), file]
    );
}

const ENDINGS: readonly (readonly [RegExp, DocumentFormat])[] = [
  [/\.(?:md|markdown)$/i, "markdown"],
  [/\.html?$/i, "html"],
  [/\.sarif(?:\.json)?$/i, "sarif"],
  [/\.json$/i, "json"],
];

/** What `--output` says. @throws Refusal HI_USAGE for an ending that stands for no format */
function toTargets(files: readonly string[]): readonly ReportTarget[] {
  return files.map((file) => {
    const format = ENDINGS.find(([ending]) => ending.test(file))?.[1];
    if (format !== undefined) return { file, format };
    throw toUsageRefusal(
      `--output ${JSON.stringify(file)} does not say in which format.`,
      "end it in .md, .html, .sarif or .json"
    );
  });
}

function toExitCodeFlag(): Option {
  return new Option("--exit-code", "exit 1 when changes or conflicts are pending");
}

/** `check` and `diff` end by what they found anyway, so the flag is taken and not offered. */
export function addReadingFlags(command: Command): Command {
  return addJsonFlag(command).addOption(toExitCodeFlag().hideHelp());
}

/** The flags of every verb that may publish. */
export function addRunFlags(command: Command): Command {
  return addFormatFlags(addJsonFlag(command))
    .addOption(toExitCodeFlag())
    .option("--yes", "publish without asking; needed where there is no terminal")
    .option("--dry-run", "show the plan, its diffs and the lint debt; change nothing")
    .option("--offline", "use only what is cached")
    .option(
      "--preview <on|off>",
      "run the candidate's lint before publishing",
      toNameParser("preview mode", ["on", "off"])
    )
    .option("--install", "run the install command afterwards, lifecycle scripts off")
    .option("--take <names>", "devDependencies for which ours replaces the project's version", parseList)
    .option(
      "--package-manager <name>",
      `${PACKAGE_MANAGERS.join(", ")}; decides over field and lockfile`,
      toNameParser("package manager", PACKAGE_MANAGERS)
    )
    .option("--debt-budget <n>", "publish nothing and exit 1 where the lint debt is more than n findings", parseCount)
    .option("--fail-on-new-debt", "publish nothing and exit 1 where there is lint debt that was not there before");
}

/** Lint debt blocks only where a team asks for it. */
function toDebtLimits({ debtBudget, failOnNewDebt, preview }: Flags): Pick<RunRequest, "debtLimits"> {
  if (debtBudget === undefined && !failOnNewDebt) return {};
  if (preview === "off") {
    throw toUsageRefusal(
      "A limit on lint debt needs the preview, which --preview off leaves out.",
      "leave out --preview off, or the limit"
    );
  }
  return {
    debtLimits: { failOnNew: failOnNewDebt ?? false, ...(debtBudget === undefined ? {} : { budget: debtBudget }) },
  };
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is a number of findings, 0 or more.");
  return Number(text);
}

/** Of the verbs that may meet an edit of what is ours. */
export function addConflictFlag(command: Command): Command {
  return command.option(
    "--on-conflict <choice>",
    `${CONFLICT_CHOICES.join(", ")}: what becomes of your edit where ours changed the same lines`,
    toNameParser("choice", CONFLICT_CHOICES)
  );
}

/** The flags of a verb that publishes, and has nothing to preview or to install. */
export function addLeavingFlags(command: Command): Command {
  return addFormatFlags(addJsonFlag(command))
    .addOption(toExitCodeFlag())
    .option("--yes", "go ahead without asking; needed where there is no terminal")
    .option("--dry-run", "show what would stay and what would go; change nothing");
}

/** A plan is written, or published as it is: what it was made with is in it. */
export function addPlanFlags(command: Command): Command {
  const made = ["planOut", "take", "packageManager", "onConflict", "preview", "dryRun"];
  return command
    .addOption(new Option("--plan-out <file>", "write the plan into a file; change nothing else"))
    .addOption(new Option("--plan <file>", "publish exactly the plan in this file").conflicts(made));
}

/** Where the report goes beside stdout. @throws Refusal HI_USAGE for an ending that stands for no format */
export function toOutputs({ output }: Flags): { readonly outputs?: readonly ReportTarget[] } {
  return output ? { outputs: toTargets(output) } : {};
}

/** What `--json` and `--exit-code` say. */
export function toCommon(flags: Flags): { readonly format: OutputFormat; readonly exitCode: boolean } {
  return { format: flags.json ? "json" : (flags.format ?? "human"), exitCode: flags.exitCode ?? false };
}

/** What the flags of a run say, with what holds where they say nothing. */
export function toRun(flags: Flags) {
  return {
    ...toCommon(flags),
    dryRun: flags.dryRun ?? false,
    offline: flags.offline ?? false,
    yes: flags.yes ?? false,
    preview: flags.preview ?? ("on" as const),
    install: flags.install ?? false,
    take: flags.take ?? [],
    ...toOutputs(flags),
    ...(flags.onConflict ? { onConflict: flags.onConflict } : {}),
    ...(flags.packageManager ? { packageManager: flags.packageManager } : {}),
    ...toDebtLimits(flags),
  };
}
