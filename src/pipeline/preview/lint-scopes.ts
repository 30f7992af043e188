import type { ScopeAnswers } from "../../domain/answers.ts";
import type { OxlintDiagnostic } from "../../domain/oxlint-report.ts";
import { joinScope } from "../../domain/paths.ts";
import { toProcessDetails } from "../../domain/process-details.ts";
import { encodeText } from "../../domain/text-encoding.ts";
import type { RuleList } from "./rule-list.ts";
import { runOxlint, toLintRefusal } from "./run-oxlint.ts";
import type { OxlintRun } from "./run-oxlint.ts";
import type { PreviewRun } from "./run.ts";
import { timed, toConfig, toFolder, toIgnorePatterns } from "./run.ts";
import { createFindingBuffer, tellFindings, toFinding } from "./tell-findings.ts";

/** A scope that was linted: with which configuration, and which rules it has findings of. */
export interface LintedScope {
  readonly scope: ScopeAnswers;
  /** As seen from the scope's folder. */
  readonly config: string;
  readonly rules: ReadonlySet<string>;
  readonly files: number;
}

/**
 * Runs the pinned oxlint in every selected scope with its effective configuration. Findings never stop it.
 * @throws Refusal HI_PREVIEW_CONFIGURATION, HI_PREVIEW_PROCESS, HI_PREVIEW_MALFORMED
 */
export async function lintScopes(run: PreviewRun): Promise<readonly LintedScope[]> {
  const linted: LintedScope[] = [];
  const { scopes } = run.plan.answers;
  for (const scope of scopes) {
    run.world.progress.detail(`linting ${scope.path}`, { at: linted.length + 1, of: scopes.length });
    linted.push(await timed(run, "lint", () => lintScope(run, scope)));
  }
  return linted;
}

async function lintScope(run: PreviewRun, scope: ScopeAnswers): Promise<LintedScope> {
  const config = toConfig(scope);
  const first = await lintWith(run, scope, config);
  if (first.reply.kind !== "type-aware") return finish(run, scope, { ...first, config });
  // Nothing was reported then, not even of the rules that need no types: they are shown all the same.
  noteTypeAware(run, scope, first);
  const untyped = await writeUntyped(run, scope, config);
  return finish(run, scope, { ...(await lintWith(run, scope, untyped)), config: untyped });
}

type Linting = OxlintRun & { readonly rules: Set<string> };

async function lintWith(run: PreviewRun, scope: ScopeAnswers, config: string): Promise<Linting> {
  const rules = new Set<string>();
  const buffer = createFindingBuffer();
  const call = { row: "lint", values: [config, toIgnores(scope, config)], cwd: toFolder(run, scope.path) } as const;
  const ran = await runOxlint(run, call, (diagnostic) => {
    rules.add(diagnostic.rule);
    buffer.add(toFinding(scope, scope.path, diagnostic));
  });
  await tellFindings(run, buffer.findings(), run.ledger.addCandidate);
  return { ...ran, rules };
}

function finish(
  run: PreviewRun,
  scope: ScopeAnswers,
  { config, ...linting }: Linting & { readonly config: string }
): LintedScope {
  const { reply, rules } = linting;
  if (reply.kind === "linted") return { scope, config, rules, files: reply.files };
  if (reply.kind !== "no-files") throw toLintRefusal(linting, joinScope(scope.path, config));
  run.notLinted.push(`${scope.path}: no file to lint; look at the scope's path and its exclusions`);
  return { scope, config, rules, files: 0 };
}

const UNTYPED = ".hi-untyped";

function toIgnores(scope: ScopeAnswers, config: string): readonly string[] {
  const patterns = toIgnorePatterns(scope);
  return config.includes(UNTYPED) ? [...patterns, `**/${UNTYPED}.*`] : patterns;
}

function noteTypeAware(run: PreviewRun, scope: ScopeAnswers, { outcome }: OxlintRun): void {
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
async function writeUntyped(run: PreviewRun, scope: ScopeAnswers, config: string): Promise<string> {
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
  for (const { scope, config, rules } of linted) {
    if (![...rules].some(isFixable)) continue;
    run.world.progress.detail(`counting safe fixes in ${scope.path}`);
    const call = {
      row: "lint-fix",
      values: [config, toIgnores(scope, config)],
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
