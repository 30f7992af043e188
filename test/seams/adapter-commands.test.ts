import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { readScannerRequest } from "../../src/contracts/scanner-request.ts";
import { askAdapter, filesOf, layOut, rulesOf } from "../helpers/adapter.ts";
import { ENGINE_ROWS, WITHOUT_FOXGUARD } from "../helpers/foxguard.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { sayNotShown } from "./reports.fixture.ts";

// The reference's cases for what each command finds, on each engine; no output holds a planted secret.

if (ENGINE_ROWS.length === 1) sayNotShown(WITHOUT_FOXGUARD);

const secret = (name: string): string => PLANTED_SECRETS[`secret/${name}`] ?? "";
const ALL = Object.entries(PLANTED_SECRETS);
/** The keys' header lines are no secret by themselves. */
const HIDDEN = ALL.filter(([rule]) => rule !== "secret/private-key").map(([, text]) => text.split('"').at(-2) ?? text);

it("A1: a request is read as it was meant, and the version filled in by the answer", () => {
  const text =
    '{"command":"scan-file","request_id":"abc","path":"src/app.py","severity":"medium","change_mode":"staged"}';
  expect(readScannerRequest(Buffer.from(text))).toStrictEqual({ ok: true, request: JSON.parse(text) as unknown });
});

