import { splitNul, toPathText } from "../decide/path-text.ts";
import { askGit, readTree } from "./read-objects.ts";
import type { ObjectPlace, TreeEntry } from "./read-objects.ts";

/** A difference between two layers, as git tells it. */
interface LayerChange {
  readonly path: string;
  /** Where it was, of a rename. */
  readonly oldPath?: string;
}

/** An entry of the index; `isLeftOut` by a sparse checkout. */
interface IndexEntry extends TreeEntry {
  readonly isLeftOut: boolean;
}

/** What git has of a repository beside its work tree. */
export interface Layers {
  readonly baseline: ReadonlyMap<string, TreeEntry>;
  readonly head: ReadonlyMap<string, TreeEntry>;
  readonly index: ReadonlyMap<string, IndexEntry>;
  /** Paths with more than one version in the index: a merge that is not finished. */
  readonly unmerged: ReadonlySet<string>;
  readonly committed: readonly LayerChange[];
  readonly staged: readonly LayerChange[];
}

const EMPTY_TREES: Readonly<Record<number, string>> = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/** Reads them, each with one git process; `head` is `none` where there is no commit. @throws GitFailure */
export async function readLayers(
  place: ObjectPlace,
  { baseline, head }: { readonly baseline: string; readonly head: string }
): Promise<Layers> {
  const tip = head === "none" ? (EMPTY_TREES[baseline.length] ?? baseline) : head;
  const diff = ["--raw", "-z", "-r", "-M", "--no-abbrev", "--ignore-submodules=none"];
  const [baselineTree, headTree, listed, committed, staged] = await Promise.all([
    readTree(place, baseline),
    readTree(place, tip),
    askGit(place, ["ls-files", "-s", "-t", "-z"]),
    askGit(place, ["diff-tree", ...diff, "--no-commit-id", baseline, tip]),
    askGit(place, ["diff-index", ...diff, "--cached", tip]),
  ]);
  const { index, unmerged } = parseIndex(listed.stdout);
  return {
    baseline: baselineTree,
    head: headTree,
    index,
    unmerged,
    committed: parseRaw(committed.stdout),
    staged: parseRaw(staged.stdout),
  };
}

function parseIndex(stdout: Buffer): Pick<Layers, "index" | "unmerged"> {
  const index = new Map<string, IndexEntry>();
  const unmerged = new Set<string>();
  for (const line of splitNul(stdout)) {
    const tab = line.indexOf(9);
    const [tag = "", mode = "", oid = "", stage = ""] = line.toString("latin1", 0, tab).split(" ");
    const path = toPathText(line.subarray(tab + 1));
    if (stage === "0") index.set(path, { mode, oid, isLeftOut: tag === "S" });
    else unmerged.add(path);
  }
  return { index, unmerged };
}

/** `:100644 100644 OID OID R100`, the path, and of a rename the new path, each ended by NUL. */
function parseRaw(stdout: Buffer): readonly LayerChange[] {
  const parts = splitNul(stdout);
  const found: LayerChange[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const status = parts[at]?.toString("latin1").split(" ")[4]?.charAt(0);
    const path = toPathText(parts[at + 1] ?? Buffer.alloc(0));
    const isPair = status === "R" || status === "C";
    const target = isPair ? toPathText(parts[at + 2] ?? Buffer.alloc(0)) : path;
    found.push(status === "R" ? { path: target, oldPath: path } : { path: target });
    at += isPair ? 3 : 2;
  }
  return found;
}
