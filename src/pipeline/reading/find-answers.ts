import type { Answers, PackageManager, ProjectFormatter, ScopeAnswers } from "../../domain/answers.ts";
import type { FolderFacts, Found } from "../../domain/detection.ts";
import { findFormatters } from "../../domain/detection.ts";
import type { Finding } from "../../domain/finding.ts";
import { toInputsText } from "../../domain/inputs.ts";
import { getAtPointer } from "../../domain/json.ts";
import type { NewLinter } from "../../domain/linters.ts";
import { toScopeIgnores } from "../../domain/ownership-of-scopes.ts";
import type { ScopeBorders } from "../../domain/ownership-of-scopes.ts";
import type { PackageManagerDecision } from "../../domain/package-manager.ts";
import { decidePackageManager } from "../../domain/package-manager.ts";
import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { ReadPolicy } from "../../domain/policy-findings.ts";
import { findPresets } from "../../domain/presets.ts";
import type { ScopePreset } from "../../domain/presets.ts";
import { PROJECTIONS } from "../../domain/projections.ts";
import type { Receipt } from "../../domain/receipt.ts";
import type { Settings } from "../../domain/settings.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import { findGateConfig } from "./find-gate-config.ts";
import { findKeptRule } from "./find-kept-rule.ts";
import { placeNested } from "./find-nested-policies.ts";
import { findSourcePresets } from "./find-source-presets.ts";
import { findTheirs } from "./find-theirs.ts";
import { readCurrent } from "./read-current.ts";
import { parseJson } from "./read-folder.ts";
import { findNestedSettings, readPolicies } from "./read-policy-facts.ts";

/** What was read of the repository before the answers are put together. */
export interface Site {
  readonly root: AbsolutePath;
  readonly isGit: boolean;
  readonly receipt: Receipt | undefined;
  readonly rootFolder: FolderFacts;
}

export interface AnswersInput {
  readonly site: Site;
  readonly settings: Settings;
  /** The selected scopes' folders, in the settings' order. */
  readonly folders: readonly FolderFacts[];
  /** Packages inside a scope that are not selected; unknown (and not part of the digest) in a check. */
  readonly embedded: readonly string[];
  readonly flag?: PackageManager;
  readonly take: readonly string[];
  readonly newLinter?: NewLinter;
  /** Ask git which lockfile it tracks; a check starts no process. */
  readonly asksGit: boolean;
  /** The repository's lintable files, to look for frameworks in; a check reads none of them. */
  readonly sources?: readonly RelativePath[];
  /** The repository's files, to look for policies of folders below in; a check does not walk. */
  readonly listed?: readonly RelativePath[];
}

export interface FoundAnswers {
  readonly answers: Answers;
  readonly inputsDigest: string;
  readonly packageManager: PackageManagerDecision;
  readonly formatters: readonly Found<ProjectFormatter>[];
  /** Each scope's policy as it was read, in the scopes' order. */
  readonly policies: readonly ReadPolicy[];
  /** What the reading of policies noticed beside each one's own. */
  readonly nestedFindings: readonly Finding[];
  /** Names that the gate's commands cannot have. */
  readonly gateFindings: readonly Finding[];
}

/** Puts settings and detection together. The same in a run and in a check, so that their digests agree. */
export async function findAnswers(input: AnswersInput, world: World): Promise<FoundAnswers> {
  const { site, settings, folders } = input;
  const formatters = await findRealFormatters(input, world);
  const decided = await decide(input, world);
  const theirs = await findTheirs(input, world);
  const { reads: policies, findings: nestedFindings } = placeNested(await readPolicies(folders, site, world), {
    listed: input.listed ?? [],
    scopes: folders.map(({ path }) => ({ path, ignore: toScopeIgnores(path, toBorders(input)) })),
    embedded: input.embedded,
  });
  const presets = await findScopePresets(input, world);
  const kept = await Promise.all(folders.map((folder) => findKeptRule(folder, site, world)));
  const gate = await findGateConfig(site, settings, world);
  const scopes = folders.map((folder, index) =>
    toScopeAnswers(folder, input, {
      theirs,
      read: policies[index],
      presets: presets[index] ?? [],
      keepsUnusedVars: kept[index] === true,
    })
  );
  const toAnswers = (packageManager: PackageManager): Answers => ({
    providers: settings.providers,
    packs: settings.packs,
    commitGate: settings.commitGate,
    ...gate.answers,
    packageManager,
    formatters: formatters.map((found) => found.name),
    isGit: site.isGit,
    scopes,
    theirs,
    ...(settings.hook ? { hook: settings.hook } : {}),
    ...(settings.guard ? { guard: settings.guard } : {}),
    // What describes a linter changes nothing that is generated.
    ...(settings.linters ? { linters: settings.linters.map(({ about: _about, ...linter }) => linter) } : {}),
    ...(input.newLinter ? { newLinter: input.newLinter } : {}),
    take: input.take,
  });
  const digestOf = (manager: PackageManager): string =>
    world.hash(toInputsText(toAnswers(manager), settings.lint.exclude));
  const packageManager = recallDecision(decided, digestOf, site.receipt);
  const answers = toAnswers(packageManager.manager);
  return {
    answers,
    inputsDigest: digestOf(packageManager.manager),
    packageManager,
    formatters,
    policies,
    nestedFindings: [...nestedFindings, ...(await findNestedSettings(policies, site.root, world))],
    gateFindings: gate.findings,
  };
}

