import { lowerFunction, lowerTerm } from "./lower-script-terms.ts";
import type { Source } from "./lower-script-terms.ts";
import { toPattern } from "./script-patterns.ts";
import type { ScriptClass, ScriptExpression, ScriptPlaced, ScriptStatement } from "./script-syntax.ts";
import type { ClassStep, Step, Term } from "./tree.ts";

type Lower<Type extends string> = (node: Extract<ScriptStatement, { type: Type }>, source: Source) => readonly Step[];
type Table = { readonly [Type in ScriptStatement["type"]]?: Lower<Type> };

const placeOf = (node: ScriptPlaced): number => node.start ?? 0;

const TABLE: Table = {
  ExpressionStatement: (node, source) => [lowerExpression(node.expression, source)],
  VariableDeclaration: (node, source) =>
    node.declarations.map((declared) => ({
      kind: "bind",
      pattern: toPattern(declared.id),
      ...(declared.init ? { value: lowerTerm(declared.init, source) } : {}),
      isDeclaration: true,
      at: placeOf(declared),
    })),
  FunctionDeclaration: (node, source) => [
    {
      kind: "function",
      name: node.id?.name ?? "default",
      value: lowerFunction(node, source),
      decorators: [],
      at: placeOf(node),
    },
  ],
  ClassDeclaration: (node, source) => [lowerClass(node, source)],
  ReturnStatement: (node, source) => [
    { kind: "return", ...(node.argument ? { value: lowerTerm(node.argument, source) } : {}), at: placeOf(node) },
  ],
  ThrowStatement: (node, source) => [{ kind: "throw", value: lowerTerm(node.argument, source), at: placeOf(node) }],
  BreakStatement: (node) => [{ kind: "jump", at: placeOf(node) }],
  ContinueStatement: (node) => [{ kind: "jump", at: placeOf(node) }],
  BlockStatement: (node, source) => [{ kind: "block", body: lowerSteps(node.body, source), at: placeOf(node) }],
  LabeledStatement: (node, source) => lowerStep(node.body, source),
  IfStatement: (node, source) => [
    {
      kind: "branch",
      test: lowerTerm(node.test, source),
      whenTrue: lowerStep(node.consequent, source),
      otherwise: node.alternate ? lowerStep(node.alternate, source) : [],
      at: placeOf(node),
    },
  ],
  // Each case is run where its value is met: as a branch that nothing is known of.
  SwitchStatement: (node, source) =>
    node.cases.map((one) => ({
      kind: "branch",
      test: one.test ? lowerTerm(one.test, source) : lowerTerm(node.discriminant, source),
      whenTrue: lowerSteps(one.consequent, source).filter(({ kind }) => kind !== "jump"),
      otherwise: [],
      at: placeOf(one),
    })),
  TryStatement: (node, source) => [
    {
      kind: "try",
      body: lowerSteps(node.block.body, source),
      handlers: node.handler ? [{ body: lowerSteps(node.handler.body.body, source) }] : [],
      final: node.finalizer ? lowerSteps(node.finalizer.body, source) : [],
      at: placeOf(node),
    },
  ],
  ForStatement: (node, source) => [{ kind: "loop", body: lowerStep(node.body, source), at: placeOf(node) }],
  WhileStatement: (node, source) => [{ kind: "loop", body: lowerStep(node.body, source), at: placeOf(node) }],
  DoWhileStatement: (node, source) => [{ kind: "block", body: lowerStep(node.body, source), at: placeOf(node) }],
  ForInStatement: (node, source) => [{ kind: "loop", body: lowerStep(node.body, source), at: placeOf(node) }],
  ForOfStatement: (node, source) => [
    {
      kind: "loop",
      over: lowerTerm(node.right, source),
      each:
        node.left.type === "VariableDeclaration"
          ? toPattern(node.left.declarations[0]?.id ?? node.left)
          : toPattern(node.left),
      body: lowerStep(node.body, source),
      at: placeOf(node),
    },
  ],
  ImportDeclaration: (node) => [
    {
      kind: "import",
      from: node.source.value,
      names: node.specifiers.map((specifier) => [toImported(specifier), specifier.local.name] as const),
      at: placeOf(node),
    },
  ],
  ExportNamedDeclaration: (node, source) => (node.declaration ? lowerStep(node.declaration, source) : []),
  ExportDefaultDeclaration: (node, source) => {
    const { declaration } = node;
    if (declaration.type === "TSDeclareFunction") return [];
    if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") {
      return lowerStep(declaration, source);
    }
    const pattern = { kind: "name", name: "default" } as const;
    return [
      {
        kind: "bind",
        pattern,
        value: lowerTerm(declaration as ScriptExpression, source),
        isDeclaration: true,
        at: placeOf(node),
      },
    ];
  },
};

/** Statements, in their order; declarations of types are left out. */
export function lowerScript(nodes: readonly ScriptStatement[], text: string): readonly Step[] {
  const source: Source = { text, lowerSteps: (inner) => lowerSteps(inner, source) };
  return lowerSteps(nodes, source);
}

function lowerSteps(nodes: readonly ScriptStatement[], source: Source): readonly Step[] {
  return nodes.flatMap((node) => lowerStep(node, source));
}

function lowerStep(node: ScriptStatement, source: Source): readonly Step[] {
  const lower = TABLE[node.type] as ((node: ScriptStatement, source: Source) => readonly Step[]) | undefined;
  return lower ? lower(node, source) : [];
}

/** An assignment to a name is a binding; any other expression stays what it is. */
function lowerExpression(node: ScriptExpression, source: Source): Step {
  const at = placeOf(node);
  if (node.type === "AssignmentExpression" && node.operator === "=" && node.left.type !== "MemberExpression") {
    return {
      kind: "bind",
      pattern: toPattern(node.left),
      value: lowerTerm(node.right, source),
      isDeclaration: false,
      at,
    };
  }
  if (node.type === "UpdateExpression" && node.argument.type === "Identifier") {
    return { kind: "bind", pattern: toPattern(node.argument), isDeclaration: false, at };
  }
  return { kind: "expression", value: lowerTerm(node, source), at };
}

function toImported(specifier: Extract<ScriptStatement, { type: "ImportDeclaration" }>["specifiers"][number]): string {
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  return specifier.imported.type === "Identifier" ? specifier.imported.name : specifier.imported.value;
}

function lowerClass(node: ScriptClass, source: Source): ClassStep {
  const body = node.body.body.flatMap((member): readonly Step[] => {
    if (member.type !== "ClassMethod" || member.key.type !== "Identifier") return [];
    const value = lowerFunction(member, source);
    const decorators = toDecorators(member.decorators, source);
    return [{ kind: "function", name: member.key.name, value, decorators, at: placeOf(member) }];
  });
  return {
    kind: "class",
    name: node.id?.name ?? "default",
    decorators: toDecorators(node.decorators, source),
    bases: node.superClass ? [lowerTerm(node.superClass, source)] : [],
    body,
    at: placeOf(node),
  };
}

const toDecorators = (
  decorators: readonly { readonly expression: ScriptExpression }[] | null | undefined,
  source: Source
): readonly Term[] => (decorators ?? []).map(({ expression }) => lowerTerm(expression, source));
