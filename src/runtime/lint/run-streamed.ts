import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { ProcessOutcome } from "../../domain/process.ts";
import { ConfigurationError } from "../configuration-error.ts";
import type { Tool } from "../find-tool.ts";
import { runProcess } from "../io/process.ts";
import type { ToolSession } from "../run-tool.ts";
import { holdToolSlot } from "./tool-slots.ts";

/** A report of a hundred thousand findings is a twentieth of it. */
const MAX_REPORT_BYTES = 1024 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/**
 * Runs a tool's own package with its stdout in a private file, and hands that over in pieces once the tool has ended: a
 * report of any size neither waits for a reader nor lies in memory as a whole. The file has no name by then.
 * @throws ConfigurationError where no such file can be made
 */
export async function runStreamed(
  tool: Tool,
  args: readonly string[],
  {
    cwd,
    session,
    take,
  }: { readonly cwd: string; readonly session: ToolSession; readonly take: (chunk: Buffer) => void }
): Promise<ProcessOutcome> {
  const descriptor = openNameless(session.env["HI_TEMP"] ?? tmpdir());
  try {
    const outcome = await holdToolSlot(() =>
      runProcess({
        file: process.execPath,
        args: [tool.entry, ...args],
        cwd,
        env: session.env,
        timeoutMs: Math.max(1, Math.round(session.deadlineAt - performance.now())),
        maxOutputBytes: MAX_REPORT_BYTES,
        stdoutTo: descriptor,
        ...(session.onStarted ? { onStarted: session.onStarted } : {}),
      })
    );
    readPieces(descriptor, take);
    return outcome;
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a file that is gone from its folder at once, so that nothing is left of it however this process ends. */
function openNameless(parent: string): number {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(path.join(parent, "hi-lint-"));
    return openSync(path.join(folder, "report"), "wx+", 0o600);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(parent, `no file for a report can be made there: ${why}; set HI_TEMP`);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function readPieces(descriptor: number, take: (chunk: Buffer) => void): void {
  for (let at = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
    if (read === 0) return;
    take(chunk.subarray(0, read));
    at += read;
  }
}
