import type { ScopeAnswers } from "../../domain/answers.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import type { Plan } from "../../domain/plan.ts";
import type { LintDebt } from "../../domain/preview.ts";
import { toProcessDetails } from "../../domain/process-details.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Route } from "../../domain/route.ts";
import { encodeText } from "../../domain/text-encoding.ts";
import { toRouteFile } from "./routes.ts";
import type { PreviewRun } from "./run.ts";
import { start, timed, toFolder, toIgnorePatterns, toRepositoryPath } from "./run.ts";

type FormatDebt = NonNullable<LintDebt["format"]>;

/**
 * What oxfmt would change: by a scope's own configuration where it formats the scope, by the pinned preset where another
 * formatter does and the user has still to choose. Undefined where no formatter is in question.
 * @throws Refusal HI_PREVIEW_CONFIGURATION, HI_PREVIEW_PROCESS
 */
export async function measureFormat(run: PreviewRun): Promise<LintDebt["format"]> {
  const hasOthers = run.plan.answers.formatters.length > 0;
  const scopes = run.routes.filter(({ formatConfig }) => formatConfig !== undefined || hasOthers);
  if (scopes.length === 0) return undefined;
  const parts: FormatDebt[] = [];
  for (const scope of scopes) {
    run.world.progress.detail(`checking the format of ${scope.path}`, { at: parts.length + 1, of: scopes.length });
    parts.push(await timed(run, "format", () => measureScope(run, scope)));
  }
  // The candidate's own marker stands at its root, where a formatter of the root looks too.
  const isMarker = (path: string): boolean => run.proofs.some(({ marker }) => marker.path.endsWith(`/${path}`));
  const unformatted = parts.flatMap((part) => part.unformatted);
  const markers = unformatted.filter(isMarker).length;
  return {
    // Where a file does not parse, oxfmt says of none how many it looked at.
    checked: Math.max(0, parts.reduce((total, part) => total + part.checked, 0) - markers),
    unformatted: unformatted.filter((path) => !isMarker(path)).toSorted(),
    unparsed: parts.flatMap((part) => part.unparsed ?? []).toSorted(),
  };
}

/** The scopes whose format is looked at. */
export function listFormatted({ answers }: Pick<Plan, "answers">): readonly ScopeAnswers[] {
  return answers.scopes.filter((scope) => scope.format || answers.formatters.length > 0);
}

const PRESET = ".hi-format.mts";

async function measureScope(run: PreviewRun, scope: Route): Promise<FormatDebt> {
  if (scope.formatConfig !== undefined) return check(run, scope, toRouteFile(scope, scope.formatConfig));
  const place = joinScope(scope.path, PRESET);
  await run.world.candidates.write(run.candidate, place, encodeText(toPreset(run, scope)), 0o600);
  const debt = await check(run, scope, PRESET);
  await run.world.candidates.remove(run.candidate, place);
  return debt;
}

function toPreset(run: PreviewRun, scope: Route): string {
  const own = JSON.stringify([...toIgnorePatterns(run, scope), `/${PRESET}`]);
  return `import preset from "ultracite/oxfmt";\nexport default { ...preset, ignorePatterns: [...(preset.ignorePatterns ?? []), ...${own}] };\n`;
}

async function check(run: PreviewRun, scope: Route, config: string): Promise<FormatDebt> {
  const outcome = await start(run, { row: "format-check", values: [config], cwd: toFolder(run, scope.path) });
  refuseUnlessChecked(outcome, joinScope(scope.path, config));
  const toPath = (path: string): string => toRepositoryPath(scope.path, path);
  return { ...parseCheck(outcome, toPath) };
}

/** oxfmt 0.66.0: 0 formatted, 1 not formatted (or a configuration that does not load), 2 files that do not parse. */
function refuseUnlessChecked(outcome: ProcessOutcome, config: RelativePath): void {
  const isAnswer = outcome.ending === "ok" || (outcome.ending === "exited" && (outcome.exitCode ?? 9) <= 2);
  if (isAnswer && outcome.stdout.includes("Checking formatting")) return;
  const isConfiguration = outcome.stderr.includes("Failed to load configuration");
  throw new Refusal({
    code: isConfiguration ? "HI_PREVIEW_CONFIGURATION" : "HI_PREVIEW_PROCESS",
    message: isConfiguration
      ? `The candidate's format configuration ${config} does not load.`
      : `oxfmt did not do its work (${outcome.ending}).`,
    where: { path: config },
    next: "see what oxfmt says and run the same command again, or run it with --preview off",
    details: toProcessDetails(outcome),
  });
}

function parseCheck({ stdout, stderr }: ProcessOutcome, toPath: (path: string) => string): FormatDebt {
  const changed = [...stdout.matchAll(/^(.+) \(\d+(?:\.\d+)?m?s\)$/gm)].map(([, path = ""]) => toPath(path));
  const broken = [...stderr.matchAll(/^\s*(?:,-\[|\| \[)(.+?)(?::\d+:\d+)?\]$/gm)].map(([, path = ""]) => toPath(path));
  const checked = /^Finished in .* on (\d+) files?/m.exec(stdout)?.[1];
  return { checked: Number(checked ?? 0), unformatted: changed, unparsed: [...new Set(broken)] };
}
