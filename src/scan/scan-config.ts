import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

import { ENGINES } from "../contracts/scanner.ts";
import type { EngineName, ScannerRequest, ScannerSeverity } from "../contracts/scanner.ts";
import { isRepositoryTop } from "../runtime/io/folder-kind.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { readAtOnce } from "../runtime/io/read-at-once.ts";
import { ConfigReader } from "./config-reader.ts";
import { ScanFault } from "./scan-fault.ts";
import { resolveBeside, toReal } from "./scan-place.ts";
import type { ScanPlace } from "./scan-place.ts";

/** Ours first: where both stand in one folder, ours is read and the other is named in a notice. */
const CONFIG_NAMES = [
  ".hi-scan.yml",
  ".hi-scan.yaml",
  ".foxguard.yml",
  ".foxguard.yaml",
  "foxguard.yml",
  "foxguard.yaml",
] as const;
/** The library compares every key with every other: a larger file takes it minutes. */
const MAX_CONFIG_BYTES = 64 * 1024;
const MAX_LIST_BYTES = 1024 * 1024;

/** What a configuration says; what it does not say is undefined or empty. Places are absolute and inside its root. */
export interface ScanConfig {
  /** The file as it was found; undefined where there is none and these are the defaults. */
  readonly file: string | undefined;
  /** The project root: the configuration's folder, a real path. */
  readonly root: string | undefined;
  readonly notices: readonly string[];
  readonly engine: EngineName | undefined;
  readonly severity: ScannerSeverity | undefined;
  readonly rules: string | undefined;
  readonly noBuiltins: boolean;
  /** The recorded route's linter is asked as well. */
  readonly oxlint: boolean;
  readonly baseline: string | undefined;
  readonly minConfidence: number | undefined;
  readonly ignoreRules: readonly { readonly path: string; readonly rules: readonly string[] }[];
  readonly severityOverrides: ReadonlyMap<string, ScannerSeverity>;
  readonly enableRules: readonly string[];
  readonly disableRules: readonly string[];
  readonly suppressions: readonly { readonly ruleId: string; readonly pathPattern: string }[];
  readonly minSecretLength: number | undefined;
  readonly minSecretEntropy: number | undefined;
  readonly maxHops: number | undefined;
  readonly secrets: {
    readonly baseline: string | undefined;
    readonly excludePaths: readonly string[];
    readonly ignoreRules: readonly string[];
  };
}

/**
 * The configuration in force: the one that the request names, else the nearest from the scanned place upward, no further
 * than the workspace root or, without one, the repository's top (the current folder outside of one). @throws ScanFault
 */
export async function readScanConfig(request: ScannerRequest, place: ScanPlace, cwd: string): Promise<ScanConfig> {
  if (request.config !== undefined) {
    const { absolute } = resolveBeside(request.config, request, cwd);
    if (!existsSync(absolute)) throw new ScanFault(`Config path '${request.config}' does not exist`);
    return parseConfig(absolute, place.bound, []);
  }
  const found = findConfig(place, cwd);
  if (found.length === 0) return parseDocument(undefined, "", { root: undefined, file: undefined, notices: [] });
  const [file = "", other] = found;
  // What is found, and not named, is the project's own: it leads nowhere else.
  if (!isSameOrBelow(realpathSync(path.dirname(file)), toReal(file) ?? file)) {
    throw new ScanFault(`Config path '${file}' leads out of its folder by a link`);
  }
  const notices =
    other === undefined ? [] : [`${path.basename(file)} is read; ${path.basename(other)} beside it is not`];
  return parseConfig(file, place.bound, notices);
}

/** The configurations of the nearest folder that has one. */
function findConfig(place: ScanPlace, cwd: string): readonly string[] {
  const { absolute, kind } = place;
  if (kind === "outside" || kind === undefined) return [];
  const real = toReal(absolute) ?? absolute;
  const start = kind === "folder" ? real : path.dirname(real);
  const last = findLast(start, place.bound, cwd);
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
    if (found.length > 0) return found;
    if (folder === last || folder === path.dirname(folder)) return [];
  }
}

/**
 * How far up the configuration is looked for. Outside of any repository no further than the current folder: what lies
 * above may be anybody's, as in a shared temporary folder.
 */
