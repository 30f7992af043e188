import type { ScannerFinding, SkippedFile } from "../../contracts/scanner.ts";
import { toScannedKind } from "../../domain/scanned-files.ts";
import type { Detector, SourceFile } from "../detector.ts";
import type { Engine, EngineAnswer, EngineAsk } from "../engine.ts";
import { isMinified, isScript } from "../file-kinds.ts";
import { loadDetectors } from "./detectors.ts";
import type { ScanKind } from "./detectors.ts";

/** Written in by the build; in a run from source there is no such name at all. */
declare const __VERSION__: string | undefined;

const VERSION = typeof __VERSION__ === "string" ? __VERSION__ : "from source";

/** The engine that needs nothing but this package. */
export const EMBEDDED_ENGINE: Engine = { title: `embedded ${VERSION}`, reads: isRead, run: runEmbedded };

/** Secrets are looked for in every text; certificates and keys only where they are asked for. */
function isRead(kind: ScanKind, file: string): boolean {
  if (kind === "secrets") return true;
  const quantum = toScannedKind(file);
  return isScript(file) || (quantum !== undefined && (kind === "pqc" || quantum !== "key-material"));
}

/** Syntax trees are let go of only between two turns of the loop; signals and deadlines come then, too. */
const FILES_A_TURN = 32;
const takeTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function runEmbedded(ask: EngineAsk): Promise<EngineAnswer> {
  const detectors = ask.files.length === 0 || ask.noBuiltins ? [] : await loadDetectors(ask.kind);
  const findings: ScannerFinding[] = [];
  const skipped: SkippedFile[] = [];
  let filesScanned = 0;
  for (const [at, selected] of ask.files.entries()) {
    if (ask.signal?.aborted) {
      skipped.push(...ask.files.slice(at).map(({ shown }) => ({ file: shown, reason: "out-of-time" as const })));
      break;
    }
    const reading = ask.read(selected);
    const trouble = reading.ok ? findTrouble(reading.file, ask) : reading.skipped;
    if (trouble) skipped.push(trouble);
    if (!reading.ok || trouble) continue;
    filesScanned += 1;
    const answers = await Promise.all(detectors.map((detect) => detectSafely(detect, reading.file, ask)));
    findings.push(...answers.flatMap((answer) => answer.findings));
    skipped.push(...answers.flatMap((answer) => answer.skipped));
    ask.onProgress?.(at + 1, ask.files.length);
    if (at % FILES_A_TURN === FILES_A_TURN - 1) await takeTurn();
  }
  return { title: EMBEDDED_ENGINE.title, findings, skipped, filesScanned, notices: [] };
}

function findTrouble({ path, text }: SourceFile, { kind, isNamed }: EngineAsk): SkippedFile | undefined {
  if (isNamed || kind === "secrets" || !isScript(path) || !isMinified(text)) return undefined;
  return { file: path, reason: "minified", detail: "it looks minified; a scan of the file itself looks at it" };
}

/** A fault of one detector in one file is said, and hides neither the other findings nor the other files. */
async function detectSafely(detect: Detector, file: SourceFile, { options }: EngineAsk) {
  try {
    return await detect(file, options);
  } catch (error) {
    const detail = `a detector failed: ${error instanceof Error ? error.name : "unknown"}`;
    return { findings: [], skipped: [{ file: file.path, reason: "engine-failed" as const, detail }] };
  }
}
