import type { AbsolutePath, RelativePath } from "../../src/domain/paths.ts";
import type { PlanEntry } from "../../src/domain/plan.ts";
import type { DebtResult, DebtRow, LintDebt, PreviewResult } from "../../src/domain/preview.ts";
import type { RunReport } from "../../src/domain/report.ts";
import { toEntry, toPlan } from "../seams/cli-plan.fixture.ts";

/** A dry run's report as a real one leaves it, the same every time, with so many changed files. */
export function makeReview(changed: number, parts: Partial<RunReport> = {}): RunReport {
  const entries = Array.from({ length: changed }, (_, at) => makeEntry(at));
  return {
    kind: "run",
    verb: "update",
    dryRun: true,
    plan: toPlan([...entries, toEntry({ path: "in-step.json" as RelativePath })]),
    gate: { open: false, because: changed === 0 ? "nothing-to-do" : "dry-run" },
    findings: [],
    evidence: [],
    commands: changed === 0 ? [] : [["npm", "install", "--ignore-scripts"]],
    ...(changed === 0 ? {} : { preview: makePreview(), ...EVIDENCE }),
    ...parts,
  };
}

const ACTIONS = ["update", "create", "delete", "update", "update"] as const;

function makeEntry(at: number): PlanEntry {
  const path = `packages/p${String(at).padStart(4, "0")}/oxlint.config.ts` as RelativePath;
  const action = ACTIONS[at % ACTIONS.length] ?? "update";
  const before = makeText(at, "old");
  const after = makeText(at, "new");
  if (action === "create") return toEntry({ path, action, after, reason: { code: "new" } });
  if (action === "delete") return toEntry({ path, action, before, reason: { code: "orphan-unchanged" } });
  return toEntry({ path, action, before, after, reason: { code: "template-changed" } });
}

function makeText(at: number, word: string): string {
  const lines = Array.from(
    { length: 24 },
    (_, line) => `export const line${line} = "${line === 12 ? word : "same"}-${at}";`
  );
  return `${lines.join("\n")}\n`;
}

/** An address that would run. */
export const RUNS = `${"javascript"}:alert(1)`;

/** Names and texts of files that want to be more than text, in Markdown, in HTML, on GitHub and on a terminal. */
export const HOSTILE = [
  '<img src=x onerror="alert(1)">',
  "</script><script>alert(1)</script>",
  "</details></td></table>",
  "@everyone @org/team",
  "#1 GH-1 org/repo#2",
  "https://evil.example/x www.evil.example",
  "[click](https://evil.example) ![i](https://evil.example/i.png)",
  "``` ```` ` ~~~",
  "| a | b |",
  "${{ github.token }} $(id) `id`",
  "*a* _b_ ~~c~~ <!-- d --> &lt; &#64;x",
  "\u202Egnp.exe\u200B\u001B[31m",
  RUNS,
] as const;

/** One entry whose name and content are the given text, as far as a path can be that. */
export function makeHostileEntry(text: string, at: number): PlanEntry {
  const path = `src/${at}-${text.replaceAll("/", "∕")}` as RelativePath;
  const after = `${text}\n-- ${text}\n++ ${text}\n`;
  return toEntry({ path, action: "update", before: `-- ${text}\nkept\n`, after, reason: { code: "template-changed" } });
}

const RULES = [
  ["eslint(no-var)", "warning", false, 120, 118, 40],
  ["eslint(eqeqeq)", "error", false, 30, 0, 0],
  ["typescript(no-floating-promises)", "error", true, 12, 0, 12],
  ["unicorn(prefer-node-protocol)", "warning", false, 9, 9, 9],
] as const;

function makeRow([rule, severity, typed, count, fixable, same]: (typeof RULES)[number], scope: string): DebtRow {
  const name = /\((.*)\)/.exec(rule)?.[1] ?? rule;
  const url = `https://oxc.rs/docs/guide/usage/linter/rules/${rule.split("(")[0]}/${name}.html`;
  return { scope, rule, severity, typed, count, fixable, new: count - same, same, url };
}

function makeResult(at: number): DebtResult {
  const [rule, severity] = RULES[at % RULES.length] ?? RULES[0];
  return {
    scope: at % 2 === 0 ? "." : "packages/till",
    path: at % 2 === 0 ? `src/file ${at}.ts` : `packages/till/src/f${at}.ts`,
    rule,
    severity,
    line: at + 1,
    column: 3,
    message: `Message ${at}`,
    fingerprint: `${at % 3}`.padStart(16, "0"),
    isSame: at % 3 === 0,
  };
}

/** Lint debt with everything that a report has a place for. */
export function makeDebt(parts: Partial<LintDebt> = {}): LintDebt {
  const rows = [".", "packages/till"].flatMap((scope) => RULES.map((rule) => makeRow(rule, scope)));
  return {
    files: 90,
    findings: rows.reduce((sum, row) => sum + row.count, 0),
    rows,
    baseline: "oxlint",
    gone: 7,
    goneRows: [{ scope: ".", rule: "eslint(no-empty)", gone: 7 }],
    results: Array.from({ length: 12 }, (_, at) => makeResult(at)),
    unlinted: [{ path: "src/broken.ts", why: "syntax" }],
    format: { checked: 90, unformatted: ["README.md", "src/a.ts"], unparsed: [] },
    ...parts,
  };
}

export function makePreview(debt: LintDebt = makeDebt()): Extract<PreviewResult, { mode: "on" }> {
  const command = ["oxlint", "-c", "oxlint.config.ts", "--format=json"];
  return {
    mode: "on",
    debt,
    timings: [{ stage: "lint", durationMs: 40 }],
    processes: [
      { ending: "exited", command, cwd: "/candidate" as AbsolutePath, exitCode: 1, signal: undefined, durationMs: 40 },
    ],
    executes: [],
    liveUnchanged: {
      files: 90,
      dependencyRoots: 1,
      sources: { before: "c".repeat(64), after: "c".repeat(64) },
      packages: { before: "d".repeat(64), after: "d".repeat(64) },
      roots: [],
    },
    notLinted: [],
    findings: [],
  };
}

const EVIDENCE: Pick<RunReport, "cleanup" | "containment"> = {
  containment: {
    format: "hi-containment/1",
    candidateRoot: "/tmp/hi-candidate-0",
    candidateIdentity: { device: "1", inode: "2" },
    approvedParent: "/tmp",
    approvedParentIdentity: { device: "1", inode: "1" },
    liveRoot: "/repository",
    liveIdentity: { device: "1", inode: "3" },
    marker: { path: "/tmp/hi-candidate-0/.hi-candidate", nonce: "0" },
    checks: [
      { name: "parent-approved", examined: 1 },
      { name: "links-resolve-inside", examined: 42 },
    ],
  },
  cleanup: {
    format: "hi-cleanup/1",
    candidateRoot: "/tmp/hi-candidate-0",
    nonce: "0",
    removedEntries: 512,
    gone: true,
    durationMs: 9,
  },
};
