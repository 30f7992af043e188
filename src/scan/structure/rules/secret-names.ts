import { toPlainLine } from "../../../domain/plain-text.ts";
import type { DetectOptions } from "../../detector.ts";
import { redactSecrets } from "../../secrets/redact.ts";
import { toStaticString } from "../expressions.ts";
import type { PatternRule } from "../rule.ts";
import type { NodeRule } from "../syntax.ts";

/** Words that name a secret, as a whole part of a name that other characters than letters bound. */
const SECRET_NAME =
  /(?:^|[^A-Za-z])(?:password|passwd|passphrase|secret|api_?key|token|auth|credential|private_?key)s?(?:$|[^A-Za-z])/i;
/** The same at the end of a camelCase name, without the words that name much else too; one letter or a number may follow. */
const SECRET_END =
  /(?:[a-z0-9](?:Password|Passwd|Passphrase|Secret|ApiKey|Credential|PrivateKey)|\b(?:password|passwd))s?(?:[A-Z]|\d{1,3})?$/;
/** Names that leave no doubt: their value may be a sentence. */
const STRONG_NAME = /password|passwd|secret|credential|(?:api|private)[^A-Za-z]?key/i;
/** What names a variable of the environment holds no secret. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const DEFAULT_MIN_LENGTH = 4;
const MAX_NAME_LENGTH = 80;
/** What is set to a literal. Its name is looked at later: the text of a node may be as long as the file. */
const NAMED_LITERAL: NodeRule = { has: { any: [{ kind: "string" }, { kind: "template_string" }] } };

export const noHardcodedSecret: PatternRule = {
  id: "js/no-hardcoded-secret",
  severity: "high",
  cwe: "CWE-798",
  hint: /password|passwd|passphrase|secret|api_?key|token|auth|credential|private_?key/i,
  on: [
    { kind: "variable_declarator", where: NAMED_LITERAL },
    { kind: "assignment_expression", where: NAMED_LITERAL },
    { kind: "field_definition", where: NAMED_LITERAL, only: "JavaScript" },
    { kind: "public_field_definition", where: NAMED_LITERAL, only: "TypeScript" },
  ],
  check(node, file) {
    const target = node.field("name") ?? node.field("property") ?? node.field("left");
    const literal = node.field("value") ?? node.field("right");
    const value = toStaticString(literal);
    if (!target || !literal || value === undefined) return undefined;
    const name = target.text();
    const isNamed = SECRET_NAME.test(name) || (SECRET_END.test(name) && !VARIABLE_NAME.test(value));
    if (!isNamed || !isLongEnough(value, file.options)) return undefined;
    if (!STRONG_NAME.test(name) && !looksSecret(value)) return undefined;
    return {
      description: `A secret stands in the source, under the name ${toPlainLine(redactSecrets(name), MAX_NAME_LENGTH)}`,
      fix: "Read it from the environment or a secret store, and replace the one that was here",
      secrets: [literal],
    };
  },
};

/** Whether a literal is long and mixed enough to count as a secret (the caller's thresholds). */
export function isLongEnough(value: string, options: DetectOptions): boolean {
  if (Buffer.byteLength(value) < (options.minSecretLength ?? DEFAULT_MIN_LENGTH)) return false;
  return options.minSecretEntropy === undefined || toEntropy(value) >= options.minSecretEntropy;
}

/** Shannon entropy in bits a byte. */
function toEntropy(value: string): number {
  const bytes = Buffer.from(value);
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / bytes.length) * Math.log2(count / bytes.length);
  return entropy;
}

/** Sentences, addresses and paths are none. */
function looksSecret(value: string): boolean {
  return !value.includes(" ") && !/^(?:https?:\/\/|\.{0,2}\/)/.test(value);
}
