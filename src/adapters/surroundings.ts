import type { Surroundings } from "../pipeline/world.ts";
import { findLockfiles } from "./package-manager.ts";
import { locateOnDisk } from "./repository-root.ts";

/** Where the repository is and what surrounds it; git and globs are loaded when they are asked. */
export function createSurroundings(env: Readonly<Record<string, string | undefined>>): Surroundings {
  return {
    locate: async (cwd) => (await import("./locate-repository.ts")).locateRepository(cwd, env),
    locateOnDisk: (cwd) => Promise.resolve(locateOnDisk(cwd)),
    findTracked: async (root, paths) => (await import("./locate-repository.ts")).findTracked(root, paths, env),
    findHidden: async (root, paths) => (await import("./git-layout.ts")).findHiddenFromGit(root, paths, env),
    findLockfiles: (root, names) => Promise.resolve(findLockfiles(root, names)),
    findWorkspaces: async (root, patterns) => (await import("./workspaces.ts")).findWorkspaces(root, patterns),
    hasCommitHook: async (root, program) => (await import("./git-hook.ts")).hasCommitHook(root, program),
    inspectFolder: async (root, folder) => (await import("./workspaces.ts")).inspectFolder(root, folder),
  };
}
