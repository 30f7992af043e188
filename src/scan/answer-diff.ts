import { mkdir } from "node:fs/promises";
import path from "node:path";

import type { ScannerRequest } from "../contracts/scanner.ts";
import { checkPlaces, toEngineAsk } from "./answer-scan.ts";
import type { DetectedFinding } from "./baseline.ts";
import { UNTRACKED } from "./changed-files.ts";
import type { Engine } from "./engine.ts";
import type { AdapterSurroundings, CommandAnswer } from "./execute-adapter-request.ts";
import { filterFindings } from "./filter-findings.ts";
import { layOutBlobs, listTree } from "./git-blobs.ts";
import { askDiff, askGit, askNames, runGit, splitFields, toNames } from "./git.ts";
import type { GitNames } from "./git.ts";
import { hideLiterals } from "./hide-literals.ts";
import { toKeyed } from "./line-keys.ts";
import type { KeyedFinding } from "./line-keys.ts";
import { openEngine } from "./open-engine.ts";
import { toSorted, toSummary, toTold } from "./report-findings.ts";
import { readScanConfig } from "./scan-config.ts";
import { openScanContext } from "./scan-context.ts";
import type { ScanContext } from "./scan-context.ts";
import { ScanFault } from "./scan-fault.ts";
import { toEachOnce, toHeldBackNotices, toSkipNotices, toToldSkips } from "./scan-notices.ts";
import { resolveScanPlace } from "./scan-place.ts";
import { withScratch } from "./scratch.ts";
import { selectFiles } from "./select-files.ts";
import type { SelectedFile } from "./select-files.ts";

/** Answers diff: what is found in the changed files now and was not where they branched off the base. @throws ScanFault */
export async function answerDiff(request: ScannerRequest, surroundings: AdapterSurroundings): Promise<CommandAnswer> {
  const place = resolveScanPlace(request, surroundings.cwd);
  if (place.kind === undefined) checkPlaces(request, place, surroundings.cwd);
  const config = await readScanConfig(request, place, surroundings.cwd);
  checkPlaces(request, place, surroundings.cwd);
  const context = openScanContext({ request, place, config, kind: "scan", surroundings });
  const startedAt = performance.now();
  const base = request.base ?? "main";
  const changes = await listChanges(context, base);
  const engine = openEngine(context);
  const exclude = request.exclude ?? [];
  const { env } = surroundings;
  const only = { names: [...changes.oldNames.keys()], unreadable: changes.unreadable };
  const selection = await selectFiles({ place, kind: "scan", reads: engine.reads, exclude, env, only });
  const now = await engine.run(toEngineAsk(context, selection.files));
  const before = await lookBefore(selection.files, changes, { context, engine });
  const fresh = findNew(toKeyed(hideLiterals(now.findings), selection.files, context.maxFileBytes), before);
  const filtered = await filterFindings(fresh, context.filterRules(selection.files));
  const findings = toSorted(filtered.findings);
  const skipped = toEachOnce([...selection.skipped, ...now.skipped]);
  const total = now.findings.length;
  const existing = total - fresh.length;
  const words = `diff vs ${base}: ${fresh.length} new (${total} in all, ${existing} existing)`;
  return {
    exit_code: findings.length > 0 ? 1 : 0,
    summary: toSummary(findings, now.filesScanned, performance.now() - startedAt),
    findings: findings.map(toTold),
    notices: [
      ...context.notices(now.title),
      words,
      ...changes.notices,
      ...now.notices,
      ...toSkipNotices(skipped, selection.passedOver, only.names.length === 0 ? 1 : now.filesScanned),
      ...toHeldBackNotices(filtered.heldBack),
    ],
    ...(skipped.length === 0 ? {} : { skipped: toToldSkips(skipped) }),
    diff: { base, total_current: total, existing_count: existing },
  };
}

/** Where the work branched off, and what is changed since, in the work tree, untracked files included. */
interface Changes extends Pick<GitNames, "unreadable"> {
  readonly folder: string;
  readonly commit: string;
  /** Present names to those in the commit; a new file has its own. */
  readonly oldNames: ReadonlyMap<string, string>;
  readonly notices: readonly string[];
}

