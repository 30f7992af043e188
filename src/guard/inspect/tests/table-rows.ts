import type { Pattern, RecordTerm, Term } from "../tree/tree.ts";
import { printTerm, printValue } from "./print.ts";
import { resolveList } from "./resolve-list.ts";
import type { Scope } from "./scope.ts";
import { takeKey } from "./scope.ts";

/** The rows of a table of tests: a list, or a template with a line of names and values in between. */
export function readRows(table: Term | undefined, scope: Scope): readonly Term[] | undefined {
  if (!table) return undefined;
  return table.kind === "template" || table.kind === "literal" ? readTemplate(table) : resolveList(table, scope);
}

function readTemplate(table: Term): readonly Term[] | undefined {
  if (table.kind !== "template") return undefined;
  const [head, ...parts] = table.parts;
  if (typeof head !== "string") return undefined;
  const names = head.split("|").map((name) => name.trim());
  const values = parts.filter((part) => typeof part !== "string");
  const rows: RecordTerm[] = [];
  for (let at = 0; at < values.length; at += names.length) {
    const entries = names.map((name, index): readonly [Term, Term] => {
      const value: Term = values[at + index] ?? { kind: "literal", value: undefined, at: table.at };
      return [{ kind: "literal", value: name, at: value.at }, value];
    });
    rows.push({ kind: "record", entries, at: values[at]?.at ?? table.at });
  }
  return rows;
}

/** What a row gives to the parameters of the test: its items, or itself. */
export function bindRow(scope: Scope, params: readonly Pattern[], row: Term, caller: Scope, isWhole: boolean): void {
  const items = !isWhole && row.kind === "list" ? row.items : [row];
  for (const [index, param] of params.entries()) scope.bindPattern(param, items[index], caller);
}

/** The title of a row's test, as the runners write it; what is not known of a value is its text. */
export function formatTitle(title: string, row: Term, index: number, scope: Scope): string {
  const values = row.kind === "list" ? [...row.items] : [row];
  const filled = title.replaceAll(/%[sdifjoOpc#$%]/g, (word) => {
    if (word === "%%") return "%";
    if (word === "%#" || word === "%$") return String(index);
    const value = values.shift();
    return value ? show(value, scope) : word;
  });
  return filled.replaceAll(/\$([A-Za-z_][\w.]*)/g, (word, path: string) => {
    let value: Term = row;
    for (const key of path.split(".")) value = takeKey(value, key);
    return row.kind === "record" ? show(value, scope) : word;
  });
}

function show(term: Term, scope: Scope): string {
  if (term.kind === "literal") return typeof term.value === "string" ? term.value : printValue(term.value);
  return printTerm(term, scope).slice(0, 200);
}
