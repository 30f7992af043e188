import { generateKeyPairSync } from "node:crypto";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ScannerFinding } from "../../src/contracts/scanner.ts";
import { detectPqc } from "../../src/scan/pqc/detect-pqc.ts";

async function detect(path: string, text: string, withOptIn = false): Promise<readonly ScannerFinding[]> {
  const { findings, skipped } = await detectPqc({ path, text, bytes: new TextEncoder().encode(text) }, { withOptIn });
  expect(skipped).toStrictEqual([]);
  return findings;
}

const toAlgorithms = (findings: readonly ScannerFinding[]) => findings.map(({ crypto_algorithm }) => crypto_algorithm);

describe("calls of node:crypto", () => {
  it.each([
    ["a default import", 'import c from "node:crypto"; c.generateKeyPairSync("rsa", {});'],
    ["a namespace", 'import * as c from "crypto"; c.generateKeyPairSync("rsa", {});'],
    ["its default", 'import * as c from "crypto"; c.default.generateKeyPairSync("rsa", {});'],
    ["a name", 'import { generateKeyPairSync } from "crypto"; generateKeyPairSync("rsa", {});'],
    ["a renamed name", 'import { generateKeyPairSync as g } from "node:crypto"; g(`rsa`, {});'],
    ["require", 'const c = require("crypto"); c.generateKeyPair("rsa", {}, done);'],
    ["require at the call", 'require("node:crypto").generateKeyPairSync("rsa");'],
    ["destructured", 'const { generateKeyPairSync: g } = require("crypto"); g("rsa");'],
    ["destructured with a default", 'const { generateKeyPairSync: g = null } = require("crypto"); g("rsa");'],
    [
      "an alias of an alias",
      'const a = require("crypto"); const b = a; const { generateKeyPairSync: g } = b; g("rsa");',
    ],
    ["a late assignment", 'let c; c = require("crypto"); c.generateKeyPairSync("rsa");'],
    ["awaited", 'const c = await import("node:crypto"); c.generateKeyPairSync("rsa");'],
    ["awaited in brackets", '(await import("crypto")).generateKeyPairSync("rsa");'],
    ["promisify", 'import c from "crypto"; const g = promisify(c.generateKeyPair); await g("rsa", {});'],
    ["bind", 'import c from "crypto"; const g = c.generateKeyPair.bind(c); g("rsa", {}, done);'],
    ["no import: the global", 'crypto.generateKeyPairSync("rsa");'],
    ["a member by a string", 'crypto["generateKeyPairSync"]("rsa");'],
    ["optional", 'crypto?.generateKeyPairSync("rsa");'],
    ["a constant algorithm", 'const kind = "rsa"; crypto.generateKeyPairSync(kind);'],
    ["either of two", 'crypto.generateKeyPairSync(old ? "rsa" : other);'],
    ["webcrypto", 'import { webcrypto } from "crypto"; webcrypto.subtle.generateKey({ name: "RSA-PSS" }, true, []);'],
    ["subtle", 'import { subtle } from "crypto"; subtle.generateKey({ name: "rsa-oaep" }, true, []);'],
    ["the global's subtle", 'const { subtle } = globalThis.crypto; subtle.sign("RSASSA-PKCS1-v1_5", k, d);'],
    ["an options constant", 'const o = { name: "RSA-PSS" }; crypto.subtle.generateKey(o, true, []);'],
    ["an imported key", 'window.crypto.subtle.importKey("jwk", k, { name: "RSA-OAEP" }, true, []);'],
  ])("are found through %s", async (_, text) => {
    const findings = await detect("src/a.mjs", text);
    expect(toAlgorithms(findings)).toStrictEqual(["RSA"]);
    expect(findings[0]).toMatchObject({
      rule_id: "js/pq-vulnerable-crypto",
      severity: "high",
      cwe: "CWE-327",
      tags: ["PQ"],
      cnsa2_deadline: "2033",
    });
  });

  it("are found in TypeScript, under its own forms", async () => {
    const text = 'import c = require("crypto");\nexport const k = (c as any)!.generateKeyPairSync("ec" as const, {});';
    expect(toAlgorithms(await detect("a.cts", text))).toStrictEqual(["ECDSA"]);
    const tsx = 'import { createECDH } from "crypto"; const a = <p>{createECDH("x").x}</p>;';
    expect(toAlgorithms(await detect("a.tsx", tsx))).toStrictEqual(["ECDH"]);
  });

  it("name their algorithm", async () => {
    const calls: Readonly<Record<string, string>> = {
      'generateKeyPair("dsa")': "DSA",
      'generateKeyPair("ed25519")': "Ed25519",
      'generateKeyPair("ed448")': "Ed448",
      'generateKeyPair("x25519")': "X25519",
      'generateKeyPair("dh")': "DH",
      "createDiffieHellman(2048)": "DH",
      'createDiffieHellmanGroup("modp14")': "DH",
      'createECDH("secp256k1")': "ECDH",
      'sign("ed25519", d, k)': "Ed25519",
      'verify("Ed448", d, k, s)': "Ed448",
      'subtle.generateKey("Ed25519", true, [])': "Ed25519",
      'subtle.deriveBits({ name: "X25519", public: p }, k, 256)': "X25519",
      'subtle.sign({ name: "ECDSA", hash }, k, d)': "ECDSA",
    };
    const text = Object.keys(calls).map((call) => `crypto.${call};`);
    expect(toAlgorithms(await detect("a.js", text.join("\n")))).toStrictEqual(Object.values(calls));
  });

  it.each([
    ["another module of that name", 'import crypto from "./crypto"; crypto.generateKeyPairSync("rsa");'],
    ["a parameter", 'import crypto from "crypto"; const f = (crypto) => crypto.generateKeyPairSync("rsa");'],
    ["one parameter", 'import crypto from "crypto"; const f = crypto => crypto.createECDH("x");'],
    [
      "a destructured parameter",
      'import { createECDH } from "crypto"; function f({ createECDH }) { createECDH("x"); }',
    ],
    ["a function of that name", 'import { createECDH } from "crypto"; { function createECDH() {} createECDH("x"); }'],
    ["a method of another object", 'import "crypto"; other.generateKeyPairSync("rsa");'],
    ["a safe algorithm", 'crypto.generateKeyPairSync("ml-kem-768"); crypto.subtle.generateKey("AES-GCM", true, []);'],
    ["an algorithm that is not told", "crypto.generateKeyPairSync(kind); crypto.sign(null, d, k);"],
    ["text in a comment or a string", `// crypto.createECDH("x")\nconst s = 'crypto.createECDH("x")';`],
  ])("are not seen in %s", async (_, text) => {
    expect(await detect("a.js", text)).toStrictEqual([]);
  });

  it("of which the name comes back after its scope are found there", async () => {
    const text = 'import { createECDH } from "crypto";\nfunction f(createECDH) { createECDH(); }\ncreateECDH("x");';
    expect((await detect("a.js", text)).map(({ line }) => line)).toStrictEqual([3]);
  });

  it("have their places in UTF-16 code units", async () => {
    const text = 'const é = "😀"; const k = crypto.createECDH("x");';
    const [finding] = await detect("a.js", text);
    expect(text.slice((finding?.column ?? 0) - 1, (finding?.end_column ?? 0) - 1)).toBe('crypto.createECDH("x")');
  });
});

