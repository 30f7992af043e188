import { readdirSync } from "node:fs";
import path from "node:path";

import { isIgnoredBy, parseIgnoreRules } from "../domain/ignore-rules.ts";
import type { IgnoreRule } from "../domain/ignore-rules.ts";
import { readAtOnce } from "../runtime/io/read-at-once.ts";

const MAX_IGNORE_BYTES = 1024 * 1024;
/** No tree that anyone wrote is deeper; one that is was made to exhaust somebody. */
const DEEPEST = 200;

/** What a walk came to: names below its root, `/` between segments, in order; links are among them, not followed. */
export interface Walked {
  readonly names: readonly string[];
  /** Folders that were passed over whole. */
  readonly pruned: readonly string[];
  /** Folders that could not be listed. */
  readonly unreadable: readonly string[];
}

/**
 * Lists a folder where no git can be asked: what `.gitignore` files in it say is left out, and `.git` itself. A folder
 * whose name is to be passed over is not entered.
 */
export function walkFiles(root: string, isPassedOver: (name: string) => boolean): Walked {
  const names: string[] = [];
  const pruned: string[] = [];
  const unreadable: string[] = [];
  const visit = (inside: string, groups: readonly (readonly IgnoreRule[])[], depth: number): void => {
    const folder = path.join(root, inside);
    const entries = list(folder);
    if (!entries || depth > DEEPEST) {
      unreadable.push(inside);
      return;
    }
    const own = readAtOnce(path.join(folder, ".gitignore"), MAX_IGNORE_BYTES);
    const rules = [...groups, own.kind === "text" ? parseIgnoreRules(own.text) : []];
    for (const entry of entries) {
      const isFolder = entry.isDirectory();
      const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.name === ".git" || isIgnoredBy(rules, name, isFolder)) continue;
      if (isFolder && isPassedOver(entry.name)) pruned.push(name);
      else if (isFolder) visit(name, rules, depth + 1);
      else names.push(name);
    }
  };
  visit("", [], 0);
  return { names, pruned, unreadable };
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return undefined;
  }
}
