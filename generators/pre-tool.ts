import type { Answers } from "../src/domain/answers.ts";
import { STOP_BLOCKS } from "../src/domain/guard-record.ts";
import { toHookTimeoutSeconds } from "../src/domain/hook-deadline.ts";

/** Reading a payload that comes slowly, and putting the answers together. */
const BESIDE_LINTERS_MS = 7000;

/** What the guard may take beside the linters. */
const GUARD_MS = 10_000;

/** How long agents wait for what is asked when they stop. */
const STOP_TIMEOUT_SECONDS = 60;

/**
 * Programs for `node -e`, with the runtime's path as their first argument. Agents take exit code 1, with which Node ends
 * where the runtime is missing or broken, for leave to go on; 2 refuses. They hold nothing that a POSIX shell, fish, cmd or
 * PowerShell reads between double quotes.
 */
const toStarter = (orElse: string): string =>
  `import(require('url').pathToFileURL(process.argv[1])).catch(e=>{const why='('+e.message+')';${orElse}})`;

const REFUSING_STARTER = toStarter(
  "console.error('hi could not decide '+why+', so the call is refused. That is no verdict on it. A person can run: hi restore .hi/runtime/hook.mjs');process.exitCode=2"
);

/** The payload says whether the agent was kept from stopping before: once has to do where nobody counts. */
const toHolding = (isFirst: string, hold: string, release: string): string =>
  toStarter(
    `let p={};try{p=JSON.parse(require('fs').readFileSync(0,'utf8'))}catch{};const text='whether the work is verified could not be decided '+why;if(${isFirst}){${hold}}else{${release}}`
  );

const HOLDING_STARTER = toHolding(
  "p.stop_hook_active===false",
  "console.error('Not finished yet: '+text+'. Run hi verify. A person can run: hi restore .hi/runtime/hook.mjs');process.exitCode=2",
  "console.log(JSON.stringify({systemMessage:'hi let go unverified: '+text}))"
);

const CURSOR_HOLDING_STARTER = toHolding(
  "p.status==='completed'&&p.loop_count===0",
  "console.log(JSON.stringify({followup_message:'Not finished yet: '+text+'. Run hi verify.'}))",
  "console.log('{}')"
);

/** How agents ask before a tool runs; undefined where nobody is to be asked, so nothing is projected. */
export interface PreTool {
  readonly timeoutSeconds: number;
  /** The guard is on, or a linter is closed: what cannot be decided is refused. */
  readonly isClosed: boolean;
  /** With the guard: what starts the runtime and refuses where that cannot be started; undefined without. */
  readonly starter: string | undefined;
}

/** One hook for all tools: who is concerned the runtime decides, so that a definition keeps its bytes. */
export function findPreTool({ linters = [], packs }: Pick<Answers, "linters" | "packs">): PreTool | undefined {
  const isGuarded = packs.includes("guard");
  const asked = linters.filter((linter) => linter.events.includes("pre-tool"));
  if (asked.length === 0 && !isGuarded) return undefined;
  const longestMs = Math.max(...asked.map((linter) => linter.limits.timeoutMs), isGuarded ? GUARD_MS : 0);
  return {
    timeoutSeconds: toHookTimeoutSeconds(longestMs + BESIDE_LINTERS_MS),
    starter: isGuarded ? REFUSING_STARTER : undefined,
    isClosed: isGuarded || asked.some((linter) => linter.onFailure === "closed"),
  };
}

/** How agents ask when they stop; undefined without the guard. */
export interface Stop {
  readonly timeoutSeconds: number;
  /** Cursor's own bound on follow-ups: beyond ours, so that the last question is asked, which lets go and records it. */
  readonly loopLimit: number;
  /** What starts the runtime, and keeps the agent from stopping, once, where that cannot be started. */
  readonly starter: string;
  /** The same in Cursor's words. */
  readonly cursorStarter: string;
}

export function findStop({ guard, packs }: Pick<Answers, "guard" | "packs">): Stop | undefined {
  if (!packs.includes("guard")) return undefined;
  return {
    timeoutSeconds: STOP_TIMEOUT_SECONDS,
    loopLimit: (guard?.stopBlocks ?? STOP_BLOCKS.usual) + 2,
    starter: HOLDING_STARTER,
    cursorStarter: CURSOR_HOLDING_STARTER,
  };
}
