import path from "node:path";

import { toGlobExpression } from "../domain/glob-expression.ts";
import type { RelativePath } from "../domain/paths.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { isPresent, MAX_TEXT_BYTES, readRegularFile } from "./io/read-regular.ts";

interface IgnoreRule {
  readonly expression: RegExp;
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** Tells whether git ignores a file. */
export type GitIgnore = (file: RelativePath) => Promise<boolean>;

/**
 * Reads the `.gitignore` files between the root and a path, each once: true where they ignore it, as the tools see it
 * when they walk a whole scope; a file that is named to them is processed all the same. Reads no other git file and
 * starts no git. The answer rejects with a ConfigurationError where one stands there and cannot be read: what it ignores
 * must not be touched.
 */
export function readGitIgnore(root: string): GitIgnore {
  const read = new Map<string, Promise<readonly IgnoreRule[]>>();
  const readOnce = (name: string): Promise<readonly IgnoreRule[]> => {
    const rules = read.get(name) ?? readRules(root, name);
    read.set(name, rules);
    return rules;
  };
  return async (file) => {
    const segments = file.split("/");
    const rules: (readonly IgnoreRule[])[] = [];
    for (let depth = 0; depth < segments.length; depth += 1) {
      rules.push(await readOnce([...segments.slice(0, depth), ".gitignore"].join("/")));
      const isFolder = depth < segments.length - 1;
      if (isIgnoredAt(segments.slice(0, depth + 1), rules, isFolder)) return true;
    }
    return false;
  };
}

/** The last rule that matches decides, those of deeper files after those above them. */
function isIgnoredAt(
  segments: readonly string[],
  rules: readonly (readonly IgnoreRule[])[],
  isFolder: boolean
): boolean {
  let isIgnored = false;
  for (const [depth, group] of rules.entries()) {
    const inside = segments.slice(depth).join("/");
    for (const rule of group) {
      if (rule.foldersOnly && !isFolder) continue;
      if (rule.expression.test(inside)) isIgnored = !rule.isNegated;
    }
  }
  return isIgnored;
}

async function readRules(root: string, name: string): Promise<readonly IgnoreRule[]> {
  const file = path.join(root, name);
  const bytes = await readRegularFile(file, MAX_TEXT_BYTES);
  if (!bytes && (await isPresent(file))) {
    throw new ConfigurationError(name, `it is no readable file of at most ${MAX_TEXT_BYTES} bytes`);
  }
  const text = bytes?.toString("utf8").replace(/^\uFEFF/, "") ?? "";
  return text
    .split(/\r?\n/)
    .map(toRule)
    .filter((rule) => rule !== undefined);
}

function toRule(line: string): IgnoreRule | undefined {
  const trimmed = line.replace(/(?<!\\)[ \t]+$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return undefined;
  const isNegated = trimmed.startsWith("!");
  const pattern = isNegated ? trimmed.slice(1) : trimmed;
  const foldersOnly = pattern.endsWith("/");
  const body = pattern.replace(/\/$/, "");
  const glob = body.includes("/") ? body.replace(/^\//, "") : `**/${body}`;
  const expression = toGlobExpression(glob);
  return expression && { expression, isNegated, foldersOnly };
}
