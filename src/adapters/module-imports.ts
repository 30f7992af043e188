import { parse } from "@babel/parser";

import { getNode, getNodes, getProperty, getString, walkNodes } from "./module-syntax.ts";
import type { Ast } from "./module-syntax.ts";

/**
 * What a source brings in when it runs: the names that it imports, exports from, requires or loads, types apart. Empty
 * for a text that is no module at all.
 */
export function readImports(text: string): readonly string[] {
  const body = readBody(text);
  const named = body.flatMap((statement) => {
    const isType = getProperty(statement, "importKind") === "type" || getProperty(statement, "exportKind") === "type";
    return isType ? [] : (getString(getNode(statement, "source")) ?? []);
  });
  const called = [...walkNodes(body)]
    .filter(isLoading)
    .flatMap((node) => getString(getNodes(node, "arguments")[0]) ?? []);
  return [...new Set([...named, ...called])];
}

function readBody(text: string): readonly Ast[] {
  try {
    const file: unknown = parse(text, {
      sourceType: "unambiguous",
      plugins: ["typescript", "jsx", "decorators"],
      createImportExpressions: false,
      errorRecovery: true,
    });
    return getNodes(getNode(file, "program"), "body");
  } catch {
    return [];
  }
}

/** `require(…)` or `import(…)`. */
function isLoading(node: Ast): boolean {
  if (node.type !== "CallExpression") return false;
  const callee = getNode(node, "callee");
  return callee?.type === "Import" || getProperty(callee, "name") === "require";
}
