import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, getString, unwrap, walkNodes } from "./module-syntax.ts";

/** A name that stands for another module, or for its default export. */
export interface ModuleBinding {
  readonly local: string;
  readonly from: string;
  readonly statement: Ast;
  /**
   * The default export for sure, in a way that we write: an import, or the `default` of a require. Without it the
   * name may hold a namespace, or what a function of the project's own made of the module's name.
   */
  readonly isDefault: boolean;
  /** The statement brings in nothing else. */
  readonly isSole: boolean;
}

/**
 * The names at the top of a module that stand for another: imported, required, or returned by a function of the
 * project's own that takes the module's name and nothing else (`requireConfig("x")`), with or without `.default`.
 */
export function readBindings({ body }: ModuleText): readonly ModuleBinding[] {
  return body.flatMap((statement) => {
    if (statement.type === "ImportDeclaration") return readImport(statement);
    if (statement.type === "TSImportEqualsDeclaration") return readImportEquals(statement);
    return readCalls(statement).map(({ local, from, callee, isDefault, isSole }) => ({
      local,
      from,
      statement,
      isDefault: isDefault && callee === "require",
      isSole,
    }));
  });
}

export function isImport(statement: Ast): boolean {
  return statement.type === "ImportDeclaration" || statement.type === "TSImportEqualsDeclaration";
}

export function isRequire(statement: Ast): boolean {
  return readCalls(statement).some(({ callee }) => callee === "require");
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
    return isDefault && local ? [{ local, from, statement, isDefault, isSole: specifiers.length === 1 }] : [];
  });
}

function readImportEquals(statement: Ast): readonly ModuleBinding[] {
  const from = getString(getNode(getNode(statement, "moduleReference"), "expression"));
  const local = getName(getNode(statement, "id"));
  return from !== undefined && local ? [{ local, from, statement, isDefault: false, isSole: true }] : [];
}

/** A name declared as what a function makes of a string, or as the `default` of that. */
interface NamedCall {
  readonly local: string;
  readonly callee: string;
  readonly from: string;
  readonly isDefault: boolean;
  readonly isSole: boolean;
}

function readCalls(statement: Ast): readonly NamedCall[] {
  if (statement.type !== "VariableDeclaration") return [];
  const declarators = getNodes(statement, "declarations");
  return declarators.flatMap((declarator) => {
    const local = getName(getNode(declarator, "id"));
    const init = unwrap(getNode(declarator, "init"));
    const isDefault = init?.type === "MemberExpression" && getName(getNode(init, "property")) === "default";
    const call = isDefault ? unwrap(getNode(init, "object")) : init;
    const callee = call?.type === "CallExpression" ? getName(getNode(call, "callee")) : undefined;
    const [argument, another] = getNodes(call, "arguments");
    const from = another ? undefined : getString(argument);
    const isNamed = local !== undefined && callee !== undefined && from !== undefined;
    return isNamed ? [{ local, callee, from, isDefault, isSole: declarators.length === 1 }] : [];
  });
}

/** How often each name is used as a name: not as the key of an object or the property of a member. */
export function countNames({ body }: ModuleText): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const keys = new Set<Ast | undefined>();
  for (const node of walkNodes(body)) {
    const isPlain = getProperty(node, "computed") !== true;
    if (node.type === "MemberExpression" && isPlain) keys.add(getNode(node, "property"));
    if (/^(?:ObjectProperty|ObjectMethod|ClassMethod|ClassProperty)$/.test(node.type) && isPlain) {
      keys.add(getNode(node, "key"));
    }
    if (node.type === "ImportSpecifier" || node.type === "ExportSpecifier") {
      keys.add(getNode(node, "imported") ?? getNode(node, "exported"));
    }
    const name = keys.has(node) ? undefined : getName(node);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** `wanted` where nothing else has that name, else the first of `wanted2`, `wanted3`, … */
export function chooseFreeName(module: ModuleText, wanted: string, others: ReadonlySet<string> = new Set()): string {
  const taken = new Set([...countNames(module).keys(), ...others]);
  if (!taken.has(wanted)) return wanted;
  let suffix = 2;
  while (taken.has(`${wanted}${suffix}`)) suffix += 1;
  return `${wanted}${suffix}`;
}
