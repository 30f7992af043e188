import type { Term } from "../tree/tree.ts";
import type { Written } from "./written.ts";

/** How surely an assertion is run, and its failure noticed: 3 always, 2 under a condition, 1 unnoticed, 0 never. */
export type Reach = 0 | 1 | 2 | 3;

/** An assertion as it is recognised, before what it is made of is read. */
export interface AssertionDraft {
  readonly at: number;
  readonly subject: Term | undefined;
  /** The matcher's one name, whatever the library calls it (matchers.ts): to compare by, and never shown. */
  readonly matcher: string;
  readonly written: Written;
  readonly isNegated: boolean;
  readonly args: readonly Term[];
  readonly isSoft: boolean;
  /** True where its promise must be waited for. */
  readonly isAsync: boolean;
}

/** What a test asserts at one place. */
export interface Assertion {
  readonly at: number;
  readonly kind: "value" | "throws" | "snapshot" | "opaque";
  /** What is asserted about, names resolved. */
  readonly subject: string;
  readonly matcher: string;
  /** As the file writes it, `…` in the place of values. */
  readonly written: string;
  readonly isNegated: boolean;
  readonly literals: readonly string[];
  readonly wildcards: number;
  /** True where part of what is expected is what some code gives. */
  readonly isComputed: boolean;
  /** 0 asserts nothing, 6 one exact value. */
  readonly strength: number;
  /** Of a comparison: the number, and on which side of it the subject must lie. */
  readonly limit?: { readonly side: "above" | "below"; readonly value: number };
  readonly isSoft: boolean;
  readonly isTautology: boolean;
  readonly reach: Reach;
  /** Of a whole record, what it says of its parts (expected-parts.ts). */
  readonly parts: readonly string[];
  /** What the subject calls, as written. */
  readonly calls: readonly string[];
}
