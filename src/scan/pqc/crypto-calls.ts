import type { SgNode } from "@ast-grep/napi";

import { readCryptoNames, toArguments, toLiteral, unwrap } from "./crypto-names.ts";
import type { CryptoNames } from "./crypto-names.ts";
import { toVulnerable } from "./pqc-findings.ts";
import type { Said } from "./pqc-findings.ts";

type Table = Readonly<Record<string, string>>;

/** What `generateKeyPair` is asked for, in node:crypto's own names. */
const KEY_TYPES: Table = {
  rsa: "RSA",
  "rsa-pss": "RSA",
  dsa: "DSA",
  ec: "ECDSA",
  ed25519: "Ed25519",
  ed448: "Ed448",
  x25519: "X25519",
  x448: "X448",
  dh: "DH",
};
const SIGNATURES: Table = { ed25519: "Ed25519", ed448: "Ed448" };
/** What Web Crypto is asked for; its names are the same in either case. */
const WEB_NAMES: Table = {
  "rsassa-pkcs1-v1_5": "RSA",
  "rsa-pss": "RSA",
  "rsa-oaep": "RSA",
  ecdsa: "ECDSA",
  ecdh: "ECDH",
  ed25519: "Ed25519",
  ed448: "Ed448",
  x25519: "X25519",
  x448: "X448",
};

/** Which argument names the algorithm, and what its names mean; or the algorithm where the function is for one only. */
interface CryptoFunction {
  readonly argument: number;
  readonly names: Table;
}

const FUNCTIONS: Readonly<Record<string, CryptoFunction | string>> = {
  generateKeyPair: { argument: 0, names: KEY_TYPES },
  generateKeyPairSync: { argument: 0, names: KEY_TYPES },
  sign: { argument: 0, names: SIGNATURES },
  verify: { argument: 0, names: SIGNATURES },
  createDiffieHellman: "DH",
  createDiffieHellmanGroup: "DH",
  getDiffieHellman: "DH",
  createECDH: "ECDH",
  ...Object.fromEntries(
    ["generateKey", "sign", "verify", "encrypt", "decrypt", "deriveKey", "deriveBits", "encapsulateKey"].map((name) => [
      `subtle.${name}`,
      { argument: 0, names: WEB_NAMES },
    ])
  ),
  "subtle.importKey": { argument: 2, names: WEB_NAMES },
};

const HARD_CODED = new Set([
  "createHash",
  "createHmac",
  "createCipher",
  "createCipheriv",
  "createDecipher",
  "createDecipheriv",
  "createSign",
  "createVerify",
]);
/** Another rule's (`js/no-weak-crypto`). */
const WEAK_HASH = /^(?:md5|sha-?1)$/i;

/** Calls of node:crypto and of Web Crypto, under whatever name; the opt-in rule where it is asked for. */
export function findCryptoCalls(root: SgNode, withOptIn: boolean): readonly Said[] {
  const names = readCryptoNames(root);
  return root.findAll({ rule: { kind: "call_expression" } }).flatMap((call) => {
    const callee = call.field("function");
    const path = callee === null ? undefined : names.resolve(callee);
    if (path === undefined || path.length === 0) return [];
    const name = path.join(".");
    const { start, end } = call.range();
    const place = { start: start.index, end: end.index };
    const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    const algorithm = typeof found === "string" ? found : found && findAlgorithm(call, found, names);
    if (algorithm !== undefined) return [{ ...toSaid(path.at(-1) ?? name, algorithm), ...place }];
    return withOptIn && HARD_CODED.has(name) ? findHardCoded(call, name).map((said) => ({ ...said, ...place })) : [];
  });
}

function toSaid(name: string, algorithm: string): Omit<Said, "start" | "end"> {
  return {
    rule_id: "js/pq-vulnerable-crypto",
    severity: "high",
    description: `${name}() uses ${algorithm}, which a quantum computer can break.`,
    ...toVulnerable(algorithm),
  };
}

function findAlgorithm(
  call: SgNode,
  { argument, names: table }: CryptoFunction,
  names: CryptoNames
): string | undefined {
  const node = toArguments(call)[argument];
  const said = node === undefined ? [] : toNames(node, names);
  const known = said.map((name) => name.toLowerCase()).find((name) => Object.hasOwn(table, name));
  return known === undefined ? undefined : table[known];
}

/** What an argument may name: the literal, either side of a choice, or the `name` of an object. */
function toNames(node: SgNode, names: CryptoNames, depth = 0): readonly string[] {
  const inner = names.follow(node);
  if (inner === undefined || depth > 4) return [];
  const literal = toLiteral(inner);
  if (literal !== undefined) return [literal];
  if (inner.kind() === "ternary_expression") {
    return ["consequence", "alternative"].flatMap((side) => {
      const value = inner.field(side);
      return value === null ? [] : toNames(value, names, depth + 1);
    });
  }
  if (inner.kind() === "identifier" && inner !== node) return toNames(inner, names, depth + 1);
  if (inner.kind() !== "object") return [];
  const pair = inner.children().find((child) => child.kind() === "pair" && toKey(child) === "name");
  const value = pair?.field("value");
  return value ? toNames(value, names, depth + 1) : [];
}

function toKey(pair: SgNode): string | undefined {
  const key = pair.field("key");
  return key === null ? undefined : (toLiteral(key) ?? key.text());
}

function findHardCoded(call: SgNode, name: string): readonly Omit<Said, "start" | "end">[] {
  const [first] = toArguments(call);
  const node = first === undefined ? undefined : unwrap(first);
  const algorithm = node === undefined ? undefined : toLiteral(node);
  if (algorithm === undefined || WEAK_HASH.test(algorithm)) return [];
  return [
    {
      rule_id: "js/hardcoded-crypto-algorithm",
      severity: "low",
      cwe: "CWE-327",
      description: `${name}() is told its algorithm by a literal, so that it cannot be changed without a change of code.`,
      fix_suggestion: "Read the name of the algorithm from configuration.",
    },
  ];
}
