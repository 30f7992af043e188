import type { RelativePath, ScopePath } from "./paths.ts";

/** The linters in force, as generated from the settings: what the runtime reads. */
export const LINTERS_PATH = ".hi/linters.json" as RelativePath;

/** Variables that a linter's host sets itself: the contract's marker, and what only one run has. */
export const LINTER_MARKS = { schema: "FAK_CUSTOM_LINT_SCHEMA", run: "HI_LINTER_RUN" } as const;

/** When a linter is asked: before a tool runs, and after an edit was saved. */
export const LINTER_EVENTS = ["pre-tool", "post-edit"] as const;
export type LinterEvent = (typeof LINTER_EVENTS)[number];

/** The host-neutral tools; what an agent has beside them is `other`. */
export const LINTER_TOOLS = [
  "shell",
  "write",
  "edit",
  "patch",
  "delete",
  "read",
  "search",
  "fetch",
  "mcp",
  "other",
] as const;
export type LinterTool = (typeof LINTER_TOOLS)[number];

/** What an edit may be announced as: a linter that is asked after edits alone has to look at one of these. */
export const EDIT_TOOLS: readonly LinterTool[] = ["write", "edit", "patch"];

/** What a linter's own failure means: `closed` denies, `open` lets the operation go on and says so. */
export const FAILURE_POLICIES = ["open", "closed"] as const;
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/** What one run of a linter may take. */
export interface LinterLimits {
  readonly timeoutMs: number;
  /** The request without its final newline. */
  readonly maxInputBytes: number;
  readonly maxOutputBytes: number;
  readonly maxStderrBytes: number;
  readonly maxFindings: number;
}

/** The limits of the contract (seed 000), where a registration names no other. */
export const DEFAULT_LINTER_LIMITS: LinterLimits = {
  timeoutMs: 5000,
  maxInputBytes: 1024 * 1024,
  maxOutputBytes: 1024 * 1024,
  maxStderrBytes: 64 * 1024,
  maxFindings: 256,
};

/** The most that a registration may ask for; the settings' schema says the same. */
export const MAX_LINTER_LIMITS: LinterLimits = {
  timeoutMs: 120_000,
  maxInputBytes: 64 * 1024 * 1024,
  maxOutputBytes: 64 * 1024 * 1024,
  maxStderrBytes: 16 * 1024 * 1024,
  maxFindings: 10_000,
};

/** A registered linter: everything that a run of it depends on. */
export interface Linter {
  /** Lower-case letters, digits and hyphens; once in a repository. */
  readonly name: string;
  /** A program and its arguments, no shell. A program with a slash is relative to `dir`, one without is on PATH. */
  readonly argv: readonly string[];
  readonly events: readonly LinterEvent[];
  /** Never empty. */
  readonly tools: readonly LinterTool[];
  readonly onFailure: FailurePolicy;
  readonly limits: LinterLimits;
  /** `NAME` hands the caller's value on, `NAME=VALUE` sets one; nothing else of the environment is passed. */
  readonly env: readonly string[];
  /** Where it runs, from the repository root. */
  readonly dir: ScopePath;
}

/** What a registration says about a linter beside that. No run depends on it, and it is no evidence of a run. */
interface LinterDescription {
  readonly version?: string;
  readonly capabilities?: readonly string[];
  /** The folder with one request a disposition: `allow.json`, `deny.json`, `advisory.json`. */
  readonly requests?: RelativePath;
}

/** A linter as `.hi/settings.json` registers it. */
export interface RegisteredLinter extends Linter {
  readonly about: LinterDescription;
}

/** A linter's name, which is a folder's name too. */
const LINTER_NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** True for a name that a linter may have. */
export function isLinterName(text: string): boolean {
  return LINTER_NAME.test(text);
}

/** Why an entry of `env` cannot be one; undefined for `NAME` and `NAME=VALUE` of a name that is free. */
export function findVariableProblem(entry: string): "bad-variable" | "reserved-variable" | undefined {
  const name = toVariableName(entry);
  if (!/^[^\u0000-\u0020\u007F]+$/.test(name) || entry.includes("\0")) return "bad-variable";
  // Some systems take names in any case for the same.
  const marks: readonly string[] = Object.values(LINTER_MARKS);
  return marks.includes(name.toUpperCase()) ? "reserved-variable" : undefined;
}

/** The name of an entry of `env`. */
export function toVariableName(entry: string): string {
  const sign = entry.indexOf("=");
  return sign === -1 ? entry : entry.slice(0, sign);
}

/** The languages that a linter can be made in. */
export const LINTER_LANGUAGES = ["javascript", "python", "shell"] as const;
export type LinterLanguage = (typeof LINTER_LANGUAGES)[number];

/** A linter that is about to be made: its files, written once, and its registration. */
export interface NewLinter {
  readonly name: string;
  readonly language: LinterLanguage;
  readonly events: readonly LinterEvent[];
  /** The folder that its files land in. */
  readonly folder: RelativePath;
}
