import { toVulnerable } from "./pqc-findings.ts";
import type { Said } from "./pqc-findings.ts";

/** An npm package whose cryptography a quantum computer breaks; how sure that is of somebody who depends on it. */
interface Seed {
  /** Undefined where it does several. */
  readonly algorithm?: string;
  readonly confidence: number;
}

const one = (algorithm: string, confidence = 0.95): Seed => ({ algorithm, confidence });
const several: Seed = { confidence: 0.8 };

const SEEDS: ReadonlyMap<string, Seed> = new Map([
  ["node-rsa", one("RSA")],
  ["rsa", one("RSA")],
  ["elliptic", one("ECDSA")],
  ["secp256k1", one("ECDSA")],
  ["ed25519", one("Ed25519")],
  ["tweetnacl", one("Ed25519", 0.9)],
  ["libsodium-wrappers", one("Ed25519", 0.9)],
  ["jsonwebtoken", several],
  ["jose", several],
  ["node-jose", several],
  ["ssh2", several],
  ["node-forge", several],
  ["crypto-js", { confidence: 0.7 }],
]);

/** A package as one manifest names it. */
export interface Dependency {
  readonly name: string;
  /** An exact version; undefined where the manifest has a range only. */
  readonly version?: string;
  /** What depends on it, from the project on, where the manifest tells. */
  readonly path?: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Which of them is told is a matter of the list only; `manager` names the rule. */
export function findVulnerable(manager: "npm" | "pnpm" | "yarn", dependencies: readonly Dependency[]): readonly Said[] {
  return dependencies.flatMap(({ name, version, path, start, end }) => {
    const seed = SEEDS.get(name);
    if (seed === undefined) return [];
    const { algorithm, confidence } = seed;
    const uses = algorithm === undefined ? "may use RSA, elliptic curves or both" : `uses ${algorithm}`;
    return [
      {
        rule_id: `manifest/${manager}-pq-vulnerable-dep`,
        severity: "high",
        description: `The package ${name} ${uses}, which a quantum computer can break.`,
        ...toVulnerable(algorithm),
        confidence,
        dep_name: name,
        dep_ecosystem: "npm",
        dep_purl: `pkg:npm/${name}${version === undefined ? "" : `@${encodeURIComponent(version)}`}`,
        ...(version === undefined ? {} : { dep_version: version }),
        ...(path === undefined ? {} : { dep_path: path }),
        start,
        end,
      },
    ];
  });
}
