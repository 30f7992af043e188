import { isStatic, toArguments, toCallee, toKey } from "../expressions.ts";
import type { FileView, PatternRule } from "../rule.ts";
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
  check(call: Node, _file: FileView) {
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
