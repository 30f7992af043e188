import { lstatSync, readdirSync } from "node:fs";
import type { Stats } from "node:fs";
import path from "node:path";

import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import { readRepository } from "./find-repositories.ts";
import { toRealPath } from "./real-path.ts";

/** What a path that was asked about leads to. */
export type Target =
  | { readonly kind: "unsafe"; readonly problem: string }
  | {
      readonly kind: "inside";
      /** From the root, as it was asked for: dots and doubled separators are gone, links are not followed. */
      readonly lexical: string;
      /** Other names of what would be written, from the root: through links, other work trees and hard links. */
      readonly aliases: readonly string[];
      /** A folder stands there: its real path. */
      readonly folder?: string;
      /** Asks whether every part that exists stands in its folder under exactly this name; costs a listing of each. */
      readonly hasExactName: () => boolean;
    };

/** What a name may be at most; no system takes longer ones. */
const MAX_LENGTH = 4096;

/**
 * Finds out what would be written: first by the words alone, then by what stands on the disk. A link as the last part is
 * unsafe wherever it leads; one on the way is followed, and must stay inside. `root` is a real path, `asked` absolute.
 */
export function locateTarget(root: string, asked: string, commonDirectory: string): Target {
  if (asked.includes("\0")) return unsafe("it holds a NUL");
  if (asked.length > MAX_LENGTH) return unsafe("it is too long to be a path");
  const lexical = toLexical(root, asked);
  if (lexical === undefined) return unsafe("it lies outside the repository");
  if (lexical === "") return unsafe("it is the repository's own folder");
  return new TargetWalk(root, commonDirectory).look(lexical);
}

/** From the root; undefined outside of it. A root that is reached by another name of it counts as the root. */
function toLexical(root: string, asked: string): string | undefined {
  const resolved = path.resolve(asked);
  const plain = isSameOrBelow(root, resolved) ? resolved : toRealPlace(resolved);
  if (plain === undefined || !isSameOrBelow(root, plain)) return undefined;
  return path.relative(root, plain).split(path.sep).join("/");
}

/** With its deepest folder that exists by its real path: another name of the repository (`/tmp`) is no way out of it. */
export function toRealPlace(file: string): string | undefined {
  const missing: string[] = [path.basename(file)];
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    try {
      return path.join(toRealPath(folder), ...missing);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || folder === path.dirname(folder)) return undefined;
      // A link that leads nowhere is no missing folder.
      if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return undefined;
      missing.unshift(path.basename(folder));
    }
  }
}

class TargetWalk {
  private readonly root: string;
  private readonly commonDirectory: string;

  constructor(root: string, commonDirectory: string) {
    this.root = root;
    this.commonDirectory = commonDirectory;
  }

  look(lexical: string): Target {
    const parts = lexical.split("/");
    const aliases = new Set<string>();
    let here = this.root;
    for (const [at, part] of parts.entries()) {
      const file = path.join(here, part);
      const isLast = at === parts.length - 1;
      const facts = look(file);
      if (typeof facts === "string") return unsafe(facts);
      if (facts === undefined) {
        here = path.join(here, ...parts.slice(at));
        break;
      }
      if (isLast && facts.isSymbolicLink()) return unsafe("it is a symbolic link");
      if (isLast) return this.lookAtFile(file, facts, { lexical, aliases });
      if (facts.isFile()) return unsafe("a file stands where a folder would have to");
      const followed = facts.isSymbolicLink() ? this.follow(file) : file;
      if (followed === undefined) return unsafe("a link on the way leads out of the repository, or nowhere");
      here = followed;
      this.addOtherTree(here, parts.slice(at + 1), aliases);
    }
    return this.toInside(here, lexical, aliases);
  }

  private lookAtFile(
    file: string,
    facts: Stats,
    { lexical, aliases }: { readonly lexical: string; readonly aliases: Set<string> }
  ): Target {
    if (facts.isFile() && facts.nlink > 1) {
      const names = findNames(this.root, facts);
      if (names === undefined) return unsafe("it has another name (a hard link) outside the repository");
      for (const name of names) if (name !== lexical) aliases.add(name);
    }
    const inside = this.toInside(file, lexical, aliases);
    return inside.kind === "inside" && facts.isDirectory() ? { ...inside, folder: file } : inside;
  }

  private toInside(file: string, lexical: string, aliases: Set<string>): Target {
    const real = path.relative(this.root, file).split(path.sep).join("/");
    if (real !== lexical) aliases.add(real);
    // Git's folder may have another name than `.git`.
    if (isSameOrBelow(this.commonDirectory, file)) aliases.add(".git");
    return { kind: "inside", lexical, aliases: [...aliases], hasExactName: () => this.isExact(lexical) };
  }

  /** Where a link in the middle leads; undefined outside of the root. */
  private follow(file: string): string | undefined {
    try {
      const real = toRealPath(file);
      return isSameOrBelow(this.root, real) ? real : undefined;
    } catch {
      return undefined;
    }
  }

  /** In another work tree of the same repository, the path from that one's root counts as well. */
  private addOtherTree(folder: string, rest: readonly string[], aliases: Set<string>): void {
    if (folder === this.root || lstatSync(path.join(folder, ".git"), { throwIfNoEntry: false }) === undefined) return;
    if (readRepository(folder)?.commonDirectory === this.commonDirectory) aliases.add(rest.join("/"));
  }

  private isExact(lexical: string): boolean {
    let folder = this.root;
    for (const part of lexical.split("/")) {
      const file = path.join(folder, part);
      if (typeof look(file) !== "object") return true;
      if (!lists(folder, part)) return false;
      folder = file;
    }
    return true;
  }
}

function lists(folder: string, name: string): boolean {
  try {
    return readdirSync(folder).includes(name);
  } catch {
    return true;
  }
}

/** What stands there; undefined for nothing, a text for what cannot be told. */
function look(file: string): Stats | string | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const { code = "fault" } = error as NodeJS.ErrnoException;
    return code === "ENOTDIR"
      ? "a file stands where a folder would have to"
      : `the disk cannot say what it is (${code})`;
  }
}

/** How many entries are looked at for the other names of one file. */
const MAX_ENTRIES = 500_000;

/** All names of a file below the root; undefined where it has one elsewhere, or that cannot be told. */
function findNames(root: string, { dev, ino, nlink }: Stats): readonly string[] | undefined {
  const found: string[] = [];
  const pending = [""];
  let entries = 0;
  for (let folder = pending.pop(); folder !== undefined && found.length < nlink; folder = pending.pop()) {
    for (const entry of listEntries(path.join(root, folder))) {
      entries += 1;
      if (entries > MAX_ENTRIES) return undefined;
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) pending.push(name);
      else if (entry.isFile()) {
        const facts = look(path.join(root, name));
        if (typeof facts === "object" && facts.ino === ino && facts.dev === dev) found.push(name);
      }
    }
  }
  return found.length < nlink ? undefined : found;
}

function listEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function unsafe(problem: string): Target {
  return { kind: "unsafe", problem };
}
