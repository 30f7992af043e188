import { toCallee } from "../expressions.ts";
import { toCalleeRules } from "../match-patterns.ts";
import type { FileView } from "../rule.ts";
import type { Node, NodeRule } from "../syntax.ts";
import type { FlowContext } from "./flow.ts";
import type { Sink, TaintRule } from "./taint-rule.ts";
import { TAINT_RULES } from "./taint-table.ts";

/** A sink where it was found. */
interface MetSink {
  readonly rule: TaintRule;
  readonly sink: Sink;
  /** As a finding names it. */
  readonly shown: string;
}

export interface OpenSinks {
  /** How the nodes are found that may be one. */
  readonly rules: readonly NodeRule[];
  readonly find: (node: Node) => readonly MetSink[];
}

/** The sinks of some rules, by their names here: what is imported goes by another. */
export function openSinks(rules: readonly TaintRule[], file: FileView): OpenSinks {
  const byKey = groupSinks(rules);
  const names = (mark: string): string[] =>
    [...byKey.keys()].flatMap((key) => (key.startsWith(mark) ? [key.slice(mark.length)] : []));
  const paths = new Set(names("path "));
  const called = [
    ...[...paths].map((path) => path.slice(path.lastIndexOf(".") + 1)),
    ...file.importedNames((path) => paths.has(path)),
    ...names("method "),
  ];
  return {
    rules: [
      ...toRule("call_expression", "function", called),
      ...toRule("new_expression", "constructor", names("made ")),
    ],
    find: (node) => {
      const seen = new Set<TaintRule>();
      return toKeys(node, file).flatMap(({ key, shown }) =>
        (byKey.get(key) ?? []).flatMap(({ rule, sink }) => {
          if (seen.has(rule)) return [];
          seen.add(rule);
          return [{ rule, sink, shown }];
        })
      );
    },
  };
}

function groupSinks(rules: readonly TaintRule[]): ReadonlyMap<string, readonly Omit<MetSink, "shown">[]> {
  const groups = new Map<string, Omit<MetSink, "shown">[]>();
  for (const rule of rules) {
    for (const sink of rule.sinks) {
      const key = toSinkKey(sink);
      groups.set(key, [...(groups.get(key) ?? []), { rule, sink }]);
    }
  }
  return groups;
}

function toSinkKey({ path, method, made, set }: Sink): string {
  if (path !== undefined) return `path ${path}`;
  if (method !== undefined) return `method ${method}`;
  return made === undefined ? `set ${set}` : `made ${made}`;
}

function toRule(kind: string, field: string, names: readonly string[]): NodeRule[] {
  return names.length === 0 ? [] : [{ kind, has: { field, any: toCalleeRules([...new Set(names)]) } }];
}

/** The keys that a node may be known by, the most exact first. */
function toKeys(node: Node, file: FileView): readonly { readonly key: string; readonly shown: string }[] {
  const kind = String(node.kind());
  if (kind === "assignment_expression" || kind === "augmented_assignment_expression") {
    const left = node.field("left");
    const property = left?.is("member_expression") ? left.field("property")?.text() : undefined;
    return property === undefined ? [] : [{ key: `set ${property}`, shown: property }];
  }
  const callee = kind === "call_expression" || kind === "new_expression" ? toCallee(node) : undefined;
  if (!callee) return [];
  if (kind === "new_expression") return [{ key: `made ${callee.path}`, shown: `new ${callee.path}()` }];
  const resolved = toResolved(callee.path, file);
  return [
    { key: `path ${callee.path}`, shown: `${callee.path}()` },
    { key: `path ${resolved}`, shown: `${resolved}()` },
    { key: `method ${callee.name}`, shown: `${callee.receiver === undefined ? "" : "."}${callee.name}()` },
  ];
}

/** A path with its first name as it is imported: `child_process.exec` for `cp.exec`. */
function toResolved(path: string, file: FileView): string {
  const dot = path.indexOf(".");
  const head = dot === -1 ? path : path.slice(0, dot);
  const imported = file.importedAs(head);
  return imported === undefined ? path : `${imported}${dot === -1 ? "" : path.slice(dot)}`;
}

/** Which rules a callee makes a value harmless for, a bit each. */
export function openSanitizers(file: FileView): FlowContext["toCleanBits"] {
  const byPath = new Map<string, number>();
  const byMethod = new Map<string, number>();
  for (const rule of TAINT_RULES) {
    for (const { path, method } of rule.sanitizers) {
      if (path !== undefined) byPath.set(path, (byPath.get(path) ?? 0) | toBits([rule]));
      if (method !== undefined) byMethod.set(method, (byMethod.get(method) ?? 0) | toBits([rule]));
    }
  }
  return (path, name) =>
    (byPath.get(path) ?? 0) | (byPath.get(toResolved(path, file)) ?? 0) | (byMethod.get(name) ?? 0);
}

/** A bit for each rule, in the order of the table. */
export function toBits(rules: readonly TaintRule[]): number {
  return rules.reduce((bits, rule) => bits | (1 << TAINT_RULES.indexOf(rule)), 0);
}
