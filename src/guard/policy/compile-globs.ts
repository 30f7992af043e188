import picomatch from "picomatch";

import { compileExpression } from "../decide/path-expression.ts";

/**
 * Dot files count, `!` negates nothing, and there is no matching by base name alone: a pattern is over the whole path
 * from the git root, so that `a` matches nothing below `a/` and `a/**` matches `a` too.
 */
const OPTIONS = { dot: true, nonegate: true, nocomment: true, windows: false } as const;

/** What is wrong with a pattern, or undefined: it could leave the root, or is no glob. */
export function findGlobProblem(glob: string): string | undefined {
  if (glob === "") return "is empty, or no text";
  if (glob.includes("\0")) return "holds a NUL";
  if (glob.startsWith("!")) return "starts with !";
  if (glob.startsWith("/") || /^[A-Za-z]:/.test(glob)) return "is absolute";
  if (glob.split("/").includes("..")) return "has a .. segment";
  if (glob.length > 10_000) return "is too long";
  try {
    // What only the engine knows could take it hours.
    compileExpression(compileGlob(glob), "s");
    return undefined;
  } catch {
    return "is no glob";
  }
}

/**
 * The source of an expression that matches what a glob matches; to be used with the flag `s`, so that `**` also crosses a
 * line feed in a name. @throws Error where it is no glob
 */
export function compileGlob(glob: string): string {
  const expression = picomatch.makeRe(glob, OPTIONS) as RegExp | false;
  if (expression === false) throw new Error("no glob");
  return new RegExp(expression.source, "s").source;
}
