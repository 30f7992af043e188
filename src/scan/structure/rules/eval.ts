import { toCallee } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";

export const noEval: PatternRule = {
  id: "js/no-eval",
  severity: "critical",
  cwe: "CWE-95",
  hint: /\beval\b/,
  on: [{ kind: "call_expression", names: ["eval"] }],
  check: (call) =>
    toCallee(call)?.path === "eval"
      ? {
          description: "eval() runs a text as code, with everything that this program may do",
          fix: "Parse data with JSON.parse, or look the wanted function up in an object of your own",
        }
      : undefined,
};
