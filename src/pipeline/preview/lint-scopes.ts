import { toScopeStatus } from "../../contracts/lint-result.ts";
import type { OxlintDiagnostic } from "../../domain/oxlint-report.ts";
import { joinScope } from "../../domain/paths.ts";
import { toProcessDetails } from "../../domain/process-details.ts";
import type { Route } from "../../domain/route.ts";
import { encodeText } from "../../domain/text-encoding.ts";
import { toRouteFile } from "./routes.ts";
import type { RuleList } from "./rule-list.ts";
import { runOxlint, toLintRefusal } from "./run-oxlint.ts";
import type { OxlintRun } from "./run-oxlint.ts";
import type { PreviewRun } from "./run.ts";
import { timed, toFolder, toIgnorePatterns } from "./run.ts";
import { createFindingBuffer, tellFindings, toFinding } from "./tell-findings.ts";

/** A scope that was linted: with which configuration, and which rules it has findings of. */
export interface LintedScope {
  readonly scope: Route;
  /** As seen from the scope's folder. */
  readonly config: string;
  readonly rules: ReadonlySet<string>;
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
}

/** The linter takes every core, but each of its starts is the work of one. */
const SCOPES_AT_ONCE = 2;

/**
 * Runs the pinned oxlint in every selected scope with its effective configuration. Findings never stop it, and they are
 * told in the order of the scopes. No process is left when it rejects.
 * @throws Refusal HI_PREVIEW_CONFIGURATION, HI_PREVIEW_PROCESS, HI_PREVIEW_MALFORMED
 */
export async function lintScopes(run: PreviewRun): Promise<readonly LintedScope[]> {
  const linted = await timed(run, "lint", () => lintSideBySide(run));
  tellFailing(run, linted);
  return linted;
}

async function lintSideBySide(run: PreviewRun): Promise<readonly LintedScope[]> {
  const pending = [...run.routes];
  const running: Promise<ScopeLinting>[] = [];
  const fill = (): void => {
    while (running.length < SCOPES_AT_ONCE) {
      const scope = pending.shift();
      if (scope === undefined) return;
      const at = run.routes.length - pending.length;
      run.world.progress.detail(`linting ${scope.path}`, { at, of: run.routes.length });
      const linting = lintScope(run, scope);
      // Awaited in its turn, which may be after it has failed.
      linting.catch(() => undefined);
      running.push(linting);
    }
  };
  const linted: LintedScope[] = [];
  try {
    fill();
    for (let first = running.shift(); first !== undefined; first = running.shift()) {
      const done = await first;
      // The next one starts before the report of this one is gone through.
      fill();
      linted.push(await finish(run, done));
    }
  } finally {
    await Promise.allSettled(running);
  }
  return linted;
}

/** By the same threshold as the scripts and the commit gate. */
function tellFailing(run: PreviewRun, linted: readonly LintedScope[]): void {
  const failing = linted.filter((one) => toScopeStatus({ ...one, maxWarnings: one.scope.maxWarnings }) === "findings");
  if (failing.length === 0) return;
  const scopes = failing.map(({ scope }) => scope.path);
  run.findings.push({ code: "preview-lint-fails", severity: "info", args: { scopes } });
}

async function lintScope(run: PreviewRun, scope: Route): Promise<ScopeLinting> {
  const config = toRouteFile(scope, scope.config);
  const first = await lintWith(run, scope, config);
  if (first.reply.kind !== "type-aware") return { ...first, scope, config };
  // Nothing was reported then, not even of the rules that need no types: they are shown all the same.
  noteTypeAware(run, scope, first);
  const untyped = await writeUntyped(run, scope, config);
  return { ...(await lintWith(run, scope, untyped)), scope, config: untyped };
}

/** One run of the linter, and what it found. */
type Linting = OxlintRun &
  Pick<LintedScope, "errors" | "rules" | "warnings"> & { readonly findings: Parameters<typeof tellFindings>[1] };

