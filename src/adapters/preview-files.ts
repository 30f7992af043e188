import path from "node:path";

import type { RelativePath } from "../domain/paths.ts";

/**
 * What the preview needs by name alone: what a linter reads, what a frozen install reads, and what either is
 * configured by. Deliberately not here: .npmrc, .yarnrc, .yarnrc.yml, .pnpmfile.cjs, bunfig.toml, which would let the
 * project choose a registry or run code in the install.
 */
const LINTABLE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** JSON is configuration that others extend, or a module that sources import and types are inferred from. */
const DATA = /\.jsonc?$/;

const NAMES = new Set([
  "bun.lock",
  "bun.lockb",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "yarn.lock",
  ".editorconfig",
  ".eslintignore",
  ".gitignore",
  ".ignore",
  ".oxfmtignore",
  ".oxlintignore",
  ".prettierignore",
]);

/** Patches that a lockfile applies (`patch:` and patchedDependencies): a frozen install reads them. */
const PATCH = /(?:^|\/)(?:\.yarn\/)?patches\/(?:.+\/)?[^/]+\.(?:patch|diff)$/;

/** Code that a package manager would run during an install, or that chooses where packages come from. */
const NEVER = /^(?:\.npmrc|\.yarnrc(?:\.ya?ml)?|\.?pnpmfile\.[cm]?js|\.?bunfig\.toml)$/i;

/** Folders that a walk without git never enters. */
const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);

/** True for what never enters a candidate, by whatever way it was reached. */
export function isNeverCopied(file: string): boolean {
  return (
    NEVER.test(path.posix.basename(file)) ||
    file.split("/").some((segment) => SKIPPED_FOLDERS.has(segment.toLowerCase()))
  );
}

export function isPreviewFile(file: string): boolean {
  const name = path.posix.basename(file);
  return LINTABLE.test(name) || DATA.test(name) || NAMES.has(name) || PATCH.test(file);
}

export function isSkippedFolder(name: string): boolean {
  return SKIPPED_FOLDERS.has(name.toLowerCase()) || name.startsWith("hi-candidate-");
}

/** The files whose own text names further files: `extends`, `references`, `file:` dependencies. */
export function isReferring(file: RelativePath): boolean {
  const name = path.posix.basename(file);
  return name === "package.json" || /^(?:[tj]sconfig.*|\.oxlintrc.*|oxlint\.project|\.oxfmtrc.*)\.jsonc?$/.test(name);
}
