/** A repository of a fleet. */
export interface FleetRepository {
  /** Names the job and its result: the repository and its ref, safe as the name of a file. */
  readonly name: string;
  /** `owner/name`, as GitHub spells it. */
  readonly repository: string;
  /** A branch, tag or commit; empty for the default branch. */
  readonly ref: string;
}

/** A line of the list that names no repository. It stops none of the others. */
interface RefusedLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly problem: "not-a-repository" | "twice";
}

export interface FleetPlanReport {
  readonly kind: "fleet-plan";
  readonly verb: "fleet plan";
  /** Only the matrices are asked for. */
  readonly isMatrix: boolean;
  readonly repositories: readonly FleetRepository[];
  /** One matrix each. */
  readonly batches: readonly (readonly FleetRepository[])[];
  readonly refused: readonly RefusedLine[];
}

/** What a repository's dry run came to; `broken`: its result cannot be read, `missing`: there is none. */
export const FLEET_STATES = ["broken", "missing", "refused", "over-limit", "conflicts", "changes", "in-step"] as const;
export type FleetState = (typeof FLEET_STATES)[number];

export interface FleetRow {
  readonly name: string;
  readonly state: FleetState;
  readonly create: number;
  readonly update: number;
  readonly delete: number;
  readonly conflicts: number;
  /** Null where nothing was linted. */
  readonly debt: { readonly findings: number; readonly new: number; readonly gone: number } | null;
  /** Why, where it is broken or refused. */
  readonly note: string;
}

export interface FleetReport {
  readonly kind: "fleet";
  readonly verb: "fleet report";
  /** By state, what needs a person first, then by name. */
  readonly rows: readonly FleetRow[];
}

/** GitHub starts at most so many jobs from one matrix. */
const MOST_JOBS = 256;

const REPOSITORY = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/(?!\.{1,2}(?:@|$))[A-Za-z0-9._-]{1,100}$/;
const REF = /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\/$))[A-Za-z0-9._/-]{1,200}$/;

/** Reads a list of repositories: `owner/name` or `owner/name@ref` a line, `#` begins a remark. */
export function parseFleetList(text: string): Pick<FleetPlanReport, "refused" | "repositories"> {
  const repositories = new Map<string, FleetRepository>();
  const refused: RefusedLine[] = [];
  for (const [at, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/(?:^|\s)#.*$/, "").trim();
    if (line === "") continue;
    const found = parseLine(line);
    const key = found?.name.toLowerCase() ?? "";
    if (found === undefined) refused.push({ line: at + 1, text: line, problem: "not-a-repository" });
    else if (repositories.has(key)) refused.push({ line: at + 1, text: line, problem: "twice" });
    else repositories.set(key, found);
  }
  return { repositories: [...repositories.values()], refused };
}

function parseLine(line: string): FleetRepository | undefined {
  const [, repository = "", ref = ""] = /^([^@]+)(?:@(.+))?$/.exec(line) ?? [];
  if (!REPOSITORY.test(repository) || (ref === "" ? line.includes("@") : !REF.test(ref))) return undefined;
  // Two underscores: an owner has none, so no two repositories have one name.
  const name = [repository.replace("/", "__"), ...(ref === "" ? [] : [ref.replaceAll("/", "__")])].join("@");
  return { name, repository, ref };
}

/** Cuts the list into matrices. */
export function toBatches(repositories: readonly FleetRepository[]): FleetPlanReport["batches"] {
  const count = Math.ceil(repositories.length / MOST_JOBS);
  return Array.from({ length: count }, (_, at) => repositories.slice(at * MOST_JOBS, (at + 1) * MOST_JOBS));
}
