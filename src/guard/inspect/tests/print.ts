import type { Step, Term } from "../tree/tree.ts";
import { listBlocks, listTerms } from "../tree/walk.ts";
import type { Bound, Scope } from "./scope.ts";

/** How much of a name's value stands in its place, in characters; a longer one stays a name. */
const MAX_VALUE = 2000;
/** How much is printed of one term, in characters, before the rest is left out. */
const MAX_DEPTH = 60;

const printed = new WeakMap<Bound, string>();
const beingPrinted = new Set<Bound>();

/**
 * A term as one text without layout. With a scope, names that stand for one value are printed as that value: what a
 * refactoring names, passes along or takes apart prints the same before and after.
 */
export function printTerm(term: Term, scope: Scope | undefined, depth = 0): string {
  if (depth > MAX_DEPTH) return "…";
  const print = (part: Term): string => printTerm(part, scope, depth + 1);
  switch (term.kind) {
    case "literal":
      return printValue(term.value);
    case "regex":
    case "other":
      return term.text;
    case "name":
      return printName(term.name, scope);
    case "member":
      return term.index ? `${print(term.object)}[${print(term.index)}]` : `${print(term.object)}.${term.name ?? ""}`;
    case "call":
      return printCall(term, print);
    case "function":
      return `(${term.params.length})=>{${printSteps(term.body, depth + 1)}}`;
    case "list":
      return `[${term.items.map(print).join(",")}]`;
    case "record":
      return `{${term.entries.map(([key, value]) => `${key ? printKey(key, print) : "..."}:${print(value)}`).join(",")}}`;
    case "binary":
      return `(${print(term.left)} ${term.operator} ${print(term.right)})`;
    case "unary":
      return `${term.operator} ${print(term.value)}`;
    case "await":
      return print(term.value);
    case "choice":
      return `(${print(term.test)}?${print(term.whenTrue)}:${print(term.otherwise)})`;
    case "template":
      return `\`${term.parts.map((part) => (typeof part === "string" ? part : `\${${print(part)}}`)).join("")}\``;
    case "spread":
      return `...${print(term.value)}`;
    default:
      return `${print(term.target)}=${print(term.value)}`;
  }
}

/** Steps as one text without layout, names as they are. */
export function printSteps(steps: readonly Step[], depth = 0): string {
  if (depth > MAX_DEPTH) return "…";
  return steps
    .map((step) => {
      const terms = listTerms(step).map((term) => printTerm(term, undefined, depth + 1));
      const blocks = listBlocks(step).map((block) => `{${printSteps(block, depth + 1)}}`);
      const names = step.kind === "bind" ? JSON.stringify(step.pattern) : "";
      return `${step.kind} ${names}${terms.join(",")}${blocks.join("")}`;
    })
    .join(";");
}

export function printValue(value: string | number | boolean | null | undefined): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function printKey(key: Term, print: (part: Term) => string): string {
  return key.kind === "literal" ? String(key.value) : `[${print(key)}]`;
}

function printCall(
  { callee, args, named, isNew }: Extract<Term, { kind: "call" }>,
  print: (part: Term) => string
): string {
  const all = [...args.map(print), ...named.map(([name, value]) => `${name}=${print(value)}`)];
  return `${isNew ? "new " : ""}${print(callee)}(${all.join(",")})`;
}

function printName(name: string, scope: Scope | undefined): string {
  const bound = scope?.find(name);
  // A function is known by its name: what it does is looked at where it is called.
  if (bound?.kind !== "value" || bound.term.kind === "function") return name;
  const known = printed.get(bound);
  if (known !== undefined) return known;
  if (beingPrinted.has(bound)) return name;
  beingPrinted.add(bound);
  const text = printTerm(bound.term, bound.scope);
  beingPrinted.delete(bound);
  const shown = text.length > MAX_VALUE ? name : text;
  printed.set(bound, shown);
  return shown;
}
