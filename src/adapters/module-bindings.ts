import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, getString, walkNodes } from "./module-syntax.ts";

/** A name that stands for the default export of another module. */
export interface ModuleBinding {
  readonly local: string;
  readonly from: string;
  readonly statement: Ast;
  /** The statement brings in nothing else. */
  readonly isSole: boolean;
}

/** The names at the top of a module that stand for a default export, imported or required. */
export function readBindings({ body }: ModuleText): readonly ModuleBinding[] {
  return body.flatMap((statement) => {
    if (statement.type === "ImportDeclaration") return readImport(statement);
    if (statement.type === "TSImportEqualsDeclaration") return readImportEquals(statement);
    return statement.type === "VariableDeclaration" ? readRequires(statement) : [];
  });
}

export function isImport(statement: Ast): boolean {
  return statement.type === "ImportDeclaration" || statement.type === "TSImportEqualsDeclaration";
}

export function isRequire(statement: Ast): boolean {
  return statement.type === "VariableDeclaration" && readRequires(statement).length > 0;
}

function readImport(statement: Ast): readonly ModuleBinding[] {
  const from = getString(getNode(statement, "source"));
  if (from === undefined || getProperty(statement, "importKind") === "type") return [];
  const specifiers = getNodes(statement, "specifiers");
  return specifiers.flatMap((specifier) => {
    const imported = getNode(specifier, "imported");
    const isDefault =
      specifier.type === "ImportDefaultSpecifier" || (getName(imported) ?? getString(imported)) === "default";
    const local = getName(getNode(specifier, "local"));
    return isDefault && local ? [{ local, from, statement, isSole: specifiers.length === 1 }] : [];
  });
}

function readImportEquals(statement: Ast): readonly ModuleBinding[] {
  const from = getString(getNode(getNode(statement, "moduleReference"), "expression"));
  const local = getName(getNode(statement, "id"));
  return from !== undefined && local ? [{ local, from, statement, isSole: true }] : [];
}

function readRequires(statement: Ast): readonly ModuleBinding[] {
  const declarators = getNodes(statement, "declarations");
  return declarators.flatMap((declarator) => {
    const local = getName(getNode(declarator, "id"));
    const from = getRequired(getNode(declarator, "init"));
    return from !== undefined && local ? [{ local, from, statement, isSole: declarators.length === 1 }] : [];
  });
}

/** The module named by `require("x")` or `require("x").default`. */
function getRequired(init: Ast | undefined): string | undefined {
  if (init?.type === "MemberExpression" && getName(getNode(init, "property")) === "default") {
    return getRequired(getNode(init, "object"));
  }
  const isCall = init?.type === "CallExpression" && getName(getNode(init, "callee")) === "require";
  return isCall ? getString(getNodes(init, "arguments")[0]) : undefined;
}

/** How often each name is used as a name: not as the key of an object or the property of a member. */
export function countNames({ body }: ModuleText): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const keys = new Set<Ast | undefined>();
  for (const node of walkNodes(body)) {
    const isPlain = getProperty(node, "computed") !== true;
    if (node.type === "MemberExpression" && isPlain) keys.add(getNode(node, "property"));
    if (/^(?:ObjectProperty|ObjectMethod|ClassMethod|ClassProperty)$/.test(node.type) && isPlain) keys.add(getNode(node, "key"));
    if (node.type === "ImportSpecifier" || node.type === "ExportSpecifier") keys.add(getNode(node, "imported") ?? getNode(node, "exported"));
    const name = keys.has(node) ? undefined : getName(node);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** `wanted` where nothing else has that name, else the first of `wanted2`, `wanted3`, … */
export function chooseFreeName(module: ModuleText, wanted: string): string {
  const taken = countNames(module);
  if (!taken.has(wanted)) return wanted;
  let suffix = 2;
  while (taken.has(`${wanted}${suffix}`)) suffix += 1;
  return `${wanted}${suffix}`;
}
