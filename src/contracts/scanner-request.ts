import { readStrictJson } from "./custom-lint-json.ts";
import type { StrictObject } from "./custom-lint-json.ts";
import { RequestFault } from "./request-fault.ts";
import { isObject, MemberReader } from "./scanner-members.ts";
import {
  CHANGE_MODES,
  SCANNER_COMMANDS,
  SCANNER_LIMITS,
  SCANNER_SCHEMA_VERSION,
  SEVERITIES,
  SUPPRESSION_KINDS,
} from "./scanner.ts";
import type { FindingSelector, ScannerRequest } from "./scanner.ts";

/** A request, or why the bytes are none; the request's id where the text had one all the same. */
export type RequestReading =
  | { readonly ok: true; readonly request: ScannerRequest }
  | { readonly ok: false; readonly error: string; readonly requestId?: string };

/** What every text about a request that cannot be read begins with. */
const PREFIX = "invalid adapter request: ";

/**
 * Reads a scanner request (seed 002): exactly one JSON object in UTF-8, no name twice. Members that the contract does
 * not name are passed over, those that it names are held to their types. Never throws.
 */
export function readScannerRequest(bytes: Uint8Array): RequestReading {
  try {
    return { ok: true, request: toRequest(toObject(bytes)) };
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    const requestId = findRequestId(bytes);
    return { ok: false, error: PREFIX + error.message, ...(requestId === undefined ? {} : { requestId }) };
  }
}

function toObject(bytes: Uint8Array): StrictObject {
  const { maxRequestBytes, maxRequestDepth } = SCANNER_LIMITS;
  if (bytes.length > maxRequestBytes) throw new RequestFault(`it has more than ${maxRequestBytes} bytes`);
  const reading = readStrictJson(bytes, { what: "the request", deepest: maxRequestDepth, takesAnyName: true });
  if (!reading.ok) throw new RequestFault(reading.fault.message);
  if (!isObject(reading.value)) throw new RequestFault("the request is no JSON object");
  return reading.value;
}

/** So that a host can tell which of its requests was refused. */
function findRequestId(bytes: Uint8Array): string | undefined {
  if (bytes.length > SCANNER_LIMITS.maxRequestBytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "request_id")) return undefined;
    const { request_id: requestId } = value as { readonly request_id: unknown };
    return typeof requestId === "string" ? requestId : undefined;
  } catch {
    return undefined;
  }
}

function toRequest(members: StrictObject): ScannerRequest {
  const read = new MemberReader(members, "");
  checkVersion(read.text("schema_version", "never-null"));
  const command = read.oneOf("command", SCANNER_COMMANDS, "never-null");
  if (command === undefined) throw new RequestFault("missing member `command`");
  const finding = read.object("finding");
  return dropAbsent({
    schema_version: read.text("schema_version"),
    request_id: read.text("request_id"),
    command,
    path: read.path("path"),
    workspace_root: read.path("workspace_root"),
    base: read.path("base"),
    severity: read.oneOf("severity", SEVERITIES),
    config: read.path("config"),
    rules: read.path("rules"),
    no_builtins: read.flag("no_builtins"),
    change_mode: read.oneOf("change_mode", CHANGE_MODES, "never-null"),
    exclude: read.paths("exclude"),
    baseline: read.path("baseline"),
    explain: read.flag("explain"),
    max_file_size: read.whole("max_file_size", 0),
    min_confidence: read.number("min_confidence"),
    finding: finding && toSelector(finding),
    suppression: read.oneOf("suppression", SUPPRESSION_KINDS),
  });
}

function toSelector(members: StrictObject): FindingSelector {
  const read = new MemberReader(members, "finding.");
  return dropAbsent({
    rule_id: read.text("rule_id"),
    file: read.path("file"),
    line: read.whole("line", 0),
    column: read.whole("column", 0),
  });
}

/** Another major speaks of something else; a later minor only adds what may be passed over. */
function checkVersion(version: string | undefined): void {
  const [ours] = SCANNER_SCHEMA_VERSION.split(".");
  if (version === undefined || version.split(".")[0] === ours) return;
  const said = JSON.stringify(version.slice(0, 40));
  throw new RequestFault(`schema_version ${said} is not supported; this adapter speaks ${SCANNER_SCHEMA_VERSION}`);
}

/** The same without members that are undefined. */
function dropAbsent<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}
