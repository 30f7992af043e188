import { listInstallCode, listTellingFiles } from "../../domain/install-code.ts";
import { relativePath } from "../../domain/paths.ts";
import type { PlannedCommand } from "../../domain/plan.ts";
import { isChange } from "../../domain/plan.ts";
import type { ToolRowName } from "../../domain/tool-rows.ts";
import { findRow, toShapeText } from "../../domain/tool-rows.ts";
import { listCompared, listPresentConfigs } from "../preview/baseline.ts";
import { listFormatted } from "../preview/format-debt.ts";
import { findLockRoots } from "../preview/install-roots.ts";
import type { Foresight } from "./foresight.ts";

const ONCE = ["."] as const;

/** Every row of the tool table that a preview of the plan starts, in its order, and the install command at the end. */
export async function listCommands(foresight: Foresight): Promise<readonly PlannedCommand[]> {
  const { plan } = foresight;
  const rows = plan.answers.scopes.length === 0 ? [] : [...(await listInstalls(foresight)), ...listRuns(foresight)];
  return [...rows.filter(({ folders }) => folders.length > 0), ...(await listLast(foresight))];
}

async function listInstalls({ plan, listed, readPlanned }: Foresight): Promise<readonly PlannedCommand[]> {
  const manager = plan.answers.packageManager;
  const { roots } = await findLockRoots({ plan, listed, read: readPlanned });
  return [
    toCommand(`${manager}-version`, ONCE, "unless-known"),
    toCommand(`${manager}-project`, roots, "unless-cached"),
    toCommand(`${manager}-tools`, ONCE, "unless-cached"),
  ];
}

function listRuns({ plan, listed }: Foresight): readonly PlannedCommand[] {
  const toFolders = (scopes: readonly { readonly path: string }[]): readonly string[] => scopes.map(({ path }) => path);
  const scopes = toFolders(plan.answers.scopes);
  return [
    toCommand("effect-patch", plan.answers.packs.includes("effect") ? ONCE : []),
    toCommand("baseline", toFolders(listCompared(plan, listPresentConfigs(listed, plan)))),
    toCommand("lint", scopes),
    toCommand("format-check", toFolders(listFormatted(plan))),
    toCommand("lint-rules", ONCE, "if-findings"),
    toCommand("lint-fix", scopes, "if-fixable"),
  ];
}

function toCommand(
  row: ToolRowName,
  folders: readonly string[],
  when: PlannedCommand["when"] = "always"
): PlannedCommand {
  const found = findRow(row);
  return { row, command: toShapeText(found), place: found.place, folders, when };
}

async function listLast({ plan, readPlanned }: Foresight): Promise<readonly PlannedCommand[]> {
  const isNeeded = plan.entries.some((entry) => isChange(entry) && entry.path.endsWith("package.json"));
  if (!isNeeded) return [];
  const manager = plan.answers.packageManager;
  const texts = new Map<string, string>();
  for (const name of listTellingFiles(manager)) {
    const bytes = await readPlanned(relativePath(name));
    if (bytes) texts.set(name, new TextDecoder().decode(bytes));
  }
  const executes = listInstallCode(manager, texts);
  return [
    { row: "install", command: plan.install, place: "repository", folders: ONCE, when: "with-install", executes },
  ];
}
