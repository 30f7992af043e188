/** Why a text is not a pattern that `lint.exclude` may hold, as a word the renderer can explain. */
export type PatternProblem =
  | "empty"
  | "too-long"
  | "control"
  | "backslash"
  | "absolute"
  | "escapes"
  | "negated"
  | "extglob"
  | "unbalanced"
  | "not-normal";

const MAX_PATTERN_LENGTH = 512;
/** How many alternatives braces may unfold into; `{a,b}{c,d}` is four. */
const MAX_ALTERNATIVES = 64;
/** How many `**` a pattern may hold: each may stand for any number of folders, and the ways multiply. */
const MAX_GLOBSTARS = 4;

/**
 * Reads an exclusion: a repository-relative glob with `*`, `**`, `?`, `[…]` and `{a,b}`. It names files or folders; a
 * folder is excluded with everything in it. A leading `./` and a trailing `/` are dropped.
 */
export function parsePattern(text: string): { readonly pattern: string } | { readonly problem: PatternProblem } {
  const pattern = text
    .trim()
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");
  const problem = findPatternProblem(pattern);
  return problem ? { problem } : { pattern };
}

function findPatternProblem(pattern: string): PatternProblem | undefined {
  if (pattern === "" || pattern === ".") return "empty";
  if (pattern.length > MAX_PATTERN_LENGTH) return "too-long";
  if (/\p{Cc}/u.test(pattern)) return "control";
  if (pattern.includes("\\")) return "backslash";
  if (pattern.startsWith("/") || /^[A-Za-z]:/.test(pattern)) return "absolute";
  if (pattern.startsWith("!")) return "negated";
  if (/[!@+*?]\(/.test(pattern)) return "extglob";
  if (!isBalanced(pattern)) return "unbalanced";
  const alternatives = expandBraces(pattern);
  if (alternatives.length >= MAX_ALTERNATIVES) return "too-long";
  const countGlobstars = (text: string): number => text.split("/").filter((segment) => segment === "**").length;
  if (alternatives.some((alternative) => countGlobstars(alternative) > MAX_GLOBSTARS)) return "too-long";
  const segments = alternatives.flatMap((alternative) => alternative.split("/"));
  if (segments.includes("..")) return "escapes";
  return segments.some((segment) => segment === "" || segment === ".") ? "not-normal" : undefined;
}

function isBalanced(pattern: string): boolean {
  let braces = 0;
  let isInClass = false;
  for (const char of pattern) {
    if (isInClass) {
      if (char === "/") return false;
      isInClass = char !== "]";
    } else if (char === "[") isInClass = true;
    else if (char === "]") return false;
    else if (char === "{") braces += 1;
    else if (char === "}") braces -= 1;
    if (braces < 0 || braces > 1) return false;
  }
  return braces === 0 && !isInClass && !/\[[!^]?\]|\{\}|\{[^,}]*\}/.test(pattern);
}

/** Unfolds `{a,b}`; braces are never nested here. */
function expandBraces(pattern: string): readonly string[] {
  let unfolded = [""];
  for (const part of pattern.split(/(\{[^}]*\})/)) {
    const choices = part.startsWith("{") ? part.slice(1, -1).split(",") : [part];
    unfolded = unfolded.flatMap((head) => choices.map((choice) => head + choice)).slice(0, MAX_ALTERNATIVES);
  }
  return unfolded;
}

/** True when the pattern names the path, or a folder above it. */
export function isExcludedBy(pattern: string, path: string): boolean {
  return expandBraces(pattern).some((alternative) => {
    const segments = path.split("/");
    return derive(alternative.split("/"), segments).some((rest) => rest.every((segment) => segment === "**"));
  });
}

/**
 * The pattern as seen from a folder: what it excludes below that folder, relative to it. Empty where it reaches
 * nothing there; `**` where it takes the folder whole.
 */
export function rebasePattern(pattern: string, folder: string): readonly string[] {
  if (folder === ".") return [pattern];
  const rests = expandBraces(pattern).flatMap((alternative) => derive(alternative.split("/"), folder.split("/")));
  return [...new Set(rests.map((rest) => (rest.length === 0 ? "**" : rest.join("/"))))];
}

/** What is left of a pattern once the folder's segments are consumed; `**` may take none, one or more of them. */
function derive(pattern: readonly string[], folder: readonly string[]): readonly (readonly string[])[] {
  const [head, ...rest] = pattern;
  const [here, ...below] = folder;
  if (here === undefined) return [pattern];
  // The pattern named a folder above this one: everything below it is excluded.
  if (head === undefined) return [[]];
  if (head === "**") return [...derive(rest, folder), ...derive(pattern, below)];
  return matchesSegment(head, here) ? derive(rest, below) : [];
}

/** Whether a segment of a glob (stars, `?`, classes, escapes; no braces) names a folder or file. */
export function matchesSegment(pattern: string, segment: string): boolean {
  return /[*?[\]\\]/.test(pattern) ? toSegmentExpression(pattern).test(segment) : pattern === segment;
}

/**
 * A segment as an expression that never backtracks over a star: what follows a star is taken where it first stands,
 * which is always good enough when another star comes after it. So time grows with the text, whatever the pattern.
 */
function toSegmentExpression(segment: string): RegExp {
  const runs = [""];
  for (const [part] of segment.matchAll(/\\.|\[[!^]?[^\]]*\]|[*]+|\?|[^*?[\]\\]+/g)) {
    if (part.startsWith("*")) runs.push("");
    else runs.push(`${runs.pop() ?? ""}${toSource(part)}`);
  }
  const [first = "", ...rest] = runs;
  const last = rest.pop();
  const middle = rest.map((run, index) => String.raw`(?=(?<s${index}>[^/]*?${run}))\k<s${index}>`);
  return new RegExp(`^${first}${middle.join("")}${last === undefined ? "" : `[^/]*${last}`}$`, "u");
}

function toSource(part: string): string {
  if (part === "?") return "[^/]";
  if (part.startsWith("[")) return toClass(part);
  return (part.startsWith("\\") ? part.slice(1) : part).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function toClass(part: string): string {
  const isNegated = /^\[[!^]/.test(part);
  const body = part.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\\]^[]/g, String.raw`\$&`);
  return isNegated ? `[^/${body}]` : `[${body}]`;
}

/** Quotes a real folder name for use inside a glob. */
export function escapeForPattern(path: string): string {
  return path.replaceAll(/^!|[()*?[\]{}]/g, String.raw`\$&`);
}