async function listChanges({ place, surroundings: { env } }: ScanContext, base: string): Promise<Changes> {
  const folder = place.kind === "folder" ? place.absolute : path.dirname(place.absolute);
  const { commit, notices } = await findBranchPoint(folder, base, env);
  const changed = await askDiff(folder, ["--name-status", "-M", commit], env);
  const words = splitFields(changed.bytes);
  const oldNames = new Map<string, string>();
  const unreadable = new Map((await toNames(changed, folder, env)).unreadable);
  for (let at = 0; at < words.length;) {
    const isMoved = /^[RC]/.test(words[at]?.text ?? "");
    const [old, present = old] = words.slice(at + 1, at + (isMoved ? 3 : 2));
    if (present?.text !== undefined) oldNames.set(present.text, old?.text ?? present.text);
    at += isMoved ? 3 : 2;
  }
  const untracked = await askNames(folder, UNTRACKED, env);
  for (const name of untracked.names) oldNames.set(name, name);
  for (const [name, detail] of untracked.unreadable) unreadable.set(name, detail);
  return { folder, commit, oldNames, unreadable, notices };
}

interface BranchPoint {
  readonly commit: string;
  readonly notices: readonly string[];
}

/** @throws ScanFault that names the revision, where git's own words would name nothing */
async function findCommit(folder: string, base: string, env: AdapterSurroundings["env"]): Promise<string> {
  const named = await runGit(folder, ["rev-parse", "--verify", "--end-of-options", `${base}^{commit}`], env);
  if (named.ending === "ok") return named.stdout.trim();
  await askGit(folder, ["rev-parse", "--is-inside-work-tree"], env);
  throw new ScanFault(
    `there is no commit '${base}' here: name a branch, tag or commit that git log knows, or fetch it`
  );
}

/** The commit that is compared with. A shallow clone that does not hold it would call other people's changes new. @throws ScanFault */
async function findBranchPoint(folder: string, base: string, env: AdapterSurroundings["env"]): Promise<BranchPoint> {
  const tip = await findCommit(folder, base, env);
  const merged = await runGit(folder, ["merge-base", tip, "HEAD"], env);
  if (merged.ending === "ok") return { commit: merged.stdout.trim(), notices: [] };
  if (merged.ending !== "exited") throw new ScanFault(`git merge-base ${merged.ending}`);
  if ((await askGit(folder, ["rev-parse", "--is-shallow-repository"], env)).trim() === "true") {
    throw new ScanFault(
      `where HEAD branched off ${base} is not in this shallow clone; fetch the history first: git fetch --unshallow`
    );
  }
  return { commit: tip, notices: [`HEAD and ${base} have no commit in common: compared with ${base} as it is.`] };
}

interface Looking {
  readonly context: ScanContext;
  readonly engine: Engine;
}

/** What was found in the same files where the work branched off, under their present names. */
async function lookBefore(
  files: readonly SelectedFile[],
  { folder, commit, oldNames }: Changes,
  { context, engine }: Looking
): Promise<readonly KeyedFinding[]> {
  const { env } = context.surroundings;
  return withScratch("base", async (scratch) => {
    const target = path.join(scratch, "files");
    await mkdir(target, { mode: 0o700 });
    const blobs = await listTree(folder, commit, env);
    const nameOf = ({ inside }: SelectedFile): string => oldNames.get(inside) ?? inside;
    const held = await layOutBlobs({ files, blobs, nameOf }, { folder, env }, target);
    const { findings } = await engine.run(toEngineAsk(context, held, target));
    return toKeyed(findings, held, context.maxFileBytes);
  });
}

/** Each finding of before accounts for one of now, of the same rule, file and line text; what is left over is new. */
function findNew(now: readonly KeyedFinding[], before: readonly KeyedFinding[]): readonly DetectedFinding[] {
  const counts = new Map<string, number>();
  for (const { key } of before) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = new Map(now.map(({ finding, key }) => [finding, key]));
  return toSorted([...keys.keys()]).filter((finding) => {
    const key = keys.get(finding) ?? "";
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}
