import type { Node } from "../syntax.ts";
import { toBoundNames, toParameters } from "./bindings.ts";
import { findTaint } from "./flow.ts";
import type { FlowContext, Returned } from "./flow.ts";
import { makeScope, openScope } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { Taint } from "./taint-rule.ts";
import { bindNode, findOwnNodes } from "./walk-function.ts";

/** What a parameter holds while a function is asked whether it gives it back. */
const GIVEN: Taint = { source: "", line: 0, hops: 0, clean: 0 };
/** More parameters than this are not asked for. */
const MAX_PARAMETERS = 12;

/**
 * What the named functions of a file give back, each worked out when it is first called. One that calls itself counts
 * as not known while it is asked.
 */
export function openReturns(root: Node, context: Omit<FlowContext, "toReturned">): FlowContext["toReturned"] {
  const known = new Map<string, Returned | undefined>();
  let functions: ReadonlyMap<string, Node> | undefined;
  const toReturned = (name: string, count: number): Returned | undefined => {
    const key = `${name}/${count}`;
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    const fn = (functions ??= toNamedFunctions(root)).get(name);
    if (!fn || toParameters(fn).length !== count) return undefined;
    const returned = summarise(fn, { ...context, toReturned });
    known.set(key, returned);
    return returned;
  };
  return toReturned;
}

function toNamedFunctions(root: Node): ReadonlyMap<string, Node> {
  const functions = new Map<string, Node>();
  const isFunction = { any: [{ kind: "arrow_function" }, { kind: "function_expression" }] };
  const nodes = root.findAll({
    rule: {
      any: [
        { kind: "function_declaration" },
        { kind: "generator_function_declaration" },
        { kind: "variable_declarator", has: { field: "value", ...isFunction } },
      ],
    },
  });
  for (const node of nodes) {
    const name = node.field("name");
    const fn = node.is("variable_declarator") ? node.field("value") : node;
    if (name?.is("identifier") && fn && !functions.has(name.text())) functions.set(name.text(), fn);
  }
  return functions;
}

function summarise(fn: Node, context: FlowContext): Returned {
  const passed = new Map<number, Pick<Taint, "clean" | "hops">>();
  for (const [at, parameter] of toParameters(fn).slice(0, MAX_PARAMETERS).entries()) {
    const scope = makeScope(fn.range().end.index);
    scope.bind(toBoundNames(parameter), GIVEN);
    const back = findReturned(fn, scope, { ...context, withSources: false });
    if (back) passed.set(at, { clean: back.clean, hops: back.hops + 1 });
  }
  const own = findReturned(fn, openScope(fn, { textBits: context.textBits }), context);
  return { passed, ...(own ? { own: { ...own, hops: own.hops + 1 } } : {}) };
}

/** The first value that the function gives back and that somebody sent. */
function findReturned(fn: Node, scope: Scope, context: FlowContext): Taint | undefined {
  const body = fn.field("body");
  if (!body) return undefined;
  if (!body.is("statement_block")) return findTaint(body, scope, context);
  for (const node of findOwnNodes(fn)) {
    const [value] = node.is("return_statement") ? node.namedChildren() : [];
    const back = value && findTaint(value, scope, context);
    if (back) return back;
    bindNode(node, scope, context);
  }
  return undefined;
}
