import { isRecord } from "../domain/base.ts";
import { parseRelativePath } from "../domain/paths.ts";
import type { RelativePath } from "../domain/paths.ts";
import { isChange } from "../domain/plan.ts";
import type { PlanEntry } from "../domain/plan.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../domain/receipt.ts";
import type { Receipt, ReceiptEntry } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type { ExplainReport, OwnedPath, Report } from "../domain/report.ts";
import type { ExplainRequest } from "../domain/request.ts";
import { plan } from "../pipeline/plan.ts";
import { findUnfinished } from "../pipeline/reading/find-unfinished.ts";
import { stands } from "../pipeline/reading/stands.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/**
 * `hi explain PATH`: who owns the path or which keys of it, since which version, and what an update would do.
 * Of a folder: which paths below it.
 */
export function explain(request: ExplainRequest, world: World): Promise<Report> {
  return reportRefusals(
    "explain",
    async () => {
      const path = parseAsked(request.path);
      const resolved = await resolve(request, world);
      const planned = await plan(resolved, { preview: "off" }, world);
      const entry = planned.entries.find((other) => other.path === path);
      const recorded = findRecorded(path, resolved.receipt);
      const below = entry || recorded ? [] : findOwnedBelow(path, planned.entries, resolved.receipt);
      const findings = await findUnfinished(resolved.root, world);
      if (below.length > 0) return { ...toFolder(path, below), findings };
      const isThere = entry !== undefined || recorded !== undefined || (await stands(resolved.root, path, world));
      const owner = isThere ? {} : { owner: "nobody" as const };
      return { ...toExplanation(path, entry, recorded), ...owner, findings };
    },
    world
  );
}

/** @throws Refusal HI_PATH_INVALID */
export function parseAsked(text: string): RelativePath {
  const path = parseRelativePath(text.replace(/^\.\//, "").replace(/\/$/, ""));
  if (typeof path === "string") return path;
  throw new Refusal({
    code: "HI_PATH_INVALID",
    message: `Not a path inside the repository (${path.problem}): ${JSON.stringify(text)}.`,
    next: "name the path from the repository root, such as .claude/settings.json",
  });
}

function toExplanation(
  path: RelativePath,
  entry: PlanEntry | undefined,
  recorded: ReceiptEntry | undefined
): ExplainReport {
  const { code, args }: Partial<PlanEntry["reason"]> = entry?.reason ?? {};
  const wouldDo = { action: entry?.action ?? "keep", reason: code ?? "not-ours", ...(args ? { args } : {}) };
  return {
    kind: "explain",
    verb: "explain",
    path,
    owner: findOwner(path, recorded),
    ...(recorded ? { entry: recorded } : {}),
    ...(recorded?.keys ? { keys: recorded.keys } : {}),
    differs: entry ? findDifferences(entry) : [],
    paths: [],
    wouldDo,
  };
}

/** Of a merged file that is there: where there is none, there is nothing to compare. */
function findDifferences({ ownership, before, keys }: PlanEntry): ExplainReport["differs"] {
  if (ownership !== "merged" || before.kind === "absent") return [];
  return (keys ?? []).filter((key) => key.reason.code !== "same");
}

const findRecorded = (path: string, receipt: Receipt | undefined): ReceiptEntry | undefined =>
  receipt && Object.hasOwn(receipt.files, path) ? receipt.files[path] : undefined;

/** What the receipt owns below a folder, the receipt itself included. */
function findOwnedBelow(
  folder: RelativePath,
  entries: readonly PlanEntry[],
  receipt: Receipt | undefined
): readonly OwnedPath[] {
  const isOurs = ({ path }: PlanEntry): boolean => path === RECEIPT_PATH || findRecorded(path, receipt) !== undefined;
  return entries
    .filter((entry) => receipt !== undefined && entry.path.startsWith(`${folder}/`) && isOurs(entry))
    .map(({ path, ownership, action, reason: { code, args } }) => ({
      path,
      class: ownership,
      action,
      reason: code,
      ...(args ? { args } : {}),
    }));
}

function toFolder(path: RelativePath, paths: readonly OwnedPath[]): ExplainReport {
  const action = paths.some(isChange) ? "update" : "keep";
  const wouldDo = { action, reason: "paths-below" };
  return { kind: "explain", verb: "explain", path, owner: "harness-paths", differs: [], paths, wouldDo };
}

function findOwner(path: RelativePath, recorded: ReceiptEntry | undefined): ExplainReport["owner"] {
  if (isRecord(path)) return "harness";
  if (path === SETTINGS_PATH) return "project";
  if (recorded === undefined) return "project";
  if (recorded.class === "generated") return "harness";
  return recorded.class === "merged" ? "harness-keys" : "harness-once";
}
