import type { Command } from "commander";

import { FAILURE_POLICIES, isLinterName, LINTER_EVENTS, LINTER_LANGUAGES } from "../domain/linters.ts";
import type { Request } from "../domain/request.ts";
import type { Flags } from "./flags.ts";
import { addJsonFlag, addRunFlags, toCommon, toRun } from "./flags.ts";
import { EXAMPLES, LINTER_EXAMPLE } from "./help.ts";
import { toNameParser, toNamesParser, toUsageRefusal } from "./usage.ts";

type LinterVerb = "linter init" | "linter check" | "linter run";

/** The verbs of custom linters' authors: `hi linter init|run|check NAME`. */
export function addLinter(program: Command, accept: (request: Request) => void): void {
  const linter = program
    .command("linter")
    .description("makes custom linters, asks them, and holds them to their contract")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .addHelpText("before", LINTER_EXAMPLE);
  addInit(addVerb(linter, "linter init", "writes a small working linter with its test, and registers it"), accept);
  const run = addVerb(linter, "linter run", "asks a linter once, as the hooks would; exit 1 for a deny or a failure");
  addJsonFlag(run)
    .requiredOption("--request <file>", "the request: schema, hook, subject")
    .action((name: string, flags: Flags) =>
      accept({ verb: "linter run", name, request: flags.request ?? "", ...toCommon(flags) })
    );
  const check = addVerb(linter, "linter check", "asks a linter everything that its contract says; exit 1 for a fault");
  addJsonFlag(check).action((name: string, flags: Flags) => accept({ verb: "linter check", name, ...toCommon(flags) }));
}

function addVerb(linter: Command, verb: LinterVerb, about: string): Command {
  return linter
    .command(verb.replace("linter ", ""))
    .description(about)
    .argument("<name>", "lower-case letters, digits and hyphens", parseName)
    .helpOption("--help", "print this help")
    .addHelpText("before", EXAMPLES[verb]);
}

function addInit(init: Command, accept: (request: Request) => void): void {
  addRunFlags(init)
    .option(
      "--language <name>",
      `${LINTER_LANGUAGES.join(", ")}; javascript where it is not given`,
      toNameParser("language", LINTER_LANGUAGES)
    )
    .option(
      "--events <names>",
      `${LINTER_EVENTS.join(", ")}; pre-tool where they are not given`,
      toNamesParser("event", LINTER_EVENTS)
    )
    .option(
      "--on-failure <policy>",
      "what its own failure means: open (told) or closed (denied); open where it is not given",
      toNameParser("failure policy", FAILURE_POLICIES)
    )
    .action((name: string, flags: Flags) =>
      accept({
        verb: "linter init",
        name,
        language: flags.language ?? "javascript",
        events: toEvents(flags.events),
        onFailure: flags.onFailure ?? "open",
        ...toRun(flags),
      })
    );
}

function toEvents(events: Flags["events"] = []): NonNullable<Flags["events"]> {
  const asked = LINTER_EVENTS.filter((event) => events.includes(event));
  return asked.length === 0 ? ["pre-tool"] : asked;
}

/** @throws Refusal HI_USAGE */
function parseName(text: string): string {
  if (isLinterName(text)) return text;
  const message = `${JSON.stringify(text)} is no linter's name: lower-case letters, digits and hyphens, at most 64.`;
  throw toUsageRefusal(message, "hi linter --help");
}
