import type { AbsolutePath } from "../domain/paths.ts";
import type { Verb } from "../domain/request.ts";
import { TOOLCHAIN } from "../domain/toolchain.ts";
import type { CandidateStore, Publisher, World } from "../pipeline/world.ts";
import { loadConfigEditor } from "./config-editors.ts";
import { createRepositoryDisk } from "./disk.ts";
import { openDocuments } from "./documents.ts";
import { sha256 } from "./hash.ts";
import { createSurroundings } from "./surroundings.ts";
import { openTemplates } from "./template-engine.ts";

/** What the program decides about a run before its world is built; the rest is the same for every run. */
export interface WorldOptions extends Pick<World, "cwd" | "env" | "progress" | "askInit" | "confirm" | "interrupted"> {
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
  const { cwd, env, progress, askInit, confirm, interrupted } = options;
  const [documents, templates] = await Promise.all([openDocuments(), openTemplates()]);
  const processes = lazy(async () => (await import("./process-runner.ts")).createProcessRunner(interrupted));
  const sources = lazy(async () => (await import("./source-list.ts")).createSourceList());
  const lock = lazy(async () => (await import("./repository-lock.ts")).createRepositoryLock());
  const { candidates, disposeAllSync } = createLazyCandidates(options);
  const world: World = {
    cwd,
    env,
    toolchain: TOOLCHAIN,
    disk: createRepositoryDisk(),
    surroundings: createSurroundings(env),
    sources: {
      list: async (root, environment) => (await sources()).list(root, environment),
      survey: async (root, environment) => (await sources()).survey(root, environment),
    },
    candidates,
    publisher: createLazyPublisher(),
    lock: { acquire: async (root) => (await lock()).acquire(root, options.verb) },
    processes: { run: async (request) => (await processes()).run(request) },
    templates,
    documents,
    editors: loadConfigEditor,
    hash: sha256,
    progress,
    askInit,
    confirm,
    install: async (root, command) => {
      const { runInstall } = await import("./install.ts");
      return runInstall({ root, command, env, processes: await processes(), note: options.note });
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
  const store = lazy(async () => {
    const { createCandidateStore } = await import("./candidate-store.ts");
    made = createCandidateStore({ env, interrupted });
    return made;
  });
  const disposeAllSync = (): readonly AbsolutePath[] => made?.disposeAllSync() ?? [];
  const candidates: CandidateStore = {
    create: async (liveRoot) => (await store()).create(liveRoot),
    copyFrom: async (candidate, paths) => (await store()).copyFrom(candidate, paths),
    write: async (candidate, ...rest) => (await store()).write(candidate, ...rest),
    remove: async (candidate, path) => (await store()).remove(candidate, path),
    examine: async (candidate) => (await store()).examine(candidate),
    dispose: async (candidate) => (await store()).dispose(candidate),
    sweep: async (liveRoot) => (await store()).sweep(liveRoot),
    disposeAllSync,
  };
  return { candidates, disposeAllSync };
}

function createLazyPublisher(): Publisher {
  const publisher = lazy(async () => (await import("./publisher.ts")).createPublisher());
  return {
    check: async (...args) => (await publisher()).check(...args),
    stage: async (...args) => (await publisher()).stage(...args),
    commit: async (...args) => (await publisher()).commit(...args),
    discard: async (...args) => (await publisher()).discard(...args),
    remove: async (...args) => (await publisher()).remove(...args),
  };
}

/** Loads once, at the first use. */
function lazy<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => (loading ??= load());
}
