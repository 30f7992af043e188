import type { Readable, Writable } from "node:stream";

import { confirm, isCancel, multiselect, note, text } from "@clack/prompts";

import type { InitAnswers, InitProposal } from "../domain/proposal.ts";
import { Refusal } from "../domain/refusal.ts";
import { parseExclude } from "../domain/selection.ts";
import { PACKS, PROVIDERS } from "../domain/settings.ts";
import type { PackName } from "../domain/settings.ts";
import { neutralise } from "./render/neutralise.ts";

/** Where questions are put and answered: the terminal, by stderr, so that stdout stays the report's. */
export interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
}

const PACK_HINTS: Readonly<Record<PackName, string>> = {
  base: "hooks, provider settings, lint; always there",
  format: "oxfmt",
  typed: "type-aware rules",
  effect: "the Effect language service's rules",
  guard: "agents are asked before they write and when they stop, in a session",
  "update-workflow": "a weekly pull request with what an update changes, on GitHub",
  "scan-hook": "edits are scanned for security problems",
  "scan-commands": "scan commands for Claude Code",
  "scan-save": "a scan that editors run on save",
  "scan-vscode": "scan tasks for VS Code",
};

/** Asks every answer of `hi init` that no flag has given, starting from the proposal. @throws Refusal HI_CANCELLED */
export async function askInit(proposal: InitProposal, streams: PromptStreams): Promise<InitAnswers> {
  const { answers } = proposal;
  const isGiven = (name: keyof InitAnswers): boolean => proposal.given.includes(name);
  note(toFacts(proposal), neutralise(proposal.root), streams);
  const providers = isGiven("providers") ? answers.providers : await askProviders(answers, streams);
  const scopes = isGiven("scopes") ? answers.scopes : await askScopes(proposal, streams);
  const packs = isGiven("packs") ? answers.packs : await askPacks(answers, streams);
  const exclude = isGiven("exclude") ? answers.exclude : await askExclude(answers, streams);
  const commitGate = isGiven("commitGate") ? answers.commitGate : await askCommitGate(answers, streams);
  return { providers, scopes, packs, exclude, commitGate };
}

function toFacts({ evidence }: InitProposal): string {
  return evidence.map(({ about, value, because }) => neutralise(`${about}: ${value} (${because})`)).join("\n");
}

async function askProviders({ providers }: InitAnswers, streams: PromptStreams): Promise<InitAnswers["providers"]> {
  const options = PROVIDERS.map((value) => ({ value, label: value }));
  const asked = { message: "Which coding agents work here?", options, initialValues: providers, required: false };
  return unlessCancelled(await multiselect({ ...asked, ...streams }));
}

async function askScopes({ candidates, answers }: InitProposal, streams: PromptStreams): Promise<readonly string[]> {
  if (candidates.length === 0) return answers.scopes;
  const options = candidates.map(({ path, name }) => ({
    value: path as string,
    label: neutralise(path),
    hint: toPackageHint(path, name),
  }));
  const known = new Set(options.map((option) => option.value));
  const initialValues = answers.scopes.filter((scope) => known.has(scope));
  const asked = {
    message: "Which packages does hi own the lint of?",
    options,
    initialValues,
    required: false,
    maxItems: 12,
  };
  return unlessCancelled(await multiselect({ ...asked, ...streams }));
}

/** What a folder is: the root says so, and a package has a name or none. */
function toPackageHint(path: string, name: string): string {
  const words = [...(path === "." ? ["the root"] : []), ...(name === "" ? [] : [`package ${neutralise(name)}`])];
  return words.join(", ");
}

async function askPacks({ packs }: InitAnswers, streams: PromptStreams): Promise<InitAnswers["packs"]> {
  const options = PACKS.map((value) => ({ value, label: value, hint: PACK_HINTS[value] }));
  // A prompt shows the words of one option at a time.
  const width = Math.max(...PACKS.map((name) => name.length));
  note(PACKS.map((name) => `${name.padEnd(width)}  ${PACK_HINTS[name]}`).join("\n"), "Packs", streams);
  const asked = { message: "Which packs?", options, initialValues: packs, required: false };
  return unlessCancelled(await multiselect({ ...asked, ...streams }));
}

async function askExclude({ exclude }: InitAnswers, streams: PromptStreams): Promise<readonly string[]> {
  const asked = {
    message: "What does no scope own? Globs from the root, separated by commas; empty for nothing",
    initialValue: exclude.join(","),
    placeholder: "examples/**",
    validate: (answer: string | undefined) => {
      const [refused] = parseExclude(toItems(answer)).refused;
      return refused && `${JSON.stringify(refused.text)} is no pattern (${refused.problem})`;
    },
  };
  return toItems(unlessCancelled(await text({ ...asked, ...streams })));
}

async function askCommitGate({ commitGate }: InitAnswers, streams: PromptStreams): Promise<InitAnswers["commitGate"]> {
  const asked = {
    message: "Check staged files before each commit, with lefthook?",
    initialValue: commitGate === "lefthook",
  };
  return unlessCancelled(await confirm({ ...asked, ...streams })) ? "lefthook" : "disabled";
}

/** Asks whether to publish what was just shown. @throws Refusal HI_CANCELLED */
export async function askToPublish(streams: PromptStreams): Promise<boolean> {
  return unlessCancelled(await confirm({ message: "Publish these changes?", initialValue: true, ...streams }));
}

const toItems = (answer: string | undefined): readonly string[] =>
  (answer ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

function unlessCancelled<Value>(answer: Value): Exclude<Value, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Value, symbol>;
  throw toCancelled();
}

/** What a prompt that was left ends in. */
export function toCancelled(): Refusal {
  return new Refusal({
    code: "HI_CANCELLED",
    message: "Cancelled at the prompt; nothing was written.",
    next: "run the same command again",
    exitCode: 130,
  });
}
