import type { RuleFacts } from "../rule.ts";

/**
 * Where a value must not arrive as somebody sent it. `path` is a whole callee, as it is written or as it is imported;
 * `method` is a method of any object; `made` what `new` makes; `set` a property that is set.
 */
export interface Sink {
  readonly path?: string;
  readonly method?: string;
  readonly made?: string;
  readonly set?: string;
  /** Which arguments count; all of them where it does not say. */
  readonly args?: readonly number[];
  /** Of an argument that is an object literal, only these members count. */
  readonly members?: readonly string[];
  /** An object literal with this member is for another kind of library. */
  readonly unless?: string;
  /** Where the host stands in the literal that it begins with, what follows leads to no other. */
  readonly isAddress?: boolean;
}

/** What makes a value harmless, for this rule alone: a callee by its whole path or by its last name. */
export interface Sanitizer {
  readonly path?: string;
  readonly method?: string;
}

/** A rule about the way of a value from a request to where it does harm. */
export interface TaintRule extends RuleFacts {
  /** A text without a match has no sink. */
  readonly hint: RegExp;
  readonly sinks: readonly Sink[];
  readonly sanitizers: readonly Sanitizer[];
  /** What can happen, as the second half of a sentence. */
  readonly danger: string;
  readonly fix: string;
  /** Text does no harm here, only an object that was made of what was sent. */
  readonly needsObject?: true;
}

/** A value that somebody sent, as an expression holds it. */
export interface Taint {
  /** `req.query`, or the parameter. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
  /** Functions that it went through: 1 where it never left the one that it came into. */
  readonly hops: number;
  /** The rules it was made harmless for, a bit each in the order of the table. */
  readonly clean: number;
}
