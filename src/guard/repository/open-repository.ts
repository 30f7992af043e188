import { closeSync, constants, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { FileVersion, GuardPolicy, InspectedRepository } from "../../contracts/guard.ts";
import type { Repository } from "../decide/find-repositories.ts";
import { readFingerprint, readState } from "../decide/fingerprint.ts";
import type { Basis, RepositoryState } from "../decide/fingerprint.ts";
import { toDiskPath } from "../decide/path-text.ts";
import { isBehindLink } from "../decide/work-tree-state.ts";
import { makeTree } from "../session/make-tree.ts";
import { toCorrupt } from "../session/open-session.ts";
import type { OpenedSession } from "../session/open-session.ts";
import { probeVolume } from "../session/probe-volume.ts";
import { toSessionRules } from "../session/session-rules.ts";
import { listChanges } from "./list-changes.ts";
import { readLayers } from "./read-layers.ts";
import type { Layers } from "./read-layers.ts";
import { readBlobs, readTree } from "./read-objects.ts";
import type { ObjectPlace } from "./read-objects.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The repository of a session as an inspection sees it, with the fingerprint that can-stop will compare.
 * @throws Refusal HI_GUARD_CORRUPT; GitFailure, UnreadableTree
 */
export async function openSessionRepository({ active }: OpenedSession, env: Environment): Promise<InspectedRepository> {
  const { repository, session } = active;
  const state = await readFingerprint({ active, env });
  if (state.kind === "corrupt") throw toCorrupt(state.problem);
  return openState({ repository, env }, session, state);
}

/** What a comparison without a session is made of. */
export interface ComparisonOrder {
  readonly repository: Repository;
  readonly env: Environment;
  /** Whole commit names: what is compared with, and where the policy comes from. */
  readonly baselineCommit: string;
  readonly policySourceCommit: string;
  readonly policy: GuardPolicy;
}

/** A comparison that is open; `close` removes what was made for it. */
export interface OpenedComparison {
  readonly repository: InspectedRepository;
  /** The state again, as it is by now: to see whether something changed meanwhile. */
  readonly readFingerprint: () => Promise<string>;
  readonly close: () => void;
}

/** A repository compared with a commit, without a session: for CI. Reads every file once. @throws GitFailure */
export async function openComparison(order: ComparisonOrder): Promise<OpenedComparison> {
  const { repository, env, baselineCommit, policySourceCommit, policy } = order;
  const place: ObjectPlace = { repository, env };
  const scratch = mkdtempSync(path.join(tmpdir(), "hi-guard-"));
  const close = (): void => rmSync(scratch, { recursive: true, force: true });
  try {
    const entries = await readTree(place, baselineCommit);
    const receipt = entries.get(".hi/receipt.json");
    const basis: Basis = {
      baselineCommit,
      policySourceCommit,
      trustedPolicyHash: policy.sha256,
      rules: toSessionRules(policy, receipt && (await readBlobs(place, [receipt.oid])).get(receipt.oid)),
      volume: probeVolume(repository.root),
      submodules: [...entries].filter(([, { mode }]) => mode === "160000").map(([name]) => name),
    };
    const folder = path.join(scratch, "tree");
    const tree = await makeTree({ repository, env, folder, commit: baselineCommit, entries });
    const read = (): Promise<RepositoryState> => readState({ repository, env, tree, basis });
    return {
      repository: await openState(place, basis, await read()),
      readFingerprint: async () => (await read()).fingerprint,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function openState(place: ObjectPlace, basis: Basis, state: RepositoryState): Promise<InspectedRepository> {
  const { root } = place.repository;
  const layers = await readLayers(place, { baseline: basis.baselineCommit, head: state.currentHead });
  const changedFiles = listChanges({
    root,
    layers,
    state,
    rules: basis.rules,
    keepsModes: basis.volume.keepsModes,
  });
  const read = async (oid: string | undefined): Promise<Uint8Array | undefined> =>
    oid === undefined ? undefined : (await readBlobs(place, [oid])).get(oid);
  const findBlob = (entries: Layers["head"], name: string): string | undefined => {
    const entry = entries.get(name);
    return entry?.mode.startsWith("100") ? entry.oid : undefined;
  };
  return {
    baselineCommit: basis.baselineCommit,
    currentHead: state.currentHead,
    fingerprint: state.fingerprint,
    changedFiles,
    baselinePaths: [...layers.baseline.keys()],
    readBaseline: (name) => read(findBlob(layers.baseline, name)),
    readBaselines: async (names) => {
      const found = names.flatMap((name) => {
        const oid = findBlob(layers.baseline, name);
        return oid === undefined ? [] : [[name, oid] as const];
      });
      const blobs = await readBlobs(place, new Set(found.map(([, oid]) => oid)));
      return new Map(
        found.flatMap(([name, oid]) => {
          const bytes = blobs.get(oid);
          return bytes ? [[name, bytes] as const] : [];
        })
      );
    },
    readVersions: async (name) => {
      const before = await read(findBlob(layers.baseline, name));
      const versions: FileVersion[] = [];
      const add = (layer: FileVersion["layer"], bytes: Uint8Array | undefined): void => {
        if (bytes === undefined || (before !== undefined && Buffer.compare(before, bytes) === 0)) return;
        if (versions.every((known) => Buffer.compare(known.bytes, bytes) !== 0)) versions.push({ layer, bytes });
      };
      add("head", await read(findBlob(layers.head, name)));
      add("index", await read(findBlob(layers.index, name)));
      add("worktree", readWorkTree(root, name));
      return versions;
    },
  };
}

/** The bytes of a regular file; of a link and of everything else nothing. */
function readWorkTree(root: string, name: string): Uint8Array | undefined {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  if (isBehindLink(root, name)) return undefined;
  let descriptor: number;
  try {
    descriptor = openSync(toDiskPath(root, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}
