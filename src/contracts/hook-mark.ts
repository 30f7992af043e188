import type { PostEditFailureKind, PostEditStatus } from "./post-edit-result.ts";

/** What the hook leaves outside of the work tree each time it has run for an agent, so that `hi doctor` can say so. */
export interface HookMark {
  readonly schemaVersion: 1;
  /** ISO 8601. */
  readonly at: string;
  readonly status: PostEditStatus;
  /** The Node that the agent started. */
  readonly node: string;
  /** The first failure of that run; `output` is at most MAX_MARK_OUTPUT UTF-16 code units. */
  readonly failure?: { readonly kind: PostEditFailureKind; readonly command: string; readonly output: string };
}

export const MAX_MARK_OUTPUT = 500;

/** Reads a mark, which anybody may have written: undefined where it is none of this version. */
export function parseHookMark(value: unknown): HookMark | undefined {
  const mark = value as Partial<Record<keyof HookMark, unknown>> | null;
  if (typeof mark !== "object" || mark?.schemaVersion !== 1) return undefined;
  const { at, status, node, failure } = mark;
  if (typeof at !== "string" || Number.isNaN(Date.parse(at)) || typeof node !== "string") return undefined;
  const told = { schemaVersion: 1, at, status: status as PostEditStatus, node } as const;
  const kept = parseFailure(failure);
  return typeof status === "string" ? { ...told, ...(kept ? { failure: kept } : {}) } : undefined;
}

function parseFailure(value: unknown): HookMark["failure"] {
  const { kind, command, output } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof kind !== "string" || typeof command !== "string" || typeof output !== "string") return undefined;
  return { kind: kind as PostEditFailureKind, command, output };
}
