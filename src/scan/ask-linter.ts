import path from "node:path";

import type { EngineAnswer } from "./engine.ts";
import type { LintAnswer } from "./lint-engine.ts";
import { readSource } from "./read-source.ts";
import type { ScanContext } from "./scan-context.ts";
import { toReal } from "./scan-place.ts";
import { redactSecrets } from "./secrets/redact.ts";
import { openShownLines } from "./secrets/shown-lines.ts";
import type { SelectedFile } from "./select-files.ts";

const NOTHING: LintAnswer = { findings: [], skipped: [], notices: [] };
const UNASKED: LintAnswer = { ...NOTHING, notices: ["oxlint was not run: who called the adapter gave no way to it"] };
/** `on` asks the linter where neither the caller nor the configuration says so. */
const OXLINT_VARIABLE = "HI_SCAN_OXLINT";
/** What the linter may take; a scan of ten thousand files is well below it. */
const TIMEOUT_MS = 300_000;

/**
 * Asks the linter where the configuration or the caller wants its findings, beside the engine; resolves once the linter runs, so that the engine delays it by nothing. Its
 * findings are of plain scans only: `secrets` and `pqc` ask for something else.
 */
export async function askLinter(context: ScanContext, files: readonly SelectedFile[]): Promise<Linting> {
  let onStarted = (): void => undefined;
  const started = new Promise<void>((resolve) => (onStarted = resolve));
  const answer = runLinter(context, files, onStarted);
  await Promise.race([started, answer]);
  return { answer };
}

/** The linter at its work, or done with it. */
interface Linting {
  readonly answer: Promise<LintAnswer>;
}

async function runLinter(
  context: ScanContext,
  files: readonly SelectedFile[],
  onStarted: () => void
): Promise<LintAnswer> {
  const { kind, config, surroundings, place } = context;
  const isAsked = surroundings.oxlint ?? (surroundings.env[OXLINT_VARIABLE] === "on" || config.oxlint);
  if (kind !== "scan" || !isAsked) return NOTHING;
  if (!surroundings.lint) return UNASKED;
  const real = toReal(place.absolute) ?? place.absolute;
  const folder = place.kind === "folder" ? real : path.dirname(real);
  const asked = files.map(({ place: file, shown }) => ({ place: toReal(file) ?? file, shown }));
  const answer = await surroundings.lint({ folder, files: asked, timeoutMs: TIMEOUT_MS, onStarted });
  return { ...answer, findings: showLines(answer.findings, asked, context.maxFileBytes) };
}

/** The line of each finding, and its words, without their secrets. */
function showLines(
  findings: LintAnswer["findings"],
  files: readonly { readonly place: string; readonly shown: string }[],
  maxBytes: number
): LintAnswer["findings"] {
  const places = new Map(files.map(({ shown, place }) => [shown, place]));
  const texts = new Map<string, (line: number) => string>();
  return findings.map((finding) => {
    const read = texts.get(finding.file) ?? openLines(finding.file, places.get(finding.file) ?? "", maxBytes);
    texts.set(finding.file, read);
    const { description, fix_suggestion: fix } = finding;
    // A rule's words may name what stands there.
    const words = { description: redactSecrets(description), ...(fix && { fix_suggestion: redactSecrets(fix) }) };
    return { ...finding, ...words, snippet: read(finding.line) };
  });
}

function openLines(shown: string, place: string, maxBytes: number): (line: number) => string {
  const reading = readSource(shown, place, maxBytes);
  if (!reading.ok) return () => "";
  return openShownLines(reading.file.text).show;
}

/** Both at once: a finding of the linter is one of the scan. */
export function mergeAnswers(scanned: EngineAnswer, linted: LintAnswer): EngineAnswer {
  return {
    ...scanned,
    findings: [...scanned.findings, ...linted.findings],
    skipped: [...scanned.skipped, ...linted.skipped],
    notices: [...scanned.notices, ...linted.notices],
  };
}
