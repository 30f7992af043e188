import type { PackageManager } from "./answers.ts";
import type { ScopePath } from "./paths.ts";

/** A file of a staging folder, its path below that folder with POSIX separators. */
export interface StagedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The frozen install of one lockfile: manifests and lockfile as the live repository has them, before any plan. */
export interface ProjectInstall {
  readonly kind: "project";
  /** The folder that holds the lockfile. */
  readonly path: ScopePath;
  readonly manager: PackageManager;
  /** Manifests without scripts, the lockfile, patches and tarballs; nothing that is code or names a registry. */
  readonly files: readonly StagedFile[];
}

/** The tool tuple at its exact versions, installed apart from the project's dependencies. */
interface ToolInstall {
  readonly kind: "tools";
  readonly manager: PackageManager;
  readonly versions: Readonly<Record<string, string>>;
}

export type DependencyInstall = ProjectInstall | ToolInstall;

/** Where an install came from: the cache as it was, a run of the package manager, or the live `node_modules`. */
export type InstallSource = "cache" | "installed" | "live";

/**
 * Packages that a tool of the table rewrites in place (the Effect patch, from its own package, which it only reads):
 * brought in by reflink or copy, never by link.
 */
const REWRITTEN_PACKAGES = [
  /^oxlint$/,
  /^@oxlint\//,
  /^oxlint-tsgolint$/,
  /^@oxlint-tsgolint\//,
  /^typescript$/,
  /^@typescript\//,
] as const;

export function isRewritten(packageName: string): boolean {
  return REWRITTEN_PACKAGES.some((pattern) => pattern.test(packageName));
}

/** The candidate's folder for the tool tuple, below the root's `node_modules`; a folder of that name is never the project's. */
export const TOOLS_FOLDER = "node_modules/.hi-tools";
