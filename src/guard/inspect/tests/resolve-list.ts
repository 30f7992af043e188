import type { Term } from "../tree/tree.ts";
import type { Scope } from "./scope.ts";

/** The items of a list that is written down, here or where its name is bound. */
export function resolveList(term: Term, scope: Scope, depth = 0): readonly Term[] | undefined {
  if (term.kind === "list") return term.items.some(({ kind }) => kind === "spread") ? undefined : term.items;
  if (term.kind !== "name" || depth > 8) return undefined;
  const bound = scope.find(term.name);
  return bound?.kind === "value" ? resolveList(bound.term, bound.scope, depth + 1) : undefined;
}
