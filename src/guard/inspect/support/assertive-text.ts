import { isPython } from "../tests/read-program.ts";

/** Names that test runners and libraries give to all files. */
const WORDS = ["expect", "it", "test", "describe", "suite", "vi", "jest", "sinon", "chai", "cy"] as const;
/** How each is used where it is that name and no other: `it.name` and `test(value)` are a source's. */
const USES = [
  String.raw`expect\s*\(`,
  String.raw`expect\.(?:soft|extend|poll|assertions|hasAssertions)\s*\(`,
  String.raw`(?:it|test|describe|suite)(?:\.(?:skip|only|each|todo|concurrent|sequential|fails|failing|skipIf|runIf|for|extend|step|use|describe)\b)+`,
  "(?:it|test|describe|suite)\\s*\\(\\s*(?:[\"'`]|[\\w$]{1,60}\\s*,)",
  String.raw`(?:vi|jest|sinon|chai)\.\w+\s*\(`,
  String.raw`cy\.(?:get|visit|contains|intercept|request|wrap|task)\s*\(`,
  String.raw`(?:beforeEach|beforeAll|afterEach|afterAll|before|after)\s*\(\s*(?:async\b|function\b|\()`,
].join("|");
const LIBRARY =
  /["'](?:vitest|@jest\/globals|chai|sinon|node:test|bun:test|ava|uvu|tap|@playwright\/test|cypress)["']|^[ \t]*(?:import|from)[ \t]+(?:pytest|unittest)\b/m;
const TEST_WORD = new RegExp(String.raw`(?<![.\w$])(?:${USES})|\.should\b`);
/** What sources have too. */
const ASSERT_WORD = /(?<![.\w$])assert(?:\.\w+)*\s*\(|["'](?:node:)?assert(?:\/strict)?["']|^[ \t]*assert\b/m;
const THROW_WORD = /\b(?:throw|raise)\b/;
const SUPPORT_PATH =
  /(?:^|\/)(?:supports?|helpers?|test[-_]?utils?|testing|test[-_]?(?:helpers?|support|kit|lib)|specs?|e2e|harness|matchers?|assertions?)(?:\/|[-_.][^/]*$|\.\w+$)/i;

/** How surely what a text does is asserting for tests: `test` by words of test libraries, `assert` by what sources say too. */
export function judgeText(path: string, text: string): "test" | "assert" | undefined {
  if (LIBRARY.test(text) || (TEST_WORD.test(text) && (isSupportPath(path) || !isOwnWord(text)))) return "test";
  if (ASSERT_WORD.test(text) || (isSupportPath(path) && THROW_WORD.test(text))) {
    return isSupportPath(path) ? "test" : "assert";
  }
  return undefined;
}

/** Whether a text makes or imports for itself what test runners give: then it is the source's word. */
const isOwnWord = (text: string): boolean =>
  WORDS.some((word) =>
    new RegExp(
      String.raw`\b(?:function\*?|const|let|var|class|def)[ \t]+${word}\b|\bimport\b[^;"']{0,300}\b${word}\b[^;"']{0,300}["']`
    ).test(text)
  );

/** Whether a piece of a module that is taken for one of tests may make a test fail, or keep it from running. */
export const mayAssert = (path: string, printed: string): boolean =>
  TEST_WORD.test(printed) ||
  ASSERT_WORD.test(printed) ||
  /\b(?:assert|skip|only|todo)\b/.test(printed) ||
  ((isSupportPath(path) || isPython(path)) && THROW_WORD.test(printed));

const isSupportPath = (path: string): boolean => SUPPORT_PATH.test(path);
