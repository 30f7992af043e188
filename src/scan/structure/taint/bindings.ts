import type { Node } from "../syntax.ts";

/** Nested deeper than this a pattern binds nothing that is followed. */
const MAX_DEPTH = 20;

/** The names that a target binds: a plain one, or all of a destructuring pattern. */
export function toBoundNames(target: Node, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  switch (String(target.kind())) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [target.text()];
    case "pair_pattern":
      return toNamesOf(target.field("value"), depth);
    case "object_assignment_pattern":
    case "assignment_pattern":
      return toNamesOf(target.field("left"), depth);
    case "required_parameter":
    case "optional_parameter":
      return toNamesOf(target.field("pattern"), depth);
    case "object_pattern":
    case "array_pattern":
    case "rest_pattern":
      return target.namedChildren().flatMap((child) => toBoundNames(child, depth + 1));
    default:
      return [];
  }
}

function toNamesOf(node: Node | null, depth: number): string[] {
  return node ? toBoundNames(node, depth + 1) : [];
}

/** The parameters of any function, also of an arrow without parentheses. */
export function toParameters(fn: Node): Node[] {
  const single = fn.field("parameter");
  if (single) return [single];
  return (
    fn
      .field("parameters")
      ?.namedChildren()
      .filter((child) => !child.is("comment")) ?? []
  );
}
