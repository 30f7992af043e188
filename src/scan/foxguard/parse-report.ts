import { SEVERITIES } from "../../contracts/scanner.ts";
import type { ScannerFinding } from "../../contracts/scanner.ts";
import { parseShallowJson } from "../../domain/json-depth.ts";

/** What the peer printed, as far as it can be used. */
export interface FoxguardReport {
  /** Undefined in the old form, a list of findings alone. */
  readonly version: string | undefined;
  readonly filesScanned: number | undefined;
  readonly findings: readonly ScannerFinding[];
}

/** Reads the peer's JSON report, or the bare list of older ones; a text says why it is neither. */
export function parseFoxguardReport(text: string): FoxguardReport | string {
  let value: unknown;
  try {
    value = parseShallowJson(text);
  } catch {
    return "its output is no JSON";
  }
  const isList = Array.isArray(value);
  const { findings, scanner, target, error, schema_version: schema } = toRecord(isList ? { findings: value } : value);
  if (error !== undefined && error !== null && error !== false) return "its report is of an error";
  if (!Array.isArray(findings)) return "its output has no findings";
  if (schema !== undefined && !(typeof schema === "string" && schema.startsWith("1."))) {
    return `its report has the schema version ${JSON.stringify(schema).slice(0, 40)}, and 1 is the one that is known`;
  }
  const read = findings.map(toFinding);
  if (!read.every((finding) => finding !== undefined)) return "one of its findings is not as its schema says";
  const { version } = toRecord(scanner);
  const { files_scanned: files } = toRecord(target);
  return {
    version: typeof version === "string" ? version : undefined,
    filesScanned: Number.isSafeInteger(files) ? Number(files) : undefined,
    findings: read,
  };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

const TEXTS = [
  "source_description",
  "sink_description",
  "fix_suggestion",
  "crypto_algorithm",
  "cnsa2_deadline",
  "dep_name",
  "dep_version",
  "dep_ecosystem",
  "dep_purl",
] as const;
const NUMBERS = ["source_line", "sink_line", "sink_start_byte", "sink_end_byte", "taint_hops"] as const;
const LISTS = ["tags", "dep_path"] as const;

function toFinding(value: unknown): ScannerFinding | undefined {
  const found = toRecord(value);
  const { rule_id: rule, severity, cwe, description, file, snippet, confidence } = found;
  const known = SEVERITIES.find((one) => one === severity);
  const places = [found["line"], found["column"], found["end_line"], found["end_column"]];
  const isWhole = [rule, description, file].every((text) => typeof text === "string") && places.every(isPlace);
  if (known === undefined || !isWhole) return undefined;
  const [line = 1, column = 1, endLine = line, endColumn = column] = places as readonly number[];
  return {
    ...pick(found, TEXTS, (item) => typeof item === "string"),
    ...pick(found, NUMBERS, (item) => Number.isSafeInteger(item) && Number(item) >= 0),
    ...pick(found, LISTS, (item) => Array.isArray(item) && item.every((each) => typeof each === "string")),
    ...toMaterial(found["crypto_material"]),
    rule_id: String(rule),
    severity: known,
    cwe: typeof cwe === "string" ? cwe : null,
    description: String(description),
    file: String(file),
    line,
    column,
    end_line: endLine,
    end_column: endColumn,
    snippet: typeof snippet === "string" ? snippet : "",
    // Files from before there was one.
    confidence: typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : 1,
  };
}

function isPlace(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function pick(
  found: Readonly<Record<string, unknown>>,
  names: readonly string[],
  isFit: (value: unknown) => boolean
): Partial<ScannerFinding> {
  return Object.fromEntries(names.filter((name) => isFit(found[name])).map((name) => [name, found[name]]));
}

function toMaterial(value: unknown): Partial<ScannerFinding> {
  const material = toRecord(value);
  const {
    asset_kind: kind,
    subject_public_key_algorithm: algorithm,
    format,
    quantum_vulnerable: isVulnerable,
  } = material;
  const isKind = kind === "certificate" || kind === "related-crypto-material";
  if (!isKind || typeof algorithm !== "string" || (format !== "PEM" && format !== "DER")) return {};
  const { signature_algorithm: signature, not_valid_after: end } = material;
  return {
    crypto_material: {
      asset_kind: kind,
      subject_public_key_algorithm: algorithm,
      ...(typeof signature === "string" ? { signature_algorithm: signature } : {}),
      format,
      ...(typeof end === "string" ? { not_valid_after: end } : {}),
      quantum_vulnerable: isVulnerable === true,
    },
  };
}
