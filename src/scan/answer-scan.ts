import { existsSync } from "node:fs";
import path from "node:path";

import type { ScannerRequest } from "../contracts/scanner.ts";
import { askLinter, mergeAnswers } from "./ask-linter.ts";
import { listChanged } from "./changed-files.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import type { EngineAsk } from "./engine.ts";
import type { AdapterSurroundings, CommandAnswer } from "./execute-adapter-request.ts";
import { isScript } from "./file-kinds.ts";
import { filterFindings } from "./filter-findings.ts";
import { hideLiterals } from "./hide-literals.ts";
import { openEngine } from "./open-engine.ts";
import { readSource } from "./read-source.ts";
import { isMeant, toSorted, toSummary, toTold } from "./report-findings.ts";
import { readScanConfig } from "./scan-config.ts";
import { openScanContext } from "./scan-context.ts";
import type { ScanContext } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { toEachOnce, toHeldBackNotices, toSkipNotices, toToldSkips } from "./scan-notices.ts";
import { resolveBeside, resolveScanPlace } from "./scan-place.ts";
import type { ScanPlace } from "./scan-place.ts";
import { selectFiles } from "./select-files.ts";
import type { SelectedFile } from "./select-files.ts";
import { withStagedContents } from "./staged-contents.ts";

/** Answers scan-file, scan-workspace, secrets, pqc and explain. @throws ScanFault */
export async function answerScan(request: ScannerRequest, surroundings: AdapterSurroundings): Promise<CommandAnswer> {
  requireMembers(request);
  const { command } = request;
  const kind: ScanKind = command === "secrets" || command === "pqc" ? command : "scan";
  const place = resolveScanPlace(request, surroundings.cwd);
  const config = await readScanConfig(request, place, surroundings.cwd);
  checkPlaces(request, place, surroundings.cwd);
  const context = openScanContext({ request, place, config, kind, surroundings });
  const engine = openEngine(context);
  const startedAt = performance.now();
  const only = await listChanged(place, request.change_mode ?? "none", surroundings.env);
  const exclude = kind === "secrets" ? config.secrets.excludePaths : [];
  const selection = await selectFiles({
    place,
    kind,
    reads: engine.reads,
    exclude: [...(request.exclude ?? []), ...exclude],
    env: surroundings.env,
    isStaged: request.change_mode === "staged",
    ...(only ? { only } : {}),
  });
  const { answer, filtered } = await withStagedContents(context, selection.files, async (laidOut) => {
    const { files, folder } = laidOut;
    const linting = await askLinter(
      context,
      files.filter(({ inside }) => isScript(inside))
    );
    const scanned = await engine.run(toEngineAsk(context, files, folder));
    const both = mergeAnswers(scanned, await linting.answer);
    const found = hideLiterals(both.findings);
    const whole = { ...both, skipped: [...laidOut.skipped, ...both.skipped] };
    return { answer: whole, filtered: await filterFindings(found, context.filterRules(files)) };
  });
  const told = command === "explain" ? filtered.findings.filter(isMeant(request.finding ?? {})) : filtered.findings;
  const findings = toSorted(told);
  const skipped = toEachOnce([...selection.skipped, ...answer.skipped]);
  const written = await context.writeBaseline(findings, selection.files);
  return {
    exit_code: findings.length > 0 ? 1 : 0,
    summary: toSummary(findings, answer.filesScanned, performance.now() - startedAt),
    findings: findings.map(toTold),
    notices: [
      ...context.notices(answer.title),
      ...answer.notices,
      ...toSkipNotices(skipped, selection.passedOver, answer.filesScanned),
      ...toHeldBackNotices(filtered.heldBack),
      ...written,
    ],
    ...(skipped.length === 0 ? {} : { skipped: toToldSkips(skipped) }),
  };
}

function requireMembers({ command, path: named, workspace_root: root }: ScannerRequest): void {
  if (command === "scan-file" && named === undefined) throw new ScanFault("scan-file requires path");
  if (command === "explain" && named === undefined && root === undefined) {
    throw new ScanFault("explain requires path or workspace_root");
  }
}

/** @throws ScanFault for what is named and not there */
export function checkPlaces(request: ScannerRequest, { kind }: ScanPlace, cwd: string): void {
  const shown = request.path ?? request.workspace_root ?? ".";
  if (kind === undefined) throw new ScanFault(`path '${shown}' does not exist`);
  if (request.rules === undefined) return;
  if (!existsSync(resolveBeside(request.rules, request, cwd).absolute)) {
    throw new ScanFault(`rules path '${request.rules}' does not exist`);
  }
}

/** What an engine is asked, of files as they stand or, with a folder, as they are laid out there. */
export function toEngineAsk(context: ScanContext, files: readonly SelectedFile[], folder?: string): EngineAsk {
  const { kind, place, noBuiltins, detectOptions, maxFileBytes, surroundings } = context;
  const own = place.kind === "folder" ? place.absolute : path.dirname(place.absolute);
  return {
    kind,
    files,
    folder: folder ?? own,
    isNamed: place.kind === "file",
    noBuiltins,
    options: detectOptions,
    maxFileBytes,
    read: ({ shown, place: file, content = file }) => readSource(shown, content, maxFileBytes),
    ...(surroundings.onProgress ? { onProgress: surroundings.onProgress } : {}),
    ...(surroundings.signal ? { signal: surroundings.signal } : {}),
  };
}
