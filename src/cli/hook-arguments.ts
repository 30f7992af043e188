import type { HookRequest } from "../commands/hook.ts";
import { PROVIDERS } from "../domain/settings.ts";
import { findNearest } from "./did-you-mean.ts";

const EVENTS = ["post-edit"] as const;
const RUNTIME_EVENTS = ["pre-tool", "stop"] as const;
const KNOWN = [...EVENTS, ...RUNTIME_EVENTS, "can-write", "can-stop"] as const;
const NAMES = [...PROVIDERS, "neutral"] as const;

/** What `hi hook …` asks for; `help` goes to the parser, which knows the text. */
export type HookAsked =
  | { readonly kind: "help" }
  | { readonly kind: "run"; readonly request: HookRequest }
  /** What is wrong, in one line. One that meant a decision must not be taken for it. */
  | { readonly kind: "usage"; readonly line: string; readonly isOfDecision: boolean };

/**
 * Reads the words after `hi hook` without the argument parser: an agent waits for every millisecond. A wrong word is no
 * refusal: it would end with 2, which agents take for "block the edit". A decision
 * that is misspelt is one, as whoever asks for it takes 0 for an allowance.
 */
export function parseHookArguments(words: readonly string[]): HookAsked {
  if (words.some((word) => word === "--help")) return { kind: "help" };
  let provider: string | undefined;
  const events: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--provider") {
      at += 1;
      provider = words[at];
    } else if (word.startsWith("--provider=")) provider = word.slice("--provider=".length);
    else events.push(word);
  }
  const [event, unknown] = events;
  if (event === undefined) return toUsage(`which event? ${KNOWN.join(", ")}`);
  if (event !== EVENTS[0]) return toUsage(toEventTrouble(event), meansDecision(event));
  if (unknown !== undefined) return toUsage(`${JSON.stringify(unknown)} is not known here`);
  if (provider === undefined) return toUsage("which agent? --provider NAME");
  const name = NAMES.find((known) => known === provider);
  if (name === undefined) return toUsage(toUnknown("provider", provider, NAMES));
  return { kind: "run", request: { event, provider: name } };
}

/** Whoever misspells a decision takes 0 for an allowance. */
function meansDecision(event: string): boolean {
  return /^can/i.test(event) || ["can-write", "can-stop"].some((known) => known === findNearest(event, KNOWN));
}

/** Two of the events are asked of the runtime that lies in the repository, as agents do. */
function toEventTrouble(event: string): string {
  if (RUNTIME_EVENTS.some((known) => known === event)) {
    return `${event} is the agents' own: node .hi/runtime/hook.mjs ${event} --provider NAME`;
  }
  return toUnknown("event", event, KNOWN);
}

function toUnknown(kind: string, word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known);
  const hint = nearest === undefined ? `known: ${known.join(", ")}` : `did you mean ${nearest}?`;
  return `unknown ${kind} ${JSON.stringify(word)} (${hint})`;
}

function toUsage(what: string, isOfDecision = false): HookAsked {
  const outcome = isOfDecision ? "nothing was decided" : "the edit was not checked";
  return { kind: "usage", line: `hi hook: ${what}; ${outcome} (hi hook --help)`, isOfDecision };
}
