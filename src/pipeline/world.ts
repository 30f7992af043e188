import type { Answers, PackageManager } from "../domain/answers.ts";
import type { Candidate, CleanupEvidence, ContainmentEvidence, NotPreviewed } from "../domain/candidate.ts";
import type { ConfigEditor } from "../domain/config-edit.ts";
import type { Conflict, Settlement } from "../domain/conflict.ts";
import type { DependencyInstall, InstallSource } from "../domain/dependency-install.ts";
import type { ConfigFormat, DesiredFile } from "../domain/desired.ts";
import type { Finding } from "../domain/finding.ts";
import type { RepositoryLocation } from "../domain/location.ts";
import type { Lockfile } from "../domain/package-manager.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../domain/paths.ts";
import type { PlanFile } from "../domain/plan-file.ts";
import type { FileState } from "../domain/plan.ts";
import type { LiveEvidence } from "../domain/preview.ts";
import type { ProcessOutcome, ProcessRequest } from "../domain/process.ts";
import type { InitAnswers, InitProposal } from "../domain/proposal.ts";
import type { Receipt } from "../domain/receipt.ts";
import type { RunReport } from "../domain/report.ts";
import type { ScopeFolder } from "../domain/selection.ts";
import type { Settings } from "../domain/settings.ts";
import type { MergeRegion, ThreeTexts } from "../domain/three-way.ts";
import type { SlotValues, ToolRowName } from "../domain/tool-rows.ts";
import type { Toolchain } from "../domain/toolchain.ts";
import type { FoundNode } from "./doctor/machine.ts";
import type { PublicationJournal, Publisher } from "./publishing/publisher.ts";

/** Contained reading of the live repository: lexical check, then real path; links are never followed out. */
export interface RepositoryDisk {
  /** Reads what stands at a path. @throws Refusal HI_UNREADABLE (permission, I/O), never for absence. */
  readonly inspect: (root: AbsolutePath, path: RelativePath) => Promise<FileState>;
  /** Names in a contained folder, sorted; empty when it is absent. Links are listed, not followed. */
  readonly list: (
    root: AbsolutePath,
    folder: RelativePath | "."
  ) => Promise<readonly { name: string; kind: "file" | "directory" | "link" | "other" }[]>;
  /** The path that exists and differs from this one, or from a folder on its way, in case or Unicode form only. */
  readonly findCaseTwin: (root: AbsolutePath, path: RelativePath) => Promise<RelativePath | undefined>;
}

/** What the preview needs of the live repository, and what cannot be previewed. */
export interface SourceSurvey {
  readonly paths: readonly RelativePath[];
  /** Folders below the root that are repositories of their own: submodules, worktrees, clones. Nothing in them is listed. */
  readonly repositories: readonly RelativePath[];
  readonly notPreviewed: readonly NotPreviewed[];
}

/** Where the repository is and what surrounds it. Reads only, and starts nothing but git. */
export interface Surroundings {
  /** Asks git and compares its answer with the disk. @throws Refusal HI_GIT_MISMATCH, HI_GIT_BARE, HI_GIT_FAILED */
  readonly locate: (cwd: AbsolutePath) => Promise<RepositoryLocation>;
  /** The same place from the disk alone: no process is started (`hi check`). */
  readonly locateOnDisk: (cwd: AbsolutePath) => Promise<RepositoryLocation>;
  /** Which of the paths git tracks; none without git. */
  readonly findTracked: (root: AbsolutePath, paths: readonly string[]) => Promise<readonly string[]>;
  /** The lockfiles among the root's names, with the manager that writes each. */
  readonly findLockfiles: (root: AbsolutePath, names: Iterable<string>) => Promise<readonly Lockfile[]>;
  /** Folders with a package.json that workspace patterns name: contained, bounded, sorted, node_modules apart. */
  readonly findWorkspaces: (
    root: AbsolutePath,
    patterns: readonly string[]
  ) => Promise<{ readonly folders: readonly ScopePath[]; readonly findings: readonly Finding[] }>;
  /** Which of the paths git was told to look away from (skip-worktree, assume-unchanged); none without git. */
  readonly findHidden: (
    root: AbsolutePath,
    paths: readonly RelativePath[]
  ) => Promise<readonly { readonly path: RelativePath; readonly bit: string }[]>;
  /** Whether git's pre-commit hook here names the program; from the disk alone. */
  readonly hasCommitHook: (root: AbsolutePath, program: string) => Promise<boolean>;
  /** Where a folder really is, links resolved. */
  readonly inspectFolder: (root: AbsolutePath, folder: ScopePath) => Promise<ScopeFolder>;
}

