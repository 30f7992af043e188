import type { ExistingTests } from "../../contracts/guard.ts";

/** What one key of a policy holds; the reader is generated from this table, and docs/guard.md shows it. */
export type PolicyField =
  | { readonly kind: "boolean"; readonly initial: boolean }
  | { readonly kind: "mode"; readonly initial: ExistingTests }
  | { readonly kind: "characters"; readonly initial: number }
  | { readonly kind: "globs"; readonly initial: readonly string[]; readonly least: 0 | 1 }
  | { readonly kind: "commands"; readonly initial: readonly [] }
  /** Of a judgelock.yml alone; read, and without effect here. */
  | { readonly kind: "judgelock-directory"; readonly initial: string };

const on = { kind: "boolean", initial: true } as const;
const off = { kind: "boolean", initial: false } as const;

export const EXISTING_TESTS: readonly ExistingTests[] = ["immutable", "guarded", "allowed"];

/** Section to key to field; `version` stands beside them, always 1. */
export const POLICY_FIELDS = {
  testIntegrity: {
    existingTests: { kind: "mode", initial: "immutable" },
    allowNewTests: on,
    blockDeletedTests: on,
    blockSnapshotChanges: on,
    blockSkippedTests: on,
    blockFocusedTests: on,
    blockAssertionRemoval: on,
    blockAssertionWeakening: on,
    blockTimeoutIncreases: on,
  },
  coverage: { blockThresholdReductions: on, blockNewExclusions: on },
  validation: {
    protectScripts: on,
    allowInspectionOnlyCompletion: off,
    commands: { kind: "commands", initial: [] },
  },
  paths: {
    testPatterns: {
      kind: "globs",
      least: 1,
      initial: [
        "**/*.test.{js,jsx,ts,tsx,mjs,cjs,mts,cts}",
        "**/*.spec.{js,jsx,ts,tsx,mjs,cjs,mts,cts}",
        "**/__tests__/**",
        "test/**",
        "tests/**",
        "**/test_*.py",
        "**/*_test.py",
      ],
    },
    snapshotPatterns: { kind: "globs", least: 0, initial: ["**/__snapshots__/**", "**/*.snap"] },
    protectedPatterns: { kind: "globs", least: 0, initial: [] },
    ignoredPatterns: { kind: "globs", least: 0, initial: ["node_modules/**", "dist/**", "build/**"] },
  },
  receipt: {
    directory: { kind: "judgelock-directory", initial: ".judgelock/receipts" },
    retainCommandOutputCharacters: { kind: "characters", initial: 8000 },
  },
  ci: { allowPolicyChanges: off },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PolicyField>>>>;

/** The one key that a judgelock.yml may leave out. */
export const OPTIONAL_IN_JUDGELOCK = "validation.allowInspectionOnlyCompletion";

export const MAX_GLOBS = 500;
export const MAX_COMMANDS = 100;
export const MAX_COMMAND_LENGTH = 10_000;
export const MAX_WORDS = 200;
export const MAX_TIMEOUT_SECONDS = 86_400;
export const MAX_RETAINED_CHARACTERS = 1_000_000;
