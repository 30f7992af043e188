import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, getString, unwrap, walkNodes } from "./module-syntax.ts";

/** Where a module's configuration object stands, and the list of its `extends`. */
export interface ConfigShape {
  readonly object: Ast;
  /** The list under `extends`; undefined where the object has no such key. */
  readonly list: Ast | undefined;
  readonly isCommonJs: boolean;
}

/** Why the object cannot be found or edited. */
export interface UnknownShape {
  readonly reason: string;
}

/** Statement lists in which a name may be declared, innermost first. */
type Scopes = readonly (readonly Ast[])[];

const FUNCTIONS = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

/** Finds the exported configuration object through wrappers, constants and single-return functions. */
export function findConfigShape(module: ModuleText): ConfigShape | UnknownShape {
  const exported = findExported(module.body);
  if (!exported) return { reason: "the file exports no configuration" };
  const object = resolveObject(exported.node, [module.body]);
  if ("reason" in object) return object;
  const list = findList(object, module.body);
  return list && "reason" in list ? list : { object, list, isCommonJs: exported.isCommonJs };
}

/** What a module exports as its configuration. */
export interface Exported {
  readonly node: Ast;
  readonly isCommonJs: boolean;
  /** It stands there as an expression, so that another one could stand in its place. */
  readonly isExpression: boolean;
}

export function findExported(body: readonly Ast[]): Exported | undefined {
  for (const statement of body.toReversed()) {
    const { type } = statement;
    const isDefault = type === "ExportDefaultDeclaration";
    const node = isDefault ? getNode(statement, "declaration") : findOtherExport(statement);
    if (!node) continue;
    const isCommonJs = type === "ExpressionStatement" || type === "TSExportAssignment";
    return { node, isCommonJs, isExpression: type !== "ExportNamedDeclaration" && !node.type.endsWith("Declaration") };
  }
  return undefined;
}

/** `export { c as default }`, `export = c`, `module.exports = c`. */
function findOtherExport(statement: Ast): Ast | undefined {
  if (statement.type === "TSExportAssignment") return getNode(statement, "expression");
  if (statement.type === "ExportNamedDeclaration" && !getNode(statement, "source")) {
    const isDefault = (specifier: Ast): boolean => getName(getNode(specifier, "exported")) === "default";
    return getNode(getNodes(statement, "specifiers").find(isDefault), "local");
  }
  const assignment = statement.type === "ExpressionStatement" ? getNode(statement, "expression") : undefined;
  const target = assignment?.type === "AssignmentExpression" ? getNode(assignment, "left") : undefined;
  const isExports =
    getName(getNode(target, "object")) === "module" && getName(getNode(target, "property")) === "exports";
  return isExports ? getNode(assignment, "right") : undefined;
}

function resolveObject(wrapped: Ast | undefined, scopes: Scopes): Ast | UnknownShape {
  const node = unwrap(wrapped);
  if (!node) return { reason: "the configuration is empty" };
  if (node.type === "ObjectExpression") return node;
  if (FUNCTIONS.test(node.type)) return resolveFunction(node, scopes);
  const name = getName(node);
  if (name !== undefined) return resolveName(name, scopes);
  if (node.type === "CallExpression") {
    const [argument, another] = getNodes(node, "arguments");
    const isSingle = !another || isHandedOn(node, scopes.at(-1) ?? []);
    if (argument && isSingle && argument.type !== "SpreadElement") return resolveObject(argument, scopes);
    return { reason: "the call that makes the configuration takes no single object" };
  }
  return { reason: "the configuration is not written as an object" };
}

/** A call of our own, whose first argument is the configuration and the rest what it is put over. */
function isHandedOn(call: Ast, body: readonly Ast[]): boolean {
  const name = getName(getNode(call, "callee"));
  return body.some((statement) => {
    const source = getString(getNode(statement, "source")) ?? "";
    const locals = getNodes(statement, "specifiers").map((specifier) => getName(getNode(specifier, "local")));
    return /(?:^|\/)\.hi\/lint\/policy\.mjs$/.test(source) && locals.includes(name);
  });
}

function resolveFunction(node: Ast, scopes: Scopes): Ast | UnknownShape {
  const body = getNode(node, "body");
  const names = new Set([...walkNodes(getNodes(node, "params"))].map(getName));
  if (body?.type !== "BlockStatement") return resolveUnlessNamed(body, names, scopes);
  const isNested = (inner: Ast): boolean => FUNCTIONS.test(inner.type) || inner.type.endsWith("Method");
  const returns = [...walkNodes(getNodes(body, "body"), isNested)].filter((inner) => inner.type === "ReturnStatement");
  const statements = getNodes(body, "body");
  const [only] = returns;
  if (!only || returns.length !== 1 || !statements.includes(only)) {
    return { reason: `the function returns in ${returns.length} places` };
  }
  return resolveUnlessNamed(getNode(only, "argument"), names, [statements, ...scopes]);
}

