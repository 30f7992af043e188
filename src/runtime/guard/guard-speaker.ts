import type { CustomLintFinding } from "../../contracts/custom-lint.ts";
import { toUndecided } from "../../contracts/pre-tool-verdict.ts";
import type { PreToolSaying } from "../../contracts/pre-tool-verdict.ts";
import type { HookWriteDecision } from "../../contracts/write-decision.ts";
import { isSameOrBelow } from "../io/is-same-or-below.ts";
import { NO_CALL } from "../pre-tool-speaker.ts";
import type { PreToolSpeaker, PreToolTurn } from "../pre-tool-speaker.ts";
import { RealPlaces } from "../real-places.ts";
import { findAskedPaths } from "./asked-paths.ts";
import type { AskedPaths } from "./asked-paths.ts";
import { loadDecider, readDecision } from "./load-decider.ts";
import type { Decider } from "./load-decider.ts";
import { readGuard } from "./read-guard.ts";

const NAME = "the guard";

/** Reading the session and asking about one call's files. */
const OWN_TIME_MS = 10_000;

/** More of them help nobody. */
const MAX_FINDINGS = 20;

/**
 * The guard (seed 004): asks can-write about every file that a call would write, in this process. Whatever keeps it from
 * an answer denies, and says that nothing was decided. Silent where the guard is off or no session is on.
 */
export const guardSpeaker: PreToolSpeaker = {
  name: NAME,
  speak: async (turn) => {
    const reading = readGuard(turn.root);
    if (reading.kind === "off") return [];
    if (reading.kind === "unknown") return [undecided("configuration", reading.message)];
    turn.takeTime(OWN_TIME_MS);
    const decider = await loadDecider(turn.root);
    if (decider.isGuarded(turn.root, turn.env) === false) return [];
    if (!turn.call) return [undecided("payload", turn.gap ?? NO_CALL)];
    return judge(await findAskedPaths(turn.root, turn.call, turn.gap), { decider, turn });
  },
};

interface Asking {
  readonly decider: Decider;
  readonly turn: PreToolTurn;
}

async function judge(asked: AskedPaths, { decider, turn }: Asking): Promise<readonly PreToolSaying[]> {
  const findings: CustomLintFinding[] = [];
  const faults: string[] = [];
  const places = new RealPlaces();
  for (const file of asked.paths) {
    const decision = ask(decider, turn, file);
    if (typeof decision === "string") faults.push(decision);
    else if (decision.decision === "deny" && !(await isElsewhere(decision, { file, asked, turn, places }))) {
      findings.push(toFinding(decision));
    }
    if (findings.length + faults.length >= MAX_FINDINGS) break;
  }
  const denied: PreToolSaying = { speaker: NAME, disposition: "deny", findings, notes: [] };
  const left = [...faults, ...asked.undecided].slice(0, MAX_FINDINGS).map((why) => undecided("guard", why));
  return [...(findings.length > 0 ? [denied] : []), ...left];
}

interface Place {
  readonly file: string;
  readonly asked: AskedPaths;
  readonly turn: PreToolTurn;
  readonly places: RealPlaces;
}

/** A shell may write to what lies outside, by its name and in truth. */
async function isElsewhere({ reasonCode }: HookWriteDecision, { file, asked, turn, places }: Place): Promise<boolean> {
  if (!asked.isOutsideFree || reasonCode !== "PATH_OUTSIDE_REPOSITORY" || isSameOrBelow(turn.root, file)) return false;
  return !isSameOrBelow(turn.root, await places.find(file));
}

/** The decision on one file; a text says why there is none. */
function ask(decider: Decider, { root, env }: PreToolTurn, file: string): HookWriteDecision | string {
  try {
    return readDecision("can-write", decider.decideWrite({ cwd: root, env, asked: file }));
  } catch (error) {
    return `can-write: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function toFinding({ reasonCode, path: file, explanation }: HookWriteDecision): CustomLintFinding {
  return { id: reasonCode, severity: "error", message: explanation, location: { path: file } };
}

function undecided(kind: string, message: string): PreToolSaying {
  return toUndecided(NAME, "closed", { kind, message });
}
