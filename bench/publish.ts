import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { createCandidateStore } from "../src/adapters/candidate-store.ts";
import { createRepositoryDisk } from "../src/adapters/disk.ts";
import { sha256 } from "../src/adapters/hash.ts";
import { createPublicationJournal } from "../src/adapters/publication-journal.ts";
import { createPublisher } from "../src/adapters/publisher.ts";
import type { AbsolutePath } from "../src/domain/paths.ts";
import { relativePath } from "../src/domain/paths.ts";
import type { Plan, PlanEntry } from "../src/domain/plan.ts";
import { contain } from "../src/pipeline/contain.ts";
import { dispose } from "../src/pipeline/dispose.ts";
import { materialize } from "../src/pipeline/materialize.ts";
import { publish } from "../src/pipeline/publish.ts";
import type { World } from "../src/pipeline/world.ts";
import type { Ratio } from "./measure.ts";
import { summarise } from "./measure.ts";

const FILES = 200;
/** A folder of a package holds about as many of ours. */
const FOLDERS = 20;
const BYTES = 3000;

interface Place {
  readonly scratch: string;
  readonly pairs: number;
}

/** The first is the receipt, which owns the others. */
const toName = (index: number): string =>
  index === 0 ? ".hi/receipt.json" : `packages/p${index % FOLDERS}/file-${index}.json`;

function toBytes(index: number, round: number): Uint8Array {
  if (index > 0) return Buffer.from(`${JSON.stringify({ index, round })}${"x".repeat(BYTES)}`);
  const files = Object.fromEntries(Array.from({ length: FILES - 1 }, (_, other) => [toName(other + 1), {}]));
  return Buffer.from(JSON.stringify({ round, files }));
}

function plant(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(path.join(root, `packages/p${folder}`), { recursive: true });
  }
  mkdirSync(path.join(root, ".hi"));
  for (let index = 0; index < FILES; index += 1) writeFileSync(path.join(root, toName(index)), toBytes(index, 0));
}

/**
 * The publish stage of an update of 200 files, journal and all, against a plain loop that writes and flushes the same
 * bytes into the same files. Both in this process, on the same file system, one after the other.
 */
export async function measurePublish({ scratch, pairs }: Place): Promise<Ratio> {
  const place = mkdtempSync(path.join(scratch, "publish-"));
  const root = path.join(place, "ours") as AbsolutePath;
  const plain = path.join(place, "plain");
  const parent = path.join(place, "parent");
  mkdirSync(parent, { mode: 0o700 });
  for (const folder of [root, plain]) plant(folder);
  mkdirSync(path.join(root, ".git"));
  writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  const world = toWorld(parent);
  const ratios: number[] = [];
  for (let round = 1; round <= pairs + 1; round += 1) {
    const ours = await timePublish(root, round, world);
    const theirs = timePlain(plain, round);
    // The first of each warms up.
    if (round > 1) ratios.push(ours / theirs);
  }
  rmSync(place, { recursive: true, force: true });
  const name = `the publish stage of a ${FILES}-file update`;
  return { name, against: "a plain loop that writes and flushes those files", pairs, ...summarise(ratios), limit: 3 };
}

function toWorld(parent: string): World {
  const interrupted = new AbortController().signal;
  const world: Partial<World> = {
    candidates: createCandidateStore({ env: { HI_TEMP: parent }, interrupted }),
    publisher: createPublisher(),
    journal: createPublicationJournal(),
    disk: createRepositoryDisk(),
    sources: { list: async () => [], survey: async () => ({ paths: [], repositories: [], notPreviewed: [] }) },
    hash: sha256,
    env: {},
    interrupted,
  };
  return world as World;
}

async function timePublish(root: AbsolutePath, round: number, world: World): Promise<number> {
  const plan = await planRound(root, round, world);
  const candidate = await materialize(plan, world, "off");
  const proven = await contain(candidate, world);
  const publication = { plan, proven, cleanup: await dispose(candidate, world) };
  const started = performance.now();
  await publish(publication, world);
  return performance.now() - started;
}

async function planRound(root: AbsolutePath, round: number, world: World): Promise<Plan> {
  const entries: PlanEntry[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const after = toBytes(index, round);
    const file = relativePath(toName(index));
    entries.push({
      path: file,
      action: "update",
      ownership: "generated",
      generator: "bench",
      reason: { code: "template-changed" },
      before: await world.disk.inspect(root, file),
      after,
      afterSha256: sha256(after),
      mode: 0o644,
    });
  }
  return { root, entries, findings: [] } as Partial<Plan> as Plan;
}

function timePlain(root: string, round: number): number {
  const files = Array.from(
    { length: FILES },
    (_, index) => [path.join(root, toName(index)), toBytes(index, round)] as const
  );
  const started = performance.now();
  for (const [file, bytes] of files) {
    const descriptor = openSync(file, "w");
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
    closeSync(descriptor);
  }
  return performance.now() - started;
}
