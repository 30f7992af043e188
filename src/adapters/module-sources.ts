import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, getString, unwrap } from "./module-syntax.ts";

/** A name at the top of a module that stands for one export of another. */
export interface ModuleSource {
  readonly local: string;
  /** The other module, for its default export; `module#name` for a named one. */
  readonly source: string;
  readonly statement: Ast;
  /** The statement brings in nothing else. */
  readonly isSole: boolean;
}

/** The names that a module imports, or takes from a `require` in so many words. Types, namespaces and the rest are left out. */
export function readSources({ body }: ModuleText): readonly ModuleSource[] {
  return body.flatMap((statement) =>
    statement.type === "ImportDeclaration" ? readImport(statement) : readRequires(statement)
  );
}

/** How an export is named here: the module alone for its default. */
function toSource(from: string, name: string): string {
  return name === "default" ? from : `${from}#${name}`;
}

function readImport(statement: Ast): readonly ModuleSource[] {
  const from = getString(getNode(statement, "source"));
  if (from === undefined || getProperty(statement, "importKind") === "type") return [];
  const specifiers = getNodes(statement, "specifiers");
  return specifiers.flatMap((specifier) => {
    const local = getName(getNode(specifier, "local"));
    const imported = getNode(specifier, "imported");
    const isDefault = specifier.type === "ImportDefaultSpecifier";
    const name = isDefault ? "default" : (getName(imported) ?? getString(imported));
    if (local === undefined || name === undefined || getProperty(specifier, "importKind") === "type") return [];
    return [{ local, source: toSource(from, name), statement, isSole: specifiers.length === 1 }];
  });
}

/** `const local = require("module").name`. */
function readRequires(statement: Ast): readonly ModuleSource[] {
  if (statement.type !== "VariableDeclaration" || getProperty(statement, "kind") !== "const") return [];
  const declarators = getNodes(statement, "declarations");
  return declarators.flatMap((declarator) => {
    const local = getName(getNode(declarator, "id"));
    const member = unwrap(getNode(declarator, "init"));
    const name = member?.type === "MemberExpression" ? getName(getNode(member, "property")) : undefined;
    const call = unwrap(getNode(member, "object"));
    const [argument, another] = getNodes(call, "arguments");
    const from = getName(getNode(call, "callee")) === "require" && !another ? getString(argument) : undefined;
    if (local === undefined || name === undefined || from === undefined) return [];
    return [{ local, source: toSource(from, name), statement, isSole: declarators.length === 1 }];
  });
}
