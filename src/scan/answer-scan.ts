import { existsSync } from "node:fs";

import { SCANNER_LIMITS } from "../contracts/scanner.ts";
import type { ScannerRequest } from "../contracts/scanner.ts";
import { askLinter, mergeAnswers } from "./ask-linter.ts";
import { listChanged } from "./changed-files.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import type { AdapterSurroundings, CommandAnswer } from "./execute-adapter-request.ts";
import { filterFindings } from "./filter-findings.ts";
import { openEngine } from "./open-engine.ts";
import { readSource } from "./read-source.ts";
import { isMeant, toSorted, toSummary, toTold } from "./report-findings.ts";
import { readScanConfig } from "./scan-config.ts";
import { openScanContext } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { toHeldBackNotices, toSkipNotices } from "./scan-notices.ts";
import { resolveNamed, resolveScanPlace } from "./scan-place.ts";
import type { ScanPlace } from "./scan-place.ts";
import { selectFiles } from "./select-files.ts";

/** Answers scan-file, scan-workspace, secrets, pqc and explain. @throws ScanFault */
export async function answerScan(request: ScannerRequest, surroundings: AdapterSurroundings): Promise<CommandAnswer> {
  requireMembers(request);
  const { command } = request;
  const kind: ScanKind = command === "secrets" || command === "pqc" ? command : "scan";
  const place = resolveScanPlace(request, surroundings.cwd);
  const config = await readScanConfig(request, place, surroundings.cwd);
  checkPlaces(request, place, surroundings.cwd);
  const context = openScanContext({ request, place, config, kind, surroundings });
  const startedAt = performance.now();
  const only = await listChanged(place, request.change_mode ?? "none", surroundings.env);
  const exclude = kind === "secrets" ? config.secrets.excludePaths : [];
  const selection = await selectFiles({
    place,
    kind,
    exclude: [...(request.exclude ?? []), ...exclude],
    env: surroundings.env,
    ...(only ? { only } : {}),
  });
  const engine = await openEngine(context);
  const linting = askLinter(context, selection.files);
  const scanned = await engine.run({
    kind,
    files: selection.files,
    isNamed: place.kind === "file",
    options: context.detectOptions,
    read: ({ shown, place: file }) => readSource(shown, file, context.maxFileBytes),
    ...(surroundings.onProgress ? { onProgress: surroundings.onProgress } : {}),
    ...(surroundings.signal ? { signal: surroundings.signal } : {}),
  });
  const answer = mergeAnswers(scanned, await linting);
  const filtered = await filterFindings(answer.findings, context.filterRules(selection.files));
  const told = command === "explain" ? filtered.findings.filter(isMeant(request.finding ?? {})) : filtered.findings;
  const findings = toSorted(told);
  const skipped = [...selection.skipped, ...answer.skipped];
  const written = context.writeBaseline(findings, selection.files);
  return {
    exit_code: findings.length > 0 ? 1 : 0,
    summary: toSummary(findings, answer.filesScanned, performance.now() - startedAt),
    findings: findings.map(toTold),
    notices: [
      ...context.notices(engine),
      ...answer.notices,
      ...toSkipNotices(skipped, selection.passedOver, answer.filesScanned),
      ...toHeldBackNotices(filtered.heldBack),
      ...written,
    ],
    ...(skipped.length === 0 ? {} : { skipped: skipped.slice(0, SCANNER_LIMITS.maxSkipped) }),
  };
}

function requireMembers({ command, path, workspace_root: root }: ScannerRequest): void {
  if (command === "scan-file" && path === undefined) throw new ScanFault("scan-file requires path");
  if (command === "explain" && path === undefined && root === undefined) {
    throw new ScanFault("explain requires path or workspace_root");
  }
}

/** @throws ScanFault for what is named and not there */
export function checkPlaces(request: ScannerRequest, { kind }: ScanPlace, cwd: string): void {
  const shown = request.path ?? request.workspace_root ?? ".";
  if (kind === undefined) throw new ScanFault(`path '${shown}' does not exist`);
  if (request.rules === undefined) return;
  if (!existsSync(resolveNamed(request.rules, request, cwd).absolute)) {
    throw new ScanFault(`rules path '${request.rules}' does not exist`);
  }
}
