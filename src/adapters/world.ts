import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import type { Verb } from "../domain/request.ts";
import { TOOLCHAIN } from "../domain/toolchain.ts";
import type { PublicationJournal, Publisher } from "../pipeline/publishing/publisher.ts";
import type {
  CandidateStore,
  DependencyCache,
  LiveTree,
  PlanFiles,
  PreviewTools,
  ProcessRunner,
  RepositoryLock,
  SourceList,
  ToolTable,
  World,
} from "../pipeline/world.ts";
import { loadConfigEditor, loadConfigReader } from "./config-editors.ts";
import { createRepositoryDisk } from "./disk.ts";
import { openDocuments } from "./documents.ts";
import { sha256 } from "./hash.ts";
import { findJournalFolder, JOURNAL } from "./journal-place.ts";
import { createSurroundings } from "./surroundings.ts";
import { openTemplates } from "./template-engine.ts";

/** What the program decides about a run before its world is built; the rest is the same for every run. */
export interface WorldOptions extends Pick<
  World,
  "cwd" | "env" | "progress" | "askInit" | "refuseUnasked" | "settleConflicts" | "confirm" | "interrupted"
> {
  readonly verb: Verb;
  /** Says what a foreign program left to say, where it failed. */
  readonly note: (text: string) => void;
}

/** A world, and the last resort for its candidates when the process has to end at once. */
export interface OwnedWorld {
  readonly world: World;
  readonly disposeAllSync: () => readonly AbsolutePath[];
}

/**
 * Builds the world of one run. What `hi check` needs is loaded; everything else loads at its first use, so a run pays
 * for what it does.
 */
export async function createWorld(options: WorldOptions): Promise<OwnedWorld> {
  const { cwd, env, progress, askInit, refuseUnasked, settleConflicts, confirm, interrupted } = options;
  const [documents, templates] = await Promise.all([openDocuments(), openTemplates()]);
  const { candidates, disposeAllSync } = createLazyCandidates(options);
  const processes = toLazy<ProcessRunner>(async () =>
    (await import("./process-runner.ts")).createProcessRunner(interrupted)
  );
  const world: World = {
    cwd,
    get calledFrom() {
      return findCalledFrom(cwd, env["PWD"]);
    },
    env,
    toolchain: TOOLCHAIN,
    disk: createRepositoryDisk(),
    surroundings: createSurroundings(env),
    sources: toLazy<SourceList>(async () => (await import("./source-list.ts")).createSourceList()),
    candidates,
    publisher: toLazy<Publisher>(async () => (await import("./publisher.ts")).createPublisher()),
    journal: createLazyJournal(),
    lock: toLazy<RepositoryLock>(async () => (await import("./repository-lock.ts")).createRepositoryLock()),
    processes,
    preview: createLazyPreview(options, processes),
    templates,
    documents,
    planFiles: toLazy<PlanFiles>(async () => (await import("./plan-files.ts")).createPlanFiles(cwd)),
    editors: loadConfigEditor,
    readers: loadConfigReader,
    mergeLines: async (texts) => (await import("./line-merge.ts")).mergeLines(texts),
    imports: async (text) => (await import("./module-imports.ts")).readImports(text),
    hash: sha256,
    progress,
    askInit,
    ...(refuseUnasked ? { refuseUnasked } : {}),
    ...(settleConflicts ? { settleConflicts } : {}),
    confirm,
    findNode: async (root) => (await import("./node-on-path.ts")).findNodeOnPath(root, env, processes),
    install: async (root, command) => {
      const { runInstall } = await import("./install.ts");
      return runInstall({ root, command, env, processes, note: options.note });
    },
    interrupted,
  };
  return { world, disposeAllSync };
}

function createLazyCandidates({ env, interrupted }: WorldOptions): {
  readonly candidates: CandidateStore;
  readonly disposeAllSync: OwnedWorld["disposeAllSync"];
} {
  let made: CandidateStore | undefined;
  const disposeAllSync = (): readonly AbsolutePath[] => made?.disposeAllSync() ?? [];
  const lazy = toLazy<Omit<CandidateStore, "disposeAllSync">>(async () => {
    const { createCandidateStore } = await import("./candidate-store.ts");
    made = createCandidateStore({ env, interrupted });
    return made;
  });
  return { candidates: Object.assign(lazy, { disposeAllSync }), disposeAllSync };
}

/** The preview's adapters; unused, and so unloaded, where nothing is previewed. */
function createLazyPreview({ env }: WorldOptions, processes: ProcessRunner): PreviewTools {
  const table = toLazy<ToolTable>(async () => (await import("./tool-table.ts")).createToolTable({ env, processes }));
  return {
    table,
    dependencies: toLazy<DependencyCache>(async () => {
      const { createDependencyCache } = await import("./dependency-cache.ts");
      return createDependencyCache({ env, table });
    }),
    live: toLazy<LiveTree>(async () => (await import("./live-tree.ts")).createLiveTree()),
  };
}

/** Every run looks for a journal, and nearly none finds one. */
function createLazyJournal(): PublicationJournal {
  const load = async (): Promise<PublicationJournal> =>
    (await import("./publication-journal.ts")).createPublicationJournal();
  const look: PublicationJournal["look"] = async (root) =>
    existsSync(path.join(findJournalFolder(root), JOURNAL)) ? (await load()).look(root) : { kind: "none" };
  return toLazy<PublicationJournal>(load, { look });
}

/** An object of which every method gives a promise. */
type Asynchronous<Value> = { readonly [Key in keyof Value]: (...args: never[]) => Promise<unknown> };

/** Stands for an object that is loaded when one of its methods is first called that is not given here. */
function toLazy<Value extends Asynchronous<Value>>(load: () => Promise<Value>, own: Partial<Value> = {}): Value {
  let loading: Promise<Value> | undefined;
  const call = async (name: keyof Value, args: readonly never[]): Promise<unknown> => {
    const loaded = await (loading ??= load());
    return loaded[name](...args);
  };
  const get = (methods: object, name: string): unknown =>
    // Not a promise, though every method gives one.
    name === "then"
      ? undefined
      : (Reflect.get(methods, name) ?? ((...args: never[]) => call(name as keyof Value, args)));
  return new Proxy(own, { get }) as Value;
}

/** `PWD` is inherited, so it is believed only where it leads to the folder that we are in. */
function findCalledFrom(cwd: AbsolutePath, shellName: string | undefined): string | undefined {
  if (shellName === undefined || shellName === cwd) return undefined;
  try {
    return realpathSync.native(shellName) === realpathSync.native(cwd) ? shellName : undefined;
  } catch {
    return undefined;
  }
}
