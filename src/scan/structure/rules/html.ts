import { isStatic, toArguments, toCallee } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";

/** Callees that make a text harmless as HTML, by what their last name says. */
const SANITIZER = /escape|sanitize|sanitise|encode|purify|^xss$/i;
/** Those and what turns a text into a number. */
const CLEANER = /escape|sanitize|sanitise|encode|purify|validat|^xss$|^(?:parseInt|parseFloat|Number)$/i;
/** What Express takes from the request as it was sent. */
const USER_INPUT = /^req\.(?:params|query|body|headers)\b/;

export const noXssInnerHtml: PatternRule = {
  id: "js/no-xss-innerhtml",
  severity: "high",
  cwe: "CWE-79",
  hint: /\b(?:inner|outer)HTML\b/,
  on: [
    { kind: "assignment_expression", names: ["innerHTML", "outerHTML"] },
    {
      kind: "augmented_assignment_expression",
      where: {
        has: { field: "left", kind: "member_expression", has: { field: "property", regex: "^(inner|outer)HTML$" } },
      },
    },
  ],
  check(assignment, file) {
    const [value, property] = [assignment.field("right"), assignment.field("left")?.field("property")?.text()];
    if (!value || (property !== "innerHTML" && property !== "outerHTML")) return undefined;
    if (isStatic(value, file) || isSanitized(value)) return undefined;
    return {
      description: `${property} is set to a value that is not fixed: markup in it becomes part of the page`,
      fix: "Set textContent, or clean the markup first (DOMPurify.sanitize)",
    };
  },
};

function isSanitized(value: Node): boolean {
  return value.is("call_expression") && SANITIZER.test(toCallee(value)?.name ?? "");
}

export const noDocumentWrite: PatternRule = {
  id: "js/no-document-write",
  severity: "high",
  cwe: "CWE-79",
  hint: /\bdocument\b/,
  on: [{ kind: "call_expression", names: ["write", "writeln"] }],
  check: (call) =>
    /^document\.write(?:ln)?$/.test(toCallee(call)?.path ?? "")
      ? {
          description: "document.write puts its text into the page as markup",
          fix: "Make elements and set their textContent",
        }
      : undefined,
};

export const directResponseWrite: PatternRule = {
  id: "js/express-direct-response-write",
  severity: "high",
  cwe: "CWE-79",
  hint: /\breq\s*\.\s*(?:params|query|body|headers)\b/,
  on: [{ kind: "call_expression", names: ["send", "write"] }],
  check(call) {
    const callee = toCallee(call);
    if (!callee?.receiver || !/(?:^|\.)res$|(?:^|\.)res\.status\([^()]*\)$/.test(callee.receiver)) return undefined;
    const args = toArguments(call);
    if (args.some(isCleaned) || !args.some(isUserInput)) return undefined;
    return {
      description: `res.${callee.name} answers with what the request said, as it was sent: markup in it runs in the browser`,
      fix: "Escape the value for HTML, or answer with res.json",
    };
  },
};

function isCleaned(argument: Node): boolean {
  return argument.is("call_expression") && CLEANER.test(toCallee(argument)?.name ?? "");
}

function isUserInput(argument: Node): boolean {
  const isAccess = argument.is("member_expression") || argument.is("subscript_expression");
  return isAccess && USER_INPUT.test(argument.text());
}
