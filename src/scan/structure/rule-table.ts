import type { PatternRule } from "./rule.ts";
import { noCorsStar } from "./rules/cors.ts";
import { noWeakCrypto } from "./rules/crypto.ts";
import { noEval } from "./rules/eval.ts";
import { directResponseWrite, noDocumentWrite, noXssInnerHtml } from "./rules/html.ts";
import { noCommandInjection, noSqlInjection, noUnsafeDeserialization } from "./rules/injection.ts";
import {
  jwtDecodeWithoutVerify,
  jwtHardcodedSecret,
  jwtIgnoreExpiration,
  jwtNoneAlgorithm,
  jwtVerifyMissingAlgorithms,
} from "./rules/jwt.ts";
import { noUnsafeFormatString } from "./rules/logs.ts";
import { noOpenRedirect, noSsrf } from "./rules/network.ts";
import { noPathTraversal, noPrototypePollution } from "./rules/paths.ts";
import { noUnsafeRegex } from "./rules/regex.ts";
import { noHardcodedSecret } from "./rules/secret-names.ts";
import {
  cookieNoHttpOnly,
  cookieNoSameSite,
  cookieNoSecure,
  hardcodedSessionSecret,
  resave,
  saveUninitialized,
} from "./rules/session.ts";
import { TAINT_RULES } from "./taint/taint-table.ts";

/** Every rule about one node. Their ids are the peer's, so that settings and suppressions mean the same in both. */
export const PATTERN_RULES: readonly PatternRule[] = [
  noEval,
  noHardcodedSecret,
  noSqlInjection,
  noXssInnerHtml,
  noCommandInjection,
  noDocumentWrite,
  noOpenRedirect,
  noWeakCrypto,
  noPathTraversal,
  noSsrf,
  noPrototypePollution,
  noUnsafeRegex,
  hardcodedSessionSecret,
  cookieNoSecure,
  cookieNoHttpOnly,
  cookieNoSameSite,
  saveUninitialized,
  resave,
  directResponseWrite,
  jwtHardcodedSecret,
  jwtNoneAlgorithm,
  jwtIgnoreExpiration,
  jwtDecodeWithoutVerify,
  jwtVerifyMissingAlgorithms,
  noCorsStar,
  noUnsafeFormatString,
  noUnsafeDeserialization,
];

/** The ids of all structural rules. */
export const RULE_IDS: ReadonlySet<string> = new Set([...PATTERN_RULES, ...TAINT_RULES].map(({ id }) => id));
