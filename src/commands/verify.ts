import type { Report } from "../domain/report.ts";
import type { CiRequest, VerifyRequest } from "../domain/request.ts";
import { verifyInCi } from "../guard/verify/verify-in-ci.ts";
import { verify as verifySession } from "../guard/verify/verify.ts";
import type { World } from "../pipeline/world.ts";
import { refuseGit } from "./refuse-git.ts";
import { reportRefusals } from "./report-refusals.ts";

interface VerifyHost extends Pick<World, "cwd" | "env" | "interrupted"> {
  readonly readVersion: () => Promise<string>;
  /** One line for whoever waits. */
  readonly tell: (line: string) => void;
}

/** `hi verify` and `hi ci` (seed 004). */
export function verify(request: VerifyRequest | CiRequest, host: VerifyHost): Promise<Report> {
  const { cwd, env, interrupted: signal, tell } = host;
  const { continueOnFailure } = request;
  return reportRefusals(request.verb, () =>
    refuseGit(async () => {
      if (request.verb === "ci") {
        return verifyInCi({ cwd, env, continueOnFailure, signal, tell, baseRef: request.baseRef });
      }
      return verifySession({ cwd, env, continueOnFailure, signal, tell, hiVersion: await host.readVersion() });
    })
  );
}
