import type { PostEditFailure, PostEditFailureKind } from "../contracts/post-edit-result.ts";
import type { ProcessOutcome, ProcessRequest } from "../domain/process.ts";
import type { Tool } from "./find-tool.ts";
import { runProcess } from "./io/process.ts";
import type { Talk } from "./io/process.ts";

/** A report of one file is far below this; a flood is cut off here. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** What every process of one hook run shares. */
export interface ToolSession {
  /** The repository root, a real path. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** On the clock of performance.now(); one deadline for everything the hook does. */
  readonly deadlineAt: number;
  /** Told whenever a tool has been started: until then nothing else should take the processor's time. */
  readonly onStarted?: () => void;
}

/** Runs a tool's own package with this Node, argv only, within what is left of the deadline. */
export function runTool(
  tool: Tool,
  args: readonly string[],
  session: ToolSession & { readonly cwd: string }
): Promise<ProcessOutcome> {
  return runProcess(toRequest({ file: process.execPath, args: [tool.entry, ...args] }, session));
}

/** Starts a tool as a language server and talks with it, until `signal` or the deadline. */
export function talkToTool(
  tool: Tool,
  session: ToolSession & { readonly cwd: string },
  talk: Talk & { readonly signal: AbortSignal }
): Promise<ProcessOutcome> {
  const [file = "", ...args] = toServerCommand(tool);
  return runProcess(toRequest({ file, args }, session), talk.signal, talk);
}

/** The argv of a tool's language server. */
export function toServerCommand(tool: Tool): readonly string[] {
  return [process.execPath, tool.entry, "--lsp"];
}

function toRequest(
  command: Pick<ProcessRequest, "file" | "args">,
  { cwd, env, deadlineAt }: ToolSession & { readonly cwd: string }
): ProcessRequest {
  const timeoutMs = Math.max(1, Math.round(deadlineAt - performance.now()));
  return { ...command, cwd, env, timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES };
}

/**
 * The environment for tools: the caller's, minus what would change how they start or what they print. Under Plug'n'Play
 * the options of Node stay: by them, and by nothing else, a tool finds its packages.
 */
export function toToolEnvironment(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const options = process.versions["pnp"] === undefined ? ["NODE_OPTIONS"] : [];
  const dropped = new Set(["FORCE_COLOR", "OXC_LOG", "RUST_BACKTRACE", "RUST_LOG", ...options]);
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !dropped.has(entry[0])
  );
  return { ...Object.fromEntries(kept), NO_COLOR: "1" };
}

/** A failure that keeps what the process was and how it ended. */
export function toFailure(kind: PostEditFailureKind, outcome: ProcessOutcome, output?: string): PostEditFailure {
  return {
    kind,
    command: outcome.command,
    exitCode: outcome.exitCode ?? null,
    signal: outcome.signal ?? null,
    output: output ?? [outcome.stdout.trim(), outcome.stderr.trim()].filter((text) => text !== "").join("\n"),
  };
}

/** The failure of a process that did not end by itself; undefined where it exited, whatever its code. */
export function findProcessFailure(outcome: ProcessOutcome): PostEditFailure | undefined {
  if (outcome.ending === "ok" || outcome.ending === "exited") return undefined;
  if (outcome.ending === "timed-out") return toFailure("timeout", outcome);
  if (outcome.ending === "too-much-output") {
    return toFailure("process", outcome, `it printed more than ${MAX_OUTPUT_BYTES} bytes`);
  }
  return toFailure("process", outcome);
}
