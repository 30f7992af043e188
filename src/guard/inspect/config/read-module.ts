import { evaluate } from "../tests/evaluate.ts";
import { printTerm } from "../tests/print.ts";
import { findFunction, openCall, openScope, takeKey } from "../tests/scope.ts";
import type { Scope } from "../tests/scope.ts";
import type { Program, Term } from "../tree/tree.ts";
import { walkAll } from "../tree/walk.ts";
import { toSettings } from "./setting.ts";
import type { ConfigReading } from "./setting.ts";

const MAX_DEPTH = 30;

/** Reads what a module exports as its configuration, as far as it is written down; what is computed is kept as its text. */
export function readModule(program: Program): ConfigReading {
  const scope = openScope(undefined, program.body);
  const exported = findExported(program, scope);
  if (!exported) return { ok: false, problem: "what it exports cannot be found" };
  const computed: string[] = [];
  try {
    return { ok: true, settings: toSettings(toValue(exported, scope, computed, 0)), computed };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: "it is nested too deep" };
    throw error;
  }
}

function findExported({ body }: Program, scope: Scope): Term | undefined {
  const bound = scope.own("default");
  if (bound?.kind === "value") return bound.term;
  for (const term of walkAll(body, false)) {
    if (term.kind !== "assign") continue;
    if (/^(?:module\.exports|exports\.default)$/.test(printTerm(term.target, undefined))) return term.value;
  }
  return undefined;
}

function toValue(term: Term, scope: Scope, computed: string[], depth: number): unknown {
  const compute = (): string => {
    const text = printTerm(term, scope).slice(0, 500);
    computed.push(text);
    return text;
  };
  if (depth > MAX_DEPTH) return compute();
  const known = evaluate(term, scope);
  if (known) return known.value;
  const go = (part: Term, where = scope): unknown => toValue(part, where, computed, depth + 1);
  switch (term.kind) {
    case "record":
      return toRecord(term, go);
    case "list":
      return term.items.flatMap((item) => (item.kind === "spread" ? [go(item.value)].flat() : [go(item)]));
    case "regex":
      return term.text;
    case "name": {
      const bound = scope.find(term.name);
      return bound?.kind === "value" ? go(bound.term, bound.scope) : compute();
    }
    case "member":
      return toMember(term, scope, go) ?? compute();
    case "await":
      return go(term.value);
    case "function":
      return toReturned(term, scope, [], go) ?? compute();
    case "call":
      return toCalled(term, scope, go) ?? compute();
    default:
      return compute();
  }
}

type Go = (part: Term, where?: Scope) => unknown;

function toRecord({ entries }: Extract<Term, { kind: "record" }>, go: Go): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entries) {
    const read = go(value.kind === "spread" ? value.value : value);
    if (key?.kind === "literal") record[String(key.value)] = read;
    else if (!key && typeof read === "object" && read !== null) Object.assign(record, read);
    else if (!key) record[`...${String(read)}`] = true;
  }
  return record;
}

function toMember(term: Extract<Term, { kind: "member" }>, scope: Scope, go: Go): unknown {
  if (term.name === undefined || term.object.kind !== "name") return undefined;
  const bound = scope.find(term.object.name);
  if (bound?.kind !== "value") return undefined;
  const value = takeKey(bound.term, term.name);
  return value.kind === "member" ? undefined : go(value, bound.scope);
}

function toReturned(term: Term, scope: Scope, args: readonly Term[], go: Go): unknown {
  const found = findFunction(term, scope);
  const last = found?.value.body.findLast((step) => step.kind === "return");
  if (!found || last?.kind !== "return" || !last.value) return undefined;
  return go(last.value, openCall(found.value, found.scope, args, [], scope));
}

/** `defineConfig({})`, `mergeConfig(base, {})`, `withCoverage({})`: what is handed over, one over the other. */
function toCalled(term: Extract<Term, { kind: "call" }>, scope: Scope, go: Go): unknown {
  const own = findFunction(term.callee, scope);
  if (own) return toReturned(term.callee, scope, term.args, go);
  const values = term.args.map((argument) => go(argument));
  const records = values.filter((value) => typeof value === "object" && value !== null);
  if (records.length === 0) return undefined;
  if (records.length === 1) return records[0];
  if (records.some(Array.isArray)) return records.flat();
  let merged: unknown = Object.create(null);
  for (const record of records) merged = merge(merged, record);
  return merged;
}

function merge(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over;
  const merged: Record<string, unknown> = Object.assign(Object.create(null), base);
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    merged[key] = Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : merge(known, value);
  }
  return merged;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
