import fc from "fast-check";

import type { Json } from "../../src/domain/json.ts";

/** Changes of one value of a document. */
export const MUTATIONS = fc.constantFrom<(value: Json) => Json>(
  () => null,
  () => -1,
  () => 2 ** 53,
  () => "",
  () => "../outside",
  () => [],
  (value) => (typeof value === "string" ? `${value}x` : value),
  (value) => (typeof value === "number" ? value + 1 : value),
  (value) => (typeof value === "string" ? [...value].toReversed().join("") : value)
);

/** A document of which the n-th value, in its own order, is another one; where it has fewer, the document itself. */
export function mutateAt(value: Json, nth: number, mutate: (value: Json) => Json): Json {
  let left = nth;
  const walk = (here: Json): Json => {
    left -= 1;
    if (left === 0) return mutate(here);
    if (Array.isArray(here)) return here.map(walk);
    if (here === null || typeof here !== "object") return here;
    return Object.fromEntries(Object.entries(here).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value);
}
