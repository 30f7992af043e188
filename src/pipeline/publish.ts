import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import type { FileState, Plan, PlanEntry } from "../domain/plan.ts";
import { isChange } from "../domain/plan.ts";
import type { Journal } from "../domain/publication-journal.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Published } from "../domain/report.ts";
import type { Verb } from "../domain/request.ts";
import type { ProvenCandidate } from "./contain.ts";
import type { CleanupProof } from "./dispose.ts";
import { explainFailure } from "./publishing/explain-failure.ts";
import { goBack } from "./publishing/go-back.ts";
import type { JournalDraft, Place, RemovedFile, StagedWrite } from "./publishing/publisher.ts";
import { listFlushed } from "./publishing/settle.ts";
import type { World } from "./world.ts";

/** What publication takes: a plan whose candidate is proven contained, and proven gone. */
export interface Publication {
  readonly plan: Plan;
  readonly proven: ProvenCandidate;
  readonly cleanup: CleanupProof;
  /** Whose publication it is, for the journal. */
  readonly verb?: Verb;
}

/** One change on its way: its bytes beside the target, then its name changed; of a removal, what was set aside. */
interface Step {
  readonly entry: PlanEntry;
  readonly temporary: string;
  staged: StagedWrite | undefined;
  removed: RemovedFile | undefined;
  isDone: boolean;
}

/**
 * Writes exactly the planned and previewed bytes, the receipt last. Everything is checked and written into the journal,
 * then every byte is written beside its target, and only then names change, each after one more look. What fails on the
 * way is taken back; a run that is killed is recovered from by the next. The repository is all as before or all as
 * planned.
 * @throws Refusal HI_STALE_PLAN, HI_LINK_OUTSIDE, HI_NOT_A_FILE, HI_TARGET_TWICE, HI_PUBLISH_FAILED, HI_INTERRUPTED,
 * HI_UNFINISHED, HI_JOURNAL_FAILED
 */
export async function publish(publication: Publication, world: World): Promise<Published> {
  const { plan, verb = "update" } = publication;
  const changes = toOrder(plan.entries.filter(isChange));
  refuseUnproven(publication, changes, world);
  if (changes.length === 0) return toPublished(changes);
  const located = await locateTargets(plan, changes, world);
  const journal = await world.journal.open(plan.root, toDraft(verb, located));
  const steps = located.map(({ entry }, index): Step => {
    const { temporary = "" } = journal.entries[index] ?? {};
    return { entry, temporary, staged: undefined, removed: undefined, isDone: false };
  });
  await walk({ plan, journal, steps }, world);
  // Everything is in place and on the disk: a journal that cannot be closed is closed by the next run.
  await world.journal.close(plan.root, journal, "kept").catch(passRefusal);
  return toPublished(changes);
}

interface Walk {
  readonly plan: Plan;
  readonly journal: Journal;
  readonly steps: readonly Step[];
}

async function walk({ plan, journal, steps }: Walk, world: World): Promise<void> {
  const { root } = plan;
  const progress: { current: Step | undefined } = { current: undefined };
  const places = listFlushed(journal);
  try {
    for (const step of steps) await stage(root, (progress.current = step), world);
    progress.current = undefined;
    await world.publisher.flush(root, places);
    refuseWhenInterrupted(world);
    const [receipt, others] = [steps.filter(isReceipt), steps.filter((step) => !isReceipt(step))];
    for (const step of others) await perform(root, (progress.current = step), world);
    await forget(others, world);
    progress.current = undefined;
    await world.publisher.flush(root, places);
    for (const step of receipt) await perform(root, (progress.current = step), world);
    await forget(receipt, world);
    if (receipt.length > 0) await world.publisher.flush(root, [RECEIPT_PATH]);
  } catch (error) {
    const { paths, isWhole } = await goBack({ root, journal }, world);
    if (isWhole) await world.journal.close(root, journal, "dropped").catch(passRefusal);
    const done = paths.filter((_, index) => steps[index]?.isDone);
    throw explainFailure(error, { failed: progress.current?.entry.path, done, isWhole });
  }
}

async function forget(steps: readonly Step[], { publisher }: World): Promise<void> {
  for (const { removed } of steps) if (removed) await publisher.forget(removed);
}

const isReceipt = ({ entry }: { readonly entry: PlanEntry }): boolean => entry.path === RECEIPT_PATH;

