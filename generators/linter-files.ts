import type { LinterLanguage, NewLinter } from "../src/domain/linters.ts";
import type { RelativePath } from "../src/domain/paths.ts";
import { relativePath } from "../src/domain/paths.ts";

type File = readonly [template: string, file: string];

const PROGRAMS: Readonly<Record<LinterLanguage, readonly File[]>> = {
  javascript: [
    ["javascript/linter.mjs.ejs", "linter.mjs"],
    ["javascript/linter.test.mjs", "linter.test.mjs"],
  ],
  python: [
    ["python/linter.py.ejs", "linter.py"],
    ["python/test_linter.py", "test_linter.py"],
  ],
  shell: [
    ["shell/linter.sh.ejs", "linter.sh"],
    ["shell/test.sh", "test.sh"],
  ],
};

/**
 * What is written for a new linter: the program with its test, and one request a disposition, of the first event that it
 * is asked on.
 */
export function listLinterFiles({ language, events }: Pick<NewLinter, "language" | "events">): readonly File[] {
  const requests = events.includes("pre-tool") ? "requests" : "edit-requests";
  const named = ["allow", "deny", "advisory"].map((name) => `${name}.json`);
  return [...PROGRAMS[language], ...named.map((name): File => [`${requests}/${name}`, `requests/${name}`])];
}

export function joinFolder(folder: RelativePath, file: string): RelativePath {
  return relativePath(`${folder}/${file}`);
}
