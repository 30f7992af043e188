import type { Node } from "../syntax.ts";
import { toBoundNames, toParameters } from "./bindings.ts";
import { toParameterSource } from "./sources.ts";
import type { Source } from "./sources.ts";
import type { Taint } from "./taint-rule.ts";

/** What the names of a function hold where the walk is; a function inside sees those of the one around it. */
export interface Scope {
  /** Where it ends, in UTF-16 code units of the text. */
  readonly end: number;
  readonly lookUp: (name: string) => Taint | undefined;
  /** Undefined for a value that nobody sent. */
  readonly bind: (names: readonly string[], taint: Taint | undefined) => void;
}

/** Bits of the rules that text can do no harm to. */
type TextBits = number;

export function openScope(
  fn: Node,
  { around, textBits }: { readonly around?: Scope | undefined; readonly textBits: TextBits }
): Scope {
  const scope = makeScope(fn.range().end.index, around);
  for (const parameter of toParameters(fn)) {
    const names = toBoundNames(parameter);
    const source = names[0] === undefined ? undefined : toParameterSource(parameter, names[0]);
    scope.bind(names, source && toTaint(source, parameter, textBits));
  }
  return scope;
}

export function makeScope(end: number, around?: Scope): Scope {
  const own = new Map<string, Taint | undefined>();
  return {
    end,
    lookUp: (name) => (own.has(name) ? own.get(name) : around?.lookUp(name)),
    bind: (names, taint) => {
      for (const name of names) own.set(name, taint);
    },
  };
}

export function toTaint(source: Source, node: Node, textBits: TextBits): Taint {
  return {
    source: source.name,
    line: node.range().start.line + 1,
    hops: 1,
    clean: source.isText ? textBits : 0,
  };
}