type ScopeLinting = Linting & Pick<LintedScope, "config" | "scope">;

async function lintWith(run: PreviewRun, scope: Route, config: string): Promise<Linting> {
  const rules = new Set<string>();
  const counted = { error: 0, warning: 0 };
  const buffer = createFindingBuffer();
  const call = {
    row: "lint",
    values: [config, toIgnores(run, scope, config)],
    cwd: toFolder(run, scope.path),
  } as const;
  const ran = await runOxlint(run, call, (diagnostic) => {
    rules.add(diagnostic.rule);
    counted[diagnostic.severity] += 1;
    buffer.add(toFinding(scope, scope.path, diagnostic));
  });
  return { ...ran, rules, errors: counted.error, warnings: counted.warning, findings: buffer.findings() };
}

async function finish(run: PreviewRun, linting: ScopeLinting): Promise<LintedScope> {
  const { scope, config, reply, rules, errors, warnings } = linting;
  await tellFindings(run, linting.findings, run.ledger.addCandidate);
  if (reply.kind === "linted") return { scope, config, rules, files: reply.files, errors, warnings };
  if (reply.kind !== "no-files") throw toLintRefusal(linting, joinScope(scope.path, config));
  run.notLinted.push(`${scope.path}: no file to lint; look at the scope's path and its exclusions`);
  return { scope, config, rules, files: 0, errors, warnings };
}

const UNTYPED = ".hi-untyped";

function toIgnores(run: PreviewRun, scope: Route, config: string): readonly string[] {
  const patterns = toIgnorePatterns(run, scope);
  return config.includes(UNTYPED) ? [...patterns, `**/${UNTYPED}.*`] : patterns;
}

function noteTypeAware(run: PreviewRun, scope: Route, { outcome }: OxlintRun): void {
  const { command, directory, output, ending, exit } = toProcessDetails(outcome);
  const args = {
    command: [command ?? ""].flat(),
    directory: String(directory),
    output: String(output),
    ending: String(ending),
    exit: Number(exit),
  };
  run.findings.push({ code: "preview-type-aware-failed", severity: "error", path: scope.path, args });
}

/** The same configuration beside the first, with type-aware linting off. In the candidate only. */
async function writeUntyped(run: PreviewRun, scope: Route, config: string): Promise<string> {
  const folder = config.slice(0, config.lastIndexOf("/") + 1);
  const place = `${folder}${UNTYPED}.mts`;
  const text = `import base from ${JSON.stringify(`./${config.slice(folder.length)}`)};
export default { ...base, options: { ...base.options, typeAware: false, typeCheck: false } };
`;
  await run.world.candidates.write(run.candidate, joinScope(scope.path, place), encodeText(text), 0o600);
  return place;
}

/**
 * Counts what one run of safe fixes takes away. It changes the candidate's sources, so it comes last of all; scopes
 * whose findings are all of rules without a safe fix are left out.
 */
export async function measureFixes(
  run: PreviewRun,
  linted: readonly LintedScope[],
  { isFixable }: Pick<RuleList, "isFixable">
): Promise<ReadonlySet<string>> {
  const fixed = new Set<string>();
  const fixable = linted.filter(({ rules }) => [...rules].some(isFixable));
  for (const [at, { scope, config }] of fixable.entries()) {
    run.world.progress.detail(`counting safe fixes in ${scope.path}`, { at: at + 1, of: fixable.length });
    const call = {
      row: "lint-fix",
      values: [config, toIgnores(run, scope, config)],
      cwd: toFolder(run, scope.path),
    } as const;
    const take = (diagnostic: OxlintDiagnostic): void =>
      run.ledger.addFixed({ ...toFinding(scope, scope.path, diagnostic), fingerprint: "" });
    const ran = await timed(run, "fix", () => runOxlint(run, call, take));
    if (ran.reply.kind !== "linted") throw toLintRefusal(ran, joinScope(scope.path, config));
    fixed.add(scope.path);
  }
  return fixed;
}
