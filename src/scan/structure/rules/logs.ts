import { toArguments, toCallee } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";

const LOG_CALLS = new Set([
  "console.error",
  "console.log",
  "console.warn",
  "console.info",
  "console.debug",
  "util.format",
]);

export const noUnsafeFormatString: PatternRule = {
  id: "js/no-unsafe-format-string",
  severity: "medium",
  cwe: "CWE-134",
  hint: /\breq\s*\.\s*(?:params|query|body|headers)\b/,
  on: [{ kind: "call_expression", names: ["error", "log", "warn", "info", "debug", "format"] }],
  check(call) {
    if (!LOG_CALLS.has(toCallee(call)?.path ?? "")) return undefined;
    const isFilledIn = toArguments(call).some(
      (argument) =>
        argument.is("template_string") &&
        argument
          .namedChildren()
          .some(
            (part) => part.is("template_substitution") && /\breq\.(?:params|query|body|headers)\b/.test(part.text())
          )
    );
    if (!isFilledIn) return undefined;
    return {
      description:
        "What the request said is part of the format or log text: line breaks and % signs in it are acted on",
      fix: 'Give it as an argument of its own (console.log("%s", value)) without line breaks',
    };
  },
};
