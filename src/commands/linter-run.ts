import { toCase } from "../contracts/custom-lint-conformance.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { LinterRunRequest } from "../domain/request.ts";
import { findLinter } from "../pipeline/reading/find-linter.ts";
import type { World } from "../pipeline/world.ts";
import { runCustomLint } from "../runtime/custom-lint-host.ts";
import { readRequest } from "../runtime/read-request.ts";
import { refuseInterrupted } from "./refuse-interrupted.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi linter run NAME --request FILE`: asks one linter once, as the hooks would, and tells everything that came of it. */
export function linterRun({ name, request: file }: LinterRunRequest, world: World): Promise<Report> {
  return reportRefusals("linter run", async () => {
    const { root, linter } = await findLinter(name, world);
    const request = await readRequest(world.cwd, file);
    if (typeof request === "string") throw toNoRequest(file, request);
    world.progress.stage(`Asking ${name}`);
    const result = await runCustomLint(linter, request, { root, env: world.env, signal: world.interrupted });
    refuseInterrupted(world);
    return { kind: "linter", verb: "linter run", name, cases: [toCase("request", result)], findings: [] };
  });
}

function toNoRequest(file: string, problem: string): Refusal {
  return new Refusal({
    code: "HI_LINTER_REQUEST",
    message: `The request cannot be used: ${problem}.`,
    where: { path: file },
    next: "write one with schema, hook and subject; hi linter init makes examples of each kind",
  });
}
