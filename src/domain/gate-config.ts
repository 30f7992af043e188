import type { Json } from "./json.ts";
import { getAtPointer } from "./json.ts";
import type { RelativePath } from "./paths.ts";

const listPlaces = (name: string): readonly RelativePath[] =>
  [".yml", ".yaml", ".json", ".jsonc", ".toml"].flatMap((ending) =>
    [name, `.${name}`, `.config/${name}`].map((stem) => (stem + ending) as RelativePath)
  );

/** Where lefthook looks for its configuration: the first that is there is the one (lefthook 2.2.1). */
export const GATE_CONFIGS = listPlaces("lefthook");

/** Where it looks for a person's own, which wins over all others; the first that is there is the one. */
export const LOCAL_GATE_CONFIGS = listPlaces("lefthook-local");

/** The one that is made where there is none. */
export const NEW_GATE_CONFIG = "lefthook.yml" as RelativePath;

/** The gate's commands, a file of ours that the project's configuration extends. */
export const GATE_PATH = ".hi/lefthook.yml" as RelativePath;

/** What the gate's commands are called where the project has none of the name. */
export const GATE_COMMANDS = ["hi-lint", "hi-format"] as const;
export type GateCommandName = (typeof GATE_COMMANDS)[number];

/** Names of the gate's commands that are not the usual ones. */
export type GateNames = Readonly<Partial<Record<GateCommandName, string>>>;

/**
 * The commands of one pre-commit hook that run something. lefthook merges commands of one name field by field, so that
 * two of these replace each other, while one that runs nothing (`skip: merge`) adds to the other.
 */
export function listRunning(hook: Json | undefined): readonly string[] {
  const commands = getAtPointer(hook, "/commands");
  if (commands === undefined || commands === null || typeof commands !== "object") return [];
  return Object.entries(commands).flatMap(([name, command]) => (getAtPointer(command, "/run") ? [name] : []));
}

/** The names of a pre-commit hook's jobs, of those in groups too: nothing replaces these, but two look like one. */
export function listJobs(hook: Json | undefined): readonly string[] {
  const jobs = getAtPointer(hook, "/jobs");
  if (!Array.isArray(jobs)) return [];
  return jobs.flatMap((job: Json) => {
    const name = getAtPointer(job, "/name");
    return [...(typeof name === "string" ? [name] : []), ...listJobs(getAtPointer(job, "/group"))];
  });
}

/** The name itself where it is free, else the first free one with a number. */
export function pickFreeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
  return free;
}
