import { hasSpread, toArguments, toCallee, toMember, toStaticString } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";
import { isLongEnough } from "./secret-names.ts";

const HINT = /\b(?:jwt|jsonwebtoken)\b/;
const FUNCTIONS = new Set(["arrow_function", "function_expression"]);

/** Whether this is one of the calls of the token library, by the names that it is imported under. */
function isTokenCall(call: Node, ...verbs: readonly string[]): boolean {
  const [library, verb, ...more] = (toCallee(call)?.path ?? "").split(".");
  const isLibrary = library === "jwt" || library === "jsonwebtoken";
  return isLibrary && more.length === 0 && verb !== undefined && verbs.includes(verb);
}

function toOptions(call: Node): Node | undefined {
  const options = toArguments(call)[2];
  return options?.is("object") ? options : undefined;
}

export const jwtHardcodedSecret: PatternRule = {
  id: "js/jwt-hardcoded-secret",
  severity: "high",
  cwe: "CWE-798",
  hint: HINT,
  on: [{ kind: "call_expression", names: ["sign", "verify"] }],
  check(call, file) {
    if (!isTokenCall(call, "sign", "verify")) return undefined;
    const key = toArguments(call)[1];
    const secret = toStaticString(key);
    if (!key || secret === undefined || !isLongEnough(secret, file.options)) return undefined;
    return {
      description: "The key of the tokens is in the source: who reads it can make any token",
      fix: "Read it from the environment or a secret store",
      secrets: [key],
    };
  },
};

export const jwtNoneAlgorithm: PatternRule = {
  id: "js/jwt-none-algorithm",
  severity: "high",
  cwe: "CWE-347",
  hint: HINT,
  on: [{ kind: "call_expression", names: ["sign", "verify"] }],
  check(call) {
    const options = isTokenCall(call, "sign", "verify") ? toOptions(call) : undefined;
    if (!options || !(saysNone(toMember(options, "algorithm")) || saysNone(toMember(options, "algorithms")))) {
      return undefined;
    }
    return {
      description: 'The algorithm "none" makes and takes tokens that nobody signed',
      fix: "Name the one algorithm that you sign with (HS256, RS256, ES256)",
    };
  },
};

function saysNone(value: Node | undefined): boolean {
  if (!value) return false;
  const entries = value.is("array") ? value.namedChildren() : [value];
  return entries.some((entry) => toStaticString(entry)?.toLowerCase() === "none");
}

export const jwtIgnoreExpiration: PatternRule = {
  id: "js/jwt-ignore-expiration",
  severity: "high",
  cwe: "CWE-613",
  hint: /\bignoreExpiration\b/,
  on: [{ kind: "call_expression", names: ["verify"] }],
  check(call) {
    const options = isTokenCall(call, "verify") ? toOptions(call) : undefined;
    if (!options || !toMember(options, "ignoreExpiration")?.is("true")) return undefined;
    return { description: "Tokens that have run out are taken for ever", fix: "Leave ignoreExpiration off" };
  },
};

export const jwtDecodeWithoutVerify: PatternRule = {
  id: "js/jwt-decode-without-verify",
  severity: "high",
  cwe: "CWE-347",
  hint: HINT,
  on: [{ kind: "call_expression", names: ["decode"] }],
  check: (call) =>
    isTokenCall(call, "decode")
      ? {
          description: "The token is read, and nobody looks whether its signature is right",
          fix: "Use verify where anything depends on what the token says",
        }
      : undefined,
};

export const jwtVerifyMissingAlgorithms: PatternRule = {
  id: "js/jwt-verify-missing-algorithms",
  severity: "high",
  cwe: "CWE-347",
  hint: HINT,
  on: [{ kind: "call_expression", names: ["verify"] }],
  check(call) {
    if (!isTokenCall(call, "verify") || namesAlgorithms(toArguments(call)[2])) return undefined;
    return {
      description: "The token itself says by which algorithm it is checked",
      fix: "Name the algorithms that are taken: { algorithms: [...] }",
    };
  },
};

/** Options that are not written out here may name them; a callback in their place does not. */
function namesAlgorithms(options: Node | undefined): boolean {
  if (!options || FUNCTIONS.has(String(options.kind()))) return false;
  return !options.is("object") || hasSpread(options) || toMember(options, "algorithms") !== undefined;
}
