import type { SkippedFile } from "../../contracts/scanner.ts";
import type { DetectOptions, Detection, Detector, SourceFile } from "../detector.ts";
import { isMinified, isScript } from "../file-kinds.ts";
import { readSource } from "../read-source.ts";
import type { SelectedFile } from "../select-files.ts";
import type { ScanKind } from "./detectors.ts";

/** How files are looked at; plain data, as it is sent to another thread. */
export interface LookAsk {
  readonly kind: ScanKind;
  /** Whether the one file was named itself: it is looked at whatever it looks like. */
  readonly isNamed: boolean;
  /** Whether none of our own detectors is asked. */
  readonly noBuiltins: boolean;
  readonly options: DetectOptions;
  readonly maxFileBytes: number;
}

/** What all detectors say of one file. */
export interface FileAnswer extends Detection {
  /** False for a file that none of them saw. */
  readonly isScanned: boolean;
}

/** How a run over many files is watched and ended. */
export interface RunFilesOptions {
  readonly onProgress?: (done: number, total: number) => void;
  /** Stops the run: files that no answer is there for are told as out of time. */
  readonly signal?: AbortSignal;
  /** Threads; as many as the machine has for us where it is not said, and none beside our own for few files. */
  readonly threads?: number;
}

/** Reads a file and asks every detector about it; never rejects. */
export async function lookAtFile(
  { shown, place, content = place }: SelectedFile,
  detectors: readonly Detector[],
  ask: LookAsk
): Promise<FileAnswer> {
  const reading = readSource(shown, content, ask.maxFileBytes);
  const trouble = reading.ok ? findTrouble(reading.file, ask) : reading.skipped;
  if (!reading.ok || trouble) return { findings: [], skipped: trouble ? [trouble] : [], isScanned: false };
  const answers = await Promise.all(detectors.map((detect) => detectSafely(detect, reading.file, ask)));
  return {
    findings: answers.flatMap(({ findings }) => findings),
    skipped: answers.flatMap(({ skipped }) => skipped),
    isScanned: true,
  };
}

function findTrouble({ path, text }: SourceFile, { kind, isNamed }: LookAsk): SkippedFile | undefined {
  if (kind === "secrets" || !isScript(path)) return undefined;
  if (isOpenEnded(text)) return { file: path, reason: "out-of-time", detail: OPEN_ENDED };
  if (isNamed || !isMinified(text)) return undefined;
  return { file: path, reason: "minified", detail: "it looks minified; a scan of the file itself looks at it" };
}

const OPEN_ENDED = "thousands of comments begin in it and none ends, which takes the parser minutes";
/** Begun comments times what follows them, in UTF-16 code units: some seconds of the parser. */
const MOST_OPEN = 200_000_000;

/** The parser looks for the end of each begun comment anew, to the end of the file. */
function isOpenEnded(text: string): boolean {
  const end = text.lastIndexOf("*/") + 1;
  const left = text.length - end;
  let begun = 0;
  for (let at = text.indexOf("/*", end); at !== -1; at = text.indexOf("/*", at + 2)) begun += 1;
  return begun * left > MOST_OPEN;
}

/** A fault of one detector in one file is said, and hides neither the other findings nor the other files. */
async function detectSafely(detect: Detector, file: SourceFile, { options }: LookAsk): Promise<Detection> {
  try {
    return await detect(file, options);
  } catch (error) {
    const detail = toDetail(error);
    return { findings: [], skipped: [{ file: file.path, reason: "engine-failed", detail }] };
  }
}

/** The answer for a file that was not reached. */
export function toOutOfTime({ shown }: SelectedFile): FileAnswer {
  return { findings: [], skipped: [{ file: shown, reason: "out-of-time" }], isScanned: false };
}

/** Nothing that may quote the file, but what anybody can mend. */
function toDetail(error: unknown): string {
  const { name = "unknown", message = "" } = error instanceof Error ? error : {};
  const isAbsent = /@ast-grep|native binding/i.test(message);
  return isAbsent
    ? "the parser @ast-grep/napi, an optional dependency, is not installed"
    : `a detector failed: ${name}`;
}
