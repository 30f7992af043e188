import type { ScriptTarget } from "./script-syntax.ts";
import type { Pattern } from "./tree.ts";

/** What a parameter or a declaration binds; defaults are left out. */
export function toPattern(node: ScriptTarget | { readonly type: string }): Pattern {
  const target = node as ScriptTarget;
  switch (target.type) {
    case "Identifier":
      return { kind: "name", name: target.name };
    case "AssignmentPattern":
      return toPattern(target.left);
    case "RestElement":
      return target.argument.type === "Identifier" ? { kind: "rest", name: target.argument.name } : { kind: "other" };
    case "ArrayPattern":
      return { kind: "list", items: target.elements.map((item) => (item ? toPattern(item) : undefined)) };
    case "ObjectPattern":
      return { kind: "record", entries: target.properties.map(toEntry) };
    default:
      return { kind: "other" };
  }
}

type Property = Extract<ScriptTarget, { type: "ObjectPattern" }>["properties"][number];

function toEntry(property: Property): readonly [string, Pattern] {
  if (property.type === "RestElement") return ["", toPattern(property)];
  const { key } = property;
  const isNamed = !property.computed && (key.type === "Identifier" || key.type === "StringLiteral");
  if (!isNamed) return ["", { kind: "other" }];
  return [key.type === "Identifier" ? key.name : key.value, toPattern(property.value)];
}
