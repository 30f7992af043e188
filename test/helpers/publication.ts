import { createRepositoryDisk } from "../../src/adapters/disk.ts";
import { sha256 } from "../../src/adapters/hash.ts";
import { createPublicationJournal } from "../../src/adapters/publication-journal.ts";
import { createPublisher } from "../../src/adapters/publisher.ts";
import { createSourceList } from "../../src/adapters/source-list.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { relativePath } from "../../src/domain/paths.ts";
import type { FileState, Plan, PlanEntry } from "../../src/domain/plan.ts";
import type { Published } from "../../src/domain/report.ts";
import { contain } from "../../src/pipeline/contain.ts";
import { dispose } from "../../src/pipeline/dispose.ts";
import { materialize } from "../../src/pipeline/materialize.ts";
import { publish } from "../../src/pipeline/publish.ts";
import type { Publication } from "../../src/pipeline/publish.ts";
import type { Publisher } from "../../src/pipeline/publishing/publisher.ts";
import type { CandidateStore, World } from "../../src/pipeline/world.ts";

const disk = createRepositoryDisk();

/** What a test wants at a path: its text, or `undefined` for a file that is to go; `mode` for a new file. */
export interface Change {
  readonly path: string;
  readonly text: string | Uint8Array | undefined;
  readonly mode?: number;
}

/** A plan of these changes, every entry with what stands there now. */
export async function planChanges(root: AbsolutePath, changes: readonly Change[]): Promise<Plan> {
  const entries: PlanEntry[] = [];
  for (const change of changes) entries.push(toEntry(change, await disk.inspect(root, relativePath(change.path))));
  return {
    root,
    answers: {
      providers: [],
      packs: [],
      commitGate: "disabled",
      packageManager: "npm",
      formatters: [],
      isGit: false,
      scopes: [],
      theirs: [],
      take: [],
    } as never,
    inputsDigest: "",
    templateVersion: "1.0.0",
    templateDigest: "",
    entries,
    findings: [],
    install: [],
  };
}

function toEntry({ path, text, mode = 0o644 }: Change, before: FileState): PlanEntry {
  const after = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const standing = before.kind === "link" ? before.file : before;
  const isThere = standing?.kind === "file";
  const base = { path: relativePath(path), ownership: "generated", generator: "test", before, mode } as const;
  if (after === undefined) {
    return { ...base, action: isThere ? "delete" : "keep", reason: { code: "orphan-unchanged" } };
  }
  const afterSha256 = sha256(after);
  if (isThere && standing.sha256 === afterSha256) return { ...base, action: "keep", reason: { code: "same" } };
  return { ...base, action: isThere ? "update" : "create", reason: { code: "new" }, after, afterSha256 };
}

/** The part of a world that making, proving, disposing and publishing use, all of it real. */
export function makeWorld(candidates: CandidateStore, publisher: Publisher = createPublisher()): World {
  const interrupted = new AbortController().signal;
  const world: Partial<World> = {
    candidates,
    publisher,
    journal: createPublicationJournal(),
    disk,
    sources: createSourceList(),
    hash: sha256,
    env: process.env,
    interrupted,
  };
  return world as World;
}

/** Takes a plan through its candidate to the two proofs that publication asks for. */
export async function prove(plan: Plan, world: World): Promise<Publication> {
  const candidate = await materialize(plan, world, "off");
  const proven = await contain(candidate, world);
  return { plan, proven, cleanup: await dispose(candidate, world) };
}

export async function publishPlan(plan: Plan, world: World): Promise<Published> {
  return publish(await prove(plan, world), world);
}
