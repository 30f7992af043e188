import { readdirSync } from "node:fs";
import path from "node:path";

import { isIgnoredBy, parseIgnoreRules } from "../domain/ignore-rules.ts";
import type { IgnoreRule } from "../domain/ignore-rules.ts";
import { readAtOnce } from "../runtime/io/read-at-once.ts";
import { CANNOT_BE_LISTED, decodeName, NAME_IS_NOT_UTF8 } from "./git.ts";
import type { GitNames } from "./git.ts";

const MAX_IGNORE_BYTES = 1024 * 1024;
/** No tree that anyone wrote is deeper; one that is was made to exhaust somebody. */
const DEEPEST = 200;

/** What a walk came to: names below its root, `/` between segments, in order; links are among them, not followed. */
export interface Walked extends GitNames {
  /** Folders that were passed over whole. */
  readonly pruned: readonly string[];
}

/**
 * Lists a folder where no git can be asked: what `.gitignore` files in it say is left out, and `.git` itself. A folder
 * whose name is to be passed over is not entered.
 */
export function walkFiles(root: string, isPassedOver: (name: string) => boolean): Walked {
  const names: string[] = [];
  const pruned: string[] = [];
  const unreadable = new Map<string, string>();
  const visit = (inside: string, groups: readonly (readonly IgnoreRule[])[], depth: number): void => {
    const folder = path.join(root, inside);
    const entries = list(folder);
    if (!entries || depth > DEEPEST) {
      unreadable.set(inside, CANNOT_BE_LISTED);
      return;
    }
    const own = readAtOnce(path.join(folder, ".gitignore"), MAX_IGNORE_BYTES);
    const rules = [...groups, own.kind === "text" ? parseIgnoreRules(own.text) : []];
    for (const entry of entries) {
      const { isFolder } = entry;
      const name = inside === "" ? entry.shown : `${inside}/${entry.shown}`;
      if (entry.shown === ".git" || isIgnoredBy(rules, name, isFolder)) continue;
      if (!entry.isText) unreadable.set(name, isFolder ? CANNOT_BE_LISTED : NAME_IS_NOT_UTF8);
      else if (isFolder && isPassedOver(entry.shown)) pruned.push(name);
      else if (isFolder) visit(name, rules, depth + 1);
      else names.push(name);
    }
  };
  visit("", [], 0);
  return { names, pruned, unreadable };
}

interface Listed {
  readonly shown: string;
  readonly isFolder: boolean;
  /** False where the name's bytes are no UTF-8, so that what is shown leads to nothing. */
  readonly isText: boolean;
}

/** Undefined for a folder that cannot be listed. */
function list(folder: string): readonly Listed[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, encoding: "buffer" }).map((entry): Listed => {
      const text = decodeName(entry.name);
      return {
        shown: text ?? entry.name.toString("utf8"),
        isFolder: entry.isDirectory(),
        isText: text !== undefined,
      };
    });
    return entries.toSorted((left, right) => (left.shown < right.shown ? -1 : 1));
  } catch {
    return undefined;
  }
}
