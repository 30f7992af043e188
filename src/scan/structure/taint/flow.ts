import { toArguments, toCallee, toKey, toSubstitutions } from "../expressions.ts";
import type { Node } from "../syntax.ts";
import { toTaint } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { REQUEST_PARAMETERS, SERVER_MEMBERS, toSource } from "./sources.ts";
import type { Taint } from "./taint-rule.ts";

/** What a call of a function of the same file gives back, of what it is given or by itself. */
export interface Returned {
  /** What it gives back whatever it is given. */
  readonly own?: Taint;
  /** By the place of the argument that comes back, changed or not: the rules that it is clean for then, and hops. */
  readonly passed: ReadonlyMap<number, Pick<Taint, "clean" | "hops">>;
}

/** What the walk knows beside the names. */
export interface FlowContext {
  /** Bits of the rules for which a callee makes harmless what it is given. */
  readonly toCleanBits: (path: string, name: string) => number;
  /** Bits of the rules that text does no harm to. */
  readonly textBits: number;
  /** What a function of this file gives back; undefined for one that is not here. */
  readonly toReturned: (name: string, count: number) => Returned | undefined;
  /** Whether reading of a request counts: not while a function is asked what it passes on. */
  readonly withSources: boolean;
  /** Takes a step; false when all are used up. */
  readonly spend: () => boolean;
}

/** A part of an expression that is still to be looked at. */
interface Part {
  readonly node: Node;
  readonly clean: number;
  readonly hops: number;
}

/** Values of these say nothing of what went in. */
const NUMBERS = /^(?:Number\.)?(?:parseInt|parseFloat|isNaN|isInteger)$|^(?:Number|Boolean|BigInt)$|^Math\.\w+$/;
/** Things that are made of what they are given and give it back. */
const KEEPERS = new Set(["URL", "URLSearchParams", "String", "Buffer", "Request", "Array", "Set", "Map", "Error"]);
/** Calls that give back what an object holds; others take one as options. */
const OBJECT_KEEPERS = /^(?:JSON\.stringify|Object\.(?:assign|values|entries|keys|fromEntries)|structuredClone)$/;
const JOINING = new Set(["+", "||", "&&", "??"]);
const WRAPPERS = new Set([
  "parenthesized_expression",
  "await_expression",
  "spread_element",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "array",
  "sequence_expression",
]);

/** What of a request an expression may hold: of several parts the one that is made harmless for the fewest rules. */
export function findTaint(expression: Node, scope: Scope, context: FlowContext): Taint | undefined {
  let found: Taint | undefined;
  const rest: Part[] = [{ node: expression, clean: 0, hops: 0 }];
  for (let part = rest.pop(); part && context.spend(); part = rest.pop()) {
    const taint = readTaint(part.node, scope, context);
    if (taint) {
      found = join(found, { ...taint, clean: taint.clean | part.clean, hops: taint.hops + part.hops });
      if (found.clean === 0) return found;
    } else rest.push(...toParts(part, context).toReversed());
  }
  return found;
}

/** Harmless for a rule is only what is so in both. */
function join(one: Taint | undefined, other: Taint): Taint {
  if (!one) return other;
  const clean = one.clean & other.clean;
  return { ...(clean === one.clean ? one : other), clean };
}

/** What the node itself is: a name that holds something, a reading of a request, or a call that gives one back. */
function readTaint(node: Node, scope: Scope, context: FlowContext): Taint | undefined {
  const { withSources, textBits } = context;
  if (node.is("identifier") || node.is("shorthand_property_identifier")) return scope.lookUp(node.text());
  if (!withSources) return undefined;
  if (node.is("call_expression")) return readCall(node, context);
  const source = toSource(node);
  return source && toTaint(source, node, textBits);
}

function readCall(node: Node, { toReturned }: FlowContext): Taint | undefined {
  const callee = toCallee(node);
  if (!callee || callee.receiver !== undefined) return undefined;
  const own = toReturned(callee.name, toArguments(node).length)?.own;
  return own && { ...own, line: node.range().start.line + 1 };
}

/** The parts whose value is in the value of the whole, in the order they are written. */
function toParts(part: Part, context: FlowContext): Part[] {
  const { node } = part;
  const kind = String(node.kind());
  if (kind === "call_expression") return toCallParts(part, context);
  const within = (nodes: readonly (Node | null | undefined)[]): Part[] =>
    nodes.flatMap((inner) => (inner ? [{ ...part, node: inner }] : []));
  if (WRAPPERS.has(kind)) return within(node.namedChildren());
  switch (kind) {
    case "object":
      return within(node.namedChildren().filter((member) => !isOption(member)));
    case "pair":
      return within([node.field("value")]);
    case "member_expression":
      return isOwnMember(node) ? [] : within([node.field("object")]);
    case "subscript_expression":
      return within([node.field("object")]);
    case "template_string":
      return within(toSubstitutions(node).flatMap((inner) => inner.namedChildren()));
    case "ternary_expression":
      return within([node.field("consequence"), node.field("alternative")]);
    case "binary_expression":
      return JOINING.has(node.field("operator")?.text() ?? "") ? within([node.field("left"), node.field("right")]) : [];
    case "assignment_expression":
      return within([node.field("right")]);
    case "new_expression":
      return KEEPERS.has(toCallee(node)?.name ?? "") ? within(toArguments(node)) : [];
    default:
      return [];
  }
}

/** What is handed on as an option, or compared as it is: a request as a whole, and `$eq`. */
function isOption(member: Node): boolean {
  const value = member.is("pair") ? member.field("value") : member;
  if (value && REQUEST_PARAMETERS.has(value.text())) return true;
  return member.is("pair") && toKey(member) === "$eq";
}

/** What says nothing of what was sent: a length, and what the server itself puts on a request. */
function isOwnMember(member: Node): boolean {
  const property = member.field("property")?.text() ?? "";
  if (property === "length") return true;
  const object = member.field("object");
  return SERVER_MEMBERS.has(property) && object?.is("identifier") === true && REQUEST_PARAMETERS.has(object.text());
}

function toCallParts(part: Part, context: FlowContext): Part[] {
  const callee = toCallee(part.node);
  const args = toArguments(part.node);
  if (callee && NUMBERS.test(callee.path)) return [];
  if (callee && callee.receiver === undefined) {
    const returned = context.toReturned(callee.name, args.length);
    if (returned) return toPassedParts(part, args, returned);
  }
  const clean = part.clean | (callee ? context.toCleanBits(callee.path, callee.name) : 0);
  const given = OBJECT_KEEPERS.test(callee?.path ?? "") ? args : args.filter((arg) => !arg.is("object"));
  const receiver = part.node.field("function")?.field("object");
  return [...given, ...(receiver ? [receiver] : [])].map((node) => ({ node, clean, hops: part.hops }));
}

function toPassedParts(part: Part, args: readonly Node[], { passed }: Returned): Part[] {
  return args.flatMap((node, at) => {
    const way = passed.get(at);
    return way ? [{ node, clean: part.clean | way.clean, hops: part.hops + way.hops }] : [];
  });
}