describe.each(ENGINE_ROWS)("$engine", ({ engine, env }) => {
  async function ask(files: Readonly<Record<string, string | Uint8Array>>, request: object) {
    return withTemporaryDirectory(async (cwd) => {
      layOut(cwd, files);
      const response = await askAdapter(request as never, { cwd, env });
      const text = JSON.stringify(response);
      for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
      return response;
    });
  }

  it("B15: one of each secret, each by its rule, each replaced", async () => {
    const text = ALL.map(([rule, value]) =>
      value.includes(" = ") ? value : `${rule.replaceAll(/\W/g, "_")} = '${value}'`
    );
    const response = await ask({ "all.txt": `${text.join("\n")}\n` }, { command: "secrets" });
    const shaped = response.findings.filter(({ rule_id: rule }) => !rule.startsWith("secret/secretlint-"));
    expect(shaped.map(({ rule_id: rule }) => rule).toSorted()).toStrictEqual(Object.keys(PLANTED_SECRETS).toSorted());
    for (const { snippet, cwe } of shaped) {
      expect([snippet, cwe]).toStrictEqual([expect.stringContaining("[REDACTED]"), "CWE-798"]);
    }
  });

  it("B16: nothing is found behind NUL bytes, and that is said", async () => {
    const response = await ask({ "a.bin": `\0\0\n${secret("npm-token")}\n` }, { command: "secrets" });
    expect(response).toMatchObject({ exit_code: 0, findings: [], skipped: [{ file: "a.bin", reason: "binary" }] });
  });

  it("B17: hidden files and folders are looked into for secrets", async () => {
    const text = `t = "${secret("github-token")}"\n`;
    const response = await ask({ ".env": text, ".cfg/deep/x": text, "dist/y.js": text }, { command: "secrets" });
    expect(filesOf(response)).toStrictEqual([".cfg/deep/x", ".env", "dist/y.js"]);
  });

  it("B19, B20: every secret of a line is replaced, of an ignored rule too; columns count UTF-16", async () => {
    const line = `é = "${secret("github-token")} ${secret("npm-token")} ${secret("github-token")}"\n`;
    const both = await ask({ "a.txt": line }, { command: "secrets" });
    expect(rulesOf(both)).toStrictEqual(["secret/github-token", "secret/npm-token", "secret/github-token"]);
    expect(both.findings.map(({ column }) => column)).toStrictEqual([6, 47, 88]);
    expect(new Set(both.findings.map(({ snippet }) => snippet))).toStrictEqual(
      new Set(['é = "[REDACTED] [REDACTED] [REDACTED]"'])
    );
    const config = "secrets: { ignore_rules: [secret/github-token] }\n";
    const one = await ask({ "a.txt": line, ".foxguard.yml": config }, { command: "secrets" });
    expect(one.findings).toMatchObject([
      { rule_id: "secret/npm-token", snippet: 'é = "[REDACTED] [REDACTED] [REDACTED]"' },
    ]);
  });

  it("B21: a secret within another is two findings, and nothing of either is left", async () => {
    const response = await ask({ "a.txt": `x = "glpat-${secret("npm-token")}"\n` }, { command: "secrets" });
    expect(rulesOf(response).toSorted()).toStrictEqual(["secret/gitlab-token", "secret/npm-token"]);
  });

  it("B23: names that only look like one, and values that are none, are no hard-coded secret", async () => {
    const lines = [
      ...["author", "authors", "authenticated", "authorizationScheme", "tokenizer", "secretarialNote"].map(
        (name) => `const ${name} = "some-value-1";`
      ),
      'const auth = "/login";',
      'const auth = "https://example.org/x";',
      'const auth = "two words here";',
      "const password = process.env.PASSWORD;",
    ];
    expect(
      rulesOf(await ask({ "a.js": `${lines.join("\n")}\n` }, { command: "scan-file", path: "a.js" }))
    ).toStrictEqual([]);
  });

  it("B22: how long a literal must be is the configuration's", async () => {
    const files = { "a.js": 'const password = "abc";\nconst apiKey = "abcd";\nconst secret = "abcdefghij";\n' };
    const count = async (least?: number) => {
      const config = least === undefined ? "{}\n" : `scan: { thresholds: { secrets: { min_length: ${least} } } }\n`;
      return (await ask({ ...files, ".hi-scan.yml": config }, { command: "scan-file", path: "a.js" })).findings.length;
    };
    expect([await count(), await count(8), await count(3)]).toStrictEqual([2, 1, 3]);
  });

  it("B24, B26: what withstands is told by pqc alone, low and tagged, and never as vulnerable", async () => {
    const files = { "a.js": 'const kem = "ML-KEM-768";\nconst sig = "fn-dsa";\nconst code = "hqc";\n' };
    expect(rulesOf(await ask(files, { command: "scan-workspace" }))).toStrictEqual([]);
    const response = await ask(files, { command: "pqc" });
    expect(response.findings.length).toBeGreaterThan(0);
    for (const finding of response.findings) {
      expect(finding).toMatchObject({ rule_id: "js/pq-ready-crypto", severity: "low", tags: ["PQ-READY"] });
    }
    expect(response.findings.map(({ crypto_algorithm: algorithm }) => algorithm)).toContain("ML-KEM");
    expect(await ask(files, { command: "pqc", severity: "medium" })).toMatchObject({ exit_code: 0, findings: [] });
  });

  it("B25: of a lockfile's packages those that a quantum computer breaks", async () => {
    const packages = Object.fromEntries(
      ["elliptic", "jsonwebtoken", "express", "lodash"].map((name) => [`node_modules/${name}`, { version: "1.2.3" }])
    );
    const lock = JSON.stringify({ name: "x", version: "1.0.0", lockfileVersion: 3, packages }, undefined, 2);
    const response = await ask({ "package-lock.json": lock }, { command: "pqc" });
    expect(new Set(response.findings.map(({ dep_name: name }) => name))).toStrictEqual(
      new Set(["elliptic", "jsonwebtoken"])
    );
    expect(new Set(rulesOf(response))).toStrictEqual(new Set(["manifest/npm-pq-vulnerable-dep"]));
  });

  it("B29, A3: counts are the findings', and a policy of another contract is passed over", async () => {
    const files = { "a.js": 'eval(x);\nrequire("crypto").createHash("md5");\n' };
    const request = {
      command: "scan-workspace",
      pr_security_policy: { version: "v1" },
      request_id: "r",
      explain: true,
    };
    const response = await ask(files, request);
    expect(response).toMatchObject({
      request_id: "r",
      summary: { findings_total: 2, by_severity: { medium: 1, critical: 1 } },
    });
    expect(Object.keys(response).filter((name) => name.startsWith("pr_"))).toStrictEqual([]);
    expect(response.notices[0]).toMatch(new RegExp(`^Engine: ${engine} \\d+\\.\\d+\\.\\d+\\.$`));
  });
  it("taint: source and sink are told", async () => {
    const text = "app.get('/', (req, res) => {\n  const name = req.query.name;\n  eval(name);\n});\n";
    const response = await ask(
      { "a.js": text },
      { command: "explain", path: ".", finding: { rule_id: "js/taint-eval" } }
    );
    expect(response.findings).toMatchObject([{ source_line: 2, sink_line: 3 }]);
  });
});

it("no host's name stands in the contract or in an engine", () => {
  const hosts = /\b(?:claude|codex|cursor|opencode|vs ?code|copilot|jetbrains|zed|neovim|emacs)\b/i;
  const folder = path.join(PROJECT_ROOT, "src/scan");
  const files = [
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
    path.join(PROJECT_ROOT, "src/contracts/scanner.ts"),
    path.join(PROJECT_ROOT, "src/contracts/scanner-request.ts"),
  ].filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(hosts.exec(readFileSync(file, "utf8"))?.[0], file).toBeUndefined();
  expect(hosts.test("a Codex hook")).toBe(true);
});
