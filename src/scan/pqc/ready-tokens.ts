import type { TextRange } from "../text-lines.ts";
import { readLines } from "../text-lines.ts";
import type { Said } from "./pqc-findings.ts";

/** An algorithm that withstands quantum computers, by its names; a hybrid's come first, since it claims its characters. */
interface ReadyAlgorithm {
  readonly name: string;
  readonly standard: string;
  readonly names: RegExp;
}

const word = (names: string): RegExp => new RegExp(`(?<![A-Za-z0-9])(?:${names})(?![A-Za-z0-9])`, "gi");

const READY: readonly ReadyAlgorithm[] = [
  { name: "X25519MLKEM768", standard: "a hybrid of X25519 and FIPS 203", names: word("x25519[-_]?ml[-_]?kem[-_]?768") },
  {
    name: "X25519Kyber768",
    standard: "a hybrid of X25519 and Kyber",
    names: word("x25519[-_]?kyber[-_]?768(?:draft00)?"),
  },
  {
    name: "ML-KEM",
    standard: "FIPS 203",
    names: word("ml[-_]?kem[-_]?(?:512|768|1024)?|(?:crystals[-_])?kyber[-_]?(?:512|768|1024)?|fips[-_]?203"),
  },
  {
    name: "ML-DSA",
    standard: "FIPS 204",
    names: word("ml[-_]?dsa[-_]?(?:44|65|87)?|(?:crystals[-_])?dilithium[235]?|fips[-_]?204"),
  },
  { name: "SLH-DSA", standard: "FIPS 205", names: word("slh[-_]?dsa|sphincs(?:plus)?|fips[-_]?205") },
  { name: "FN-DSA", standard: "FIPS 206, a draft", names: word("fn[-_]?dsa|falcon[-_]?(?:512|1024)") },
  { name: "HQC", standard: "a draft", names: word("hqc[-_]?(?:128|192|256)?") },
  { name: "liboqs", standard: "the Open Quantum Safe library", names: word("liboqs|oqs|pqclean") },
];

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*|#)/;

/** At most one place a line and algorithm. Lines that are comments are passed over: they run nothing. */
export function findReadyTokens(text: string): readonly Said[] {
  if (!READY.some(({ names }) => text.search(names) !== -1)) return [];
  const lines = readLines(text);
  return Array.from({ length: lines.count }, (_, at) => lines.rangeOf(at + 1)).flatMap(({ start, end }) => {
    const line = text.slice(start, end);
    return COMMENT_LINE.test(line) ? [] : findInLine(line, start);
  });
}

function findInLine(line: string, offset: number): readonly Said[] {
  const claimed: TextRange[] = [];
  return READY.flatMap(({ name, standard, names }) => {
    const found = Array.from(line.matchAll(names), ({ 0: token, index }) => ({
      start: index,
      end: index + token.length,
    }));
    const first = found.find(({ start, end }) => !claimed.some((other) => other.start < end && start < other.end));
    claimed.push(...found);
    if (first === undefined) return [];
    return [
      {
        rule_id: "js/pq-ready-crypto",
        severity: "low",
        cwe: null,
        description: `${name} (${standard}) withstands quantum computers; nothing has to be replaced here.`,
        tags: ["PQ-READY"],
        crypto_algorithm: name,
        start: offset + first.start,
        end: offset + first.end,
      },
    ];
  });
}
