export const CHECKS = ["lint", "format"] as const;
/** What is asked of a scope: its linter's findings, or whether its formatter would change a file. */
export type CheckKind = (typeof CHECKS)[number];

export const LINT_OUTPUTS = ["human", "json", "sarif", "github"] as const;
/** How the findings of a lint run are printed. */
export type LintOutput = (typeof LINT_OUTPUTS)[number];
