import { toArguments, toMember } from "../expressions.ts";
import type { FileView } from "../rule.ts";
import { hasFixedHost } from "../rules/network.ts";
import type { Node } from "../syntax.ts";
import type { RuleMatch } from "../to-finding.ts";
import { findTaint } from "./flow.ts";
import type { FlowContext } from "./flow.ts";
import { openReturns } from "./returns.ts";
import { openScope } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { openSanitizers, openSinks, toBits } from "./sinks.ts";
import type { OpenSinks } from "./sinks.ts";
import { SOURCE_HINT } from "./sources.ts";
import type { Sink, Taint, TaintRule } from "./taint-rule.ts";
import { TAINT_RULES } from "./taint-table.ts";
import { BINDING_RULES, bindNode, FUNCTION_KINDS, FUNCTION_RULES } from "./walk-function.ts";

/** Parts of expressions that are looked at in one file; a text that is made to need more is looked at in part. */
const MAX_STEPS = 100_000;

/** What was found, and whether the steps were enough. */
export interface Flows {
  readonly matches: readonly RuleMatch[];
  readonly isWhole: boolean;
}

/** The rules that a text may have a finding of: it reads a request, and has a sink of theirs. */
export function toTaintRules(text: string): readonly TaintRule[] {
  return SOURCE_HINT.test(text) ? TAINT_RULES.filter(({ hint }) => hint.test(text)) : [];
}

/** Follows what requests bring through each function, and the functions inside it, to where it does harm. */
export function findFlows(root: Node, rules: readonly TaintRule[], file: FileView): Flows {
  if (rules.length === 0) return { matches: [], isWhole: true };
  let steps = 0;
  const sinks = openSinks(rules, file);
  const shared = {
    textBits: toBits(rules.filter(({ needsObject }) => needsObject === true)),
    toCleanBits: openSanitizers(file),
    withSources: true,
    spend: () => (steps += 1) <= MAX_STEPS,
  };
  const context: FlowContext = { ...shared, toReturned: openReturns(root, shared) };
  const matches: RuleMatch[] = [];
  const nodes = root.findAll({ rule: { any: [...FUNCTION_RULES, ...BINDING_RULES, ...sinks.rules] } });
  const scopes: Scope[] = [];
  for (const node of nodes) {
    const start = node.range().start.index;
    while ((scopes.at(-1)?.end ?? Infinity) <= start) scopes.pop();
    const around = scopes.at(-1);
    const kind = String(node.kind());
    if (FUNCTION_KINDS.has(kind)) scopes.push(openScope(node, { around, textBits: context.textBits }));
    else if (around) matches.push(...lookAt(node, around, { context, sinks }));
  }
  return { matches, isWhole: steps <= MAX_STEPS };
}

interface Walk {
  readonly context: FlowContext;
  readonly sinks: OpenSinks;
}

function lookAt(node: Node, scope: Scope, { context, sinks }: Walk): RuleMatch[] {
  const matches = sinks.find(node).flatMap(({ rule, sink, shown }) => {
    const taint = findArriving(node, sink, scope, { context, bits: toBits([rule]) });
    return taint ? [toMatch(node, rule, shown, taint)] : [];
  });
  if (!node.is("call_expression") && !node.is("new_expression")) bindNode(node, scope, context);
  return matches;
}

/** What arrives at a sink and is not made harmless for its rule. */
function findArriving(
  node: Node,
  sink: Sink,
  scope: Scope,
  { context, bits }: { readonly context: FlowContext; readonly bits: number }
): Taint | undefined {
  for (const value of toSunk(node, sink)) {
    if (sink.isAddress && hasFixedHost(value)) continue;
    const taint = findTaint(value, scope, context);
    if (taint && (taint.clean & bits) === 0) return taint;
  }
  return undefined;
}

/** The values that go into a sink. */
function toSunk(node: Node, { set, args, members, unless }: Sink): Node[] {
  if (set !== undefined) return [node.field("right")].filter((value) => value !== null);
  const given = toArguments(node).filter((_, at) => args?.includes(at) ?? true);
  if (unless !== undefined && given.some((value) => value.is("object") && toMember(value, unless))) return [];
  if (!members) return given;
  return given.flatMap((value) =>
    value.is("object") ? members.flatMap((name) => toMember(value, name) ?? []) : [value]
  );
}

function toMatch(node: Node, rule: TaintRule, sink: string, { source, line, hops }: Taint): RuleMatch {
  const { start } = node.range();
  return {
    rule,
    node,
    description: `${source} reaches ${sink}: ${rule.danger}`,
    fix: rule.fix,
    trace: {
      source_line: line,
      source_description: source,
      sink_line: start.line + 1,
      sink_description: sink,
      taint_hops: Math.min(hops, 255),
      confidence: toConfidence(hops),
    },
  };
}

/** Every function that a value goes through makes it less sure that it is still what was sent. */
function toConfidence(hops: number): number {
  if (hops <= 1) return 1;
  return hops === 2 ? 0.8 : 0.6;
}