function findLast(start: string, bound: string | undefined, cwd: string): string {
  if (bound !== undefined) return bound;
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (isRepositoryTop(folder)) return folder;
    if (folder === path.dirname(folder)) break;
  }
  const current = toReal(cwd) ?? cwd;
  return isSameOrBelow(current, start) ? current : start;
}

async function parseConfig(file: string, bound: string | undefined, notices: readonly string[]): Promise<ScanConfig> {
  const real = realpathSync(file);
  if (bound !== undefined && !isSameOrBelow(bound, real)) {
    throw new ScanFault(`Config path '${file}' leads out of the workspace root`);
  }
  const read = readAtOnce(real, MAX_CONFIG_BYTES);
  if (read.kind !== "text") {
    throw new ScanFault(`Failed to parse config ${file}: it is no text of at most ${MAX_CONFIG_BYTES} bytes`);
  }
  const { parseYaml } = await import("./yaml-text.ts");
  let value: unknown;
  try {
    value = parseYaml(read.text);
  } catch (error) {
    throw new ScanFault(`Failed to parse config ${file}: ${(error as Error).message}`);
  }
  return parseDocument(value, file, { root: realpathSync(path.dirname(file)), file, notices });
}

type Where = Pick<ScanConfig, "file" | "root" | "notices">;

function parseDocument(value: unknown, file: string, where: Where): ScanConfig {
  const top = new ConfigReader(value, "", file);
  const scan = top.inner("scan");
  const thresholds = scan.inner("thresholds");
  const ofSecrets = thresholds.inner("secrets");
  const overrides = scan.inner("severity_overrides");
  const contained = (key: string, named: string | undefined): string | undefined =>
    named === undefined ? undefined : contain(named, key, where);
  return {
    ...where,
    engine: scan.oneOf("engine", ENGINES),
    severity: scan.severity("severity"),
    rules: contained("scan.rules", scan.text("rules")),
    noBuiltins: scan.flag("no_builtins"),
    oxlint: scan.flag("oxlint"),
    baseline: contained("scan.baseline", scan.text("baseline")),
    minConfidence: scan.number("min_confidence", [0, 1]),
    ignoreRules: scan.each("ignore_rules").map((item) => ({ path: item.needed("path"), rules: item.texts("rules") })),
    severityOverrides: new Map(
      overrides
        .names()
        .map((name) => [name, overrides.severity(name)] as const)
        .filter(hasValue)
    ),
    enableRules: scan.texts("enable_rules"),
    disableRules: scan.texts("disable_rules"),
    suppressions: scan
      .each("suppressions")
      .map((item) => ({ ruleId: item.needed("rule_id"), pathPattern: item.needed("path_pattern") })),
    minSecretLength: ofSecrets.number("min_length", [1, Infinity], true),
    minSecretEntropy: ofSecrets.number("min_entropy", [0, 8]),
    maxHops: thresholds.inner("taint").number("max_hops", [1, Infinity], true),
    secrets: parseSecrets(top.inner("secrets"), contained),
  };
}

function parseSecrets(
  secrets: ConfigReader,
  contained: (key: string, named: string | undefined) => string | undefined
): ScanConfig["secrets"] {
  const listed = contained("secrets.exclude_path_file", secrets.text("exclude_path_file"));
  return {
    baseline: contained("secrets.baseline", secrets.text("baseline")),
    excludePaths: [...secrets.texts("exclude_paths"), ...(listed === undefined ? [] : readPrefixes(listed))],
    ignoreRules: secrets.texts("ignore_rules"),
  };
}

function readPrefixes(file: string): readonly string[] {
  const read = readAtOnce(file, MAX_LIST_BYTES);
  if (read.kind !== "text") throw new ScanFault(`secrets.exclude_path_file '${file}' is no readable file`);
  const lines = read.text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

function hasValue(entry: readonly [string, ScannerSeverity | undefined]): entry is readonly [string, ScannerSeverity] {
  return entry[1] !== undefined;
}

/** A path of a configuration, taken from its folder; neither its text nor a link may lead out of the project. */
function contain(named: string, key: string, { root = "" }: Where): string {
  const place = path.resolve(root, named);
  const real = toReal(place) ?? path.join(toReal(path.dirname(place)) ?? path.dirname(place), path.basename(place));
  if (isSameOrBelow(root, place) && isSameOrBelow(root, real)) return place;
  throw new ScanFault(`Config path '${named}' for ${key} escapes the project root ${root}`);
}
