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

/** What of `.hi/runtime/guard.mjs` the hooks use: the same decisions as `hi hook can-write` and `can-stop`. */
export interface Decider {
  readonly canWrite: (asked: Asked & { readonly path: string }) => HookWriteDecision | Promise<HookWriteDecision>;
  readonly canStop: (asked: Asked) => HookStopDecision | Promise<HookStopDecision>;
  /** Remembers, under the guard's key, how often an agent's session was kept from stopping. */
  readonly stopLoops: StopLoops;
}

/** One session of one agent. */
export interface AgentSession {
  readonly provider: string;
  readonly session: string;
}

export interface StopLoops {
  /** How often in a row it was kept from stopping, this time included. */
  readonly count: (asked: Asked & AgentSession) => Promise<number> | number;
  /** It may stop after all: the next block counts from the start. */
  readonly clear: (asked: Asked & AgentSession) => Promise<void> | void;
  /** Writes down that it was let go without a fresh pass. */
  readonly release: (asked: Asked & AgentSession & { readonly blocks: number }) => Promise<void> | void;
}

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
    const { canWrite, canStop, stopLoops } = (await import(pathToFileURL(real).href)) as Decider;
    if (typeof canWrite !== "function" || typeof canStop !== "function") throw new TypeError("it lacks its decisions");
    return { canWrite, canStop, stopLoops };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${GUARD_RUNTIME_PATH} cannot be loaded: run hi restore ${GUARD_RUNTIME_PATH} (${why})`;
    throw new Error(message, { cause: error });
  }
}
