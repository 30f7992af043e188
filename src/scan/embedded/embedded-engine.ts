import { toScannedKind } from "../../domain/scanned-files.ts";
import type { Engine, EngineAnswer, EngineAsk } from "../engine.ts";
import { isScript } from "../file-kinds.ts";
import type { ScanKind } from "./detectors.ts";
import { runFiles } from "./run-files.ts";

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

async function runEmbedded(ask: EngineAsk): Promise<EngineAnswer> {
  const { kind, isNamed, options, maxFileBytes, onProgress, signal } = ask;
  const answers = await runFiles(
    ask.files,
    { kind, isNamed, options, maxFileBytes, noBuiltins: ask.noBuiltins },
    { ...(onProgress ? { onProgress } : {}), ...(signal ? { signal } : {}) }
  );
  return {
    title: EMBEDDED_ENGINE.title,
    findings: answers.flatMap(({ findings }) => findings),
    skipped: answers.flatMap(({ skipped }) => skipped),
    filesScanned: answers.filter(({ isScanned }) => isScanned).length,
    notices: [],
  };
}
