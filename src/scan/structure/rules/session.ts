import { hasSpread, toCallee, toKey, toMember, toStaticString } from "../expressions.ts";
import type { FileView, Match, PatternRule } from "../rule.ts";
import type { Node } from "../syntax.ts";
import { isLongEnough } from "./secret-names.ts";

/** Calls are looked for this far out; options are not nested deeper. */
const MAX_CLIMB = 200;

export const hardcodedSessionSecret: PatternRule = {
  id: "js/express-no-hardcoded-session-secret",
  severity: "high",
  cwe: "CWE-798",
  hint: /session[^]*\bsecret\b|\bsecret\b[^]*session/i,
  on: [{ kind: "pair", names: ["secret"] }],
  check(pair, file) {
    const secrets = toSecrets(pair.field("value"), file);
    if (secrets.length === 0 || !isInSessionCall(pair)) return undefined;
    return {
      description: "The secret that signs the sessions is in the source",
      fix: "Read it from the environment or a secret store",
      secrets,
    };
  },
};

/** A literal, or a list of them as keys are rotated. */
function toSecrets(value: Node | null, file: FileView): Node[] {
  if (!value) return [];
  if (value.is("array")) return value.namedChildren().flatMap((entry) => toSecrets(entry, file));
  const secret = toStaticString(value);
  return secret !== undefined && isLongEnough(secret, file.options) ? [value] : [];
}

function isInSessionCall(node: Node): boolean {
  let outer = node.parent();
  for (let count = 0; outer && count < MAX_CLIMB; count += 1) {
    if (outer.is("call_expression") && /session/i.test(toCallee(outer)?.name ?? "")) return true;
    outer = outer.parent();
  }
  return false;
}

const COOKIE = { hint: /\bcookie\b/, on: [{ kind: "pair", names: ["cookie"] }] } as const;

export const cookieNoSecure: PatternRule = {
  id: "js/express-cookie-no-secure",
  severity: "medium",
  cwe: "CWE-614",
  ...COOKIE,
  check: (pair) =>
    lacks(pair, "secure", ["false"], {
      description: "The cookie is also sent where nothing is encrypted: `secure` is missing or off",
      fix: "Set secure: true",
    }),
};

export const cookieNoHttpOnly: PatternRule = {
  id: "js/express-cookie-no-httponly",
  severity: "medium",
  cwe: "CWE-1004",
  ...COOKIE,
  check: (pair) =>
    lacks(pair, "httpOnly", ["false"], {
      description: "Scripts of the page can read the cookie: `httpOnly` is missing or off",
      fix: "Set httpOnly: true",
    }),
};

export const cookieNoSameSite: PatternRule = {
  id: "js/express-cookie-no-samesite",
  severity: "medium",
  cwe: "CWE-352",
  ...COOKIE,
  check: (pair) =>
    lacks(pair, "sameSite", ["false", "none"], {
      description: "The cookie goes along with requests of other sites: `sameSite` is missing or off",
      fix: 'Set sameSite: "lax" or "strict"',
    }),
};

function lacks(pair: Node, option: string, off: readonly string[], match: Match): Match | undefined {
  const object = pair.field("value");
  if (!object?.is("object") || toKey(pair) !== "cookie") return undefined;
  const value = toMember(object, option);
  if (value === undefined) return hasSpread(object) ? undefined : match;
  const said = toStaticString(value) ?? value.text();
  return off.includes(said.toLowerCase()) ? match : undefined;
}

export const saveUninitialized: PatternRule = {
  id: "js/express-session-saveuninitialized-true",
  severity: "medium",
  cwe: "CWE-359",
  hint: /\bsaveUninitialized\b/,
  on: [{ kind: "pair", names: ["saveUninitialized"] }],
  check: (pair) =>
    isTrue(pair)
      ? {
          description: "A session is kept for every visitor, before anybody agreed or logged in",
          fix: "Set saveUninitialized: false",
        }
      : undefined,
};

export const resave: PatternRule = {
  id: "js/express-session-resave-true",
  severity: "medium",
  cwe: "CWE-384",
  hint: /\bresave\b/,
  on: [{ kind: "pair", names: ["resave"] }],
  check: (pair) =>
    isTrue(pair)
      ? {
          description: "Sessions that nobody changed are written again, over what another request wrote meanwhile",
          fix: "Set resave: false",
        }
      : undefined,
};

function isTrue(pair: Node): boolean {
  return pair.field("value")?.is("true") ?? false;
}
