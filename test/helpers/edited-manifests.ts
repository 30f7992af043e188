import fc from "fast-check";

const keyNames = fc.constantFrom("test", "build", "a:b", "lint", "prelint", "zeta", "oxlint", "typescript", "vitest");
const section = fc.uniqueArray(fc.tuple(keyNames, fc.constantFrom("1.0.0", "node x.js", "")), {
  selector: ([name]) => name,
  maxLength: 4,
});
/** A manifest as people write them: line ends, indentation, sections that are there, empty or not, and what stands in them. */
export const manifests = fc
  .record({
    scripts: fc.option(section, { nil: undefined }),
    devDependencies: fc.option(section, { nil: undefined }),
    first: fc.constantFrom("name", "devDependencies", "scripts"),
    indent: fc.constantFrom(2, 4, "\t"),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    ending: fc.constantFrom("", "\n", "\n\n"),
    bom: fc.constantFrom("", "\uFEFF"),
  })
  .map(({ first, indent, lineEnd, ending, bom, ...sections }) => {
    const value: Record<string, unknown> = { name: "shop", keywords: ["one", "two"], nested: { deep: { x: 1 } } };
    for (const [name, pairs] of Object.entries(sections)) if (pairs) value[name] = Object.fromEntries(pairs);
    const order = Object.keys(value).toSorted((left, right) => Number(right === first) - Number(left === first));
    const text = JSON.stringify(Object.fromEntries(order.map((name) => [name, value[name]])), null, indent);
    return bom + text.replaceAll("\n", lineEnd) + ending;
  });

/** Edits outside of our keys, each the same text change wherever the place lies. */
export const edits = fc.subarray<readonly [string, string]>([
  ['"shop"', '"market"'],
  ['"x": 1', '"x": 1, "mine": [true]'],
  ['"one", ', ""],
  ['"two"', '"two" '],
  ['"keywords"', '"private": true, "keywords"'],
  ['"deep": {', '"deep": { '],
  ['"nested"', '"files"'],
]);

export function applyEdits(text: string, chosen: readonly (readonly [string, string])[]): string {
  let here = text;
  for (const [from, to] of chosen) here = here.replace(from, () => to);
  return here;
}
