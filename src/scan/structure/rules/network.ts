import { isStatic, toArguments, toCallee, toMember, toSubstitutions } from "../expressions.ts";
import type { FileView, PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";

const LOCATIONS = new Set([
  "window.location",
  "window.location.href",
  "location.href",
  "document.location",
  "document.location.href",
]);
/** Callees that make an address of what they get, or look whether it is one of ours. */
const CHECKED = /escape|sanitize|sanitise|encode|validat|purify/i;

export const noOpenRedirect: PatternRule = {
  id: "js/no-open-redirect",
  severity: "medium",
  cwe: "CWE-601",
  hint: /\blocation\b/,
  on: [{ kind: "assignment_expression", names: ["location", "href"] }],
  check(assignment, file) {
    const [left, value] = [assignment.field("left"), assignment.field("right")];
    if (!left || !value || !LOCATIONS.has(left.text()) || isStatic(value, file)) return undefined;
    if (value.is("call_expression") && CHECKED.test(toCallee(value)?.name ?? "")) return undefined;
    return {
      description: "The page goes where a value says that is only known when it runs",
      fix: "Look the target up in a list of your own, or check that it is a path of this site",
    };
  },
};

const VERBS = ["get", "post", "put", "patch", "delete", "head", "request"];
const REQUESTS = new Set([
  "fetch",
  ...["axios", "got"].flatMap((name) => [name, ...VERBS.map((verb) => `${name}.${verb}`)]),
  ...VERBS.filter((verb) => verb !== "request").map((verb) => `superagent.${verb}`),
  ...["http", "https"].flatMap((name) => [`${name}.get`, `${name}.request`]),
]);
const FIXED_START = /^["'`](?:https?:\/\/[^/?#$\\"'`]+[/?#]|\/[^/$\\"'`])/i;
/** Expressions that are no address which somebody else could choose: objects made here, functions. */
const ADDRESS_KINDS = new Set([
  "binary_expression",
  "identifier",
  "member_expression",
  "call_expression",
  "subscript_expression",
  "shorthand_property_identifier",
]);

export const noSsrf: PatternRule = {
  id: "js/no-ssrf",
  severity: "high",
  cwe: "CWE-918",
  hint: /\b(?:fetch|axios|got|superagent|https?)\b/,
  on: [{ kind: "call_expression", names: ["fetch", "axios", "got", ...VERBS] }],
  check(call, file) {
    const path = toCallee(call)?.path ?? "";
    if (!REQUESTS.has(path)) return undefined;
    const [first] = toArguments(call);
    const address = first?.is("object") ? toMember(first, "url") : first;
    if (!address || !isOpenAddress(address, file) || hasFixedHost(address)) return undefined;
    return {
      description: `${path} asks an address that is only known when it runs`,
      fix: "Compare the host with a list of those that may be asked",
    };
  },
};

function isOpenAddress(address: Node, file: FileView): boolean {
  if (address.is("template_string")) return toSubstitutions(address).length > 0 && !isStatic(address, file);
  return ADDRESS_KINDS.has(String(address.kind())) && !isStatic(address, file);
}

/** Whether what is filled in comes after the host, or after the first step of a path of the same site. */
export function hasFixedHost(address: Node): boolean {
  let first: Node | null = address;
  while (first?.is("binary_expression")) first = first.field("left");
  return first !== null && (first.is("string") || first.is("template_string")) && FIXED_START.test(first.text());
}
