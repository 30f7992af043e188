import { BASE_FOLDER, isBasePath, isRecord, toBasePath } from "../domain/base.ts";
import { toConfigFormat } from "../domain/config-format.ts";
import { dropMark, dropSectionMarks } from "../domain/eject.ts";
import type { RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { FileState, Plan, PlanEntry, Reason } from "../domain/plan.ts";
import { isMadeByUs } from "../domain/projections.ts";
import type { ReceiptEntry } from "../domain/receipt.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../domain/receipt.ts";
import { decodeText, encodeText } from "../domain/text-encoding.ts";
import type { Current } from "./reading/read-current.ts";
import { findKnownSha, readCurrent } from "./reading/read-current.ts";
import { toNotInitialised } from "./reading/read-documents.ts";
import type { Resolved, World } from "./world.ts";

/** An owned file as it stands. */
interface OwnedFile {
  readonly path: RelativePath;
  readonly owned: ReceiptEntry;
  readonly current: Current;
  /** Undefined where it is no text. */
  readonly text: string | undefined;
}

const README = ".hi/README.md";
const ATTRIBUTES = ".gitattributes";
const SECTION = "/section";

/**
 * Plans the way out: what is generated stays as plain files, without what says that it is ours; the receipt, the bases
 * and what tells of them go, where they are as they were published. What is run from outside (a Makefile, a workflow)
 * cannot be known, so nothing that runs goes. The settings are a person's, and stay.
 * @throws Refusal HI_NOT_INITIALISED where there is no receipt: nothing says what is ours
 */
export async function eject(resolved: Resolved, world: World): Promise<Plan> {
  if (resolved.receipt === undefined) throw toNotInitialised(resolved.root, RECEIPT_PATH);
  const files = await readOwned(resolved, world);
  const entries: PlanEntry[] = [];
  for (const file of files) entries.push(await planPlain(file, world));
  entries.push(...(await planRecords(resolved, world)));
  const kept = entries.filter(({ action, path }) => action !== "delete" && !isRecord(path)).map(({ path }) => path);
  return {
    root: resolved.root,
    answers: resolved.answers,
    inputsDigest: resolved.inputsDigest,
    templateVersion: world.templates.version,
    templateDigest: world.templates.digest,
    entries,
    receiptBefore: resolved.receipt,
    findings: [{ code: "ejected", severity: "info", args: { files: kept.length, settings: SETTINGS_PATH } }],
    install: [],
  };
}

async function readOwned({ root, receipt }: Resolved, world: World): Promise<readonly OwnedFile[]> {
  const files: OwnedFile[] = [];
  for (const [path, owned] of Object.entries(receipt?.files ?? {})) {
    if (!isRelativePath(path) || isRecord(path)) continue;
    const current = await readCurrent(root, path, world);
    if (current.isEscape || current.bytes === undefined) continue;
    const decoded = decodeText(current.bytes);
    files.push({ path, owned, current, text: decoded.ok ? decoded.text : undefined });
  }
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

async function planPlain(file: OwnedFile, world: World): Promise<PlanEntry> {
  const { path, owned, current, text } = file;
  const isOurs = findKnownSha(current, [owned.sha256], world) === owned.sha256;
  if (path === README && isOurs) return toEntry(file, "delete", "ours-alone");
  const plain = text === undefined ? undefined : await toPlain(file, text, world);
  if (plain === undefined || plain === text) return toEntry(file, "keep", "plain");
  if (plain === "" && isMadeByUs(owned)) return toEntry(file, "delete", "ours-alone");
  const after = encodeText(plain);
  return { ...toEntry(file, "update", "unmarked"), after, afterSha256: world.hash(after) };
}

/** The text without what says that it, or a part of it, is ours. */
async function toPlain({ path, owned }: OwnedFile, text: string, world: World): Promise<string> {
  if (owned.class === "generated") return dropMark(text);
  if (owned.class !== "merged" || toConfigFormat(path) !== "lines") return text;
  // What ours say is about the bases alone.
  return dropSectionMarks(path === ATTRIBUTES ? await dropOurLines(owned, text, world) : text);
}

/** A marked section without the lines that we published; a line that someone put between them stays. */
async function dropOurLines({ keys = [] }: ReceiptEntry, text: string, world: World): Promise<string> {
  const editor = await world.editors("lines");
  const parsed = editor.parse(text);
  const toLines = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const ours = new Set(keys.filter(({ pointer }) => pointer === SECTION).flatMap(({ value }) => toLines(value)));
  const theirs = toLines(parsed.ok ? parsed.get(SECTION) : undefined).filter((line) => !ours.has(line)) as string[];
  const edited = editor.edit(
    text,
    theirs.length === 0 ? { kind: "remove", pointer: SECTION } : { kind: "set", pointer: SECTION, value: theirs }
  );
  return edited.ok ? edited.text : text;
}

function toEntry({ path, owned, current }: OwnedFile, action: PlanEntry["action"], code: Reason["code"]): PlanEntry {
  const { class: ownership, generator } = owned;
  return { path, action, ownership, generator, reason: { code }, before: current.state, mode: 0o644 };
}

/** The receipt, and every base that is what its name says. */
async function planRecords({ root }: Resolved, world: World): Promise<readonly PlanEntry[]> {
  const folder = await world.disk.inspect(root, BASE_FOLDER);
  const names = folder.kind === "directory" ? (await world.disk.list(root, BASE_FOLDER)).map(({ name }) => name) : [];
  const entries: PlanEntry[] = [];
  for (const path of [...names.map(toBasePath).filter(isBasePath), RECEIPT_PATH]) {
    const before = await world.disk.inspect(root, path);
    if (before.kind === "absent" || (isBasePath(path) && !isNamedByHash(path, before, world))) continue;
    const generator = isBasePath(path) ? "base" : "receipt";
    const reason = { code: "ours-alone" } as const;
    entries.push({ path, action: "delete", ownership: "generated", generator, reason, before, mode: 0o644 });
  }
  return entries;
}

/** Whatever line ends a checkout gave it. */
function isNamedByHash(path: RelativePath, state: FileState, world: World): boolean {
  if (state.kind !== "file") return false;
  const sha256 = path.slice(BASE_FOLDER.length + 1);
  return findKnownSha(state, [sha256], world) === sha256;
}
