import { CNSA2_DEADLINE } from "./pqc-findings.ts";
import type { Said } from "./pqc-findings.ts";

type Server = "nginx" | "apache" | "haproxy";

/** One directive of a server's configuration that decides about TLS. */
interface Directive {
  readonly server: Server;
  readonly name: RegExp;
  readonly about: "protocols" | "ciphers" | "groups";
}

const DIRECTIVES: readonly Directive[] = [
  { server: "nginx", about: "protocols", name: /^ssl_protocols$/ },
  { server: "nginx", about: "ciphers", name: /^ssl_ciphers$/ },
  { server: "nginx", about: "groups", name: /^ssl_ecdh_curve$/ },
  { server: "apache", about: "protocols", name: /^SSLProtocol$/i },
  { server: "apache", about: "ciphers", name: /^SSLCipherSuite$/i },
  { server: "apache", about: "groups", name: /^SSLOpenSSLConfCmd$/i },
  { server: "haproxy", about: "protocols", name: /^ssl-default-(?:bind|server)-options$/ },
  { server: "haproxy", about: "ciphers", name: /^ssl-default-(?:bind|server)-ciphers(?:uites)?$/ },
  { server: "haproxy", about: "groups", name: /^ssl-default-(?:bind|server)-curves$/ },
];

const QUANTUM_SAFE = /ml[-_]?kem|kyber/i;

interface Line extends Directive {
  readonly values: string;
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Lines that leave TLS 1.3 out, without which there is no quantum-safe key exchange, or that name only classical ciphers.
 * Where the file chooses a quantum-safe group for the key exchange, the ciphers say nothing about it.
 */
export function findClassicalTls(text: string): readonly Said[] {
  const lines = readDirectives(text);
  const hasGroup = (server: Server) =>
    lines.some((line) => line.server === server && line.about === "groups" && QUANTUM_SAFE.test(line.values));
  return lines.flatMap((line) => {
    const { about, word, values, server } = line;
    if (about === "protocols" && !allowsNewest(line)) {
      return [toSaid(line, `${word} leaves out TLS 1.3, which a quantum-safe key exchange needs.`)];
    }
    if (about !== "ciphers" || QUANTUM_SAFE.test(values) || hasGroup(server)) return [];
    return [toSaid(line, `${word} names classical key exchange only, and no quantum-safe group is chosen beside it.`)];
  });
}

function readDirectives(text: string): readonly Line[] {
  return [...text.matchAll(/[^\r\n;{}]+;?/g)].flatMap(({ 0: statement, index }) => {
    const [, blank = "", word = "", values = ""] = /^(\s*)([A-Za-z][\w-]*)[ \t]+([^#]*)/.exec(statement) ?? [];
    const directive = DIRECTIVES.find(({ name }) => name.test(word));
    if (directive === undefined) return [];
    return [{ ...directive, values, word, start: index + blank.length, end: index + statement.trimEnd().length }];
  });
}

function allowsNewest({ server, values }: Line): boolean {
  if (server === "nginx") return /TLSv1\.3\b/.test(values);
  if (server === "haproxy") return /\bssl-min-ver\s+TLSv1\.3\b|\bforce-tlsv13\b/.test(values);
  const words = values.toLowerCase().split(/\s+/);
  if (words.includes("-tlsv1.3")) return false;
  return words.some((word) => /^\+?(?:all|tlsv1\.3)$/.test(word));
}

const toSaid = ({ server, start, end }: Line, description: string): Said => ({
  rule_id: `config/${server}-pq-vulnerable-tls`,
  severity: "medium",
  cwe: "CWE-327",
  description,
  fix_suggestion: "Allow TLS 1.3, and choose the group X25519MLKEM768 before the classical ones.",
  tags: ["PQ"],
  cnsa2_deadline: CNSA2_DEADLINE,
  start,
  end,
});
