import { Refusal } from "../../domain/refusal.ts";
import { findRepositories } from "../decide/find-repositories.ts";
import type { Repository } from "../decide/find-repositories.ts";

/** The exit code of a precondition that does not hold (docs/decisions/0005). */
export const PRECONDITION = 3;

/** The repository that a folder lies in, with a work tree. @throws Refusal HI_GUARD_NO_REPOSITORY */
export function findWorkTree(cwd: string): Repository {
  const [nearest] = findRepositories(cwd);
  if (nearest !== undefined && !nearest.isBare) return nearest;
  throw new Refusal({
    code: "HI_GUARD_NO_REPOSITORY",
    message:
      nearest === undefined
        ? "There is no git repository here, so there is nothing to guard."
        : "This is a bare repository, or the inside of a git directory: it has no work tree to guard.",
    next: "change to the repository's own folder, then run the same command again",
    exitCode: PRECONDITION,
  });
}
