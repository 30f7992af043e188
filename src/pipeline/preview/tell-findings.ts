import { toFingerprints } from "../../domain/finding-fingerprint.ts";
import { compareFindings } from "../../domain/lint-debt.ts";
import type { OxlintDiagnostic } from "../../domain/oxlint-report.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { LintFinding } from "../../domain/preview.ts";
import type { Route } from "../../domain/route.ts";
import type { PreviewRun } from "./run.ts";
import { toRepositoryPath } from "./run.ts";

/** Beyond this many findings of one run the words are dropped, and what is counted stays. */
const MOST_WORDED = 20_000;

/** Hexadecimal digits of a fingerprint: enough for one file. */
const HASH_LENGTH = 16;

type Told = Omit<LintFinding, "fingerprint">;

/** Holds the findings of one run of the linter until it has ended, each text in it once. */
export function createFindingBuffer() {
  const told: Told[] = [];
  const texts = new Map<string, string>();
  const share = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return {
    add: (finding: Told): void => {
      const { path, rule, url } = finding;
      const isWorded = told.length < MOST_WORDED;
      const words = isWorded ? finding : { ...finding, message: "", help: "" };
      told.push({ ...words, path: share(path), rule: share(rule), ...(url === undefined ? {} : { url: share(url) }) });
    },
    findings: (): readonly Told[] => told,
  };
}

/**
 * Hands the findings over with their fingerprints, in the order of the files, so that the linter's threads decide
 * nothing. The texts are those that the linter has just read: it must have changed none of them.
 */
export async function tellFindings(
  run: PreviewRun,
  findings: readonly Told[],
  take: (finding: LintFinding) => void
): Promise<void> {
  for (const [path, ofFile] of Map.groupBy(findings, (finding) => finding.path)) {
    const text = await readText(run, path as RelativePath);
    const fingerprints = toFingerprints(ofFile, text).map((known) => run.world.hash(known).slice(0, HASH_LENGTH));
    const finished = ofFile.map((finding, at) => ({ ...finding, fingerprint: fingerprints[at] ?? "" }));
    for (const finding of finished.toSorted(compareFindings)) take(finding);
  }
}

/** A file that is not there, or is no text, has no lines to know a finding by. */
async function readText(run: PreviewRun, path: RelativePath): Promise<string | undefined> {
  const bytes = await run.world.candidates.read(run.candidate, path);
  return bytes && new TextDecoder().decode(bytes);
}

/** A diagnostic as a finding of the repository; `folder` is where the linter ran. */
export function toFinding(scope: Pick<Route, "path">, folder: string, diagnostic: OxlintDiagnostic): Told {
  const { rule, severity, line, column, message, help, url } = diagnostic;
  return {
    scope: scope.path,
    path: toRepositoryPath(folder, diagnostic.path),
    rule,
    severity,
    line,
    column,
    message,
    ...(help === undefined ? {} : { help }),
    ...(url === undefined ? {} : { url }),
  };
}
