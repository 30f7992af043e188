import type { LinterLanguage } from "../src/domain/linters.ts";
import type { RelativePath } from "../src/domain/paths.ts";
import { relativePath } from "../src/domain/paths.ts";

type File = readonly [template: string, file: string];

/** One request a disposition, for `hi linter check` and for the linter's own test. */
const REQUESTS: readonly File[] = ["allow", "deny", "advisory"].map((name) => [
  `requests/${name}.json`,
  `requests/${name}.json`,
]);

/** What is written for a new linter, by its language. */
export const LINTER_FILES: Readonly<Record<LinterLanguage, readonly File[]>> = {
  javascript: [
    ["javascript/linter.mjs.ejs", "linter.mjs"],
    ["javascript/linter.test.mjs", "linter.test.mjs"],
    ...REQUESTS,
  ],
  python: [["python/linter.py.ejs", "linter.py"], ["python/test_linter.py", "test_linter.py"], ...REQUESTS],
  shell: [["shell/linter.sh.ejs", "linter.sh"], ["shell/test.sh", "test.sh"], ...REQUESTS],
};

export function joinFolder(folder: RelativePath, file: string): RelativePath {
  return relativePath(`${folder}/${file}`);
}
