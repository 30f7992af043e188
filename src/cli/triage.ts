import { isCancel, note, selectKey } from "@clack/prompts";

import { triage } from "../commands/triage.ts";
import type { OpenFinding, Triage } from "../commands/triage.ts";
import type { SuppressionKind } from "../contracts/scanner.ts";
import { Refusal } from "../domain/refusal.ts";
import { drawsOn } from "./draws-on.ts";
import { EXIT } from "./exit-code.ts";
import type { Invocation } from "./main.ts";
import type { PromptStreams } from "./prompts.ts";
import { toCancelled } from "./prompts.ts";
import { neutraliseLines } from "./render/neutralise.ts";
import { renderExplanation, renderOpenFinding } from "./render/triage.ts";
import type { ScanAsk } from "./scan-arguments.ts";

const SUPPRESSIONS: Readonly<Record<string, SuppressionKind>> = { i: "inline", c: "config", b: "baseline" };

const OPTIONS = [
  { value: "e", label: "explain: where it comes from, where it goes, what to do instead" },
  { value: "i", label: "suppress by a comment above the line" },
  { value: "c", label: "suppress in the configuration, for this file" },
  { value: "b", label: "suppress in the baseline" },
  { value: "s", label: "skip; not asked again in the next walk" },
  { value: "q", label: "quit; the next walk goes on here" },
];

/**
 * Walks through the findings in the terminal, by keys. Every decision is written at once, so that a walk can end anywhere.
 * Ends with 0 where nothing is left to tell, with 1 where findings are. @throws Refusal HI_NEEDS_TERMINAL, HI_CANCELLED
 */
export async function runTriage({ order }: ScanAsk, { streams, env }: Invocation): Promise<number> {
  if (streams.stdin.isTTY !== true || !drawsOn(streams.stderr, env)) throw toNoTerminal();
  const walk = await triage(order, env);
  if (typeof walk === "string") {
    const next = "mend what is named, and run the same command again";
    throw new Refusal({ code: "HI_SCAN_FAILED", message: walk, next });
  }
  const output = { input: streams.stdin, output: streams.stderr.stream };
  await settleEarlier(walk, output);
  await walkThrough(walk, output);
  const left = walk.response.findings.length;
  const words =
    left === 0 ? "Nothing is left to tell." : `${left} left: ${walk.passedOver} skipped, ${walk.open().length} open.`;
  await streams.stdout.write(`${words}\n`);
  return left === 0 ? EXIT.done : EXIT.pending;
}

function toNoTerminal(): Refusal {
  return new Refusal({
    code: "HI_NEEDS_TERMINAL",
    message: "There is no terminal to walk through the findings in.",
    next: "run hi scan triage in a terminal; hi scan lists the findings anywhere",
  });
}

/** What an earlier walk passed over is not asked again, unless a person wants to start again. */
async function settleEarlier(walk: Triage, streams: PromptStreams): Promise<void> {
  if (walk.passedOver === 0) return;
  const answer = await selectKey({
    message: `${walk.passedOver} were skipped in an earlier walk.`,
    options: [
      { value: "g", label: "go on with the others" },
      { value: "a", label: "ask about all again" },
    ],
    ...streams,
  });
  if (isCancel(answer)) throw toCancelled();
  if (answer === "a") walk.startAgain();
}

async function walkThrough(walk: Triage, streams: PromptStreams): Promise<void> {
  const total = walk.open().length;
  for (let [next] = walk.open(); next; [next] = walk.open()) {
    const at = total - walk.open().length + 1;
    note(renderOpenFinding(next.finding, walk.frame(next.finding)), `${at} of ${total}`, streams);
    if (!(await askAbout(next, walk, streams))) return;
  }
}

/** False where a person wants no more. */
async function askAbout(one: OpenFinding, walk: Triage, streams: PromptStreams): Promise<boolean> {
  for (;;) {
    const key = await selectKey({ message: "What becomes of it?", options: OPTIONS, ...streams });
    if (isCancel(key)) throw toCancelled();
    const kind = SUPPRESSIONS[key];
    if (key === "q") return false;
    if (key === "s") {
      walk.passOver(one);
      return true;
    }
    if (kind === undefined) {
      note(renderExplanation(one.finding), "Explained", streams);
      continue;
    }
    const { isGone, said } = await walk.suppress(one, kind);
    note(neutraliseLines(said), isGone ? "Suppressed" : "Not suppressed", streams);
    if (isGone) return true;
  }
}
