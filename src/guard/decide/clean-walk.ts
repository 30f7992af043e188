import { lstatSync, readdirSync } from "node:fs";
import type { Stats } from "node:fs";

import { toPathText } from "./path-text.ts";
import { ENTRY, GIT_MODE } from "./plain-index.ts";
import type { PlainIndex } from "./plain-index.ts";

/** What is known of a work tree before it is walked. Names are from the root, a byte a character (Latin-1). */
export interface WalkOrder {
  readonly root: string;
  readonly index: PlainIndex;
  /** When the index was written, in whole seconds: what is no older says nothing of its file. */
  readonly writtenAt: number;
  /** What is compared by its bytes, elsewhere. */
  readonly known: ReadonlySet<string>;
  /** What is left out with all below it; folders end in `/`. */
  readonly ignored: ReadonlySet<string>;
  /** Whether a path (`toPathText`) counts. */
  readonly isRelevant: (path: string) => boolean;
}

/** A walk over more than this costs more than asking git. */
const MAX_ENTRIES = 10_000;
/** Assume-valid, extended, and the stage of a conflict: nothing that a private index has. */
const SPECIAL_FLAGS = 0xf0_00;
const OWNER_EXECUTES = 0o100;

/**
 * True only where every file of the index is what the index remembers of it, and the work tree holds nothing else but what
 * is known or ignored. Looks at names and at what `lstat` says, as git does, and never follows a link; false says that it
 * cannot be told so.
 */
export function isCleanWalk(order: WalkOrder): boolean {
  try {
    return new CleanWalk(order).isClean();
  } catch {
    return false;
  }
}

class CleanWalk {
  readonly #order: WalkOrder;
  readonly #rootBytes: Buffer;
  /** Of each folder that the index has files in, the names that must be there; the root is empty, others end in `/`. */
  readonly #folders = new Map<string, number>();
  /** Made only where a folder holds other names than the index has. */
  #present: Set<string> | undefined;
  #entries = 0;

  constructor(order: WalkOrder) {
    this.#order = order;
    this.#rootBytes = Buffer.from(`${order.root}/`);
  }

  isClean(): boolean {
    // The root holds git's own folder or file.
    this.#folders.set("", 1);
    for (let entry = 0; entry < this.#order.index.count; entry += 1) if (!this.#isCleanFile(entry)) return false;
    for (const [folder, count] of this.#folders) if (!this.#isCleanFolder(folder, count)) return false;
    return true;
  }

  #isCleanFile(entry: number): boolean {
    const name = this.#toName(entry);
    const facts = lstatSync(this.#toFile(name), { throwIfNoEntry: false });
    if (facts === undefined) return this.#isExcused(name);
    this.#expect(name);
    return !facts.isDirectory() && (isRemembered(this.#order, entry, facts) || this.#isExcused(name));
  }

  #toName(entry: number): string {
    const { bytes, names, ends } = this.#order.index;
    return bytes.toString("latin1", names[entry], ends[entry]);
  }

  /** One more name in its folder, and where that is new, in those above it. */
  #expect(name: string): void {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    const count = this.#folders.get(folder);
    this.#folders.set(folder, (count ?? 0) + 1);
    if (count === undefined) this.#expect(folder.slice(0, -1));
  }

  #isCleanFolder(folder: string, count: number): boolean {
    const file = this.#toFile(folder);
    // A link that leads to a folder is none.
    if (folder !== "" && !lstatSync(this.#toFile(folder.slice(0, -1))).isDirectory()) return false;
    // All names that must be there are: where there are so many, there is no other one.
    if (readdirSync(file).length === count) return true;
    this.#present ??= this.#listPresent();
    return this.#isKnownFolder(folder);
  }

  #listPresent(): Set<string> {
    const { count } = this.#order.index;
    return new Set([...this.#folders.keys(), ...Array.from({ length: count }, (_, entry) => this.#toName(entry))]);
  }

  /** Whether all that a folder holds beside what the index has is known, ignored or does not count. */
  #isKnownFolder(folder: string): boolean {
    const found = readdirSync(this.#toFile(folder), { encoding: "latin1", withFileTypes: true });
    this.#entries += found.length;
    if (this.#entries > MAX_ENTRIES) return false;
    return found.every((one) => {
      const name = folder + one.name;
      // Another repository begins below such a name, or the volume takes it for git's own.
      if (one.name.toLowerCase() === ".git") return name === ".git";
      const { ignored } = this.#order;
      if (!one.isDirectory()) return this.#present?.has(name) || ignored.has(name) || this.#isExcused(name);
      return this.#present?.has(`${name}/`) || ignored.has(`${name}/`) || this.#isKnownFolder(`${name}/`);
    });
  }

  #isExcused(name: string): boolean {
    const { known, isRelevant } = this.#order;
    return known.has(name) || !isRelevant(toPathText(Buffer.from(name, "latin1")));
  }

  #toFile(name: string): string | Buffer {
    // Only what is ASCII is the same text for the system.
    if (Buffer.byteLength(name) === name.length) return `${this.#order.root}/${name}`;
    return Buffer.concat([this.#rootBytes, Buffer.from(name, "latin1")]);
  }
}

/**
 * Whether a file is what an entry of an index remembers, and was not written so late that it could have been changed after
 * it was looked at, within one tick of the clock.
 */
export function isRemembered(
  { index, writtenAt }: Pick<WalkOrder, "index" | "writtenAt">,
  entry: number,
  facts: Stats
): boolean {
  const at = index.starts[entry] as number;
  return (
    index.view.getUint32(at + ENTRY.ctime) < writtenAt &&
    index.view.getUint32(at + ENTRY.mtime) < writtenAt &&
    (index.view.getUint16(at + ENTRY.flags) & SPECIAL_FLAGS) === 0 &&
    isSameFile(index.view, at, facts)
  );
}

/** By all that git keeps of a file but its device, the fractions of the seconds too. */
function isSameFile(view: DataView, at: number, facts: Stats): boolean {
  const mode = view.getUint32(at + ENTRY.mode);
  const isSameMode = facts.isFile() ? mode === toGitMode(facts.mode) : facts.isSymbolicLink() && mode === GIT_MODE.link;
  return (
    isSameMode &&
    facts.ctimeMs === view.getUint32(at + ENTRY.ctime) * 1000 + view.getUint32(at + ENTRY.ctimeNs) / 1e6 &&
    facts.mtimeMs === view.getUint32(at + ENTRY.mtime) * 1000 + view.getUint32(at + ENTRY.mtimeNs) / 1e6 &&
    facts.ino % 2 ** 32 === view.getUint32(at + ENTRY.inode) &&
    facts.uid === view.getUint32(at + ENTRY.uid) &&
    facts.gid === view.getUint32(at + ENTRY.gid) &&
    facts.size === view.getUint32(at + ENTRY.size)
  );
}

const toGitMode = (mode: number): number => ((mode & OWNER_EXECUTES) === 0 ? GIT_MODE.plain : GIT_MODE.executable);
