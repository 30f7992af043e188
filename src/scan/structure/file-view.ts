import type { DetectOptions } from "../detector.ts";
import { toStaticString } from "./expressions.ts";
import { toImports } from "./imports.ts";
import type { FileView } from "./rule.ts";
import type { Node } from "./syntax.ts";

/** Answers what rules ask about the whole file, each question worked out once. */
export function makeFileView({
  text,
  root,
  options,
}: {
  readonly text: string;
  readonly root: Node;
  readonly options: DetectOptions;
}): FileView {
  let constants: ReadonlySet<string> | undefined;
  let imports: ReadonlyMap<string, string> | undefined;
  const toImported = (): ReadonlyMap<string, string> => (imports ??= toImports(root));
  return {
    text,
    options,
    isConstant: (name) => (constants ??= toConstants(root)).has(name),
    importedAs: (name) => toImported().get(name),
    importedNames: (isWanted) => [...toImported()].flatMap(([name, path]) => (isWanted(path) ? [name] : [])),
  };
}

/** Names that are declared with a literal string and given nothing else anywhere. */
function toConstants(root: Node): ReadonlySet<string> {
  const literals = new Set<string>();
  const others = new Set<string>();
  const declared = root.findAll({
    rule: {
      any: [
        { kind: "variable_declarator", has: { field: "name", kind: "identifier" } },
        { kind: "assignment_expression", has: { field: "left", kind: "identifier" } },
        { kind: "augmented_assignment_expression", has: { field: "left", kind: "identifier" } },
      ],
    },
  });
  for (const node of declared) {
    const name = (node.field("name") ?? node.field("left"))?.text() ?? "";
    const isDeclarator = node.is("variable_declarator");
    if (isDeclarator && !node.field("value")) continue;
    const isLiteral = isDeclarator && toStaticString(node.field("value")) !== undefined;
    (isLiteral ? literals : others).add(name);
  }
  for (const name of others) literals.delete(name);
  return literals;
}
