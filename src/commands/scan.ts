import type { EngineName, ScannerRequest, ScannerResponse } from "../contracts/scanner.ts";
import { killRunningGroups } from "../runtime/io/process-group.ts";
import { executeAdapterRequest } from "../scan/execute-adapter-request.ts";
import type { AdapterOptions } from "../scan/execute-adapter-request.ts";
import { createLintEngine } from "./scan-lint.ts";

/** What `hi scan` is asked for: a request of the contract, and what the contract leaves to the host. */
export interface ScanOrder {
  readonly request: ScannerRequest;
  readonly engine?: EngineName;
  readonly oxlint?: boolean;
  /** The baseline that findings are added to. */
  readonly writeBaseline?: AdapterOptions["writeBaseline"];
}

interface ScanSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** `hi scan …`: the one entry that the adapter goes through too, with the linter of the recorded routes at hand. */
export function scan(
  { request, engine, oxlint, writeBaseline }: ScanOrder,
  { env, onProgress, signal }: ScanSurroundings
): Promise<ScannerResponse> {
  // What was started must not outlive whoever stops it.
  signal.addEventListener("abort", killRunningGroups, { once: true });
  return executeAdapterRequest(request, {
    env,
    // One that is about to be written may be new.
    needsBaseline: writeBaseline === undefined,
    onProgress,
    signal,
    lint: createLintEngine(env),
    ...(engine === undefined ? {} : { engine }),
    ...(oxlint === undefined ? {} : { oxlint }),
    ...(writeBaseline === undefined ? {} : { writeBaseline }),
  });
}
