import { toStaticString } from "./expressions.ts";
import type { Node } from "./syntax.ts";

/**
 * Which module and member each imported name stands for: `exec` for `child_process.exec`, `cp` for `child_process`.
 * Names of imports and of `require` at any level of the file; `node:` is left off.
 */
export function toImports(root: Node): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const nodes = root.findAll({
    rule: {
      any: [
        { kind: "import_statement" },
        {
          kind: "variable_declarator",
          has: { field: "value", any: [REQUIRE, { kind: "member_expression", has: { field: "object", ...REQUIRE } }] },
        },
      ],
    },
  });
  for (const node of nodes) {
    if (node.is("import_statement")) takeImport(node, names);
    else takeRequire(node, names);
  }
  return names;
}

const REQUIRE = {
  kind: "call_expression",
  has: { field: "function", kind: "identifier", regex: "^require$" },
} as const;

function toModule(source: Node | null | undefined): string | undefined {
  return toStaticString(source)?.replace(/^node:/, "");
}

function takeImport(statement: Node, names: Map<string, string>): void {
  const module = toModule(statement.field("source"));
  const clause = statement.namedChildren().find((child) => child.is("import_clause"));
  if (module === undefined || !clause) return;
  for (const part of clause.namedChildren()) {
    if (part.is("identifier")) names.set(part.text(), module);
    if (part.is("namespace_import")) names.set(part.namedChildren()[0]?.text() ?? "", module);
    if (part.is("named_imports")) takeNamed(part, module, names);
  }
}

function takeNamed(list: Node, module: string, names: Map<string, string>): void {
  for (const specifier of list.namedChildren()) {
    const name = specifier.field("name")?.text();
    if (name === undefined) continue;
    names.set(specifier.field("alias")?.text() ?? name, name === "default" ? module : `${module}.${name}`);
  }
}

function takeRequire(declarator: Node, names: Map<string, string>): void {
  const [target, value] = [declarator.field("name"), declarator.field("value")];
  const call = value?.is("member_expression") ? value.field("object") : value;
  const module = toModule(call?.field("arguments")?.namedChildren()[0]);
  if (module === undefined || !target) return;
  const member = value?.is("member_expression") ? `.${value.field("property")?.text() ?? ""}` : "";
  if (target.is("identifier")) {
    names.set(target.text(), `${module}${member}`);
    return;
  }
  if (!target.is("object_pattern")) return;
  for (const part of target.namedChildren()) {
    const key = part.is("pair_pattern") ? part.field("key")?.text() : part.text();
    const local = part.is("pair_pattern") ? part.field("value")?.text() : part.text();
    if (key !== undefined && local !== undefined) names.set(local, `${module}${member}.${key}`);
  }
}
