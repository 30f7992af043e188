import type { FunctionTerm } from "../tree/tree.ts";
import type { Assertion } from "./assertion.ts";
import type { Scope } from "./scope.ts";
import type { Mark } from "./test-model.ts";

/** What is found in the body of a test. */
export interface BodyFacts {
  readonly assertions: Assertion[];
  readonly skips: Mark[];
  readonly unknown: Mark[];
  readonly timeouts: (Mark & { readonly value: number })[];
  readonly retries: (Mark & { readonly value: number })[];
  count: number | undefined;
}

/** What a file gives to the walks of its bodies. */
export interface BodyContext {
  readonly language: "script" | "python";
  /** The function that an imported name stands for, of files that could be read. */
  readonly findImported: (
    from: string,
    name: string
  ) => { readonly value: FunctionTerm; readonly scope: Scope } | undefined;
  /** How many steps may still be looked at, of the whole file. */
  readonly budget: { steps: number };
}
