import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import type { Json } from "../../domain/json.ts";
import { getAtPointer } from "../../domain/json.ts";
import { joinScope } from "../../domain/paths.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import { quoteForShell } from "../../domain/shell-quote.ts";
import type { World } from "../world.ts";
import type { AgentHomes, Machine } from "./machine.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("claude");

/** What Claude Code reads beside the repository's own settings: each may turn hooks off. */
export async function checkClaude(
  site: DoctorSite,
  world: World,
  { machine, homes }: { readonly machine: Machine; readonly homes: AgentHomes }
): Promise<readonly DoctorFinding[]> {
  if (!site.settings?.providers.includes("claude")) return [];
  const findings: DoctorFinding[] = [];
  for (const { file, isManaged } of listSettings(site, machine, homes)) {
    findings.push(...(await checkSettings(file, isManaged, { world, machine })));
  }
  return [...findings, ...checkFolder(site, world, machine), ...(await listNested(site, machine))];
}

interface SettingsFile {
  readonly file: string;
  readonly isManaged: boolean;
}

function listSettings({ root }: DoctorSite, { join }: Machine, homes: AgentHomes): readonly SettingsFile[] {
  const own = [PROJECTIONS.claude, ".claude/settings.local.json"].map((name) => join(root, name));
  const user = homes.claude === undefined ? [] : [join(homes.claude, "settings.json")];
  return [
    ...[...own, ...user].map((file) => ({ file, isManaged: false })),
    { file: homes.claudeManaged, isManaged: true },
  ];
}

async function checkSettings(
  file: string,
  isManaged: boolean,
  { world, machine }: { readonly world: World; readonly machine: Machine }
): Promise<readonly DoctorFinding[]> {
  const read = await machine.readOutside(file);
  if (read.kind === "absent") return [];
  const parsed = read.kind === "text" ? (await world.readers("json")).parse(read.text) : undefined;
  if (!parsed?.ok) {
    const message = read.kind === "unreadable" ? read.problem : "it is no JSON";
    return [
      tell("warning", "claude-settings-unreadable", {
        path: file,
        args: { message },
        next: `mend ${quoteForShell(file)}`,
      }),
    ];
  }
  return findOff(parsed.get(""), isManaged).map((setting) =>
    tell("error", "claude-hooks-off", {
      path: file,
      args: { setting },
      next: isManaged ? "ask the administrator of this machine" : `take ${setting} out of ${quoteForShell(file)}`,
    })
  );
}

function findOff(settings: Json | undefined, isManaged: boolean): readonly string[] {
  const isSet = (name: string): boolean => getAtPointer(settings, `/${name}`) === true;
  return [
    ...(isSet("disableAllHooks") ? ["disableAllHooks"] : []),
    ...(isManaged && isSet("allowManagedHooksOnly") ? ["allowManagedHooksOnly"] : []),
  ];
}

/** Claude Code reads `.claude/settings.json` of the folder it is started in, and of no folder above. */
function checkFolder({ root }: DoctorSite, { cwd }: World, { env, isBelow }: Machine): readonly DoctorFinding[] {
  const next = `cd ${quoteForShell(root)} && claude`;
  const started = env["CLAUDE_PROJECT_DIR"];
  if (started !== undefined && isBelow(root, started)) {
    return [tell("error", "claude-subfolder", { path: started, next })];
  }
  return isBelow(root, cwd) ? [tell("warning", "claude-subfolder", { path: cwd, next })] : [];
}

/** Settings of a scope's own show that somebody starts Claude Code there: it then reads them, and not the root's. */
async function listNested({ root, routes }: DoctorSite, machine: Machine): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const { path: scope } of routes.filter(({ path }) => path !== ".")) {
    const file = joinScope(scope, PROJECTIONS.claude);
    const read = await machine.readOutside(machine.join(root, file));
    if (read.kind === "absent") continue;
    const next = `start Claude Code in ${quoteForShell(root)}, not in ${quoteForShell(scope)}`;
    findings.push(tell("warning", "claude-nested-settings", { path: file, args: { scope }, next }));
  }
  return findings;
}
