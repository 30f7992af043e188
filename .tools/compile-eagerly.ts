import { parse } from "@babel/parser";
import MagicString from "magic-string";

/** What is read of a syntax node. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } | null;
}

/**
 * Has a module's functions compiled with it instead of each at its first call: Node's compile cache keeps what is
 * compiled when the module is loaded, and V8 compiles with it what stands in parentheses. Compiling anew in every run was
 * a fifth of the cost of a check.
 */
export function compileEagerly(text: string): string {
  const { program } = parse(text, { sourceType: "module", createParenthesizedExpressions: true });
  const edited = new MagicString(text);
  const top = program.body[0]?.start ?? 0;
  const visit = (node: Node, parent: Node | undefined): void => {
    if (isExpression(node) && parent?.type !== "ParenthesizedExpression") wrap(edited, node, ["(", ")"]);
    if (node.type === "FunctionDeclaration" && parent === (program as Node)) {
      wrap(edited, node, [`var ${node.id?.name ?? ""} = (`, ");\n"]);
      // Declarations can be called above themselves, variables cannot.
      if (node.start !== top) edited.move(node.start, node.end, top);
    }
    for (const child of listChildren(node)) visit(child, node);
  };
  visit(program as Node, undefined);
  return edited.toString();
}

function isExpression({ type }: Node): boolean {
  return type === "FunctionExpression" || type === "ArrowFunctionExpression";
}

function wrap(edited: MagicString, { start, end }: Node, [before, after]: readonly [string, string]): void {
  edited.prependRight(start, before).appendLeft(end, after);
}

function listChildren(node: Node): readonly Node[] {
  const values = Object.entries(node).flatMap(([key, value]) => (key === "loc" ? [] : [value].flat()));
  return values.filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);
}
