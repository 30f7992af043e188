import { toGlobExpression } from "./glob-expression.ts";

/** One line of a file in the form of git's ignore files. */
export interface IgnoreRule {
  readonly expression: RegExp;
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** Reads an ignore file's text; a line that is no pattern is passed over, as git does. */
export function parseIgnoreRules(text: string): readonly IgnoreRule[] {
  return text
    .replace(/^\uFEFF/, "")
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

/**
 * Whether the rules ignore a path whose folders they do not ignore. `groups` holds the rules of each folder on the way, the
 * root's first; the last rule that matches decides, those of deeper folders after those above them.
 */
export function isIgnoredBy(groups: readonly (readonly IgnoreRule[])[], path: string, isFolder: boolean): boolean {
  let isIgnored = false;
  // As seen from the folder whose rules speak.
  let inside = path;
  for (const rules of groups) {
    for (const rule of rules) {
      if (rule.foldersOnly && !isFolder) continue;
      if (rule.expression.test(inside)) isIgnored = !rule.isNegated;
    }
    inside = inside.slice(inside.indexOf("/") + 1);
  }
  return isIgnored;
}
