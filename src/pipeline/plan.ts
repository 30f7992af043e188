import { isRecord } from "../domain/base.ts";
import type { ConflictChoice, Settlement } from "../domain/conflict.ts";
import type { DesiredFile } from "../domain/desired.ts";
import type { Finding } from "../domain/finding.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { Action, Plan, PlanEntry, Reason } from "../domain/plan.ts";
import { isChange } from "../domain/plan.ts";
import type { Receipt, ReceiptEntry } from "../domain/receipt.ts";
import { RECEIPT_PATH, RECEIPT_SCHEMA_VERSION, SETTINGS_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import { encodeText } from "../domain/text-encoding.ts";
import type { Toolchain, ToolName } from "../domain/toolchain.ts";
import { findUnmetNeeds } from "../domain/unmet-needs.ts";
import type { OwnedState } from "../domain/unmet-needs.ts";
import { findInstallCommand } from "./plan/install-command.ts";
import { planBases } from "./plan/plan-bases.ts";
import { planEntry } from "./plan/plan-entry.ts";
import { refuseMarkers } from "./plan/refuse-markers.ts";
import { refuseUnknownTakes } from "./plan/refuse-unknown-takes.ts";
import type { EntryContext } from "./plan/target.ts";
import type { Current } from "./reading/read-current.ts";
import { findKnownSha, readCurrent } from "./reading/read-current.ts";
import type { Resolved, World } from "./world.ts";

/** What the plan needs beside what `resolve` found. */
export interface PlanOptions {
  readonly preview: "on" | "off";
  /** Only this path is planned; everything else stays as recorded (`hi restore`). */
  readonly only?: RelativePath;
  /** What becomes of conflicts; `abort`, and where nothing is said, leaves them open. */
  readonly onConflict?: ConflictChoice;
  /** What a person chose for one conflict, by its id. */
  readonly settled?: ReadonlyMap<string, Settlement>;
}

/**
 * Decides, without an effect, everything that a run will write: one entry a path, settings and receipt included.
 * All inputs are read and parsed here, before the first write. @throws Refusal HI_UNPARSEABLE, HI_NOT_A_FILE,
 * HI_TAKE_UNKNOWN, HI_MARKERS_REFUSED
 */
export async function plan(resolved: Resolved, options: PlanOptions, world: World): Promise<Plan> {
  await refuseFolderTwin(resolved.root, world);
  const desired = await world.templates.generate(resolved.answers, world.toolchain);
  refuseUnknownTakes(resolved.answers.take, desired);
  const context: EntryContext = { resolved, world, restore: options.only, settle: toSettle(options) };
  const planned: PlanEntry[] = [];
  for (const target of toTargets(desired, resolved.receipt)) {
    if (options.only !== undefined && options.only !== target.path) continue;
    const entry = await planEntry(target, context);
    if (isOfConcern(entry, target)) planned.push(entry);
  }
  if (resolved.settingsText !== undefined) planned.push(await planSettings(resolved, resolved.settingsText, world));
  refuseMarkers(planned, options);
  const { bases, entry } = await planRecords({ resolved, planned, desired, options, world });
  const entries = [...planned, ...bases, entry];
  return {
    root: resolved.root,
    answers: resolved.answers,
    inputsDigest: resolved.inputsDigest,
    templateVersion: world.templates.version,
    templateDigest: world.templates.digest,
    entries,
    ...(resolved.receipt ? { receiptBefore: resolved.receipt } : {}),
    findings: [
      ...findFindings(entries),
      ...(options.only === undefined
        ? findUnmetNeeds(planned.filter(({ action }) => action !== "delete").map(toState))
        : []),
    ],
    install: findInstallCommand(resolved.answers.packageManager),
  };
}

/** A choice for all, or for one; markers only where they may stand, so the rest stays open. */
function toSettle({ onConflict = "abort", settled }: PlanOptions): EntryContext["settle"] {
  return (id) => settled?.get(id) ?? (onConflict === "abort" ? undefined : onConflict);
}

/** Whether what is wanted at a path will be there once the plan is carried out; a file of the project's will do. */
function toState({ path, action, before, keys }: PlanEntry): OwnedState {
  const isWritten = action === "create" || action === "update";
  const isFile = isWritten || (action !== "delete" && before.kind !== "absent");
  if (keys === undefined) return { path, isThere: isFile };
  const there = isFile ? keys.filter(({ action: own, reason }) => own !== "delete" && !ABSENT.has(reason.code)) : [];
  const asWritten = there.filter(({ reason }) => !reason.code.startsWith("local-edit"));
  return { path, isThere: there.length > 0, keys: asWritten.map(({ key }) => key.pointer) };
}

/** Reasons of keys that are not there, or are the project's own. */
const ABSENT: ReadonlySet<Reason["code"]> = new Set([
  "already-gone",
  "foreign-claim",
  "project-value",
  "removed-by-user",
]);

/** A folder that differs from ours only in case is ours on some disks: nothing of ours can stand beside it. */
async function refuseFolderTwin(root: AbsolutePath, world: World): Promise<void> {
  const twin = await world.disk.findCaseTwin(root, RECEIPT_PATH);
  if (twin === undefined) return;
  throw new Refusal({
    code: "HI_CASE_TWIN",
    message: `${twin} differs from ${RECEIPT_PATH} only in case, and some disks hold one for both.`,
    where: { path: twin },
    next: `rename ${twin}, then run the same command again`,
  });
}

/** A file that is only ours to edit where the project has one, and that the project does not have, is nobody's concern. */
function isOfConcern(entry: PlanEntry, { desired, owned }: ReturnType<typeof toTargets>[number]): boolean {
  return !(desired?.mustExist && owned === undefined && entry.before.kind === "absent");
}

/** Every path that is wanted or owned, once, in one stable order. */
function toTargets(desired: readonly DesiredFile[], receipt: Receipt | undefined) {
  const files = receipt?.files ?? {};
  const wanted = new Map(desired.map((file) => [file.path as string, file]));
  const paths = new Set([...wanted.keys(), ...Object.keys(files)]);
  return [...paths]
    .filter((path) => path !== SETTINGS_PATH && !isRecord(path) && isRelativePath(path))
    .toSorted()
    .map((path) => ({ path: path as RelativePath, desired: wanted.get(path), owned: files[path] }));
}

/** The settings, as `hi init` wants them: one more entry of the same publication. */
async function planSettings(resolved: Resolved, text: string, world: World): Promise<PlanEntry> {
  const current = await readCurrent(resolved.root, SETTINGS_PATH, world);
  const after = encodeText(text);
  const afterSha256 = world.hash(after);
  const isSame = current.sha256 === afterSha256;
  return {
    path: SETTINGS_PATH,
    action: current.isEscape ? "conflict" : toTextAction(current, isSame),
    ownership: "authored",
    generator: "settings",
    reason: { code: current.isEscape ? "link-outside" : toTextReason("settings", isSame) },
    before: current.state,
    ...(isSame || current.isEscape ? {} : { after, afterSha256 }),
    mode: 0o644,
  };
}

function toTextAction(current: Current, isSame: boolean): Action {
  if (isSame) return "keep";
  return current.bytes ? "update" : "create";
}

const toTextReason = (code: Reason["code"], isSame: boolean): Reason["code"] => (isSame ? "same" : code);

interface RecordsInput {
  readonly resolved: Resolved;
  readonly planned: readonly PlanEntry[];
  readonly desired: readonly DesiredFile[];
  readonly options: PlanOptions;
  readonly world: World;
}

/** The receipt as it will be once everything before it has been written, and the bases that go with it. */
async function planRecords({ resolved, planned, desired, options, world }: RecordsInput) {
  const receipt = toNextReceipt({ resolved, planned, options, world });
  const bases = await planBases({ root: resolved.root, receipt, desired }, world);
  return { bases, entry: await planReceipt(resolved.root, receipt, world) };
}

function toNextReceipt({ resolved, planned, options, world }: Omit<RecordsInput, "desired">): Receipt {
  const previous = resolved.receipt;
  const files: Record<string, ReceiptEntry> = options.only === undefined ? {} : { ...previous?.files };
  for (const entry of planned) {
    if (entry.receipt) files[entry.path] = entry.receipt;
    else delete files[entry.path];
  }
  const isPartial = options.only !== undefined && previous !== undefined;
  const hasChanges = planned.some(isChange);
  return {
    schemaVersion: RECEIPT_SCHEMA_VERSION,
    templateVersion: isPartial ? previous.templateVersion : world.templates.version,
    templateDigest: isPartial ? previous.templateDigest : world.templates.digest,
    inputsDigest: isPartial ? previous.inputsDigest : resolved.inputsDigest,
    tools: toTools(world.toolchain, resolved),
    preview: hasChanges ? options.preview : (previous?.preview ?? options.preview),
    files: Object.fromEntries(Object.entries(files).toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** Equal bytes keep the old one. */
async function planReceipt(root: AbsolutePath, receipt: Receipt, world: World): Promise<PlanEntry> {
  const after = encodeText(`${JSON.stringify(receipt, null, 2)}\n`);
  const afterSha256 = world.hash(after);
  const current = await readCurrent(root, RECEIPT_PATH, world);
  const isSame = findKnownSha(current, [afterSha256], world) === afterSha256;
  return {
    path: RECEIPT_PATH,
    action: toTextAction(current, isSame),
    ownership: "generated",
    generator: "receipt",
    reason: { code: toTextReason("receipt", isSame) },
    before: current.state,
    ...(isSame ? {} : { after, afterSha256 }),
    mode: 0o644,
  };
}

function toTools(toolchain: Toolchain, { answers }: Resolved): Receipt["tools"] {
  const isUnused = (name: string): boolean =>
    (name === "@effect/tsgo" && !answers.packs.includes("effect")) ||
    (name === "oxfmt" && !answers.packs.includes("format"));
  const names = (Object.keys(toolchain) as ToolName[]).filter((name) => !isUnused(name));
  return Object.fromEntries(names.map((name) => [name, toolchain[name]]));
}

function findFindings(entries: readonly PlanEntry[]): readonly Finding[] {
  return entries.flatMap((entry) => {
    const isRelinked = isChange(entry) && entry.before.kind === "file" && entry.before.links > 1;
    if (!isRelinked) return [];
    return [{ code: "hard-link-broken", severity: "warning" as const, path: entry.path, args: {} }];
  });
}
