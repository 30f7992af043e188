import type { LinterLanguage } from "./linters.ts";

/** How a linter is started, by its language; FOLDER stands for its own. */
export const LINTER_PROGRAMS: Readonly<Record<LinterLanguage, readonly string[]>> = {
  javascript: ["node", "FOLDER/linter.mjs"],
  python: ["python3", "FOLDER/linter.py"],
  shell: ["sh", "FOLDER/linter.sh"],
};
