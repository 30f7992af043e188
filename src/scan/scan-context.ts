import { existsSync } from "node:fs";
import path from "node:path";

import type { ScannerRequest } from "../contracts/scanner.ts";
import { SCANNER_LIMITS } from "../contracts/scanner.ts";
import { isRepositoryTop } from "../runtime/io/folder-kind.ts";
import { BASELINE_NAME, readBaseline } from "./baseline.ts";
import type { DetectedFinding } from "./baseline.ts";
import type { DetectOptions } from "./detector.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import type { AdapterSurroundings } from "./execute-adapter-request.ts";
import type { FilterRules } from "./filter-findings.ts";
import { findInlineSuppressions } from "./inline-suppressions.ts";
import type { InlineSuppressions } from "./inline-suppressions.ts";
import { readSource } from "./read-source.ts";
import { isMeant } from "./report-findings.ts";
import type { ScanConfig } from "./scan-config.ts";
import { ScanFault } from "./scan-fault.ts";
import { resolveBeside, toReal } from "./scan-place.ts";
import type { ScanPlace } from "./scan-place.ts";
import type { SelectedFile } from "./select-files.ts";

/** What one scan goes by. */
export interface ScanContextAsk {
  readonly request: ScannerRequest;
  readonly place: ScanPlace;
  readonly config: ScanConfig;
  readonly kind: ScanKind;
  readonly surroundings: AdapterSurroundings;
}

/** What is put together once of request, configuration and place. */
export interface ScanContext extends ScanContextAsk {
  /** What paths in baselines and configurations are from; a real path. */
  readonly projectRoot: string;
  readonly maxFileBytes: number;
  readonly noBuiltins: boolean;
  /** Rules of the user's own, an absolute path. */
  readonly rules: string | undefined;
  readonly detectOptions: DetectOptions;
  readonly filterRules: (files: readonly SelectedFile[]) => FilterRules;
  readonly notices: (engine: string) => readonly string[];
  /** Adds findings to the baseline that the caller asked for, and says so; nothing where none was asked for. */
  readonly writeBaseline: (
    findings: readonly DetectedFinding[],
    files: readonly SelectedFile[]
  ) => Promise<readonly string[]>;
}

/** @throws ScanFault where a baseline cannot be read */
export function openScanContext(ask: ScanContextAsk): ScanContext {
  const { request, place, config, kind } = ask;
  const projectRoot = config.root ?? findProjectRoot(place);
  const named =
    request.baseline === undefined ? undefined : resolveBeside(request.baseline, request, ask.surroundings.cwd);
  if (named && ask.surroundings.needsBaseline && !existsSync(named.absolute)) {
    throw new ScanFault(`baseline '${named.shown}' does not exist; hi scan --write-baseline makes one`);
  }
  const configured = kind === "secrets" ? config.secrets.baseline : config.baseline;
  const baseline = readBaseline(named?.absolute ?? configured, projectRoot);
  const rules =
    request.rules === undefined ? config.rules : resolveBeside(request.rules, request, ask.surroundings.cwd).absolute;
  const maxFileBytes = request.max_file_size ?? SCANNER_LIMITS.maxFileBytes;
  return {
    ...ask,
    projectRoot,
    maxFileBytes,
    noBuiltins: request.no_builtins ?? config.noBuiltins,
    rules,
    detectOptions: toDetectOptions(ask),
    filterRules: (files) => ({
      kind,
      config,
      severity: request.severity ?? config.severity,
      minConfidence: request.min_confidence ?? config.minConfidence,
      baseline,
      ...toFileFacts(files, { projectRoot, maxFileBytes }),
    }),
    notices: (engine) => [
      `Engine: ${engine}.`,
      ...(rules !== undefined && engine.startsWith("embedded") ? [`Rules in ${rules} are run by foxguard alone.`] : []),
      ...config.notices,
    ],
    writeBaseline: (findings, files) => {
      const { toProjectPath } = toFileFacts(files, { projectRoot, maxFileBytes });
      return writeBaseline(findings, ask, { root: projectRoot, toProjectPath });
    },
  };
}

function toDetectOptions({ config, kind }: ScanContextAsk): DetectOptions {
  const { maxHops, minSecretLength, minSecretEntropy } = config;
  return {
    withOptIn: kind === "pqc",
    ...(maxHops === undefined ? {} : { maxHops }),
    ...(minSecretLength === undefined ? {} : { minSecretLength }),
    ...(minSecretEntropy === undefined ? {} : { minSecretEntropy }),
  };
}

/** Without a configuration: the repository's top, no further than the workspace root, else what is scanned. */
export function findProjectRoot({ absolute, bound, kind }: ScanPlace): string {
  const real = toReal(absolute) ?? absolute;
  const start = kind === "folder" ? real : path.dirname(real);
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (isRepositoryTop(folder)) return folder;
    if (folder === bound || folder === path.dirname(folder)) return bound ?? start;
  }
}

/** Looked up when the first finding of a file asks. */
export function toFileFacts(
  files: readonly SelectedFile[],
  { projectRoot, maxFileBytes }: Pick<ScanContext, "projectRoot" | "maxFileBytes">
): Pick<FilterRules, "toProjectPath" | "inlineOf"> {
  const places = new Map(files.map(({ shown, place }) => [shown, place]));
  const contents = new Map(files.map(({ shown, place, content }) => [shown, content ?? place]));
  const known = new Map<string, InlineSuppressions>();
  return {
    toProjectPath: (file) => {
      const place = places.get(file) ?? file;
      const real = toReal(place) ?? place;
      return path.relative(projectRoot, real).split(path.sep).join("/");
    },
    inlineOf: (file) => {
      const found = known.get(file) ?? readInline(file, contents.get(file) ?? file, maxFileBytes);
      known.set(file, found);
      return found;
    },
  };
}

function readInline(shown: string, place: string, maxBytes: number): InlineSuppressions {
  const reading = readSource(shown, place, maxBytes);
  return reading.ok ? findInlineSuppressions(shown, reading.file.text) : new Map();
}

async function writeBaseline(
  findings: readonly DetectedFinding[],
  { request, surroundings }: ScanContextAsk,
  { root, toProjectPath }: { readonly root: string; readonly toProjectPath: (file: string) => string }
): Promise<readonly string[]> {
  const asked = surroundings.writeBaseline;
  if (!asked) return [];
  const own = path.join(root, BASELINE_NAME);
  const named = asked.file === undefined ? undefined : resolveBeside(asked.file, request, surroundings.cwd);
  const { absolute, shown } = named ?? { absolute: own, shown: own };
  const meant = findings.filter(isMeant(asked.only ?? {}));
  const entries = meant.map((finding) => ({ finding, file: toProjectPath(finding.file) }));
  const { appendToBaseline } = await import("./write-baseline.ts");
  const { added, total } = await appendToBaseline(absolute, root, entries);
  return [`Wrote baseline to ${shown}: ${added} added, ${total} in all.`];
}
