import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";

import type { ChangedFile, ChangeLayer } from "../../contracts/guard.ts";
import type { RepositoryState } from "../decide/fingerprint.ts";
import { toDiskPath } from "../decide/path-text.ts";
import { isRelevant } from "../decide/relevant-path.ts";
import type { SessionRules } from "../decide/session-payload.ts";
import { isBehindLink } from "../decide/work-tree-state.ts";
import type { Layers } from "./read-layers.ts";

/** What stands at a path of the work tree, as far as it is compared with the index. */
interface Standing {
  readonly mode: string;
  readonly oid: string | undefined;
}

/** What changes are made from. */
export interface ChangeSources {
  readonly root: string;
  readonly layers: Layers;
  readonly state: RepositoryState;
  readonly rules: SessionRules;
  readonly keepsModes: boolean;
}

/** Every path that differs from the baseline in a layer and counts by the rules, in the order of their code units. */
export function listChanges(sources: ChangeSources): readonly ChangedFile[] {
  const { layers, state, rules } = sources;
  const renames = new Map(
    [...layers.staged, ...layers.committed].flatMap(({ path, oldPath }) =>
      oldPath === undefined ? [] : [[path, oldPath]]
    )
  );
  const found = new Map<string, Set<ChangeLayer>>();
  const add = (path: string, layer: ChangeLayer): void => {
    const known = found.get(path) ?? new Set();
    found.set(path, known.add(layer));
  };
  for (const { path } of layers.committed) add(path, "committed");
  for (const { path } of layers.staged) add(path, "staged");
  for (const path of layers.unmerged) add(path, "unstaged");
  const candidates = new Set([...found.keys(), ...state.entries.map(({ path }) => path)]);
  for (const path of candidates) {
    const layer = findWorkTreeLayer(path, sources);
    if (layer !== undefined) add(path, layer);
  }
  const gone = new Set([...renames.values()].filter((path) => isGone(path, sources)));
  return [...found]
    .filter(([path]) => !gone.has(path) && (isRelevant(rules, path) || isRelevant(rules, renames.get(path) ?? path)))
    .map(([path, names]) => toChange(path, names, { sources, oldPath: renames.get(path) }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Whether the work tree has something else at a path than the index. */
function findWorkTreeLayer(path: string, { root, layers, keepsModes }: ChangeSources): ChangeLayer | undefined {
  const indexed = layers.index.get(path);
  const standing = look(root, path, { keepsModes, oidLength: indexed?.oid.length ?? 40 });
  if (indexed === undefined) return standing === undefined ? undefined : "untracked";
  if (standing === undefined) return indexed.isLeftOut ? undefined : "unstaged";
  if (indexed.mode === "160000") return standing.mode === "160000" ? undefined : "unstaged";
  const isSameMode =
    standing.mode === indexed.mode ||
    (!keepsModes && indexed.mode.startsWith("100") && standing.mode.startsWith("100"));
  return isSameMode && standing.oid === indexed.oid ? undefined : "unstaged";
}

function look(
  root: string,
  path: string,
  { keepsModes, oidLength }: { readonly keepsModes: boolean; readonly oidLength: number }
): Standing | undefined {
  const file = toDiskPath(root, path);
  const facts = isBehindLink(root, path) ? undefined : lookAt(file);
  if (facts === undefined) return undefined;
  if (facts.isDirectory()) return { mode: "160000", oid: undefined };
  if (facts.isSymbolicLink()) return { mode: "120000", oid: toOid(readLink(file), oidLength) };
  if (!facts.isFile()) return { mode: "000000", oid: undefined };
  const mode = keepsModes && (facts.mode & 0o100) !== 0 ? "100755" : "100644";
  return { mode, oid: toOid(readFileSync(file), oidLength) };
}

/** As git names a blob with these bytes. */
function toOid(bytes: Uint8Array, length: number): string {
  const digest = createHash(length === 64 ? "sha256" : "sha1");
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function readLink(file: Buffer): Buffer {
  return readlinkSync(file, { encoding: "buffer" });
}

function lookAt(file: Buffer) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isGone(path: string, { root, layers }: ChangeSources): boolean {
  const isThere = !isBehindLink(root, path) && lookAt(toDiskPath(root, path)) !== undefined;
  return !layers.head.has(path) && !layers.index.has(path) && !isThere;
}

function toChange(
  path: string,
  names: ReadonlySet<ChangeLayer>,
  { sources, oldPath }: { readonly sources: ChangeSources; readonly oldPath: string | undefined }
): ChangedFile {
  const order: readonly ChangeLayer[] = ["committed", "staged", "unstaged", "untracked"];
  const layers = order.filter((layer) => names.has(layer));
  if (sources.layers.unmerged.has(path)) return { kind: "unmerged", path, layers };
  if (oldPath !== undefined) return { kind: "renamed", path, oldPath, layers };
  return { kind: toKind(path, sources), path, layers };
}

/** One that is gone from any layer counts as deleted, whatever stands in the others. */
function toKind(path: string, { root, layers, keepsModes }: ChangeSources): ChangedFile["kind"] {
  const before = layers.baseline.get(path);
  if (before === undefined) return "added";
  const [head, index] = [layers.head.get(path), layers.index.get(path)];
  const standing = look(root, path, { keepsModes, oidLength: before.oid.length });
  if (head === undefined || index === undefined || (standing === undefined && !index.isLeftOut)) return "deleted";
  const modes = [head.mode, index.mode, standing?.mode ?? index.mode];
  return modes.every((mode) => mode.slice(0, 3) === before.mode.slice(0, 3)) ? "modified" : "type-changed";
}
