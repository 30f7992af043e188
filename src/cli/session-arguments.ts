import type { Command } from "commander";

import type { Request } from "../domain/request.ts";
import type { Flags } from "./flags.ts";
import { addJsonFlag, toCommon } from "./flags.ts";
import { EXAMPLES, SESSION_EXAMPLE } from "./help.ts";

interface StartFlags extends Flags {
  readonly task: string;
}

/** The verbs of the guard's sessions: `hi session start|status|end`. */
export function addSession(program: Command, accept: (request: Request) => void): void {
  const session = program
    .command("session")
    .description("begins, shows and ends a guarded session: what may be written, and when an agent may stop")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .addHelpText("before", SESSION_EXAMPLE);
  const add = (verb: "start" | "status" | "end", about: string): Command =>
    addJsonFlag(
      session
        .command(verb)
        .description(about)
        .helpOption("--help", "print this help")
        .addHelpText("before", EXAMPLES[`session ${verb}`])
    );
  add("start", "makes HEAD the baseline and its policy the trusted one; nothing may differ from HEAD")
    .requiredOption("--task <text>", "what is to be done")
    .action((flags: StartFlags) => accept({ verb: "session start", task: flags.task, ...toCommon(flags) }));
  add("status", "says how the session stands, and whether an agent could stop now; changes nothing").action(
    (flags: Flags) => accept({ verb: "session status", ...toCommon(flags) })
  );
  add("end", "ends the session; what was verified in it counts no more").action((flags: Flags) =>
    accept({ verb: "session end", ...toCommon(flags) })
  );
}
