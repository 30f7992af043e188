import type { Command } from "commander";

import type { OutputFormat, Request } from "../domain/request.ts";
import type { Flags } from "./flags.ts";
import { addJsonFlag } from "./flags.ts";
import { EXAMPLES, FLEET_EXAMPLE } from "./help.ts";
import { toNameParser } from "./usage.ts";

const PLAN_FORMATS = ["human", "json", "github-matrix"] as const;
const REPORT_FORMATS = ["human", "json", "markdown", "html"] as const;

/** What the flags of these verbs say. */
interface FleetFlags extends Omit<Flags, "format"> {
  readonly format?: OutputFormat | "github-matrix";
  readonly repos?: string;
}

/** The verbs for many repositories at once: `hi fleet plan`, `hi fleet report DIR`. */
export function addFleet(program: Command, accept: (request: Request) => void): void {
  const fleet = program
    .command("fleet")
    .description("plans one dry run a repository as jobs of GitHub, and folds their results into one report")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .addHelpText("before", FLEET_EXAMPLE);
  addPlan(fleet, accept);
  addReport(fleet, accept);
}

function addPlan(fleet: Command, accept: (request: Request) => void): void {
  const plan = fleet
    .command("plan")
    .description("turns a list of repositories into matrices of at most 256 jobs")
    .helpOption("--help", "print this help")
    .addHelpText("before", EXAMPLES["fleet plan"]);
  addJsonFlag(plan)
    .requiredOption("--repos <file>", "owner/name or owner/name@ref a line; # begins a remark")
    .option("--format <name>", `how it is printed: ${PLAN_FORMATS.join(", ")}`, toNameParser("format", PLAN_FORMATS))
    .option("--exit-code", "exit 1 when a line is no repository")
    .action((flags: FleetFlags) => {
      const isMatrix = flags.format === "github-matrix";
      const format = flags.json || isMatrix || flags.format === "json" ? "json" : "human";
      accept({ verb: "fleet plan", repos: flags.repos ?? "", isMatrix, format, exitCode: flags.exitCode ?? false });
    });
}

function addReport(fleet: Command, accept: (request: Request) => void): void {
  const report = fleet
    .command("report")
    .description("folds the JSON results below a folder into one table")
    .argument("<folder>", "with one result a repository: NAME.json or NAME/hi.json")
    .helpOption("--help", "print this help")
    .addHelpText("before", EXAMPLES["fleet report"]);
  addJsonFlag(report)
    .option("--repos <file>", "the list that was planned; what has no result is named")
    .option(
      "--format <name>",
      `how it is printed: ${REPORT_FORMATS.join(", ")}`,
      toNameParser("format", REPORT_FORMATS)
    )
    .option("--exit-code", "exit 1 when a repository is not in step")
    .action((folder: string, flags: FleetFlags) => {
      const format = flags.json ? "json" : ((flags.format ?? "human") as OutputFormat);
      const common = { verb: "fleet report", folder, format, exitCode: flags.exitCode ?? false } as const;
      accept(flags.repos === undefined ? common : { ...common, repos: flags.repos });
    });
}
