import type { Command } from "commander";

import type { Request } from "../domain/request.ts";
import type { Flags } from "./flags.ts";
import { addJsonFlag, toCommon } from "./flags.ts";
import { EXAMPLES } from "./help.ts";

interface VerifyFlags extends Flags {
  readonly continueOnFailure?: true;
  readonly baseRef?: string;
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