function toBorders({ settings, embedded }: AnswersInput): ScopeBorders {
  return { scopes: settings.lint.scopes, exclude: settings.lint.exclude, embedded };
}

interface ScopeFindings {
  readonly theirs: readonly RelativePath[];
  readonly read: ReadPolicy | undefined;
  readonly presets: readonly ScopePreset[];
  readonly keepsUnusedVars: boolean;
}

function toScopeAnswers(
  folder: FolderFacts,
  input: AnswersInput,
  { theirs, read, presets, keepsUnusedVars }: ScopeFindings
): ScopeAnswers {
  const { settings } = input;
  const isPluginTheirs = folder.path === "." && theirs.includes(PROJECTIONS.opencode);
  const maxWarnings = read && "maxWarnings" in read.threshold ? read.threshold.maxWarnings : undefined;
  const wantsTypes = settings.packs.includes("typed") || settings.packs.includes("effect");
  return {
    path: folder.path,
    ignore: toScopeIgnores(folder.path, toBorders(input)),
    policy: read?.policy ?? { kind: "generated" },
    ...(maxWarnings ? { maxWarnings } : {}),
    ...(presets.length > 0 ? { presets } : {}),
    ...(keepsUnusedVars ? { keepsUnusedVars } : {}),
    typed: wantsTypes && folder.names.has("tsconfig.json"),
    format: settings.packs.includes("format"),
    ...(getAtPointer(folder.manifest, "/type") === "commonjs" ? { commonjs: true } : {}),
    ...(isPluginTheirs ? { theirs: [PROJECTIONS.opencode] } : {}),
  };
}

/** The frameworks of each scope, in the folders' order: what its manifest and files show, then what its sources do. */
async function findScopePresets(input: AnswersInput, world: World): Promise<readonly (readonly ScopePreset[])[]> {
  const { site, folders, embedded, sources } = input;
  const known = folders.map(findPresets);
  if (sources === undefined) return known;
  const scopes = folders.map((folder, index) => ({
    folder,
    ignore: toScopeIgnores(folder.path, toBorders(input)),
    known: known[index] ?? [],
  }));
  const shown = await findSourcePresets({ ...site, sources, scopes, embedded }, world);
  return scopes.map(({ folder, known: first }) =>
    [...first, ...(shown.get(folder.path) ?? [])].toSorted((left, right) => (left.name < right.name ? -1 : 1))
  );
}

async function decide({ site, flag, asksGit }: AnswersInput, world: World): Promise<PackageManagerDecision> {
  const { names, manifest } = site.rootFolder;
  const lockfiles = await world.surroundings.findLockfiles(site.root, names);
  const hasRivals = new Set(lockfiles.map((file) => file.manager)).size > 1;
  const isAsked = asksGit && hasRivals;
  const tracked = isAsked
    ? await world.surroundings.findTracked(
        site.root,
        lockfiles.map((file) => file.name)
      )
    : [];
  const field = getAtPointer(manifest, "/packageManager") ?? getAtPointer(manifest, "/devEngines/packageManager/name");
  const userAgent = world.env["npm_config_user_agent"];
  return decidePackageManager({
    ...(flag ? { flag } : {}),
    ...(typeof field === "string" ? { field } : {}),
    ...(userAgent ? { userAgent } : {}),
    lockfiles: isAsked ? lockfiles.map((file) => ({ ...file, isTracked: tracked.includes(file.name) })) : lockfiles,
  });
}

/**
 * Where the repository does not settle the package manager, the receipt's digest tells what was decided when it was
 * last published, so that a run started through another manager changes nothing.
 */
function recallDecision(
  decided: PackageManagerDecision,
  digestOf: (manager: PackageManager) => string,
  receipt: Receipt | undefined
): PackageManagerDecision {
  if (receipt === undefined) return decided;
  const recalled = decided.alternatives.find((manager) => digestOf(manager) === receipt.inputsDigest);
  if (recalled === undefined || recalled === decided.manager) return decided;
  return { ...decided, manager: recalled, because: "as decided when the receipt was last published" };
}

/** Formatters that do format: a Biome whose formatter is switched off only lints. */
export async function findRealFormatters(
  { site, folders }: Pick<AnswersInput, "site" | "folders">,
  world: World
): Promise<readonly Found<ProjectFormatter>[]> {
  const all = [site.rootFolder, ...folders.filter((folder) => folder.path !== ".")];
  const found = findFormatters(all);
  const biome = found.find((formatter) => formatter.name === "biome");
  const isConfigured = biome !== undefined && /(?:^|\/)\.?biome\.jsonc?$/.test(biome.because);
  if (!isConfigured || (await isBiomeFormatting(site.root, biome.because as RelativePath, world))) return found;
  return found.filter((formatter) => formatter !== biome);
}

async function isBiomeFormatting(root: AbsolutePath, path: RelativePath, world: World): Promise<boolean> {
  const { bytes } = await readCurrent(root, path, world);
  const decoded = bytes && decodeText(bytes);
  if (!decoded?.ok) return true;
  return getAtPointer(await parseJson(path, decoded.text, world), "/formatter/enabled") !== false;
}
