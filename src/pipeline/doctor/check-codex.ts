import { findCodexPlace, findDropReason, toCodexDefinition, toCodexKey } from "../../domain/codex-hooks.ts";
import type { DoctorFinding } from "../../domain/doctor.ts";
import { tellOf } from "../../domain/doctor.ts";
import { parseShallowJson } from "../../domain/json-depth.ts";
import type { Json } from "../../domain/json.ts";
import { getAtPointer, toPointer } from "../../domain/json.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import { quoteForShell } from "../../domain/shell-quote.ts";
import type { World } from "../world.ts";
import { listGroups } from "./check-hooks.ts";
import type { AgentHomes, Checkout, Machine } from "./machine.ts";
import type { DoctorSite } from "./site.ts";

const tell = tellOf("codex");

interface Codex {
  readonly site: DoctorSite;
  readonly world: World;
  readonly machine: Machine;
  readonly checkout: Checkout;
  /** The user's own configuration, which holds what was trusted. */
  readonly config: Json;
  readonly configFile: string;
}

/**
 * Whether Codex reads our hook here and runs it: two gates, the project's trust and the definition's, which only a person
 * gives (docs/decisions/0010). What Codex does was seen with 0.171.0.
 */
export async function checkCodex(
  site: DoctorSite,
  world: World,
  { machine, homes }: { readonly machine: Machine; readonly homes: AgentHomes }
): Promise<readonly DoctorFinding[]> {
  if (!site.settings?.providers.includes("codex") || homes.codex === undefined) return [];
  const configFile = machine.join(homes.codex, "config.toml");
  const config = await readToml(configFile, machine);
  if ("problem" in config) {
    const next = `mend ${quoteForShell(configFile)}`;
    return [tell("error", "codex-config-unreadable", { path: configFile, args: { message: config.problem }, next })];
  }
  const checkout = await machine.findCheckout(site.root);
  const codex: Codex = { site, world, machine, checkout, config: config.value, configFile };
  const off = await findOff(codex);
  return off.length > 0 ? off : [...(await checkFile(codex)), ...checkProject(codex)];
}

async function readToml(
  file: string,
  machine: Machine
): Promise<{ readonly value: Json } | { readonly problem: string }> {
  const read = await machine.readOutside(file);
  if (read.kind === "absent") return { value: {} };
  return read.kind === "text" ? machine.parseToml(read.text) : { problem: read.problem };
}

/** Hooks are a feature that is on; its older name turns it off as well. */
async function findOff({ site, machine, config, configFile }: Codex): Promise<readonly DoctorFinding[]> {
  const projectFile = machine.join(site.root, ".codex/config.toml");
  const project = await readToml(projectFile, machine);
  const layers = [
    { file: configFile, value: config },
    { file: projectFile, value: "value" in project ? project.value : {} },
  ];
  return layers.flatMap(({ file, value }) =>
    ["hooks", "codex_hooks"]
      .filter((name) => getAtPointer(value, toPointer(["features", name])) === false)
      .map((name) => {
        const next = `take features.${name} out of ${quoteForShell(file)}`;
        return tell("error", "codex-hooks-off", { path: file, args: { setting: `features.${name}` }, next });
      })
  );
}

/** Codex keys trust by the path that it was started in; a linked work tree may also have that of the main checkout. */
function checkProject({ site, world, checkout, config, configFile }: Codex): readonly DoctorFinding[] {
  const folders = [site.root, checkout.main, world.calledFrom].filter((folder) => folder !== undefined);
  const isTrusted = folders.some(
    (folder) => getAtPointer(config, toPointer(["projects", folder, "trust_level"])) === "trusted"
  );
  if (isTrusted) return [tell("ok", "codex-project-trusted", { path: site.root })];
  const next = `cd ${quoteForShell(site.root)} && codex, and trust the folder when it asks`;
  return [tell("error", "codex-project-untrusted", { path: site.root, args: { config: configFile }, next })];
}

/** For a linked work tree Codex reads the main checkout's file. */
async function checkFile(codex: Codex): Promise<readonly DoctorFinding[]> {
  const { site, machine, checkout } = codex;
  const entry = site.receipt?.files[PROJECTIONS.codex];
  const ours = entry === undefined ? [] : listGroups(entry);
  if (ours.length === 0) return [];
  const file = machine.join(checkout.main, PROJECTIONS.codex);
  const read = await machine.readOutside(file);
  const text = read.kind === "text" ? read.text : undefined;
  const dropped = text === undefined ? undefined : findDropReason(text);
  if (dropped !== undefined) {
    const next = `mend ${quoteForShell(file)}: plain JSON with "hooks" alone at its top`;
    return [tell("error", "codex-file-dropped", { path: file, args: { because: dropped }, next })];
  }
  const hooks = text === undefined ? null : parseShallowJson(text);
  const found = ours.flatMap(({ event, group }) => {
    const place = findCodexPlace(hooks, event, group);
    return place === undefined ? [] : [checkTrust(codex, { event, key: toCodexKey(file, event, place), group, file })];
  });
  if (found.length === ours.length) return found;
  // In the repository's own file that is drift, and told as such.
  if (!checkout.isLinked) return found;
  const next = `bring the main checkout up to date: cd ${quoteForShell(checkout.main)} && hi update`;
  return [...found, tell("error", "codex-main-checkout", { path: file, next })];
}

interface Definition {
  readonly event: string;
  readonly key: string;
  readonly group: Json;
  readonly file: string;
}

function checkTrust({ world, machine, config }: Codex, { event, key, group, file }: Definition): DoctorFinding {
  const state = getAtPointer(config, toPointer(["hooks", "state", key]));
  const trusted = getAtPointer(state, "/trusted_hash");
  const definition = toCodexDefinition(event, group, machine.platform === "win32");
  const current = definition === undefined ? undefined : `sha256:${world.hash(definition)}`;
  const next = `start codex in the repository, type /hooks, and trust its ${event} hook`;
  const args = { key };
  if (typeof trusted !== "string") return tell("error", "codex-hook-untrusted", { path: file, args, next });
  if (current !== undefined && trusted !== current) {
    return tell("error", "codex-hook-modified", { path: file, args: { ...args, trusted, current }, next });
  }
  if (getAtPointer(state, "/enabled") === false) {
    return tell("error", "codex-hook-disabled", {
      path: file,
      args,
      next: "start codex in the repository, type /hooks, and switch it on",
    });
  }
  return tell("ok", "codex-hook-trusted", { path: file, args });
}
