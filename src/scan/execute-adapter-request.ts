import { readScannerRequest } from "../contracts/scanner-request.ts";
import { SCANNER_SCHEMA_VERSION } from "../contracts/scanner.ts";
import type {
  EngineName,
  FindingSelector,
  ScannerCommand,
  ScannerRequest,
  ScannerResponse,
} from "../contracts/scanner.ts";
import type { LintEngine } from "./lint-engine.ts";
import { ScanFault } from "./scan-fault.ts";

/** What only the caller knows; the process's own where it is left out. */
export interface AdapterOptions {
  /** Where relative paths are taken from. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Over what the configuration says. */
  readonly engine?: EngineName;
  /** Asks the linter as well, whatever the configuration says; it is asked by `lint`. */
  readonly oxlint?: boolean;
  /** How the linter is asked; where it is left out, its findings are told to be missing. */
  readonly lint?: LintEngine;
  /**
   * Adds the findings to this baseline, a path as in the request; to the one in the project's root without a name. With a
   * selector, only those that it names.
   */
  readonly writeBaseline?: { readonly file?: string; readonly only?: FindingSelector };
  /** A baseline that the request names has to be there; by the contract one that is absent is none. */
  readonly needsBaseline?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  /** What was not looked at when it fires is told as out of time. */
  readonly signal?: AbortSignal;
}

/** An `AdapterOptions` with everything said. */
export type AdapterSurroundings = AdapterOptions & Required<Pick<AdapterOptions, "cwd" | "env">>;

/**
 * Answers one request of the scanner contract (seed 002): what `hi adapter` and `hi scan` go through. It never rejects
 * and never throws: what cannot be answered is a response with `ok: false` and an `error`. The request is held to the
 * contract as one from stdin is.
 */
export async function executeAdapterRequest(
  request: ScannerRequest,
  options: AdapterOptions = {}
): Promise<ScannerResponse> {
  let text: string | undefined;
  try {
    text = JSON.stringify(request);
  } catch {
    // What cannot be written down is no request.
  }
  return answerRequest(new TextEncoder().encode(text ?? ""), options);
}

/** The same for a request as it comes on stdin. */
export async function answerRequest(bytes: Uint8Array, options: AdapterOptions = {}): Promise<ScannerResponse> {
  const reading = readScannerRequest(bytes);
  if (!reading.ok) return toFailure(null, reading.requestId, reading.error);
  const { request } = reading;
  const { command, request_id: requestId } = request;
  try {
    const surroundings = { ...options, cwd: options.cwd ?? findWorkingFolder(), env: options.env ?? process.env };
    const answer = await answerCommand(request, surroundings);
    return { schema_version: SCANNER_SCHEMA_VERSION, ...toId(requestId), command, ok: true, ...answer };
  } catch (error) {
    const said = error instanceof ScanFault ? error.message : `the adapter failed: ${toDefect(error)}`;
    // A parser or a program may quote what it stumbled over.
    const { redactSecrets } = await import("./secrets/redact.ts");
    return toFailure(command, requestId, redactSecrets(said));
  }
}

/** @throws ScanFault where it has been removed since */
function findWorkingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new ScanFault("the folder that this runs in has been removed");
  }
}

/** What of a response a command decides. */
export type CommandAnswer = Omit<ScannerResponse, "schema_version" | "request_id" | "command" | "ok" | "error">;

async function answerCommand(request: ScannerRequest, surroundings: AdapterSurroundings): Promise<CommandAnswer> {
  if (request.command === "suppress") {
    const { answerSuppress } = await import("./suppress.ts");
    const suppression = await answerSuppress(request, surroundings.cwd);
    return { exit_code: 0, findings: [], notices: [], suppression };
  }
  if (request.command === "diff") return (await import("./answer-diff.ts")).answerDiff(request, surroundings);
  return (await import("./answer-scan.ts")).answerScan(request, surroundings);
}

/** The response where nothing was answered; `command` is null where the request could not be read. */
export function toFailure(
  command: ScannerCommand | null,
  requestId: string | undefined,
  error: string
): ScannerResponse {
  const none = { findings: [], notices: [] };
  return {
    schema_version: SCANNER_SCHEMA_VERSION,
    ...toId(requestId),
    command,
    ok: false,
    exit_code: 2,
    ...none,
    error,
  };
}

function toId(requestId: string | undefined): Pick<ScannerResponse, "request_id"> {
  return requestId === undefined ? {} : { request_id: requestId };
}

function toDefect(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