/** Lists the files of the live repository that the preview needs. */
export interface SourceList {
  /** Paths git would show (tracked, or untracked and not ignored); without git, a walk that skips node_modules and .git. */
  readonly list: (
    root: AbsolutePath,
    env: Readonly<Record<string, string | undefined>>
  ) => Promise<readonly RelativePath[]>;
  /** The same list, with the names that are no path of ours. @throws Refusal HI_GIT_FAILED, HI_GIT_MISMATCH */
  readonly survey: (root: AbsolutePath, env: Readonly<Record<string, string | undefined>>) => Promise<SourceSurvey>;
}

/** Makes, proves and removes candidates in private temporary directories. */
export interface CandidateStore {
  /** Empty, marked, mode 0700, under the approved parent. @throws Refusal HI_TEMP_UNSAFE */
  readonly create: (liveRoot: AbsolutePath) => Promise<Candidate>;
  readonly copyFrom: (candidate: Candidate, paths: readonly RelativePath[]) => Promise<Candidate>;
  readonly write: (candidate: Candidate, path: RelativePath, bytes: Uint8Array, mode: number) => Promise<Candidate>;
  readonly remove: (candidate: Candidate, path: RelativePath) => Promise<void>;
  /** The bytes of a source that a tool has just told of; undefined where there is none, or one above any source's size. */
  readonly read: (candidate: Candidate, path: RelativePath) => Promise<Uint8Array | undefined>;
  /** Gathers the evidence of containment from the disk. @throws Refusal HI_NOT_CONTAINED naming the check that failed */
  readonly examine: (candidate: Candidate) => Promise<ContainmentEvidence>;
  /** Removes the candidate and proves it gone. @throws Refusal HI_CLEANUP_FAILED */
  readonly dispose: (candidate: Candidate) => Promise<CleanupEvidence>;
  /** Removes what killed runs left: marked directories whose owner is dead on this host. Returns how many. */
  readonly sweep: (liveRoot: AbsolutePath) => Promise<number>;
  /** Last resort on the way out of the process: removes every candidate of this store. Returns the roots still there. */
  readonly disposeAllSync: () => readonly AbsolutePath[];
}

/** One lock a repository. */
export interface RepositoryLock {
  /** @throws Refusal HI_LOCKED naming pid, host and since */
  readonly acquire: (root: AbsolutePath, verb?: string) => Promise<{ readonly release: () => Promise<void> }>;
}

export interface ProcessRunner {
  /** Never throws for what the child does; every ending is a value. Kills the child's group at the deadline. */
  readonly run: (request: ProcessRequest) => Promise<ProcessOutcome>;
}

/** The Yeoman generators, run in memory. */
export interface TemplateEngine {
  readonly version: string;
  /** SHA-256 over templates, generators, runtime bundle and toolchain; known without loading Yeoman. */
  readonly digest: string;
  /** Begins to load what generates, so that it is there when the repository has been read; of no effect on what comes. */
  readonly prepare: () => void;
  readonly generate: (answers: Answers, toolchain: Toolchain) => Promise<readonly DesiredFile[]>;
}

/** A plan as it was read, and the fields of it that only a newer minor version knows. */
export interface ReadPlan {
  readonly document: PlanFile;
  readonly unknown: readonly string[];
}

/** Plan files, by a name from the working directory. */
export interface PlanFiles {
  /** Looks before anything is planned. @throws Refusal HI_PLAN_UNWRITABLE */
  readonly refuseUnwritable: (name: string) => Promise<void>;
  /** @throws Refusal HI_PLAN_UNWRITABLE */
  readonly write: (name: string, document: PlanFile) => Promise<void>;
  /** Held to its schema, its seal and the hashes of its contents. @throws Refusal HI_PLAN_INVALID, HI_PLAN_NEWER */
  readonly read: (name: string) => Promise<ReadPlan>;
}

