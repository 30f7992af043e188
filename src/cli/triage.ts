import { isCancel, note, selectKey } from "@clack/prompts";

import { isEverywhere, triage } from "../commands/triage.ts";
import type { OpenFinding, Triage } from "../commands/triage.ts";
import type { SuppressionKind } from "../contracts/scanner.ts";
import { Refusal } from "../domain/refusal.ts";
import { drawsOn } from "./draws-on.ts";
import { EXIT } from "./exit-code.ts";
import type { Invocation } from "./main.ts";
import type { PromptStreams } from "./prompts.ts";
import { toCancelled } from "./prompts.ts";
import { neutralise, neutraliseLines } from "./render/neutralise.ts";
import { createStyle } from "./render/style.ts";
import type { Style } from "./render/style.ts";
import { renderExplanation, renderOpenFinding } from "./render/triage.ts";
import type { ScanAsk } from "./scan-arguments.ts";

const SUPPRESSIONS: Readonly<Record<string, SuppressionKind>> = { i: "inline", c: "config", b: "baseline" };

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What can be done about one finding, and what would be written where. */
function listOptions({ finding }: OpenFinding, walk: Triage): Option[] {
  const rule = neutralise(finding.rule_id);
  const scope = isEverywhere(finding.rule_id) ? `turns ${rule} off for every file` : `for ${rule} in this file`;
  const written = [
    { value: "i", kind: "inline", label: "suppress by a comment above the line, in" },
    { value: "c", kind: "config", label: `suppress in the configuration: ${scope}, in` },
    { value: "b", kind: "baseline", label: "suppress this finding alone, in" },
  ] as const;
  return [
    { value: "e", label: "explain: where it comes from, where it goes, what to do instead" },
    ...written.flatMap(({ value, kind, label }) => {
      const file = walk.placeOf(finding, kind);
      return file === undefined ? [] : [{ value, label: `${label} ${neutralise(file)}` }];
    }),
    { value: "s", label: "skip; not asked again in the next walk" },
    { value: "q", label: "quit; the next walk goes on here" },
  ];
}

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
  const before = walk.response.findings.length;
  await walkThrough(walk, output);
  const left = walk.response.findings.length;
  await streams.stdout.write(renderEnd(walk, before - left, createStyle(streams.stdout, env)));
  return left === 0 ? EXIT.done : EXIT.pending;
}

/** What came of the walk, and what is next. */
function renderEnd(walk: Triage, suppressed: number, { glyphs }: Style): string {
  const left = walk.response.findings.length;
  const open = walk.open().length;
  const words = left === 0 ? "Nothing is left to tell." : `${left} left: ${walk.passedOver} skipped, ${open} open.`;
  const written = suppressed > 0 ? ["look at what was written, and commit it: git diff"] : [];
  const next = open > 0 ? "go on: run the same command again" : "mend what was skipped: hi scan lists it";
  const steps = [...written, ...(left === 0 ? [] : [next])].map((step) => `${glyphs.arrow} ${step}`);
  const told = suppressed > 0 ? `${suppressed} suppressed. ${words}` : words;
  return [told, ...steps].map((line) => `${line}\n`).join("");
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
    const key = await selectKey({ message: "What becomes of it?", options: listOptions(one, walk), ...streams });
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
