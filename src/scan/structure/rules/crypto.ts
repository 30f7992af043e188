import { toArguments, toStaticString } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";

export const noWeakCrypto: PatternRule = {
  id: "js/no-weak-crypto",
  severity: "medium",
  cwe: "CWE-327",
  hint: /\bcreateHash\b/,
  on: [{ kind: "call_expression", names: ["createHash"] }],
  check(call) {
    const algorithm = toStaticString(toArguments(call)[0]);
    if (algorithm === undefined || !/^(?:md5|sha1|sha-1)$/i.test(algorithm)) return undefined;
    return {
      description: `${algorithm} is broken: two texts with the same digest can be made`,
      fix: "Use sha256, and a password hash (scrypt, argon2) for passwords",
    };
  },
};