describe("rules that are asked for", () => {
  const text = [
    'import { createHash, createSign } from "crypto";',
    'createHash("sha256"); createHash("md5"); createHash(name); createSign("RSA-SHA256");',
    "// kyber in a comment",
    'const a = "ml-kem-768 ML_KEM", b = "X25519MLKEM768", c = sphincsplus, d = falcon512;',
    "const falcon = mykyberish + hqcx;",
  ].join("\n");

  it("say literal algorithms and what withstands quantum computers", async () => {
    expect(await detect("a.js", text)).toStrictEqual([]);
    const findings = await detect("a.js", text, true);
    expect(findings.map(({ rule_id, line, severity }) => [rule_id, line, severity])).toStrictEqual([
      ["js/hardcoded-crypto-algorithm", 2, "low"],
      ["js/hardcoded-crypto-algorithm", 2, "low"],
      ...Array.from({ length: 4 }, () => ["js/pq-ready-crypto", 4, "low"]),
    ]);
    expect(toAlgorithms(findings.slice(2))).toStrictEqual(["ML-KEM", "X25519MLKEM768", "SLH-DSA", "FN-DSA"]);
    expect(findings.at(-1)?.tags).toStrictEqual(["PQ-READY"]);
  });
});

describe("manifests", () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      "": { name: "x", dependencies: { elliptic: "^6" } },
      "node_modules/elliptic": { version: "6.5.4" },
      "node_modules/@types/node-rsa": { version: "1.0.0" },
      "node_modules/a/node_modules/jsonwebtoken": { version: "9.0.0" },
      "node_modules/renamed": { name: "tweetnacl", version: "1.0.3" },
      "node_modules/express": { version: "4.0.0" },
    },
  };
  const old = {
    lockfileVersion: 1,
    dependencies: { a: { version: "1.0.0", dependencies: { rsa: { version: "2.0.0" } } } },
  };
  const pnpm =
    "lockfileVersion: '9.0'\npackages:\n\n  elliptic@6.5.4:\n    x: 1\n  '@types/node-rsa@1.0.0':\n  /jose/5.0.0:\nsnapshots:\n  elliptic@6.5.4: {}\n";
  const yarn =
    '# yarn lockfile v1\n\nelliptic@^6.0.0, elliptic@^6.5.4:\n  version "6.5.4"\n\n"@types/node-rsa@^1":\n  version "1.0.0"\n';
  const berry =
    '__metadata:\n  version: 8\n\n"e@npm:elliptic@^6":\n  version: 6.5.4\n  resolution: "elliptic@npm:6.5.4"\n';

  it.each([
    [
      "package-lock.json",
      JSON.stringify(lock, null, 2),
      [
        ["elliptic", "6.5.4"],
        ["jsonwebtoken", "9.0.0"],
        ["tweetnacl", "1.0.3"],
      ],
    ],
    ["npm-shrinkwrap.json", JSON.stringify(old), [["rsa", "2.0.0"]]],
    [
      "package.json",
      '{"dependencies":{"elliptic":"6.5.4","x":"npm:node-forge@^1"},"scripts":{"rsa":"1.0.0"}}',
      [
        ["elliptic", "6.5.4"],
        ["node-forge", undefined],
      ],
    ],
    [
      "pnpm-lock.yaml",
      pnpm,
      [
        ["elliptic", "6.5.4"],
        ["jose", "5.0.0"],
      ],
    ],
    ["yarn.lock", yarn, [["elliptic", "6.5.4"]]],
    ["yarn.lock", berry, [["elliptic", "6.5.4"]]],
  ])("%s: the packages that are known, with their versions", async (name, text, expected) => {
    const findings = await detect(`below/${name}`, text);
    expect(findings.map(({ dep_name, dep_version }) => [dep_name, dep_version])).toStrictEqual(expected);
    for (const { rule_id, confidence, dep_purl = "", dep_ecosystem } of findings) {
      expect(rule_id).toMatch(/^manifest\/(?:npm|pnpm|yarn)-pq-vulnerable-dep$/);
      expect(confidence).toBeGreaterThanOrEqual(0.7);
      expect(dep_purl).toMatch(/^pkg:npm\//);
      expect(dep_ecosystem).toBe("npm");
    }
  });

  it("say who depends on a package, and where it is named", async () => {
    const findings = await detect("package-lock.json", JSON.stringify(lock, null, 2));
    expect(findings[1]?.dep_path).toStrictEqual(["a", "jsonwebtoken"]);
    expect(findings[1]?.snippet).toContain('"node_modules/a/node_modules/jsonwebtoken"');
  });

  it.each([
    ["package-lock.json", '{"packages":{"node_modules/elliptic":{"version":"6.5.4"}', ["elliptic"]],
    ["package.json", "<<<<<<< ours\n{}", []],
    ["package.json", "[".repeat(100_000), []],
    ["pnpm-lock.yaml", "nothing of it\n", []],
    ["yarn.lock", 'elliptic@^6:\n  version "6.5.4"\n', ["elliptic"]],
  ])("%s that is broken is never taken for empty", async (name, text, names) => {
    const { findings, skipped } = await detectPqc({ path: name, text, bytes: new Uint8Array() }, {});
    expect(findings.map(({ dep_name }) => dep_name)).toStrictEqual(names);
    expect(skipped).toMatchObject([{ file: name, reason: "partial-parse" }]);
  });

  it("have names of the language's own prototypes as anything else", async () => {
    const text = '{"dependencies":{"__proto__":"1.0.0","constructor":"1.0.0","toString":"1.0.0"}}';
    expect(await detect("package.json", text)).toStrictEqual([]);
  });
});