/** What the next run does anyway. */
function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** In the plan's order, the receipt last: it speaks only of what is there. */
function toOrder(changes: readonly PlanEntry[]): readonly PlanEntry[] {
  const isLast = (entry: PlanEntry): boolean => isReceipt({ entry });
  return [...changes.filter((entry) => !isLast(entry)), ...changes.filter(isLast)];
}

/** A proof of another candidate, or bytes that were not in it, is a defect of ours: nothing is written. */
function refuseUnproven({ proven, cleanup }: Publication, changes: readonly PlanEntry[], world: World): void {
  const { candidate } = proven;
  if (cleanup.evidence.nonce !== candidate.nonce) throw new TypeError("the cleanup proof is of another candidate");
  const planned = new Set(candidate.planned);
  for (const { path, action, after, afterSha256 } of changes) {
    if (action === "delete") continue;
    if (!planned.has(path)) throw new TypeError(`${path} was not in the candidate`);
    if (after === undefined || world.hash(after) !== afterSha256) {
      throw new TypeError(`${path} has no bytes of its hash`);
    }
  }
}

interface Located {
  readonly entry: PlanEntry;
  readonly place: Place;
}

/** Looks at every target before the first byte is written anywhere. */
async function locateTargets(plan: Plan, changes: readonly PlanEntry[], world: World): Promise<readonly Located[]> {
  const takenBy = new Map<RelativePath, RelativePath>();
  const located: Located[] = [];
  for (const entry of changes) {
    const place = await world.publisher.locate(plan.root, entry.path, entry.before);
    const other = takenBy.get(place.target);
    if (other !== undefined) throw toTwice(entry.path, other, place.target);
    takenBy.set(place.target, entry.path);
    located.push({ entry, place });
  }
  return located;
}

function toDraft(verb: Verb, located: readonly Located[]): JournalDraft {
  const folders = located.filter(({ entry }) => entry.action !== "delete").flatMap(({ place }) => place.missing);
  const receipt = located.find(({ entry }) => entry.path === RECEIPT_PATH)?.entry.after;
  return { verb, entries: located.map(toDraftEntry), folders: [...new Set(folders)], receipt };
}

/** A link that goes is journalled itself; of one that is written through, the file that it leads to. */
function toDraftEntry({ entry, place }: Located): JournalDraft["entries"][number] {
  const { path, before, afterSha256: sha256 = "" } = entry;
  // Through a linked folder the link is on the way, not at the end.
  const isLinkItself = before.kind === "link" && place.place !== place.target;
  const standing: FileState = before.kind === "link" ? (before.file ?? { kind: "absent" }) : before;
  if (entry.action === "delete") {
    return { path, place: place.place, before: isLinkItself ? before : standing, after: null };
  }
  const mode = standing.kind === "file" ? standing.mode : entry.mode;
  return { path, place: place.target, before: standing, after: { sha256, mode } };
}

function toTwice(path: RelativePath, other: RelativePath, target: RelativePath): Refusal {
  return new Refusal({
    code: "HI_TARGET_TWICE",
    message: `${path} and ${other} are the same file, ${target}, by way of a link.`,
    where: { path },
    next: `replace the link ${path} by a file of its own, then run the same command again`,
  });
}

async function stage(root: AbsolutePath, step: Step, world: World): Promise<void> {
  const { path, before, after, mode } = step.entry;
  if (step.entry.action === "delete" || after === undefined) return;
  const { temporary } = step;
  step.staged = await world.publisher.stage(root, { path, before, bytes: after, mode, temporary });
}

async function perform(root: AbsolutePath, step: Step, world: World): Promise<void> {
  const { path, before } = step.entry;
  const { temporary } = step;
  if (step.staged) await world.publisher.commit(root, step.staged);
  else step.removed = await world.publisher.remove(root, { path, before, temporary });
  step.isDone = true;
}

/** Up to here nothing has changed its name; from the first rename on a run is finished or taken back, not left. */
function refuseWhenInterrupted(world: World): void {
  if (!world.interrupted.aborted) return;
  throw new Refusal({
    code: "HI_INTERRUPTED",
    message: "The run was interrupted.",
    next: "run the same command again",
    exitCode: 130,
  });
}

function toPublished(changes: readonly PlanEntry[]): Published {
  return {
    written: changes.filter((entry) => entry.action !== "delete").map((entry) => entry.path),
    removed: changes.filter((entry) => entry.action === "delete").map((entry) => entry.path),
    receiptSha256: changes.find((entry) => entry.path === RECEIPT_PATH)?.afterSha256,
  };
}