/** Validators compiled from the JSON Schemas in receipts/. */
export interface DocumentReader {
  /** @throws Refusal HI_RECEIPT_INVALID, HI_RECEIPT_NEWER with file, line, column */
  readonly receipt: (text: string, path: RelativePath) => Receipt;
  /** @throws Refusal HI_SETTINGS_INVALID, HI_SETTINGS_NEWER, HI_SETTINGS_OLD, HI_SELECTION_REQUIRED */
  readonly settings: (text: string, path: RelativePath) => Settings;
}

// --- What the preview alone needs (seed 003 AC-011, AC-012) ---

/** One run of a row of the fixed table (src/domain/tool-rows.ts). */
export interface ToolCall {
  readonly row: ToolRowName;
  readonly values?: SlotValues;
  readonly cwd: AbsolutePath;
  /** Takes stdout as it comes instead of keeping it. */
  readonly onStdout?: (chunk: Uint8Array) => void;
}

/** The roots that bound a run: tools stay in the candidate, package managers in the staging folder of the cache. */
export interface ToolRoots {
  readonly liveRoot: AbsolutePath;
  readonly candidateRoot?: AbsolutePath;
  readonly stagingRoot?: AbsolutePath;
}

/** Starts rows of the fixed table, and nothing else. */
export interface ToolTable {
  /** @throws Refusal HI_TOOL_REFUSED, HI_PACKAGE_MANAGER_MISSING; whatever the tool does is an outcome. */
  readonly run: (call: ToolCall, roots: ToolRoots) => Promise<ProcessOutcome>;
  /** The package manager that a run would start; its version where that is known without starting it. @throws as run */
  readonly findManager: (manager: PackageManager, roots: ToolRoots) => Promise<{ readonly version?: string }>;
}

/** A sealed install, ready to be brought into a candidate. */
export interface ProvidedInstall {
  readonly source: InstallSource;
  /** The folder whose `node_modules` (its own, and those of workspaces below it) are brought in. */
  readonly folder: AbsolutePath;
  readonly nodeModules: readonly string[];
  /** What was run to get it; empty where it came from the cache. */
  readonly outcomes: readonly ProcessOutcome[];
}

/** The content-addressed cache of installs, outside any repository. */
export interface DependencyCache {
  /** @throws Refusal HI_CACHE_UNSAFE, HI_PACKAGE_MANAGER_MISSING, HI_PREVIEW_DEPENDENCIES */
  readonly provide: (
    install: DependencyInstall,
    context: { readonly liveRoot: AbsolutePath; readonly offline: boolean; readonly retry: string }
  ) => Promise<ProvidedInstall>;
  /** Brings an install in at a folder of the candidate. Returns links that were left out because they lead outside. */
  readonly bring: (provided: ProvidedInstall, candidateRoot: AbsolutePath, at: ScopePath) => Promise<readonly string[]>;
  /** Brings the tool tuple into the candidate's tool folder. */
  readonly bringTools: (provided: ProvidedInstall, candidateRoot: AbsolutePath) => Promise<void>;
  /** Makes the tuple's packages resolve from these folders; `replace` takes the place of the project's own versions. */
  readonly placeTools: (placing: {
    readonly candidateRoot: AbsolutePath;
    readonly folders: readonly ScopePath[];
    readonly names: readonly string[];
    readonly replace: boolean;
  }) => Promise<void>;
}

/** Inode, size, mtime and mode of the live dependency roots, as text a path. */
export type LiveWitness = ReadonlyMap<string, string>;

/** Evidence that the live repository is as it was. */
export interface LiveTree {
  readonly witness: (root: AbsolutePath, packageFolders: readonly ScopePath[]) => Promise<LiveWitness>;
  /** @throws Refusal HI_LIVE_CHANGED naming the path */
  readonly verify: (root: AbsolutePath, before: LiveWitness, copied: Candidate["copied"]) => Promise<LiveEvidence>;
}

