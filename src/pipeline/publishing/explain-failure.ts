import type { RelativePath } from "../../domain/paths.ts";
import type { RecoveredPath } from "../../domain/publication-journal.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import { Refusal } from "../../domain/refusal.ts";

/** What became of the steps once the failure had been answered. */
export interface FailureFacts {
  readonly failed: RelativePath | undefined;
  /** The paths that were written before it. */
  readonly done: readonly RecoveredPath[];
  /** Nothing is left to do, so the journal is gone. */
  readonly isWhole: boolean;
}

/**
 * Says what failed and, truthfully, what state the repository is in. Returns what the caller throws: a defect passes
 * through as it is.
 */
export function explainFailure(error: unknown, facts: FailureFacts): unknown {
  const state = toStateSentence(facts);
  const names = listLeft(facts);
  const left: RefusalFacts["details"] = names.length > 0 ? { left: names } : {};
  if (error instanceof Refusal) {
    const { details, message, ...rest } = error.facts;
    return new Refusal({ ...rest, message: `${message} ${state}`, details: { ...details, ...left } });
  }
  const { code, path: file = "" } = error as NodeJS.ErrnoException;
  if (typeof code !== "string") return error;
  return new Refusal({
    code: "HI_PUBLISH_FAILED",
    message: `${facts.failed ?? "A file"} could not be written (${code}). ${state}`,
    where: { path: facts.failed ?? file },
    next: NEXT[code] ?? "find out what keeps the file from being written, then run the same command again",
    details: { system: code, file, ...left },
  });
}

const NEXT: Readonly<Record<string, string>> = {
  EBUSY: "close what has the file open, then run the same command again",
  EDQUOT: "make room on the disk, then run the same command again",
  ENOSPC: "make room on the disk, then run the same command again",
  EPERM: "close what has the file open, or make it writable for this user, then run the same command again",
  EROFS: "make the repository's file system writable, then run the same command again",
};

const listLeft = ({ done }: FailureFacts): readonly RelativePath[] =>
  done.filter(({ outcome }) => outcome === "left" || outcome === "kept").map(({ path }) => path);

function toStateSentence(facts: FailureFacts): string {
  const left = listLeft(facts);
  if (left.length > 0) {
    const journal = facts.isWhole
      ? ""
      : " The journal is kept: hi abort puts them back, and so does the next hi update.";
    return `These files could not be put back and are as planned, not as before: ${left.join(", ")}.${journal}`;
  }
  if (!facts.isWhole) return "Everything was put back, but may not be on the disk yet: hi abort makes sure of it.";
  const done = facts.done.filter(({ outcome }) => outcome === "put-back").length;
  if (done === 0) return "Nothing was written.";
  return done === 1
    ? "The one file written before it was put back: everything is as before."
    : `The ${done} files written before it were put back: everything is as before.`;
}
