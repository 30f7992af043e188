import type { SkippedFile } from "../contracts/scanner.ts";
import type { DetectedFinding } from "./baseline.ts";
import type { DetectOptions } from "./detector.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import type { SourceReading } from "./read-source.ts";
import type { SelectedFile } from "./select-files.ts";

/** What an engine is asked to look at. */
export interface EngineAsk {
  readonly kind: ScanKind;
  readonly files: readonly SelectedFile[];
  /** The folder that the files' names are below, on disk. */
  readonly folder: string;
  /** Whether the one file was named itself: it is looked at whatever it looks like. */
  readonly isNamed: boolean;
  /** Whether only rules of the user's own are asked for. */
  readonly noBuiltins: boolean;
  readonly options: DetectOptions;
  /** A larger file is not looked at. */
  readonly maxFileBytes: number;
  /** Reads a file, from disk or from where its bytes are kept. */
  readonly read: (file: SelectedFile) => SourceReading;
  /** How many files are done, for whoever shows it. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** What an engine says of the files. */
export interface EngineAnswer {
  /** Who looked, with its version. */
  readonly title: string;
  readonly findings: readonly DetectedFinding[];
  readonly skipped: readonly SkippedFile[];
  readonly filesScanned: number;
  /** For people: what the engine warned of. */
  readonly notices: readonly string[];
}

/** One scanner behind the contract. */
export interface Engine {
  readonly title: string;
  /** Whether it looks into files of such a name. */
  readonly reads: (kind: ScanKind, file: string) => boolean;
  readonly run: (ask: EngineAsk) => Promise<EngineAnswer>;
}
