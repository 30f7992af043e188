import { existsSync } from "node:fs";
import path from "node:path";

import type { ScannerFinding, SkippedFile } from "../../contracts/scanner.ts";
import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import type { ScanKind } from "../embedded/detectors.ts";
import { EMBEDDED_ENGINE } from "../embedded/embedded-engine.ts";
import type { Engine, EngineAnswer, EngineAsk } from "../engine.ts";
import { isMinified, isScript } from "../file-kinds.ts";
import { ScanFault } from "../scan-fault.ts";
import { toReal } from "../scan-place.ts";
import { redactSecrets } from "../secrets/redact.ts";
import type { SelectedFile } from "../select-files.ts";
import { toContractFinding } from "./map-findings.ts";
import { isLeftToUs, isReadByFoxguard, readNotices, readSkips } from "./passed-over.ts";
import { FOXGUARD_RANGE, isKnownVersion, runFoxguard } from "./run-foxguard.ts";
import type { FoxguardRun } from "./run-foxguard.ts";

/** What the peer's program is run by. */
export interface FoxguardSetup {
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly rules: string | undefined;
  readonly noBuiltins: boolean;
  readonly maxFileBytes: number;
  readonly config: object;
}

/** The peer's program behind the contract. What it passes over in silence and we can read is ours to look at. */
export function toFoxguardEngine(setup: FoxguardSetup): Engine {
  return {
    title: "foxguard",
    reads: (kind, file) => isReadByFoxguard(file) || EMBEDDED_ENGINE.reads(kind, file),
    run: (ask) => run(ask, setup),
  };
}

async function run(ask: EngineAsk, setup: FoxguardSetup): Promise<EngineAnswer> {
  const left = ask.files.filter(({ inside }) => isLeftToUs(ask.kind, inside));
  const given = ask.files.filter((file) => !left.includes(file));
  if (given.length === 0) return lookOurselves(left, { ask, title: "foxguard (not started: nothing here is for it)" });
  const { report, warnings } = await start(given, ask, setup);
  const { version } = report;
  if (version !== undefined && !isKnownVersion(version)) {
    throw new ScanFault(`foxguard ${version} is not known here; ${FOXGUARD_RANGE} is`);
  }
  const title = version === undefined ? "foxguard (an old report, which names no version)" : `foxguard ${version}`;
  const findings = toAsked(report.findings, given, ask.folder);
  const readLine = openLines(ask);
  const mapped = findings.map(({ finding, file }) =>
    toContractFinding(finding, file.shown, (at) => readLine(file, at))
  );
  const told = new Set(findings.map(({ file }) => file));
  const unseen = findUnseen({ report, warnings }, { given, told }, ask);
  const scanned = Math.max(0, Math.min(report.filesScanned ?? given.length, given.length - unseen.skipped.length));
  const rest = await lookOurselves([...left, ...unseen.ours], { ask, title });
  return {
    title,
    findings: [...mapped, ...rest.findings],
    skipped: [...unseen.skipped, ...rest.skipped],
    filesScanned: Math.min(scanned, given.length) + rest.filesScanned,
    notices: [...readNotices(warnings).map(redactSecrets), ...unseen.notices, ...rest.notices],
  };
}

interface Asked {
  readonly finding: ScannerFinding;
  readonly file: SelectedFile;
}

/**
 * The findings in the files that it was given, however it spells their paths. What it finds in others of the folder, which
 * were passed over on purpose, is left out; a path that leads nowhere is no report. @throws ScanFault
 */
function toAsked(findings: readonly ScannerFinding[], given: readonly SelectedFile[], folder: string): Asked[] {
  const byName = new Map(given.map((file) => [file.inside, file]));
  const real = toReal(folder) ?? folder;
  const known = new Map<string, SelectedFile | undefined>();
  const find = (spelled: string): SelectedFile | undefined => {
    const place = path.resolve(folder, spelled);
    const root = isSameOrBelow(folder, place) ? folder : real;
    const found = byName.get(spelled) ?? byName.get(path.relative(root, place).split(path.sep).join("/"));
    if (found || (isSameOrBelow(root, place) && existsSync(place))) return found;
    throw new ScanFault("foxguard reports a finding in a file that is not in what it was given");
  };
  return findings.flatMap((finding) => {
    if (!known.has(finding.file)) known.set(finding.file, find(finding.file));
    const file = known.get(finding.file);
    return file ? [{ finding, file }] : [];
  });
}