/** The preview's adapters. */
export interface PreviewTools {
  readonly table: ToolTable;
  readonly dependencies: DependencyCache;
  readonly live: LiveTree;
}

// --- end of the preview's part ---

/** A stage's progress, shown on stderr on a terminal only. */
export interface Progress {
  readonly stage: (name: string) => void;
  /** What of the stage is being done now, and which of how many it is. */
  readonly detail: (text: string, count?: { readonly at: number; readonly of: number }) => void;
  readonly done: () => void;
}

/** The adapters that a run uses; bin.ts builds one, tests may swap a part for a fault-injecting wrapper. */
export interface World {
  readonly cwd: AbsolutePath;
  /** The shell's own name of `cwd`, where a link leads to it; undefined where the shell names another folder. */
  readonly calledFrom: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly toolchain: Toolchain;
  readonly disk: RepositoryDisk;
  readonly surroundings: Surroundings;
  readonly sources: SourceList;
  readonly candidates: CandidateStore;
  readonly publisher: Publisher;
  readonly journal: PublicationJournal;
  readonly lock: RepositoryLock;
  readonly processes: ProcessRunner;
  readonly preview: PreviewTools;
  readonly templates: TemplateEngine;
  readonly documents: DocumentReader;
  readonly planFiles: PlanFiles;
  readonly editors: (format: ConfigFormat) => Promise<ConfigEditor>;
  /** What reads a format without being able to edit it: cheaper, for the check. */
  readonly readers: (format: ConfigFormat) => Promise<Pick<ConfigEditor, "parse">>;
  /** Merges two texts over their base, by lines; what is not certain is a conflict. */
  readonly mergeLines: (texts: ThreeTexts) => Promise<readonly MergeRegion[]>;
  /** What a source imports when it runs, by the names it uses. */
  readonly imports: (text: string) => Promise<readonly string[]>;
  readonly hash: (bytes: Uint8Array | string) => string;
  readonly progress: Progress;
  /** Asks what `hi init` cannot know; only called without `--yes`. @throws Refusal HI_CANCELLED */
  readonly askInit: (proposal: InitProposal) => Promise<InitAnswers>;
  /** Refuses a run that would have to ask where nobody can be asked; called once it is known what the run is about. */
  readonly refuseUnasked?: () => Promise<void>;
  /** The Node that an agent's hook would start. */
  readonly findNode?: (root: AbsolutePath) => Promise<FoundNode>;
  /**
   * Asks what becomes of each conflict; undefined where a person stopped it. Only there where one can be asked.
   * @throws Refusal HI_CANCELLED
   */
  readonly settleConflicts?: (conflicts: readonly Conflict[]) => Promise<ReadonlyMap<string, Settlement> | undefined>;
  /** Asks before publishing; only called on a terminal without `--yes`. */
  readonly confirm: (report: RunReport) => Promise<boolean>;
  /** Runs the install command (argv, lifecycle scripts off) in the live repository after publication; false when it failed. */
  readonly install: (root: AbsolutePath, command: readonly string[]) => Promise<boolean>;
  /** Aborted on SIGINT, SIGTERM, SIGHUP. */
  readonly interrupted: AbortSignal;
}

/** What `resolve` found: everything the plan needs, read once. */
export interface Resolved {
  readonly root: AbsolutePath;
  /** One hash of receipt and settings, taken before they were read. */
  readonly mark: string;
  readonly settings: Settings;
  /** The settings file's bytes as `hi init` plans them; undefined for update, which never writes settings. */
  readonly settingsText?: string;
  readonly receipt: Receipt | undefined;
  /** What the preview may need of the repository, as listed for this; none where a person was asked since. */
  readonly listed?: readonly RelativePath[];
  readonly answers: Answers;
  readonly inputsDigest: string;
  /** What the reading noticed (a mismatch of package manager and lockfile, for one); never stops the run. */
  readonly findings: readonly Finding[];
  /** What decided each answer, for the person who asks why. */
  readonly evidence: readonly { readonly about: string; readonly value: string; readonly because: string }[];
}
