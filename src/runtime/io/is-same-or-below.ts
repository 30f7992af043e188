import path from "node:path";

/** True where `inner` is `outer` or lies below it. Lexical: both are real paths. */
export function isSameOrBelow(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
