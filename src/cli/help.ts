import type { Verb } from "../domain/request.ts";

/** The first lines of `hi --help`: what most people came for. */
export const PROGRAM_EXAMPLE = `Example:
  $ hi init                      detect, ask, set up
  $ hi update --dry-run          see what a newer version would change
  $ hi check                     in CI: exit 1 when something is out of step
  $ hi lint                      lint every selected scope, each once
  $ hi scan                      look for security problems and secrets
  $ hi session start --task "…"  guard what an agent writes, until hi verify passes
  $ hi doctor                    when an agent gets no feedback
`;

/** The first lines of `hi hook --help`, and its last. */
export const HOOK_EXAMPLE = `Example:
  $ echo '{"files":["src/a.ts"]}' | hi hook post-edit --provider neutral
  $ hi hook can-write --path src/a.ts --json
  $ hi hook can-stop --json
`;
export const HOOK_CODES = `
Of post-edit the payload comes on stdin, the answer is in the agent's own shape. It ends with 0 always, a wrong word
included: agents take other codes for a verdict. What is wrong is one line on stderr.
can-write ends with 0 (allowed), 4 (denied) or 7 (the guard's state is corrupt), can-stop with 0, 6 (not yet) or 7; both
with 3 outside of a repository and with 2 where they could not be asked or are misspelt. Everything but 0 is to be taken
for a denial.
`;

/** The first lines of `hi adapter --help`, and its last. */
export const ADAPTER_EXAMPLE = `Example:
  $ echo '{"command":"scan-file","path":"src/a.ts","severity":"medium"}' | hi adapter
`;
export const ADAPTER_CODES = `
What came of it is the response's exit_code: 0 clean, 1 findings, 2 the adapter or the scanner failed. hi-adapter is the
same program under a name of its own.
`;

/** The first lines of `hi scan --help`, and its last. */
export const SCAN_EXAMPLE = `Example:
  $ hi scan                                    this folder
  $ hi scan diff main                          what is new since main
  $ hi scan secrets --staged                   before a commit
`;
export const SCAN_CODES = `
Exit: 0 nothing found in what was scanned; 1 findings; 2 it could not look,
which is said: a wrong configuration, a file that cannot be read, an engine that
failed. A folder that is named as one of the commands is scanned as ./secrets.
`;

/** The first lines of `hi linter --help`. */
export const LINTER_EXAMPLE = `Example:
  $ hi linter init no-push                              make a linter and register it
  $ hi linter run no-push --request deny.json           ask it once
  $ hi linter check no-push                             hold it to the contract
`;
/** The first lines of `hi lint --help`, and its last. */
export const LINT_EXAMPLE = `Example:
  $ hi lint                                    every selected scope, each once
  $ hi lint --scope packages/a --fix
  $ git diff --name-only -z --no-renames main... | hi lint --files-from -
`;
export const LINT_CODES = `
The same as \`node .hi/runtime/lint.mjs\`, which scripts and the commit gate run.
Exit: 0 nothing found, or nothing to check, which is said; 1 findings;
2 a configuration, a tool or a process failed.
`;

/** The first lines of `hi session --help`. */
export const SESSION_EXAMPLE = `Example:
  $ hi session start --task "Let invoices carry a discount"
  $ hi session status
  $ hi session end
`;

/** The first lines of `hi fleet --help`. */
export const FLEET_EXAMPLE = `Example:
  $ hi fleet plan --repos repos.txt --format github-matrix   one dry run a repository, as jobs
  $ hi fleet report results --format html                    their results as one page
`;

/** The first lines of each verb's help. */
export const EXAMPLES: Readonly<Record<Verb, string>> = {
  init: `Example:
  $ hi init
  $ hi init --yes --providers claude,codex --scopes .,packages/core --exclude 'examples/**'
`,
  update: `Example:
  $ hi update --dry-run
  $ hi update --yes --install
  $ hi update --plan-out plan.json && hi show plan.json && hi update --plan plan.json --yes
`,
  eject: `Example:
  $ hi eject --dry-run
  $ hi eject --yes
`,
  show: `Example:
  $ hi show plan.json
`,
  check: `Example:
  $ hi check
  $ hi check --json
`,
  diff: `Example:
  $ hi diff
`,
  explain: `Example:
  $ hi explain package.json
`,
  restore: `Example:
  $ hi restore .claude/settings.json
`,
  "linter init": `Example:
  $ hi linter init no-push
  $ hi linter init house-style --language python --events post-edit --yes
`,
  "linter check": `Example:
  $ hi linter check no-push
`,
  "linter run": `Example:
  $ hi linter run no-push --request linters/no-push/requests/deny.json
`,
  resume: `Example:
  $ hi resume --dry-run          what it would finish
  $ hi resume
`,
  abort: `Example:
  $ hi abort --dry-run           what it would put back
  $ hi abort
`,
  undo: `Example:
  $ hi undo --dry-run            what it would put back
  $ hi undo
`,
  "session start": `Example:
  $ hi session start --task "Let invoices carry a discount"
`,
  "session status": `Example:
  $ hi session status
`,
  "session end": `Example:
  $ hi session end
`,
  inspect: `Example:
  $ hi inspect
  $ hi inspect --json
`,
  verify: `Example:
  $ hi verify
  $ hi verify --continue-on-failure --json
`,
  ci: `Example:
  $ hi ci --base-ref origin/main --json
`,
  "fleet plan": `Example:
  $ hi fleet plan --repos repos.txt --format github-matrix
`,
  "fleet report": `Example:
  $ hi fleet report results
  $ hi fleet report results --repos repos.txt --format markdown
`,
  doctor: `Example:
  $ hi doctor
  $ hi doctor --json
`,
};
