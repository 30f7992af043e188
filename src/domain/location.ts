import type { Finding } from "./finding.ts";
import type { AbsolutePath } from "./paths.ts";

/** What made a folder the root: git, an earlier publication, a manifest, or nothing but the working directory. */
export type RootEvidence = "git" | "harness" | "manifest" | "working-directory";

/** How the working tree hangs on its git directory. */
export type GitLayout = "main" | "linked-worktree" | "submodule";

/** The repository root (a real path) and what git says of it. */
export interface RepositoryLocation {
  readonly root: AbsolutePath;
  readonly because: RootEvidence;
  /** The folder carries a `.git` entry, whether or not git could be asked. */
  readonly isGit: boolean;
  /** Known only where git was asked. */
  readonly layout?: GitLayout;
  readonly hasCommits?: boolean;
  readonly findings: readonly Finding[];
}