describe("configuration", () => {
  it("Dockerfiles that switch the check of certificates off", async () => {
    const bad = [
      "ENV NODE_TLS_REJECT_UNAUTHORIZED=0",
      "env PYTHONHTTPSVERIFY 0",
      "ARG GIT_SSL_NO_VERIFY=true",
      'ENV CURL_CA_BUNDLE=""',
      "RUN curl -fsSLk https://a.example",
      "RUN set -e; \\\n  # why not\n  wget -q --no-check-certificate https://a.example",
      "RUN NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci",
    ];
    const good = [
      "ENV NODE_TLS_REJECT_UNAUTHORIZED=1",
      "# RUN curl -k x",
      "RUN curl -fsSL https://a/-k",
      "COPY k -k",
      "RUN ssh -k",
    ];
    const findings = await detect("deep/Dockerfile.web", `FROM node\n${[...bad, ...good].join("\n")}\n`);
    expect(findings.map(({ line }) => line)).toStrictEqual([2, 3, 4, 5, 6, 7, 10]);
    expect(new Set(findings.map(({ cwe }) => cwe))).toStrictEqual(new Set(["CWE-295"]));
  });

  it.each([
    ["nginx.conf", "ssl_protocols TLSv1.2;\nssl_ciphers HIGH;", 2],
    ["nginx.conf", "server { ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers HIGH; }", 1],
    ["nginx.conf", "ssl_protocols TLSv1.3;\nssl_ciphers HIGH;\nssl_ecdh_curve X25519MLKEM768:X25519;", 0],
    ["nginx.conf", "# ssl_protocols TLSv1;", 0],
    ["apache.conf", "SSLProtocol all -SSLv3 -TLSv1.3\nSSLCipherSuite HIGH", 2],
    ["apache.conf", "SSLProtocol all -SSLv3\nSSLProtocol +TLSv1.3", 0],
    ["haproxy.cfg", " ssl-default-bind-options ssl-min-ver TLSv1.2\n ssl-default-bind-ciphers ECDHE", 2],
    ["haproxy.cfg", " ssl-default-bind-options ssl-min-ver TLSv1.3", 0],
  ])("%s: %j has %i", async (name, text, count) => {
    const findings = await detect(name, text);
    expect(findings).toHaveLength(count);
    for (const { rule_id, severity } of findings) {
      expect(rule_id).toMatch(/^config\/(?:nginx|apache|haproxy)-pq-vulnerable-tls$/);
      expect(severity).toBe("medium");
    }
  });
});

