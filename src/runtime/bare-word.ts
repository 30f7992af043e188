import { findEditReader } from "../agents/edit-readers.ts";
import { isClosed, isConcerned } from "../contracts/custom-lint-record.ts";
import { toUndecided, toVerdict } from "../contracts/pre-tool-verdict.ts";
import { escapeHidden, toPlainLine } from "../domain/plain-text.ts";
import { readGuard } from "./guard/read-guard.ts";
import { readLinters } from "./read-linters.ts";
import type { HookInput, HookOutput } from "./run-post-edit.ts";

/** Most characters of a reason. */
const MAX_REASON = 600;

/**
 * What is answered before a tool runs where not even the code that answers could be loaded: refused, in each agent's own
 * shape, unless it is certain that nobody who could refuse is registered. Needs nothing but the entry itself.
 */
export function toBareWord({ argv, root }: Pick<HookInput, "argv" | "root">, why: string): HookOutput {
  const name = argv[2] ?? "";
  const message = toPlainLine(why, MAX_REASON);
  const isFree = typeof root !== "string" || areAllOpen(root);
  const stdout = isFree ? toSilence(name) : toDeny(name, message);
  return { stdout: toLine(stdout), stderr: `hi: ${message}; nothing was decided\n` };
}

/** Only what is written down as open counts as that, or as nothing that is asked before a tool. */
function areAllOpen(root: string): boolean {
  const reading = readLinters(root);
  const isAnyClosed =
    !reading.ok || reading.linters.some((linter) => isConcerned(linter, "pre-tool", undefined) && isClosed(linter));
  return !isAnyClosed && readGuard(root).kind === "off";
}

/** The answer where the hook is turned off. */
export function toOff(argv: HookInput["argv"]): HookOutput {
  return { stdout: toLine(toSilence(argv[2] ?? "")), stderr: "" };
}

/** A text with its final newline; nothing where there is none. */
export function toLine(text = ""): string {
  return text === "" ? "" : `${text}\n`;
}

function toSilence(name: string): string {
  if (name === "neutral") return JSON.stringify(toVerdict([]));
  return findEditReader(name)?.silence ?? "";
}

function toDeny(name: string, message: string): string {
  const text = `hi could not decide (${message}); what is asked here refuses then, and this is no verdict on the call`;
  if (name === "cursor") return JSON.stringify({ permission: "deny", user_message: text, agent_message: text });
  if (name === "opencode") return JSON.stringify({ deny: text });
  if (name === "neutral") {
    return escapeHidden(JSON.stringify(toVerdict([toUndecided("hi", "closed", { kind: "hook", message })])));
  }
  const said = { permissionDecision: "deny", permissionDecisionReason: text };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...said } });
}