/** A parameter is not a configuration that stands in this file. */
function resolveUnlessNamed(
  node: Ast | undefined,
  names: ReadonlySet<string | undefined>,
  scopes: Scopes
): Ast | UnknownShape {
  const name = getName(node);
  return name !== undefined && names.has(name)
    ? { reason: "the function returns its parameter" }
    : resolveObject(node, scopes);
}

function resolveName(name: string, scopes: Scopes): Ast | UnknownShape {
  const declarator = findDeclarator(name, scopes);
  const init = getNode(declarator, "init");
  if (!init) return { reason: `${name} is not declared in this file as a constant` };
  if (FUNCTIONS.test(init.type)) return { reason: `the function ${name} is declared apart from its use` };
  if (isChanged(name, scopes)) return { reason: `${name} is changed after it is declared` };
  return resolveObject(init, scopes);
}

function findDeclarator(name: string, scopes: Scopes): Ast | undefined {
  return scopes
    .flat()
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? getNode(statement, "declaration") : statement))
    .flatMap((statement) => (statement?.type === "VariableDeclaration" ? getNodes(statement, "declarations") : []))
    .find((declarator) => getName(getNode(declarator, "id")) === name);
}

/** Whether a name, or something it holds, is assigned, merged into or called for its effect. */
function isChanged(name: string, scopes: Scopes): boolean {
  for (const node of walkNodes(scopes.at(-1) ?? [])) {
    if (node.type === "AssignmentExpression" && getRootName(getNode(node, "left")) === name) return true;
    if (node.type !== "CallExpression") continue;
    const callee = getNode(node, "callee");
    const isAssign =
      getName(getNode(callee, "object")) === "Object" && getName(getNode(callee, "property")) === "assign";
    if (isAssign && getName(getNodes(node, "arguments")[0]) === name) return true;
    if (callee?.type === "MemberExpression" && getRootName(callee) === name) return true;
  }
  return false;
}

/** `a` of `a.b.c`. */
function getRootName(node: Ast | undefined): string | undefined {
  return node?.type === "MemberExpression" ? getRootName(getNode(node, "object")) : getName(node);
}

function findList(object: Ast, body: readonly Ast[]): Ast | undefined | UnknownShape {
  const properties = getNodes(object, "properties");
  const own = properties.filter((property) => getKey(property) === "extends");
  const [property, twin] = own;
  if (twin) return { reason: "extends stands there more than once" };
  const opaque = properties.filter(
    (member) => member.type === "SpreadElement" && mayHoldExtends(getNode(member, "argument"), body)
  );
  const isOverridden = opaque.some((member) => !property || member.start > property.start);
  if (isOverridden) return { reason: "what is spread into the configuration may hold its own extends" };
  if (!property) return undefined;
  return resolveList(getNode(property, "value"), body) ?? { reason: "extends is not written as a list" };
}

function getKey(property: Ast): string | undefined {
  const key = getNode(property, "key");
  return getProperty(property, "computed") === true ? undefined : (getName(key) ?? getString(key));
}

function resolveList(wrapped: Ast | undefined, body: readonly Ast[]): Ast | undefined {
  const node = unwrap(wrapped);
  if (node?.type === "ArrayExpression") return node;
  const name = getName(node);
  if (name === undefined || isChanged(name, [body])) return undefined;
  const init = getNode(findDeclarator(name, [body]), "init");
  return getName(init) === undefined ? resolveList(init, body) : undefined;
}

/** Whether a spread value could bring an `extends` with it: only an object seen whole could not. */
function mayHoldExtends(wrapped: Ast | undefined, body: readonly Ast[]): boolean {
  const node = unwrap(wrapped);
  if (!node) return true;
  if (node.type === "ConditionalExpression") {
    return mayHoldExtends(getNode(node, "consequent"), body) || mayHoldExtends(getNode(node, "alternate"), body);
  }
  if (node.type === "ObjectExpression") {
    return getNodes(node, "properties").some((member) => {
      if (member.type === "SpreadElement") return mayHoldExtends(getNode(member, "argument"), body);
      return getKey(member) === undefined || getKey(member) === "extends";
    });
  }
  const name = getName(node);
  if (name === undefined || isChanged(name, [body])) return true;
  const init = getNode(findDeclarator(name, [body]), "init");
  return getName(init) === undefined ? mayHoldExtends(init, body) : true;
}
