import { toArguments, toCallee, toStaticString } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";

export const noUnsafeRegex: PatternRule = {
  id: "js/no-unsafe-regex",
  severity: "medium",
  cwe: "CWE-1333",
  hint: /\)[+*{]/,
  on: [
    { kind: "regex", where: { regex: "\\)[+*{]" } },
    { kind: "new_expression", names: ["RegExp"] },
    { kind: "call_expression", names: ["RegExp"] },
  ],
  check(node) {
    const pattern = node.is("regex") ? node.text() : toWrittenPattern(node);
    if (pattern === undefined || !hasNestedRepeat(pattern)) return undefined;
    return {
      description: "A repetition inside a repetition: some texts take this expression time without end",
      fix: "Repeat only once, or bound the length of the text before it is matched",
    };
  },
};

/** What stands in `RegExp("…")`, as it would stand between slashes. */
function toWrittenPattern(call: Node): string | undefined {
  if (toCallee(call)?.path !== "RegExp") return undefined;
  return toStaticString(toArguments(call)[0])?.replaceAll("\\\\", "\\");
}

/** Whether a group that holds an unbounded repetition is itself repeated without bound. */
function hasNestedRepeat(pattern: string): boolean {
  /** One entry an open group: whether it holds an unbounded repetition. */
  const open: boolean[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === "\\") at += 1;
    else if (char === "[") at = toEndOfClass(pattern, at);
    else if (char === "(") open.push(false);
    else if (char === ")") {
      const holds = open.pop() ?? false;
      const isRepeated = isUnbounded(pattern, at + 1);
      if (holds && isRepeated) return true;
      if (open.length > 0 && (holds || isRepeated)) open[open.length - 1] = true;
    } else if (open.length > 0 && isUnbounded(pattern, at) && !isGroupMark(pattern, at)) open[open.length - 1] = true;
  }
  return false;
}

function isUnbounded(pattern: string, at: number): boolean {
  const char = pattern[at];
  if (char === "+" || char === "*") return true;
  return char === "{" && /^\{\d+,\}/.test(pattern.slice(at, at + 12));
}

/** `(*` and `(+` repeat nothing; the parser of the language has refused them already. */
function isGroupMark(pattern: string, at: number): boolean {
  return pattern[at - 1] === "(";
}

function toEndOfClass(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "]") return at;
  }
  return pattern.length;
}
