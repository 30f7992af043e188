import type { Report } from "../domain/report.ts";
import { inspect as inspectRepository } from "../guard/inspect/inspect.ts";
import { openSessionRepository } from "../guard/repository/open-repository.ts";
import { openSession } from "../guard/session/open-session.ts";
import type { World } from "../pipeline/world.ts";
import { refuseGit } from "./refuse-git.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi inspect`: what the session's work changed, and whether it weakened what watches over it (seed 004). */
export function inspect({ cwd, env, progress }: Pick<World, "cwd" | "env" | "progress">): Promise<Report> {
  return reportRefusals("inspect", () =>
    refuseGit(async () => {
      progress.stage("Inspecting what changed");
      const opened = await openSession({ cwd, env });
      const inspection = await inspectRepository(opened.policy, await openSessionRepository(opened, env));
      return { kind: "inspection", verb: "inspect", ...inspection };
    })
  );
}
