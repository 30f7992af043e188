import type { parse } from "@babel/parser";

/** The parser's own nodes, named from what it returns. */
type File = ReturnType<typeof parse>;
export type ScriptStatement = File["program"]["body"][number];
export type ScriptExpression = Extract<ScriptStatement, { type: "ExpressionStatement" }>["expression"];
type ScriptFunction = Extract<ScriptExpression, { type: "FunctionExpression" | "ArrowFunctionExpression" }>;
type ScriptParameter = ScriptFunction["params"][number];
export type ScriptArgument = Extract<ScriptExpression, { type: "CallExpression" }>["arguments"][number];
export type ScriptTarget =
  | ScriptParameter
  | Extract<ScriptStatement, { type: "VariableDeclaration" }>["declarations"][number]["id"]
  | Extract<ScriptExpression, { type: "AssignmentExpression" }>["left"];
export type ScriptClass = Extract<ScriptStatement, { type: "ClassDeclaration" }>;

/** What every node has, as far as offsets go. */
export interface ScriptPlaced {
  readonly type: string;
  readonly start?: number | null;
  readonly end?: number | null;
}
