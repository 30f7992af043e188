import type { Detector } from "../detector.ts";

/** What is looked for: by a plain scan, or by a command of its own. */
export type ScanKind = "scan" | "secrets" | "pqc";

/** One way of looking, loaded when the first file needs it. */
interface DetectorRow {
  readonly kinds: readonly ScanKind[];
  readonly load: () => Promise<Detector>;
}

const ROWS: readonly DetectorRow[] = [
  { kinds: ["scan"], load: async () => (await import("../structure/detect-structure.ts")).detectStructure },
  { kinds: ["secrets"], load: async () => (await import("../secrets/detect-secrets.ts")).detectSecrets },
  { kinds: ["scan", "pqc"], load: async () => (await import("../pqc/detect-pqc.ts")).detectPqc },
];

interface DetectorsAsk {
  readonly kind: ScanKind;
  readonly noBuiltins: boolean;
}

/** The detectors of one kind of scan, each loaded once. */
export async function loadDetectors({ kind, noBuiltins }: DetectorsAsk): Promise<readonly Detector[]> {
  if (noBuiltins) return [];
  return Promise.all(ROWS.filter((row) => row.kinds.includes(kind)).map((row) => row.load()));
}
