import type { Assertion } from "./assertion.ts";

/** A place in a test file that something is to be said about. */
export interface Mark {
  readonly at: number;
  /** What stands there, as one tells it: `test.skip`. */
  readonly text: string;
}

/** One test, each row of a table on its own. */
export interface TestCase {
  readonly at: number;
  /** The titles from the outermost suite to the test. */
  readonly path: readonly string[];
  /** Why it does not run, or not always, or may fail; the first that holds. */
  readonly skipped: Mark | undefined;
  readonly focused: Mark | undefined;
  readonly isEmpty: boolean;
  readonly assertions: readonly Assertion[];
  /** How many assertions it says that it makes. */
  readonly count: number | undefined;
  /** Milliseconds; undefined where it says none. */
  readonly timeout: (Mark & { readonly value: number }) | undefined;
  readonly retries: (Mark & { readonly value: number }) | undefined;
  /** The body without layout, names as they are. */
  readonly body: string;
  /** What it calls that may assert and cannot be followed. */
  readonly unknown: readonly Mark[];
}

/** What a file replaces, by the name or the module that is replaced. */
export interface Replacement extends Mark {
  /** A module as it is imported, or a function as it is called. */
  readonly target: string;
  readonly kind: "module" | "function";
  /** Of a module, the names that are replaced; undefined is all. */
  readonly names?: readonly string[];
}

/** A test file as far as it says what is tested. */
export interface TestFile {
  readonly tests: readonly TestCase[];
  /** Functions of the file that assert and are no tests, by name: what other files call. */
  readonly helpers: readonly TestCase[];
  readonly replacements: readonly Replacement[];
  /** Names here, and the module that each comes from. */
  readonly imports: ReadonlyMap<string, string>;
  /** Limits for the whole file. */
  readonly timeouts: readonly (Mark & { readonly value: number })[];
  readonly retries: readonly (Mark & { readonly value: number })[];
  /** What could not be followed. */
  readonly doubts: readonly Mark[];
  /** True where it was given up: nothing can be said of what is missing. */
  readonly isPartial?: boolean;
}
