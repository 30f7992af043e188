import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { HookStopDecision } from "../../contracts/stop-decision.ts";
import type { HookWriteDecision } from "../../contracts/write-decision.ts";
import { GUARD_RUNTIME_PATH } from "../../domain/guard-record.ts";
import { isSameOrBelow } from "../io/is-same-or-below.ts";
import { MAX_TEXT_BYTES } from "../io/read-regular.ts";

/** Where a question is asked from. */
export interface Asked {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One session of one agent. */
export interface AskedStop extends Asked {
  readonly provider: string;
  readonly session: string;
}

/** What of `.hi/runtime/guard.mjs` the hooks use: the same decisions as `hi hook can-write` and `can-stop`. */
export interface Decider {
  /** Whether a session, or what is left of one, is here at all. */
  readonly isGuarded: (cwd: string, env: Asked["env"]) => boolean;
  readonly decideWrite: (asked: Asked & { readonly asked: string }) => { readonly decision: HookWriteDecision };
  readonly decideStop: (asked: Asked) => Promise<{ readonly decision: HookStopDecision; readonly needsPerson?: true }>;
  /** One block more; how many in a row there are. */
  readonly countStop: (asked: AskedStop) => number;
  readonly clearStop: (asked: AskedStop) => void;
  readonly releaseStop: (asked: AskedStop) => void;
}

const PARTS = ["isGuarded", "decideWrite", "decideStop", "countStop", "clearStop", "releaseStop"] as const;

/**
 * Loads what decides, from the file that the repository has of it, in this process.
 * @throws Error where it is missing, is no file of ours or lacks a part, with the command that brings it back
 */
export async function loadDecider(root: string): Promise<Decider> {
  const file = path.join(root, GUARD_RUNTIME_PATH);
  try {
    const real = realpathSync(file);
    const facts = statSync(real);
    if (!facts.isFile() || facts.size > MAX_TEXT_BYTES || !isSameOrBelow(root, real)) {
      throw new Error("it is no file of ours");
    }
    const loaded = (await import(pathToFileURL(real).href)) as Decider;
    const missing = PARTS.find((part) => typeof loaded[part] !== "function");
    if (missing !== undefined) throw new TypeError(`it has no ${missing}`);
    return loaded;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${GUARD_RUNTIME_PATH} cannot be loaded: run hi restore ${GUARD_RUNTIME_PATH} (${why})`;
    throw new Error(message, { cause: error });
  }
}

/** The decision in an answer of the decider's, or why there is none: what was loaded is a file of the repository's. */
export function readDecision<Decision extends HookWriteDecision | HookStopDecision>(
  event: "can-write" | "can-stop",
  answer: { readonly decision: Decision }
): Decision | string {
  const decision = (answer as { readonly decision?: unknown } | undefined)?.decision;
  if (!isDecision<Decision>(decision)) return `${event} gave an answer that is no decision`;
  return decision.reasonCode === "COULD_NOT_DECIDE" ? decision.explanation : decision;
}

function isDecision<Decision>(value: unknown): value is Decision {
  if (typeof value !== "object" || value === null) return false;
  const { schemaVersion, decision, reasonCode, explanation } = value as Partial<Record<string, unknown>>;
  const isKnown = decision === "allow" || decision === "deny";
  return schemaVersion === 1 && isKnown && typeof reasonCode === "string" && typeof explanation === "string";
}
