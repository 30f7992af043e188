import { compareTests, name } from "../tests/compare-tests.ts";
import { printSteps, printTerm } from "../tests/print.ts";
import { listFunctions } from "../tests/read-tests.ts";
import { toFinding } from "../tests/test-finding.ts";
import type { TestFinding } from "../tests/test-finding.ts";
import type { TestFile } from "../tests/test-model.ts";
import type { Program } from "../tree/tree.ts";
import { mayAssert } from "./assertive-text.ts";

/** One version of a module that tests use, as a program and as what it asserts. */
export interface SupportVersion {
  readonly program: Program;
  readonly file: TestFile;
}

/** What has to be known to compare two versions of such a module. */
export interface SupportAsks {
  readonly path: string;
  readonly assertions: boolean;
  /** Whether a file that may reach the module holds a name. */
  readonly isMentioned: (name: string) => boolean;
}

/**
 * Says what a module that tests use asserts no longer. Functions that assert are compared as tests are; of all the rest
 * that may assert (methods, wrappers of `it`, hooks, what runs when it is loaded), any change is more than can be told.
 */
export function compareSupport(
  before: SupportVersion,
  after: SupportVersion,
  asks: SupportAsks
): readonly TestFinding[] {
  const { findings, removed } = compareTests(before.file, after.file, { assertions: asks.assertions });
  if (!asks.assertions) return findings;
  const gone = removed
    .filter((helper) => asks.isMentioned(helper.path[0] ?? ""))
    .map((helper) =>
      toFinding(
        "ASSERTION_REMOVED",
        undefined,
        `${name(helper)} asserts nothing any more, and tests may call it.`,
        "high"
      )
    );
  return [...findings, ...gone, ...comparePieces(before, after, asks)];
}

function comparePieces(before: SupportVersion, after: SupportVersion, { path }: SupportAsks): readonly TestFinding[] {
  const read = new Set([...before.file.helpers, ...after.file.helpers].map((helper) => helper.path[0]));
  const [was, now] = [toPieces(before.program), toPieces(after.program)];
  return [...was].flatMap(([piece, text]) => {
    const instead = now.get(piece) ?? "";
    if (read.has(piece) || text === instead || ![text, instead].some((one) => mayAssert(path, one))) return [];
    const what =
      piece === ""
        ? "What it does when it is loaded, and what its classes and objects do,"
        : `What ${JSON.stringify(piece)} does`;
    return [
      toFinding(
        "TEST_ANALYSIS_FAILED",
        undefined,
        `${what} was changed, and cannot be followed from the tests that use it.`,
        "low"
      ),
    ];
  });
}

/** The functions by their names; all the rest has none. */
function toPieces({ body }: Program): ReadonlyMap<string, string> {
  const functions = listFunctions(body);
  const places = new Set(functions.map(({ at }) => at));
  const rest = body.filter(({ at, kind }) => !(places.has(at) && (kind === "function" || kind === "bind")));
  return new Map([
    ...functions.map(({ name: own, value }) => [own, printTerm(value, undefined)] as const),
    ["", printSteps(rest)] as const,
  ]);
}
