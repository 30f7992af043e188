import type { Node, NodeRule } from "../syntax.ts";
import { toBoundNames } from "./bindings.ts";
import { findTaint } from "./flow.ts";
import type { FlowContext } from "./flow.ts";
import type { Scope } from "./scope.ts";
import { REQUEST_PARAMETERS, SERVER_MEMBERS } from "./sources.ts";

export const FUNCTION_KINDS: ReadonlySet<string> = new Set([
  "function_declaration",
  "function_expression",
  "arrow_function",
  "method_definition",
  "generator_function",
  "generator_function_declaration",
]);

/** What gives a name a value. */
const BINDING_KINDS = [
  "variable_declarator",
  "assignment_expression",
  "augmented_assignment_expression",
  "for_in_statement",
];

export const FUNCTION_RULES: readonly NodeRule[] = [...FUNCTION_KINDS].map((kind) => ({ kind }));
export const BINDING_RULES: readonly NodeRule[] = BINDING_KINDS.map((kind) => ({ kind }));

/** The nodes of a function that bind names or give something back, without those of functions inside it. */
export function findOwnNodes(fn: Node): Node[] {
  const nodes = fn.findAll({ rule: { any: [...FUNCTION_RULES, ...BINDING_RULES, { kind: "return_statement" }] } });
  const whole = fn.range();
  let innerEnd = 0;
  return nodes.filter((node) => {
    const { start, end } = node.range();
    if (start.index === whole.start.index && end.index === whole.end.index) return false;
    if (start.index < innerEnd) return false;
    if (!FUNCTION_KINDS.has(String(node.kind()))) return true;
    innerEnd = end.index;
    return false;
  });
}

/** Lets the names that a node binds hold what they are given. */
export function bindNode(node: Node, scope: Scope, context: FlowContext): void {
  const target = node.field("name") ?? node.field("left");
  const value = node.field("value") ?? node.field("right");
  if (!target || !value) return;
  const names = isRequest(value) ? toSentNames(target) : toBoundNames(target);
  if (names.length === 0) return;
  const taint = findTaint(value, scope, context);
  // `+=` and its like keep what was there.
  if (taint || !node.is("augmented_assignment_expression")) scope.bind(names, taint);
}

function isRequest(value: Node): boolean {
  return value.is("identifier") && REQUEST_PARAMETERS.has(value.text());
}

/** The names that are taken out of a request, without those of what the server put on it. */
function toSentNames(target: Node): string[] {
  if (!target.is("object_pattern")) return toBoundNames(target);
  return target.namedChildren().flatMap((part) => {
    const key = part.field("key") ?? part.field("left") ?? part;
    return SERVER_MEMBERS.has(key.text()) ? [] : toBoundNames(part);
  });
}
