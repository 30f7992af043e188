import type { RelativePath } from "../../domain/paths.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Step } from "./undo.ts";

/** What became of the steps once the failure had been answered. */
export interface FailureFacts {
  readonly failed: RelativePath | undefined;
  readonly steps: readonly Step[];
  /** Paths that keep what this run wrote, because they could not be put back. */
  readonly left: readonly RelativePath[];
}

/**
 * Says what failed and, truthfully, what state the repository is in. Returns what the caller throws: a defect passes
 * through as it is.
 */
export function explainFailure(error: unknown, facts: FailureFacts): unknown {
  const state = toStateSentence(facts);
  const left: RefusalFacts["details"] = facts.left.length > 0 ? { left: facts.left } : {};
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

function toStateSentence({ steps, left }: FailureFacts): string {
  if (left.length > 0) {
    return `These files could not be put back and are as planned, not as before: ${left.join(", ")}.`;
  }
  const done = steps.filter((step) => step.isDone).length;
  if (done === 0) return "Nothing was written.";
  return done === 1
    ? "The one file written before it was put back: everything is as before."
    : `The ${done} files written before it were put back: everything is as before.`;
}
