import type { Node } from "./syntax.ts";

/** What stands between brackets, by its kind in all three grammars. */
const BRACKETED = [
  "statement_block",
  "object",
  "array",
  "arguments",
  "formal_parameters",
  "parenthesized_expression",
  "class_body",
  "switch_body",
  "object_pattern",
  "array_pattern",
  "template_substitution",
  "subscript_expression",
  "named_imports",
  "export_clause",
];
const BRACKET = /[()[\]{}]/g;
const OPENING = new Set(["(", "[", "{"]);

/**
 * The ends that the parser put in where a bracket is never closed: it tells no error then. They have no text, and a tree
 * has too many nodes to ask each, so that they are looked for only where the brackets of the text do not come out even.
 */
export function findMissing(root: Node, text: string): Node[] {
  if (isEven(text)) return [];
  return root
    .findAll({ rule: { any: BRACKETED.map((kind) => ({ kind })) } })
    .flatMap((node) => node.children().slice(-1))
    .filter((end) => {
      const { start, end: stop } = end.range();
      return start.index === stop.index;
    });
}

function isEven(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(BRACKET)) open += OPENING.has(bracket) ? 1 : -1;
  return open === 0;
}
