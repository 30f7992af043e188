import { isPython } from "../tests/read-program.ts";

const WORDS =
  "expect|it|test|describe|suite|vi|jest|sinon|chai|cy|beforeEach|beforeAll|afterEach|afterAll|pytest|unittest";
/** What only tests have: a call of a test library's, or an import of one. */
const TEST_WORD = new RegExp(
  `(?<![.\\w$])(?:${WORDS})\\s*[.(]|["'](?:vitest|@jest/globals|chai|sinon|node:test|bun:test|ava|uvu|tap|@playwright/test|cypress)["']|^\\s*(?:import|from)\\s+(?:pytest|unittest)\\b|\\.should\\b`,
  "m"
);
/** What sources have too. */
const ASSERT_WORD = /(?<![.\w$])assert(?:\.\w+)*\s*\(|["'](?:node:)?assert(?:\/strict)?["']|^\s*assert\b/m;
const THROW_WORD = /\b(?:throw|raise)\b/;
const SUPPORT_PATH =
  /(?:^|\/)(?:supports?|helpers?|test[-_]?utils?|testing|test[-_]?(?:helpers?|support|kit|lib)|specs?|e2e|harness|matchers?|assertions?)(?:\/|[-_.][^/]*$|\.\w+$)/i;

/** How surely what a text does is asserting for tests: `test` by words of test libraries, `assert` by what sources say too. */
export function judgeText(path: string, text: string): "test" | "assert" | undefined {
  const own = new RegExp(`\\b(?:function\\*?|const|let|var|class|def)\\s+(?:${WORDS})\\b`);
  if (TEST_WORD.test(text) && !own.test(text)) return "test";
  if (ASSERT_WORD.test(text) || (isSupportPath(path) && THROW_WORD.test(text))) {
    return isSupportPath(path) ? "test" : "assert";
  }
  return undefined;
}

/** Whether a piece of a module that is taken for one of tests may make a test fail, or keep it from running. */
export const mayAssert = (path: string, printed: string): boolean =>
  TEST_WORD.test(printed) ||
  ASSERT_WORD.test(printed) ||
  /\b(?:assert|skip|only|todo)\b/.test(printed) ||
  ((isSupportPath(path) || isPython(path)) && THROW_WORD.test(printed));

const isSupportPath = (path: string): boolean => SUPPORT_PATH.test(path);
