import type { Command } from "commander";

import type { Request } from "../domain/request.ts";
import type { Flags } from "./flags.ts";
import { addJsonFlag, toCommon } from "./flags.ts";
import { EXAMPLES } from "./help.ts";

interface VerifyFlags extends Flags {
  readonly continueOnFailure?: true;
  readonly baseRef?: string;
}

/** `hi inspect`: the first half of what `hi verify` does, and nothing is changed by it. */
export function addInspection(program: Command, accept: (request: Request) => void): void {
  addJsonFlag(program.command("inspect"))
    .description("says whether tests, configuration or the policy were weakened since the session began")
    .helpOption("--help", "print this help")
    .addHelpText("before", EXAMPLES.inspect)
    .action((flags: Flags) => accept({ verb: "inspect", ...toCommon(flags) }));
}

/** `hi verify` and `hi ci`: the same work, with a session's policy and with the base branch's. */
export function addVerification(program: Command, accept: (request: Request) => void): void {
  const add = (verb: "verify" | "ci", about: string): Command =>
    addJsonFlag(program.command(verb).description(about))
      .option("--continue-on-failure", "run the policy's other commands though one failed")
      .helpOption("--help", "print this help")
      .addHelpText("before", EXAMPLES[verb]);
  add("verify", "inspects the session's work, runs the policy's commands, and seals a pass").action(
    (flags: VerifyFlags) =>
      accept({ verb: "verify", continueOnFailure: flags.continueOnFailure ?? false, ...toCommon(flags) })
  );
  add("ci", "the same without a session: the base branch's policy, compared with the merge base")
    .requiredOption("--base-ref <ref>", "the branch or commit that the change is to go into")
    .action((flags: VerifyFlags) =>
      accept({
        verb: "ci",
        baseRef: flags.baseRef ?? "",
        continueOnFailure: flags.continueOnFailure ?? false,
        ...toCommon(flags),
      })
    );
}
