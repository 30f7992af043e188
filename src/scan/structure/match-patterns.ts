import { toCallee, toKey } from "./expressions.ts";
import type { FileView, NamedKind, PatternRule, Trigger } from "./rule.ts";
import type { Node, NodeRule } from "./syntax.ts";
import type { RuleMatch } from "./to-finding.ts";

/** Rules by what makes them look: a kind with a name, or a kind alone. */
type RulesByTrigger = ReadonlyMap<string, readonly PatternRule[]>;

/** One question for all rules, so that the tree is walked once. */
export function toNodeRules(rules: readonly PatternRule[], grammar: string): NodeRule[] {
  const family = grammar === "JavaScript" ? grammar : "TypeScript";
  const names = new Map<NamedKind, Set<string>>();
  const plain: NodeRule[] = [];
  for (const trigger of rules.flatMap((rule) => rule.on)) {
    if (trigger.only !== undefined && trigger.only !== family) continue;
    if (trigger.names === undefined) plain.push({ kind: trigger.kind, ...trigger.where });
    else takeNames(names, trigger);
  }
  return [...[...names].map(([kind, set]) => NAMED[kind]([...set])), ...plain];
}

function takeNames(names: Map<NamedKind, Set<string>>, { kind, names: more = [] }: Trigger): void {
  const known = names.get(kind as NamedKind) ?? new Set<string>();
  for (const name of more) known.add(name);
  names.set(kind as NamedKind, known);
}

/** How nodes are found by their name. Only leaves are compared: the text of a long chain would be read at every link. */
const NAMED: Readonly<Record<NamedKind, (names: readonly string[]) => NodeRule>> = {
  call_expression: (names) => ({ kind: "call_expression", has: { field: "function", any: toCalleeRules(names) } }),
  new_expression: (names) => ({ kind: "new_expression", has: { field: "constructor", any: toCalleeRules(names) } }),
  pair: (names) => ({
    kind: "pair",
    has: {
      field: "key",
      any: [
        { kind: "property_identifier", regex: toWhole(names) },
        { kind: "string", regex: `^.(?:${names.join("|")}).$` },
      ],
    },
  }),
  assignment_expression: (names) => ({
    kind: "assignment_expression",
    has: { field: "left", kind: "member_expression", has: { field: "property", regex: toWhole(names) } },
  }),
};

/** How a call is found by the last name of what is called. */
export function toCalleeRules(names: readonly string[]): NodeRule[] {
  return [
    { kind: "identifier", regex: toWhole(names) },
    { kind: "member_expression", has: { field: "property", regex: toWhole(names) } },
  ];
}

function toWhole(names: readonly string[]): string {
  return `^(?:${names.join("|")})$`;
}

/** What the rules say of the nodes that were found for them, in the order of the nodes. */
export function matchPatterns(nodes: readonly Node[], rules: readonly PatternRule[], file: FileView): RuleMatch[] {
  const byTrigger = groupByTrigger(rules);
  return nodes.flatMap((node) => {
    const kind = String(node.kind());
    const name = toName(node, kind);
    const asked = new Set([
      ...(byTrigger.get(kind) ?? []),
      ...(name === undefined ? [] : (byTrigger.get(`${kind} ${name}`) ?? [])),
    ]);
    return [...asked].flatMap((rule) => {
      const match = rule.check(node, file);
      return match ? [{ ...match, rule, node }] : [];
    });
  });
}

function toName(node: Node, kind: string): string | undefined {
  if (kind === "pair") return toKey(node);
  if (kind === "assignment_expression") return node.field("left")?.field("property")?.text();
  return kind === "call_expression" || kind === "new_expression" ? toCallee(node)?.name : undefined;
}

function groupByTrigger(rules: readonly PatternRule[]): RulesByTrigger {
  const groups = new Map<string, PatternRule[]>();
  for (const rule of rules) {
    const keys = rule.on.flatMap(({ kind, names }) => names?.map((name) => `${kind} ${name}`) ?? [kind]);
    for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return groups;
}