describe("certificates and keys", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const der = rsa.publicKey.export({ type: "spki", format: "der" });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .publicKey.export({ type: "spki", format: "pem" })
    .toString();

  it("are opened where they are asked for, and no byte of a key comes out", async () => {
    expect(await detect("a.pem", pem)).toStrictEqual([]);
    const findings = await detect("a.pem", `${pem}\r\n${ec}\n${ec}`, true);
    expect(findings.map(({ rule_id, snippet }) => [rule_id, snippet])).toStrictEqual([
      ["cert/pq-vulnerable-key", "RSA-2048"],
      ["cert/pq-vulnerable-key", "ECDSA-prime256v1"],
    ]);
    expect(findings[0]?.crypto_material).toStrictEqual({
      asset_kind: "related-crypto-material",
      subject_public_key_algorithm: "RSA-2048",
      quantum_vulnerable: true,
      format: "PEM",
    });
    const said = JSON.stringify(findings);
    const body = pem.split("\n").filter((line) => line.length >= 16 && !line.startsWith("-"));
    expect(body.filter((line) => said.includes(line))).toStrictEqual([]);
    expect(body.length).toBeGreaterThan(10);
  });

  it("are read as bytes where they are no text", async () => {
    const { findings } = await detectPqc({ path: "a.der", text: "", bytes: der }, { withOptIn: true });
    expect(findings[0]).toMatchObject({
      crypto_algorithm: "RSA",
      crypto_material: { format: "DER" },
      line: 1,
      column: 1,
    });
  });

  it("of OpenSSH are told by their type", async () => {
    const key = `ssh-ed25519 ${"A".repeat(40)} me@host\n`;
    expect((await detect("id.pub", key, true)).map(({ crypto_algorithm }) => crypto_algorithm)).toStrictEqual([
      "Ed25519",
    ]);
  });

  it("that withstand quantum computers are told as such, whether this Node knows them or not", async () => {
    const spki = Buffer.from(`30123010060b0609608648016503040312${"00".repeat(8)}`, "hex").toString("base64");
    const text = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`;
    const [finding] = await detect("a.pem", text, true);
    expect(finding).toMatchObject({
      rule_id: "cert/post-quantum-key",
      severity: "low",
      tags: ["PQ"],
      snippet: "ML-DSA-65",
    });
    expect(finding?.crypto_material?.quantum_vulnerable).toBe(false);
  });

  it("that cannot be opened are said", async () => {
    const text = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n";
    const { findings, skipped } = await detectPqc(
      { path: "a.key", text, bytes: Buffer.from(text) },
      { withOptIn: true }
    );
    expect(findings).toStrictEqual([]);
    expect(skipped).toMatchObject([{ reason: "partial-parse" }]);
  });
});

describe("any text in any of these files", () => {
  const NAMES = [
    "a.js",
    "b.ts",
    "c.tsx",
    "package.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "Dockerfile",
    "x.conf",
    "h.cfg",
    "k.pem",
    "d.der",
    "i.pub",
  ];
  const PIECES = [
    "crypto",
    ".",
    "generateKeyPairSync",
    "(",
    ")",
    '"rsa"',
    "const ",
    "{",
    "}",
    "=",
    "require",
    '"crypto"',
    "import ",
    "=>",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "\n",
    "ENV ",
    "\\\n",
    "ssl_ciphers ",
    "packages:",
    "  elliptic@1.0.0:\n",
    "`",
    "${",
    "[",
    "]",
    ",",
    ":",
  ];

  it("is looked at without an error, and every place is in it", async () => {
    const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6, unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), fc.array(piece, { maxLength: 30 }), async (path, pieces) => {
        const text = pieces.join("");
        const bytes = new TextEncoder().encode(text);
        const { findings, skipped } = await detectPqc({ path, text, bytes }, { withOptIn: true });
        expect(skipped.filter(({ reason }) => reason === "engine-failed")).toStrictEqual([]);
        const lines = text.split(/\r\n|\n|\r/);
        for (const { line, column, end_line, end_column } of findings) {
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
          expect(end_column).toBeLessThanOrEqual((lines[end_line - 1] ?? "").length + 1);
        }
      }),
      { numRuns: 10_000 }
    );
  });
});
