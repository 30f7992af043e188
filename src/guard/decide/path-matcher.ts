import { compileExpression } from "./path-expression.ts";

/** How many steps the engine may need for one path, at worst, before it is not asked. */
const MAX_STEPS = 200_000;

/** `**`, as globs are compiled: one loop over single characters, for all its brackets. */
const ANY_FOLDERS = String.raw`(?:(?!(?:^|\/)\.{1,2}(?:\/|$)).)*?`;

interface Matcher {
  /** Null where a loop goes around a loop: then nothing bounds the engine. */
  readonly loops: number | null;
  readonly native: RegExp;
  linear?: (path: string) => boolean;
}

const made = new Map<string, Matcher>();

/**
 * Whether a path matches one of the expressions that globs were compiled to; `folds` takes `A` and `a` for one letter. The
 * time is bounded by the lengths, whatever the expression and the path are. @throws Error for what is no such expression
 */
export function matchesAny(sources: readonly string[], path: string, folds = false): boolean {
  return sources.some((source) => matches(source, path, folds ? "si" : "s"));
}

function matches(source: string, path: string, flags: string): boolean {
  const name = `${flags}/${source}`;
  const matcher = made.get(name) ?? { loops: countLoops(source), native: new RegExp(source, flags) };
  made.set(name, matcher);
  if (matcher.loops !== null && toSteps(matcher.loops, path.length) <= MAX_STEPS) return matcher.native.test(path);
  matcher.linear ??= compileExpression(source, flags);
  return matcher.linear(path);
}

/** Too many rather than too few. */
function countLoops(source: string): number | null {
  const plain = source.replaceAll(ANY_FOLDERS, "*");
  return /\)[*+{]/.test(plain) ? null : (plain.match(/[*+{]/g) ?? []).length;
}

/** In how many ways a path can be cut into so many pieces. */
function toSteps(loops: number, length: number): number {
  let steps = length + 1;
  for (let loop = 2; loop <= loops && steps <= MAX_STEPS; loop += 1) steps *= (length + loop) / loop;
  return steps;
}
