import type { Term } from "../tree/tree.ts";
import type { BodyContext } from "./body-facts.ts";
import { findFunction } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** The function that a call runs: of the file, of a module that could be read, or of the test's own class in Python. */
export function findCalled(callee: Term, scope: Scope, context: BodyContext): ReturnType<typeof findFunction> {
  const called = findFunction(callee, scope);
  if (called) return called;
  if (callee.kind === "name") {
    const bound = scope.find(callee.name);
    return bound?.kind === "import" ? context.findImported(bound.from, bound.name) : undefined;
  }
  if (callee.kind !== "member" || callee.object.kind !== "name" || callee.name === undefined) return undefined;
  if (callee.object.name === "self" || callee.object.name === "cls") {
    return findFunction({ ...callee.object, name: `self.${callee.name}` }, scope);
  }
  const bound = scope.find(callee.object.name);
  return bound?.kind === "import" && bound.name === "*" ? context.findImported(bound.from, callee.name) : undefined;
}
