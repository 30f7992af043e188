import { scan } from "../commands/scan.ts";
import { BLIND_REASONS } from "../contracts/scanner.ts";
import type { ScannerResponse, SkippedFile } from "../contracts/scanner.ts";
import { drawsOn } from "./draws-on.ts";
import { EXIT } from "./exit-code.ts";
import type { Invocation } from "./main.ts";
import { createStyle } from "./render/style.ts";
import type { Style } from "./render/style.ts";
import type { Wrap } from "./render/wrap.ts";
import type { ScanAsk } from "./scan-arguments.ts";

/** What in a folder is nobody's business, and of a path that was named itself leaves nothing that was looked at. */
const BLIND_IF_NAMED = new Set(["not-a-file", "link-outside"]);

/**
 * Runs `hi scan` and prints what came of it. Fail-closed, for CI and commit gates: 0 nothing found, 1 findings, 2 where it
 * could not look, a file that an engine failed on included.
 */
export async function runScan(ask: ScanAsk, invocation: Invocation): Promise<number> {
  const { env, streams } = invocation;
  if (ask.isTriage) return (await import("./triage.ts")).runTriage(ask, invocation);
  const interrupts = await invocation.openInterrupts();
  const progress = await invocation.openProgress(ask.format !== "json" && drawsOn(streams.stderr, env));
  progress.stage("Scanning");
  const response = await scan(ask.order, {
    env,
    signal: interrupts.signal,
    onProgress: (done, total) => progress.detail("files", { at: done, of: total }),
  });
  progress.done();
  interrupts.stop();
  if (interrupts.signal.aborted) {
    await streams.stderr.write("HI_INTERRUPTED The scan was interrupted.\n");
    return EXIT.interrupted;
  }
  const exitCode = toScanExitCode(response, ask);
  const { stdout, stderr } = await render(response, ask, { exitCode, invocation });
  await streams.stdout.write(stdout);
  await streams.stderr.write(stderr);
  return exitCode;
}

function toScanExitCode(response: ScannerResponse, { takesAll, order }: ScanAsk): number {
  const { ok, exit_code: found, skipped = [] } = response;
  const isBlind = ({ file, reason }: SkippedFile): boolean =>
    BLIND_REASONS.has(reason) || (file === order.request.path && BLIND_IF_NAMED.has(reason));
  if (!ok || skipped.some(isBlind)) return EXIT.couldNotRun;
  return found === 0 || takesAll ? EXIT.done : EXIT.pending;
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Loaded for a terminal alone. */
async function toWrap({ columns }: Style): Promise<Wrap> {
  if (columns === undefined) return (lead, text) => lead + text;
  return (await import("./render/wrap.ts")).createWrap(columns);
}

async function render(
  response: ScannerResponse,
  { format, order, takesAll = false }: ScanAsk,
  { exitCode, invocation }: { readonly exitCode: number; readonly invocation: Invocation }
): Promise<Printed> {
  const { streams, env, readVersion } = invocation;
  if (format === "json") {
    const { escapeHidden } = await import("../domain/plain-text.ts");
    const lines = JSON.stringify(response, null, 2).split("\n");
    return { stdout: `${lines.map(escapeHidden).join("\n")}\n`, stderr: "" };
  }
  const { renderScan, renderScanNotes } = await import("./render/scan.ts");
  const style = createStyle(streams[format === "human" ? "stdout" : "stderr"], env);
  const ending = { exitCode, order, takesAll, style, wrap: await toWrap(style) };
  if (format === "human") return renderScan(response, ending);
  const { stdout: said, stderr } = renderScanNotes(response, ending);
  if (format === "github") {
    const { renderScanGithub } = await import("./render/scan-github.ts");
    return { stdout: renderScanGithub(response), stderr: stderr + said };
  }
  if (format === "lines") {
    const { renderScanLines } = await import("./render/scan-lines.ts");
    return { stdout: renderScanLines(response), stderr: stderr + said };
  }
  const { toScanSarif } = await import("./render/scan-sarif.ts");
  const log = toScanSarif(response, { exitCode, version: await readVersion() });
  return { stdout: `${JSON.stringify(log, null, 2)}\n`, stderr: stderr + said };
}
