import type { Answers } from "../../domain/answers.ts";
import type { Finding } from "../../domain/finding.ts";
import type { GateCommandName } from "../../domain/gate-config.ts";
import {
  GATE_COMMANDS,
  GATE_CONFIGS,
  listJobs,
  listRunning,
  NEW_GATE_CONFIG,
  pickFreeName,
} from "../../domain/gate-config.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Settings } from "../../domain/settings.ts";
import type { World } from "../world.ts";
import type { Site } from "./find-answers.ts";
import { readCommitHooks } from "./read-commit-hooks.ts";
import { stands } from "./stands.ts";

/** What the gate has to fit in with: the file that it is put into, and names that the project has taken. */
export interface FoundGate {
  readonly answers: Pick<Answers, "gateConfig" | "gateNames">;
  readonly findings: readonly Finding[];
}

/** lefthook's configuration as the project has it, where lefthook is the gate; what is usual is left out. */
export async function findGateConfig(site: Site, { commitGate }: Settings, world: World): Promise<FoundGate> {
  const path = commitGate === "lefthook" ? await findConfig(site, world) : undefined;
  if (path === undefined) return { answers: {}, findings: [] };
  const taken = new Map<string, RelativePath>();
  for (const { path: file, hook } of await readCommitHooks(site.root, path, world)) {
    for (const name of [...listRunning(hook), ...listJobs(hook)]) if (!taken.has(name)) taken.set(name, file);
  }
  const renamed = GATE_COMMANDS.filter((name) => taken.has(name)).map((name) => ({
    name,
    file: taken.get(name) ?? path,
    instead: pickFreeName(name, new Set(taken.keys())),
  }));
  const gateNames = Object.fromEntries(renamed.map(({ name, instead }): [GateCommandName, string] => [name, instead]));
  return {
    answers: {
      ...(path === NEW_GATE_CONFIG ? {} : { gateConfig: path }),
      ...(renamed.length > 0 ? { gateNames } : {}),
    },
    findings: renamed.map(({ name, file, instead }) => ({
      code: "gate-renamed",
      severity: "info",
      path: file,
      args: { name, instead },
    })),
  };
}

async function findConfig({ root, rootFolder }: Site, world: World): Promise<RelativePath | undefined> {
  for (const path of GATE_CONFIGS) {
    const [first = path] = path.split("/");
    if (rootFolder.names.has(first) && (first === path || (await stands(root, path, world)))) return path;
  }
  return undefined;
}
