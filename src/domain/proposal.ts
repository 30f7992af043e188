import type { ScopePath } from "./paths.ts";
import type { CommitGate, PackName, ProviderName } from "./settings.ts";

/** The answers of `hi init`: what becomes `.hi/settings.json`. */
export interface InitAnswers {
  readonly providers: readonly ProviderName[];
  readonly packs: readonly PackName[];
  readonly scopes: readonly string[];
  readonly exclude: readonly string[];
  readonly commitGate: CommitGate;
}

/** What `hi init` proposes before it asks: from the flags, the settings that exist, and what was detected, in that order. */
export interface InitProposal {
  readonly root: string;
  readonly answers: InitAnswers;
  /** Which answers a flag has given; they are not asked again. */
  readonly given: readonly (keyof InitAnswers)[];
  /** What the repository shows for an answer that neither a flag nor the settings have given. */
  readonly reasons: Readonly<Partial<Record<keyof InitAnswers, string>>>;
  /** Every package root that could be a scope, with its package's name. */
  readonly candidates: readonly { readonly path: ScopePath; readonly name: string }[];
  readonly evidence: readonly { readonly about: string; readonly value: string; readonly because: string }[];
}
