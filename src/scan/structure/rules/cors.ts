import { toArguments, toKey } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";

const STAR_HEADER = "access-control-allow-origin";

export const noCorsStar: PatternRule = {
  id: "js/no-cors-star",
  severity: "medium",
  cwe: "CWE-942",
  hint: /["'`]\*["'`]/,
  on: [
    { kind: "call_expression", names: ["setHeader", "set", "header"] },
    { kind: "pair", names: ["origin"] },
    { kind: "pair", where: { has: { field: "key", kind: "string", regex: `(?i)^.${STAR_HEADER}.$` } } },
  ],
  check: (node) =>
    isStarHeader(node)
      ? {
          description: "Every origin is let in: any site that a user visits may read the answers",
          fix: "Name the origins that may read them",
        }
      : undefined,
};

function isStarHeader(node: Node): boolean {
  if (node.is("pair")) {
    const key = toKey(node)?.toLowerCase();
    return (key === "origin" || key === STAR_HEADER) && isStar(node.field("value"));
  }
  const [name, value] = toArguments(node);
  return name?.is("string") === true && name.text().slice(1, -1).toLowerCase() === STAR_HEADER && isStar(value);
}

function isStar(value: Node | null | undefined): boolean {
  return value?.is("string") === true && value.text().slice(1, -1) === "*";
}
