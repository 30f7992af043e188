import type { PackageManager } from "../../domain/answers.ts";
import type { ProjectInstall, StagedFile } from "../../domain/dependency-install.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import { isWithin, joinScope } from "../../domain/paths.ts";
import type { Plan } from "../../domain/plan.ts";
import { isChange } from "../../domain/plan.ts";
import type { PreviewRun } from "./run.ts";
import { readCandidate } from "./run.ts";

const LOCKFILES: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ["npm-shrinkwrap.json", "package-lock.json"],
  pnpm: ["pnpm-lock.yaml"],
  yarn: ["yarn.lock"],
  "yarn-berry": ["yarn.lock"],
  bun: ["bun.lock", "bun.lockb"],
};

const SETTINGS = ["pnpm-workspace.yaml", ".yarnrc.yml"];
const ATTACHED = /(?:\.tgz|\.tar|\.tar\.gz|\.patch|\.diff)$/;

/**
 * The frozen installs that the selected scopes need: one a lockfile that stands at or above a scope. The manifests are
 * those of the live repository: the planned ones name tools that no lockfile has yet.
 */
export async function findProjectInstalls(run: PreviewRun): Promise<readonly ProjectInstall[]> {
  const manager = run.plan.answers.packageManager;
  const listed = run.candidate.copied.map(({ path }) => path);
  const read = (path: RelativePath): Promise<Uint8Array | undefined> => readCandidate(run, path);
  const { roots, without } = await findLockRoots({ plan: run.plan, listed, read });
  for (const scope of without) noteNoLockfile(run, scope);
  return Promise.all(roots.map((root) => readInstall(run, root, { manager, listed, roots })));
}

/** Where lockfiles are looked for: the paths that there are, and what reads one. */
export interface LockScan {
  readonly plan: Pick<Plan, "answers">;
  readonly listed: readonly RelativePath[];
  readonly read: (path: RelativePath) => Promise<Uint8Array | undefined>;
}

/** The folders whose lockfiles speak for the selected scopes, and the scopes that none speaks for. */
export async function findLockRoots(
  scan: LockScan
): Promise<{ readonly roots: readonly ScopePath[]; readonly without: readonly ScopePath[] }> {
  const names = LOCKFILES[scan.plan.answers.packageManager];
  const lockRoots = new Set(scan.listed.filter((path) => names.includes(toName(path))).map(toParent));
  const chosen = new Set<ScopePath>();
  const without: ScopePath[] = [];
  for (const { path } of scan.plan.answers.scopes) {
    const root = await findLockRoot(scan, path, lockRoots);
    if (root === undefined) without.push(path);
    else chosen.add(root);
  }
  return { roots: [...chosen].toSorted(), without };
}

/**
 * The outermost lockfile that speaks for the scope: a member of a workspace may have an old lockfile of its own, which
 * its package manager does not read.
 */
async function findLockRoot(
  scan: LockScan,
  scope: ScopePath,
  lockRoots: ReadonlySet<ScopePath>
): Promise<ScopePath | undefined> {
  const above = toAncestors(scope).filter((folder) => lockRoots.has(folder));
  for (const folder of above.toReversed()) {
    if (folder === scope || (await isMember(scan, folder, scope))) return folder;
  }
  return above[0];
}

async function isMember(scan: LockScan, folder: ScopePath, scope: ScopePath): Promise<boolean> {
  const inside = folder === "." ? scope : scope.slice(folder.length + 1);
  for (const name of LOCKFILES[scan.plan.answers.packageManager]) {
    const bytes = await scan.read(joinScope(folder, name));
    if (bytes === undefined) continue;
    const text = new TextDecoder().decode(bytes);
    if (name === "yarn.lock" || name === "bun.lockb") return declaresWorkspaces(scan, folder);
    return [`"${inside}":`, `\n  ${inside}:`, `\n  '${inside}':`].some((mention) => text.includes(mention));
  }
  return false;
}

/** These lockfiles do not name the members, or not as text. */
async function declaresWorkspaces({ read }: LockScan, folder: ScopePath): Promise<boolean> {
  const bytes = await read(joinScope(folder, "package.json"));
  return bytes !== undefined && /"workspaces"\s*:/.test(new TextDecoder().decode(bytes));
}

interface InstallScan {
  readonly manager: PackageManager;
  readonly listed: readonly RelativePath[];
  readonly roots: readonly ScopePath[];
}

async function readInstall(
  run: PreviewRun,
  root: ScopePath,
  { manager, listed, roots }: InstallScan
): Promise<ProjectInstall> {
  const nested = roots.filter((other) => other !== root && isWithin(root, other));
  const isOwn = (path: string): boolean => isWithin(root, path) && !nested.some((other) => isWithin(other, path));
  const isWanted = (path: string): boolean => toName(path) === "package.json" || ATTACHED.test(path);
  const wanted = listed.filter((path) => isOwn(path) && isWanted(path));
  const settings = [...LOCKFILES[manager], ...SETTINGS].map((name) => joinScope(root, name));
  const files: StagedFile[] = [];
  for (const path of new Set([...wanted, ...settings])) {
    const bytes = await readPresent(run, path);
    if (bytes !== undefined) files.push({ path: root === "." ? path : path.slice(root.length + 1), bytes });
  }
  return { kind: "project", path: root, manager, files };
}

/** A file as the live repository has it: before the plan, or never copied (`.yarnrc.yml`, of which only data is used). */
async function readPresent(run: PreviewRun, path: RelativePath): Promise<Uint8Array | undefined> {
  const entry = run.plan.entries.find((one) => one.path === path && isChange(one));
  const state = entry?.before ?? (await run.world.disk.inspect(run.candidate.liveRoot, path));
  const file = state.kind === "link" ? state.file : state;
  return file?.kind === "file" ? file.bytes : undefined;
}

function noteNoLockfile(run: PreviewRun, scope: ScopePath): void {
  const { packageManager: manager } = run.plan.answers;
  run.findings.push({ code: "preview-no-lockfile", severity: "info", path: scope, args: { manager } });
}

const toName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function toParent(path: string): ScopePath {
  const end = path.lastIndexOf("/");
  return (end === -1 ? "." : path.slice(0, end)) as ScopePath;
}

/** The folder itself first, the repository's root last. */
export function toAncestors(scope: ScopePath): readonly ScopePath[] {
  const ancestors: ScopePath[] = [];
  for (let folder = scope; folder !== "."; folder = toParent(folder)) ancestors.push(folder);
  return [...ancestors, "." as ScopePath];
}
