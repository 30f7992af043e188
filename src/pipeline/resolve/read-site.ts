import { findWorkspacePatterns, isLintable } from "../../domain/detection.ts";
import type { Finding } from "../../domain/finding.ts";
import { parseShallowJson } from "../../domain/json-depth.ts";
import type { Json } from "../../domain/json.ts";
import { getAtPointer } from "../../domain/json.ts";
import type { RepositoryLocation } from "../../domain/location.ts";
import { findExclusion } from "../../domain/ownership-of-scopes.ts";
import { isPackageManifest } from "../../domain/package-manifest.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import { isWithin, relativePath } from "../../domain/paths.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { Site } from "../reading/find-answers.ts";
import { readCurrent } from "../reading/read-current.ts";
import { readMark, readReceipt } from "../reading/read-documents.ts";
import { readFolder } from "../reading/read-folder.ts";
import type { World } from "../world.ts";

/** A folder with a package of its own. */
interface PackageFolder {
  readonly path: ScopePath;
  readonly name: string;
  /** Declared by the repository's workspaces, or the root itself. */
  readonly isDeclared: boolean;
}

/** Everything that a run reads of the repository before it knows the selection. */
export interface WholeSite extends Site {
  readonly location: RepositoryLocation;
  /** Taken before anything else is read, so that a publication meanwhile shows. */
  readonly mark: string;
  readonly packages: readonly PackageFolder[];
  /** Folders below the root that are repositories of their own. */
  readonly repositories: readonly RelativePath[];
  /** What git would show of what the preview may need. */
  readonly listed: readonly RelativePath[];
  /** The lintable files among it. */
  readonly sources: readonly RelativePath[];
  readonly workspacePatterns: readonly string[];
  readonly findings: readonly Finding[];
}

const ROOT = "." as ScopePath;
/** Beyond this many nested manifests the rest is not read: no repository needs them to be told apart. */
const MAX_MANIFESTS = 5000;

/** Reads the repository once. @throws Refusal HI_GIT_MISMATCH and its kind, HI_UNPARSEABLE, and the receipt's own */
export async function readSite(world: World): Promise<WholeSite> {
  const location = await world.surroundings.locate(world.cwd);
  const { root, isGit } = location;
  const mark = await readMark(root, world);
  const [receipt, rootFolder, { paths, repositories }] = await Promise.all([
    readReceipt(root, world),
    readFolder(root, ROOT, world),
    world.sources.survey(root, world.env),
  ]);
  const workspacePatterns = await readWorkspacePatterns({ root, isGit, receipt, rootFolder }, world);
  const workspaces = await world.surroundings.findWorkspaces(root, workspacePatterns);
  const site = { root, isGit, receipt, rootFolder };
  return {
    ...site,
    location,
    mark,
    listed: paths,
    repositories,
    packages: await readPackages({ site, paths, workspaces: workspaces.folders, repositories }, world),
    sources: paths.filter((path) => isLintable(path) && !path.startsWith(".hi/")),
    workspacePatterns,
    findings: [...location.findings, ...workspaces.findings],
  };
}

/** pnpm keeps its patterns in a file of its own; the others in package.json. */
async function readWorkspacePatterns({ root, rootFolder }: Site, world: World): Promise<readonly string[]> {
  const declared = findWorkspacePatterns(rootFolder.manifest);
  const file = "pnpm-workspace.yaml";
  if (!rootFolder.names.has(file)) return declared;
  const { bytes } = await readCurrent(root, relativePath(file), world);
  const decoded = bytes && decodeText(bytes);
  if (!decoded?.ok) return declared;
  const parsed = (await world.editors("yaml")).parse(decoded.text);
  const packages = parsed.ok ? parsed.get("/packages") : undefined;
  const listed = Array.isArray(packages) ? packages.filter((item): item is string => typeof item === "string") : [];
  return [...new Set([...listed, ...declared])];
}

interface PackageQuestion {
  readonly site: Site;
  readonly paths: readonly RelativePath[];
  readonly workspaces: readonly ScopePath[];
  readonly repositories: readonly RelativePath[];
}

async function readPackages(
  { site, paths, workspaces, repositories }: PackageQuestion,
  world: World
): Promise<readonly PackageFolder[]> {
  const nested = paths.filter((path) => path.endsWith("/package.json")).map((path) => toFolder(path));
  const isOthers = (folder: ScopePath): boolean => repositories.some((repository) => isWithin(repository, folder));
  const plausible = [...new Set([...workspaces, ...nested])].filter((one) => isPlausible(one) && !isOthers(one));
  const folders = plausible.toSorted().slice(0, MAX_MANIFESTS);
  const found: PackageFolder[] = [];
  if (site.rootFolder.manifest !== undefined) found.push(toPackage(ROOT, site.rootFolder.manifest, true));
  for (const folder of folders) {
    const isDeclared = workspaces.includes(folder);
    const manifest = await readNestedManifest(site, folder, world);
    if (isDeclared || manifest === "unreadable") found.push(toPackage(folder, manifest, isDeclared));
    else if (isPackageManifest(manifest)) found.push(toPackage(folder, manifest, false));
  }
  return found;
}

const toFolder = (path: string): ScopePath => path.slice(0, -"/package.json".length) as ScopePath;

const isPlausible = (folder: ScopePath): boolean =>
  folder !== ROOT && !folder.split("/").includes("node_modules") && findExclusion(folder, []) === undefined;

/** A nested manifest that does not parse is nobody's input yet: test data, often; it counts as another's package. */
async function readNestedManifest(site: Site, folder: ScopePath, world: World): Promise<Json | undefined> {
  const state = await world.disk.inspect(site.root, relativePath(`${folder}/package.json`));
  if (state.kind !== "file") return undefined;
  const decoded = decodeText(state.bytes);
  if (!decoded.ok) return "unreadable";
  try {
    return parseShallowJson(decoded.text);
  } catch {
    return "unreadable";
  }
}

function toPackage(path: ScopePath, manifest: Json | undefined, isDeclared: boolean): PackageFolder {
  const name = getAtPointer(manifest, "/name");
  return { path, name: typeof name === "string" && NPM_NAME.test(name) ? name : "", isDeclared };
}

/** Names are shown, never joined into a path; one that npm would refuse is not shown either. */
const NPM_NAME = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/i;
