import type { FoundResult } from "../domain/fleet-result.ts";
import { foldResults } from "../domain/fleet-result.ts";
import { parseFleetList, toBatches } from "../domain/fleet.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { FleetPlanRequest, FleetReportRequest } from "../domain/request.ts";
import { reportRefusals } from "./report-refusals.ts";

/** What these verbs read; no repository is looked at here. */
export interface FleetFiles {
  /** @throws Refusal HI_FLEET_UNREADABLE */
  readonly readList: (file: string) => string;
  /** @throws Refusal HI_FLEET_UNREADABLE */
  readonly readResults: (folder: string) => readonly FoundResult[];
}

/** `hi fleet plan`: a list of repositories as the matrices of jobs that GitHub runs. */
export function fleetPlan({ repos, isMatrix }: FleetPlanRequest, files: FleetFiles): Promise<Report> {
  return reportRefusals("fleet plan", async () => {
    const { repositories, refused } = parseFleetList(files.readList(repos));
    if (isMatrix && repositories.length === 0) throw toEmpty(repos);
    return {
      kind: "fleet-plan",
      verb: "fleet plan",
      isMatrix,
      repositories,
      batches: toBatches(repositories),
      refused,
    };
  });
}

/** GitHub fails a workflow whose matrix has no job. */
function toEmpty(repos: string): Refusal {
  return new Refusal({
    code: "HI_FLEET_EMPTY",
    message: `${JSON.stringify(repos)} names no repository, and GitHub takes no empty matrix.`,
    next: "name a repository in the list, owner/name a line",
  });
}

/** `hi fleet report`: the results of those jobs as one table; a broken one is a row like any other. */
export function fleetReport({ folder, repos }: FleetReportRequest, files: FleetFiles): Promise<Report> {
  return reportRefusals("fleet report", async () => {
    const expected = repos === undefined ? [] : parseFleetList(files.readList(repos)).repositories;
    const rows = foldResults(
      files.readResults(folder),
      expected.map(({ name }) => name)
    );
    return { kind: "fleet", verb: "fleet report", rows };
  });
}
