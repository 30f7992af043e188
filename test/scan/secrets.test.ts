import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ScannerFinding } from "../../src/contracts/scanner.ts";
import { detectSecrets } from "../../src/scan/secrets/detect-secrets.ts";
import { redactSecrets } from "../../src/scan/secrets/redact.ts";
import { PLANTED_FOR_SECRETLINT, PLANTED_SECRETS, UNSPEAKABLE } from "../helpers/planted-secrets.ts";

const ALL = { ...PLANTED_SECRETS, ...PLANTED_FOR_SECRETLINT };
const github = PLANTED_SECRETS["secret/github-token"] ?? "";
const npm = PLANTED_SECRETS["secret/npm-token"] ?? "";
const header = PLANTED_SECRETS["secret/private-key"] ?? "";

async function detect(text: string, path = "src/a.txt"): Promise<readonly ScannerFinding[]> {
  const { findings, skipped } = await detectSecrets({ path, text, bytes: new TextEncoder().encode(text) }, {});
  expect(skipped).toStrictEqual([]);
  return findings;
}

const toIds = (findings: readonly ScannerFinding[]) => findings.map(({ rule_id }) => rule_id);

describe("secrets", () => {
  it("of each shape are found, one a line, and no line shows one", async () => {
    const findings = await detect(Object.values(PLANTED_SECRETS).join("\n"));
    expect(toIds(findings)).toStrictEqual(Object.keys(PLANTED_SECRETS));
    expect(findings.map(({ line, column, cwe }) => [line, column, cwe])).toStrictEqual(
      findings.map((_, at) => [at + 1, 1, "CWE-798"])
    );
    for (const { snippet } of findings) expect(snippet).toBe("[REDACTED]");
    const critical = findings.filter(({ severity }) => severity === "critical");
    expect(findings.filter(({ severity }) => severity === "high").map(({ rule_id }) => rule_id)).toStrictEqual([
      "secret/npm-token",
      "secret/slack-token",
    ]);
    expect(critical).toHaveLength(6);
  });

  it("that only secretlint knows are found too", async () => {
    const findings = await detect(Object.values(PLANTED_FOR_SECRETLINT).join("\n"));
    expect(toIds(findings)).toStrictEqual(Object.keys(PLANTED_FOR_SECRETLINT));
    for (const { snippet, description } of findings) {
      expect(snippet).toMatch(/^\[REDACTED\]\/?$/);
      for (const secret of UNSPEAKABLE) expect(description).not.toContain(secret);
    }
  });

  it("share a line: each has its columns in UTF-16 code units, all of them are hidden in it", async () => {
    const text = `é 😀 ${github} é ${github} ${npm} é`;
    const findings = await detect(text);
    expect(toIds(findings)).toStrictEqual(["secret/github-token", "secret/github-token", "secret/npm-token"]);
    expect(new Set(findings.map(({ snippet }) => snippet))).toStrictEqual(
      new Set(["é 😀 [REDACTED] é [REDACTED] [REDACTED] é"])
    );
    const places = findings.map(({ column, end_column }) => text.slice(column - 1, end_column - 1));
    expect(places).toStrictEqual([github, github, npm]);
  });

  it("within one another are two findings, and the line is hidden as a whole", async () => {
    const findings = await detect(`glpat-xyz-${npm}`);
    expect(toIds(findings)).toStrictEqual(["secret/gitlab-token", "secret/npm-token"]);
    for (const { snippet } of findings) expect(snippet).toBe("[REDACTED]");
  });

  it("that are a key on one line hide the whole of it", async () => {
    const key = `${header}\\nMIIsecretbody\\n${header.replace("BEGIN", "END")}\\n`;
    const [finding] = await detect(`{"private_key": "${key}", "x": 1}`);
    expect(finding?.rule_id).toBe("secret/private-key");
    expect(finding?.snippet).not.toContain("MIIsecretbody");
  });

  it("are not what only looks like one", async () => {
    const texts = [
      `x${github}`,
      `${github}0`,
      "ghp_short",
      "glpat-",
      `my${npm}`,
      "task_live_0123456789abcdefghij",
      "-----BEGIN PUBLIC KEY-----",
      "aws_secret_access_key = process.env.AWS_SECRET_ACCESS_KEY",
      "AKIAIOSFODNN7",
    ];
    expect(toIds(await detect(texts.join("\n")))).toStrictEqual([]);
  });

  it("by the thousand are found by their shapes, and it is said that nothing else was looked for", async () => {
    const text = `${github} ${"x".repeat(3)}\n`.repeat(2001);
    const { findings, skipped } = await detectSecrets({ path: "a", text, bytes: new Uint8Array() }, {});
    expect(findings).toHaveLength(2001);
    expect(skipped).toMatchObject([{ reason: "partial-parse" }]);
  });

  it("are found whatever a comment of secretlint says: there is one way to suppress", async () => {
    const url = PLANTED_FOR_SECRETLINT["secret/secretlint-basicauth"] ?? "";
    expect(toIds(await detect(`// secretlint-disable\n${url}`))).toStrictEqual(["secret/secretlint-basicauth"]);
  });

  it("are never in what is said of any text that holds them", async () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.values(ALL), "\n", "\r\n", "\r", '"', " = ", "\\n", "é", "😀", "-", "_"),
      fc.string({ maxLength: 8, unit: "binary" })
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 24 }), async (pieces) => {
        const text = pieces.join("");
        const said = JSON.stringify(await detectSecrets({ path: "a", text, bytes: new Uint8Array() }, {}));
        const shown = `${said}${redactSecrets(text)}`;
        expect(UNSPEAKABLE.filter((secret) => secret.length > 14 && shown.includes(secret))).toStrictEqual([]);
      }),
      { numRuns: 3000 }
    );
  });
});

describe("a text without its secrets", () => {
  it("is as it was where it has none", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(redactSecrets(text)).toBe(text);
      }),
      { numRuns: 10_000 }
    );
  });

  it("keeps what stands around them", () => {
    expect(redactSecrets(`a ${github}; b ${npm}\nc`)).toBe("a [REDACTED]; b [REDACTED]\nc");
  });
});
