import type { FolderFacts } from "../domain/detection.ts";
import type { Finding } from "../domain/finding.ts";
import type { NewLinter } from "../domain/linters.ts";
import { findExclusion } from "../domain/ownership-of-scopes.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../domain/paths.ts";
import { isWithin } from "../domain/paths.ts";
import { SETTINGS_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type {
  DiffRequest,
  EjectRequest,
  ExplainRequest,
  InitRequest,
  LinterInitRequest,
  RestoreRequest,
  UpdateRequest,
} from "../domain/request.ts";
import { migrateSettings } from "../domain/settings-migration.ts";
import type { MigratedSettings } from "../domain/settings-migration.ts";
import { planSettings, toSettings } from "../domain/settings-text.ts";
import type { SettingsEditFailure } from "../domain/settings-text.ts";
import type { Settings } from "../domain/settings.ts";
import { findAnswers, findRealFormatters } from "./reading/find-answers.ts";
import { findGateFindings } from "./reading/find-gate.ts";
import { findNodeFindings } from "./reading/find-node.ts";
import { readSettings, readSettingsText } from "./reading/read-documents.ts";
import { readFolder } from "./reading/read-folder.ts";
import { addLinter } from "./resolve/add-linter.ts";
import { adopt, toAdoptedFindings } from "./resolve/adopt.ts";
import { checkSelection } from "./resolve/check-selection.ts";
import { describeChoices } from "./resolve/describe-choices.ts";
import { describeAnswers, describeSite, findSelectionFindings } from "./resolve/describe.ts";
import { propose, proposeScopes } from "./resolve/propose.ts";
import { readExisting } from "./resolve/read-existing.ts";
import type { WholeSite } from "./resolve/read-site.ts";
import { readSite } from "./resolve/read-site.ts";
import { refuseNoProject } from "./resolve/refuse-no-project.ts";
import type { Resolved, World } from "./world.ts";

/** The verbs that plan; `check` has its own, cheap reading. */
export type PlanningRequest =
  | InitRequest
  | LinterInitRequest
  | UpdateRequest
  | DiffRequest
  | EjectRequest
  | ExplainRequest
  | RestoreRequest;

/**
 * Reads the repository once and puts settings and detection together into the answers that the plan starts from.
 * `init` proposes and asks, `linter init` adds to the settings; every other verb takes them as they stand and never
 * writes them.
 * @throws Refusal HI_NOT_INITIALISED, HI_SCOPE_REFUSED, HI_EXCLUDE_REFUSED, HI_UNPARSEABLE, HI_GIT_MISMATCH,
 * HI_PACKAGE_MANAGER_MISSING
 */
export async function resolve(request: PlanningRequest, world: World): Promise<Resolved> {
  const site = await readSite(world);
  if (request.verb === "init") return resolveInit(request, site, world);
  const settings = await readSettings(site.root, world);
  const selection = { ...settings.lint, isFromSettings: true };
  const lint = await checkSelection(selection, toSelectionSite(site), world);
  const folders = await readFolders(site, lint.scopes, world);
  if (request.verb !== "linter init") {
    return putTogether({ request, site, folders, settings: { ...settings, lint } }, world);
  }
  const { settingsText, ...added } = await addLinter(request, { root: site.root, settings }, world);
  const wanted = { ...added.settings, lint };
  const { newLinter } = added;
  return { ...(await putTogether({ request, site, folders, settings: wanted, newLinter }, world)), settingsText };
}

async function resolveInit(request: InitRequest, site: WholeSite, world: World): Promise<Resolved> {
  refuseNoProject(site, request, world);
  const { text, migrated } = await readMigrated(site.root, world);
  const existing = text === undefined ? undefined : await readExisting(text, world);
  const scopes = request.scopes ?? existing?.lint.scopes;
  // Only what would be proposed has to be readable: a selection names its own folders, and they are read below.
  const candidates = scopes ? [] : await readFolders(site, proposeScopes(site, request.exclude ?? []), world);
  const evidence = describeSite(site, candidates, world.calledFrom);
  const formatters = await findRealFormatters({ site, folders: candidates }, world);
  const proposal = propose({ site, formatters, request, existing, evidence });
  world.progress.done();
  const answers = request.yes ? proposal.answers : await world.askInit(proposal);
  const selection = { scopes: answers.scopes, exclude: answers.exclude, isFromSettings: false };
  const lint = await checkSelection(selection, toSelectionSite(site), world);
  const { guard, hook, linters, scan } = existing ?? {};
  const settings = {
    ...toSettings({ ...answers, ...lint }),
    ...(guard ? { guard } : {}),
    ...(hook ? { hook } : {}),
    ...(scan ? { scan } : {}),
    ...(linters ? { linters } : {}),
  };
  const settingsText = await toSettingsText(text, settings, world);
  const folders = await readFolders(site, settings.lint.scopes, world);
  const choices = describeChoices({ settings, proposal, isAsked: answers !== proposal.answers });
  const resolved = await putTogether({ request, site, folders, settings, choices }, world);
  return { ...resolved, findings: [...toMigrationFindings(migrated), ...resolved.findings], settingsText };
}

/** The settings' text, carried over to today's schema where it is of an earlier one. */
async function readMigrated(root: AbsolutePath, world: World): Promise<Partial<MigratedSettings>> {
  const text = await readSettingsText(root, world);
  if (text === undefined) return {};
  const carried = migrateSettings(text, await world.editors("json"));
  if ("failure" in carried) throw toNotEditable(carried.failure);
  return carried;
}

function toMigrationFindings(migrated: MigratedSettings["migrated"]): readonly Finding[] {
  return migrated ? [{ code: "settings-migrated", severity: "info", path: SETTINGS_PATH, args: migrated }] : [];
}

async function toSettingsText(existing: string | undefined, settings: Settings, world: World): Promise<string> {
  const planned = planSettings(existing, settings, await world.editors("json"));
  if ("text" in planned) return planned.text;
  throw toNotEditable(planned.failure);
}

function toNotEditable({ pointer, reason }: SettingsEditFailure): Refusal {
  return new Refusal({
    code: "HI_SETTINGS_NOT_EDITABLE",
    message: `${pointer} of the settings cannot be changed without touching its other bytes: ${reason}.`,
    where: { path: SETTINGS_PATH },
    next: `edit ${SETTINGS_PATH} by hand, then hi update`,
  });
}

/** The folders of the scopes, each read and parsed once. */
async function readFolders(
  site: WholeSite,
  scopes: readonly ScopePath[],
  world: World
): Promise<readonly FolderFacts[]> {
  const folders: FolderFacts[] = [];
  for (const scope of scopes) {
    folders.push(scope === "." ? site.rootFolder : await readFolder(site.root, scope, world));
  }
  return folders;
}

function toSelectionSite(site: WholeSite) {
  return { root: site.root, packages: site.packages.map((one) => one.path) };
}

interface Parts {
  readonly request: PlanningRequest;
  readonly site: WholeSite;
  readonly folders: readonly FolderFacts[];
  readonly settings: Settings;
  readonly newLinter?: NewLinter;
  /** What was chosen, and by what; the settings themselves where nothing was. */
  readonly choices?: Resolved["evidence"];
}

async function putTogether(
  { request, site, folders, settings, newLinter, choices }: Parts,
  world: World
): Promise<Resolved> {
  const embedded = findEmbedded(site, settings);
  const flag = "packageManager" in request ? request.packageManager : undefined;
  const take = "take" in request ? [...new Set(request.take)].toSorted() : [];
  const asked = {
    site,
    settings,
    folders,
    embedded,
    take,
    sources: site.sources,
    listed: site.listed,
    asksGit: site.isGit,
    ...(flag ? { flag } : {}),
    ...(newLinter ? { newLinter } : {}),
  };
  const adopted = request.verb !== "eject" && site.receipt === undefined ? await adopt(asked, world) : undefined;
  const receipt = site.receipt ?? adopted;
  const input = { ...asked, site: { ...site, receipt } };
  // Git is asked first: it answers while the rest is read.
  const [hidden, found] = await Promise.all([findHidden(site, world), findAnswers(input, world)]);
  const isPublishing = request.verb === "init" || request.verb === "update";
  const node = isPublishing ? await findNodeFindings(site.root, found.answers, world) : [];
  const gate = await findGateFindings(site.root, found.answers, world);
  if ("install" in request && request.install && !request.dryRun) {
    // Before anything is written: the only program that a run starts in the repository itself has to be there.
    await world.preview.table.findManager(found.answers.packageManager, { liveRoot: site.root });
  }
  return {
    root: site.root,
    mark: site.mark,
    settings,
    receipt,
    ...(request.verb === "init" && !request.yes ? {} : { listed: site.listed }),
    answers: found.answers,
    inputsDigest: found.inputsDigest,
    findings: [
      ...site.findings,
      ...(adopted ? toAdoptedFindings(adopted) : []),
      ...findSelectionFindings({ site, settings, folders, embedded, found }),
      ...gate,
      ...hidden,
      ...node,
    ],
    evidence: [
      ...describeSite(site, folders, world.calledFrom),
      ...describeAnswers(found),
      ...(choices ?? describeChoices({ settings })),
    ],
  };
}

/** Owned files whose changes git does not show: the disk is the truth, and the bit is mentioned. */
async function findHidden({ root, isGit, receipt }: WholeSite, world: World): Promise<readonly Finding[]> {
  const owned = Object.keys(receipt?.files ?? {}) as RelativePath[];
  const hidden = isGit ? await world.surroundings.findHidden(root, owned) : [];
  return hidden.map(({ path, bit }) => ({ code: "hidden-from-git", severity: "warning", path, args: { bit } }));
}

/**
 * Packages inside a selected scope that are not selected, and repositories of their own, not excluded anyway: they belong
 * to somebody else.
 */
function findEmbedded({ packages, repositories }: WholeSite, settings: Settings): readonly string[] {
  const { scopes, exclude } = settings.lint;
  const paths = [...packages.map((one) => one.path), ...repositories];
  return [...new Set<string>(paths)]
    .toSorted()
    .filter((path) => !scopes.includes(path as ScopePath) && findExclusion(path, exclude) === undefined)
    .filter((path) => path !== "." && scopes.some((scope) => isWithin(scope, path)));
}
