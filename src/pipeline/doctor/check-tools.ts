import type { PackageManager } from "../../domain/answers.ts";
import { toDependencyName } from "../../domain/consequence.ts";
import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import { getAtPointer, toPointer } from "../../domain/json.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import type { Route } from "../../domain/route.ts";
import { quoteForShell } from "../../domain/shell-quote.ts";
import { readFolder } from "../reading/read-folder.ts";
import type { World } from "../world.ts";
import type { Machine } from "./machine.ts";
import { attempt } from "./site.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("tools");

/** A package of the toolchain that a scope needs, and what is there of it. */
interface Seen {
  readonly scope: ScopePath;
  readonly name: string;
  readonly wanted: string;
  readonly found: string | undefined;
}

/** The tools of every scope, by the version in their package.json: nothing of them is started. */
export async function checkTools(site: DoctorSite, world: World, machine: Machine): Promise<readonly DoctorFinding[]> {
  if (site.routes.length === 0) return site.settings?.lint.scopes.length === 0 ? [tell("info", "no-scopes")] : [];
  const seen: Seen[] = [];
  for (const route of site.routes) {
    for (const [name, wanted] of listWanted(route, site)) {
      const found = await machine.findPackage(site.root, route.cwd, name);
      seen.push({ scope: route.path, name, wanted, found: found?.version });
    }
  }
  const missing = await listMissingConfigs(site, world);
  return [...(await tellTools(seen, site, world)), ...missing];
}

/** What the route names, and what we put into the scope's manifest: presets and type checkers are loaded by the tools. */
function listWanted({ path, versions }: Route, { receipt }: DoctorSite): ReadonlyMap<string, string> {
  const published = receipt?.files[joinScope(path, "package.json")]?.keys ?? [];
  const named = published.flatMap((key): [string, string][] => {
    const name = toDependencyName(key);
    return name === undefined || typeof key.value !== "string" ? [] : [[name, key.value]];
  });
  const routed = Object.entries(versions).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new Map([...named, ...routed]);
}

/** One finding a tool and version, with the scopes that it is about. */
async function tellTools(seen: readonly Seen[], site: DoctorSite, world: World): Promise<readonly DoctorFinding[]> {
  const groups = Map.groupBy(seen, ({ name, wanted, found }) => JSON.stringify([name, wanted, found ?? null]));
  const install = await findInstall(site, world);
  const findings: DoctorFinding[] = [];
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined) continue;
    const { name, wanted, found } = first;
    const args = { name, wanted, found: found ?? null, scopes: [first, ...rest].map(({ scope }) => scope) };
    if (found === wanted) findings.push(tell("ok", "tool-found", { args }));
    else {
      const code = found === undefined ? "tool-missing" : "tool-version";
      const next = found === undefined ? install : await findRemedy(first, { site, world, install });
      findings.push(tell("error", code, { args, next }));
    }
  }
  return findings;
}

const INSTALLS: Readonly<Record<PackageManager, string>> = {
  bun: "bun install",
  npm: "npm install",
  pnpm: "pnpm install",
  yarn: "yarn install",
  "yarn-berry": "yarn install",
};

/** The tools are looked for in `node_modules`, which Yarn's Plug'n'Play does not make. */
async function findInstall({ root, answers }: DoctorSite, world: World): Promise<string> {
  if (answers === undefined) return "install the dependencies";
  const command = INSTALLS[answers.packageManager];
  if (answers.packageManager !== "yarn-berry") return command;
  const isPlugAndPlay = (await world.disk.inspect(root, ".pnp.cjs" as RelativePath)).kind !== "absent";
  return isPlugAndPlay ? `set nodeLinker: node-modules in .yarnrc.yml, then ${command}` : command;
}

interface Remedy {
  readonly site: DoctorSite;
  readonly world: World;
  readonly install: string;
}

/** Another version is there because it was not installed since, or because the project's manifest says so. */
async function findRemedy({ scope, name, wanted }: Seen, { site, world, install }: Remedy): Promise<string> {
  const folder = await attempt(() => readFolder(site.root, scope, world));
  const manifest = "value" in folder ? folder.value.manifest : undefined;
  const declared = getAtPointer(manifest, toPointer(["devDependencies", name]));
  return declared === undefined || declared === wanted ? install : `hi update --take ${name} --install`;
}

async function listMissingConfigs({ root, routes }: DoctorSite, world: World): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const path of new Set(routes.flatMap(({ config, formatConfig }) => [config, formatConfig ?? config]))) {
    const state = await attempt(() => world.disk.inspect(root, path));
    const isThere = "value" in state && (state.value.kind === "file" || state.value.kind === "link");
    if (isThere) continue;
    findings.push(tell("error", "configuration-missing", { path, next: `hi restore ${quoteForShell(path)}` }));
  }
  return findings;
}
