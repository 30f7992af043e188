import type { ScannerFinding, ScannerSeverity } from "../../contracts/scanner.ts";
import type { SourceFile } from "../detector.ts";
import { openShownLines } from "../secrets/shown-lines.ts";
import type { TextRange } from "../text-lines.ts";

/** Until when the American CNSA 2.0 suite lets algorithms be used that a quantum computer breaks. */
export const CNSA2_DEADLINE = "2033";

/** What a rule says of one place; the rest of the finding is the place's. */
export interface Said extends Partial<ScannerFinding>, TextRange {
  readonly rule_id: string;
  readonly severity: ScannerSeverity;
  readonly cwe: string | null;
  readonly description: string;
}

/** In the order of their places. */
export function toFindings({ path, text }: SourceFile, said: readonly Said[]): readonly ScannerFinding[] {
  if (said.length === 0) return [];
  const { lines, show } = openShownLines(text);
  return said
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, ...rest }) => {
      const { line, column } = lines.toPosition(start);
      const to = lines.toPosition(end);
      return {
        file: path,
        line,
        column,
        end_line: to.line,
        end_column: to.column,
        snippet: show(line),
        confidence: 1,
        ...rest,
      };
    });
}

const KEY_EXCHANGE = "For key exchange use ML-KEM (FIPS 203), best as the hybrid X25519MLKEM768.";
const SIGNATURE = "For signatures use ML-DSA (FIPS 204), or SLH-DSA (FIPS 205) where they live for decades.";
const MIGRATIONS: Readonly<Record<string, string>> = {
  DH: KEY_EXCHANGE,
  ECDH: KEY_EXCHANGE,
  X25519: KEY_EXCHANGE,
  X448: KEY_EXCHANGE,
  ECDSA: SIGNATURE,
  DSA: SIGNATURE,
  Ed25519: SIGNATURE,
  Ed448: SIGNATURE,
};

/** What to use in an algorithm's place; both kinds where it does both, as RSA does. */
export const toMigration = (algorithm: string | undefined): string =>
  MIGRATIONS[algorithm ?? ""] ?? `${KEY_EXCHANGE} ${SIGNATURE}`;

/** What all findings of quantum-vulnerable algorithms have in common. */
export const toVulnerable = (algorithm: string | undefined) =>
  ({
    cwe: "CWE-327",
    tags: ["PQ"],
    cnsa2_deadline: CNSA2_DEADLINE,
    fix_suggestion: toMigration(algorithm),
    ...(algorithm === undefined ? {} : { crypto_algorithm: algorithm }),
  }) as const;