function start(given: readonly SelectedFile[], ask: EngineAsk, setup: FoxguardSetup): Promise<FoxguardRun> {
  const { program, env, config, rules, noBuiltins, maxFileBytes } = setup;
  const ofScan = [
    // The threshold comes afterwards: a finding below it may be what says that a line holds a secret.
    "--severity",
    "low",
    ...(rules === undefined ? [] : ["--rules", rules]),
    ...(noBuiltins ? ["--no-builtins"] : []),
    // A repository's configuration must not make us speak to the network.
    "--sca-offline",
  ];
  const verbs: Readonly<Record<ScanKind, readonly string[]>> = {
    scan: [],
    secrets: ["secrets"],
    pqc: ["pqc"],
  };
  return runFoxguard({
    program,
    env,
    config,
    cwd: ask.folder,
    args: [
      ...verbs[ask.kind],
      "--format",
      "json",
      "--max-file-size",
      String(maxFileBytes),
      ...(ask.kind === "scan" ? ofScan : []),
    ],
    ...(ask.kind === "scan" && !ask.isNamed ? { names: given.map(({ inside }) => inside) } : {}),
    target: ask.isNamed ? `./${given[0]?.inside ?? ""}` : ".",
    ...(ask.signal ? { signal: ask.signal } : {}),
  });
}

function openLines(ask: EngineAsk): (file: SelectedFile, line: number) => string | undefined {
  const known = new Map<string, readonly string[]>();
  return (file, line) => {
    let lines = known.get(file.shown);
    if (!lines) {
      const reading = ask.read(file);
      lines = reading.ok ? reading.file.text.split("\n") : [];
      known.set(file.shown, lines);
    }
    return lines[line - 1];
  };
}

interface Unseen {
  /** Passed over by the peer, and ours to look at. */
  readonly ours: readonly SelectedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly notices: readonly string[];
}

interface Given {
  readonly given: readonly SelectedFile[];
  /** Those that it found something in. */
  readonly told: ReadonlySet<SelectedFile>;
}

/** What the peer was given and did not look at: it says so of some files, of others it only counts. */
function findUnseen({ report, warnings }: FoxguardRun, { given, told }: Given, ask: EngineAsk): Unseen {
  const skips = new Map(readSkips(warnings).map(({ file, why }) => [file, why]));
  const ours: SelectedFile[] = [];
  const skipped: SkippedFile[] = [];
  const unclear: SelectedFile[] = [];
  const seen = report.filesScanned ?? given.length;
  for (const file of given) {
    const why = skips.get(file.inside);
    // In a search for secrets it passes binaries over without a word.
    if (why === undefined && seen >= given.length && ask.kind !== "secrets") continue;
    const trouble = findOwnTrouble(file, why, ask);
    if (trouble === "ours") ours.push(file);
    else if (trouble) skipped.push(trouble);
    else if (!told.has(file)) unclear.push(file);
  }
  const missing = given.length - seen - ours.length - skipped.length;
  // A search for secrets counts what it passes over too: only nothing at all tells something.
  if (missing <= 0 || (ask.kind === "secrets" && seen > 0)) return { ours, skipped, notices: [] };
  const notice = `Warning: foxguard did not look at ${missing} of ${given.length} files, and does not say at which.`;
  const [read, unread] = partition(unclear, ({ inside }) => EMBEDDED_ENGINE.reads(ask.kind, inside));
  const detail = "foxguard looked at fewer files than it was given, and this may be one that it did not";
  const untold = unread.map(({ shown }): SkippedFile => ({ file: shown, reason: "engine-failed", detail }));
  return { ours: [...ours, ...read], skipped: [...skipped, ...untold], notices: [notice] };
}

function partition(
  files: readonly SelectedFile[],
  isFirst: (file: SelectedFile) => boolean
): readonly [SelectedFile[], SelectedFile[]] {
  return [files.filter(isFirst), files.filter((file) => !isFirst(file))];
}

function findOwnTrouble(file: SelectedFile, why: string | undefined, ask: EngineAsk): SkippedFile | "ours" | undefined {
  const reading = ask.read(file);
  if (!reading.ok) return reading.skipped;
  if (why !== undefined) {
    if (isScript(file.inside)) return "ours";
    return { file: file.shown, reason: "engine-failed", detail: `foxguard skips it: ${why}` };
  }
  if (ask.kind === "secrets" || !isScript(file.inside) || !isMinified(reading.file.text)) return undefined;
  return ask.isNamed ? "ours" : { file: file.shown, reason: "minified", detail: "it looks minified" };
}

interface OwnLook {
  readonly ask: EngineAsk;
  readonly title: string;
}

async function lookOurselves(files: readonly SelectedFile[], { ask, title }: OwnLook): Promise<EngineAnswer> {
  if (files.length === 0) return { title, findings: [], skipped: [], filesScanned: 0, notices: [] };
  const answer = await EMBEDDED_ENGINE.run({ ...ask, files });
  const who = files.length === 1 ? (files[0]?.shown ?? "") : `${files.length} files`;
  const notice = `foxguard does not look at ${who}: scanned by the engine ${answer.title}.`;
  return { ...answer, title, notices: [notice, ...answer.notices] };
}
