import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, it } from "vitest";

import type { executeAdapterRequest } from "../../src/scan/execute-adapter-request.ts";
import { askAdapter, filesOf, layOut, rulesOf } from "../helpers/adapter.ts";
import { ENGINE_ROWS, WITHOUT_FOXGUARD } from "../helpers/foxguard.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { sayNotShown } from "./reports.fixture.ts";

// What holds findings back: comments, configuration, baselines, thresholds. The reference's cases, on each engine.

const EVIL = "eval(input);\n";
const RULE = "js/no-eval";

if (ENGINE_ROWS.length === 1) sayNotShown(WITHOUT_FOXGUARD);

/** As code imports it from the package. */
async function importApi(): Promise<{ readonly executeAdapterRequest: typeof executeAdapterRequest }> {
  return import(pathToFileURL(path.join(PROJECT_ROOT, "dist/lib/adapter-api.mjs")).href);
}

describe.each(ENGINE_ROWS)("$engine", ({ env }) => {
  async function rulesIn(text: string, name = "a.js"): Promise<readonly string[]> {
    return withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { [name]: text });
      const response = await askAdapter({ command: "scan-file", path: name }, { cwd, env });
      expect(response.exit_code).toBe(response.findings.length > 0 ? 1 : 0);
      return rulesOf(response);
    });
  }

  it.each([
    ["B1: behind the code", `eval(x); // foxguard: ignore[${RULE}]\n`, []],
    ["ours behind the code", `eval(x); // hi: ignore[${RULE}]\n`, []],
    ["spaces round the colon", `eval(x); // foxguard : ignore[${RULE}]\n`, []],
    ["two rules", `eval(x); // hi: ignore[a/b, ${RULE}]\n`, []],
    [
      "B2, here in JavaScript: alone above, over a blank line and a comment",
      `// hi: ignore[${RULE}]\n\n// why\neval(x);\n`,
      [],
    ],
    ["B3: another rule", `eval(x); // foxguard: ignore[js/other]\n`, [RULE]],
    ["B4: no list", "eval(x); // foxguard: ignore\n", []],
    ["empty brackets", "eval(x); // hi: ignore[]\n", []],
    ["B5: in the middle of a call of three lines", `eval(\n  x // hi: ignore[${RULE}]\n);\n`, []],
    ["B6: a block comment", "eval(x); /* foxguard: ignore */\n", []],
    ["a block comment before it, with a dash", `/* hi - ignore[${RULE}] */ eval(x);\n`, []],
    ["something behind it", `eval(x); // hi: ignore[${RULE}] because\n`, [RULE]],
    ["inside a text", `eval(x); const t = "// hi: ignore[${RULE}]";\n`, [RULE]],
    ["the next line but one", `// hi: ignore[${RULE}]\nlet a;\neval(x);\n`, [RULE]],
    ["after CRLF", `// hi: ignore[${RULE}]\r\neval(x);\r\n`, []],
  ])("inline: %s", async (_name, text, rules) => {
    expect(await rulesIn(text)).toStrictEqual(rules);
  });

  it("secrets are held back by ours where it names the rule, and by nothing less", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const secret = `t = "${PLANTED_SECRETS["secret/npm-token"]}"`;
      const lines = [
        `${secret} # hi: ignore[secret/npm-token]`,
        `${secret} # hi: ignore`,
        `${secret} # foxguard: ignore[secret/npm-token]`,
      ];
      layOut(cwd, { ".env": `${lines.join("\n")}\n` });
      const response = await askAdapter({ command: "secrets", path: ".env" }, { cwd, env });
      expect(response.findings.map(({ line }) => line)).toStrictEqual([2, 3]);
      expect(response.notices).toContain("1 finding is suppressed: 1 inline.");
    });
  });

  it.each([
    [
      "B12: ignore_rules with a backslash",
      `scan:\n  ignore_rules:\n    - { path: 'src\\a.js', rules: [${RULE}] }\n`,
      ["b.js"],
    ],
    [
      "ignore_rules of a folder is none",
      `scan:\n  ignore_rules:\n    - { path: src, rules: [${RULE}] }\n`,
      ["src/a.js", "b.js"],
    ],
    ["disable_rules", `scan: { disable_rules: [${RULE}] }\n`, []],
    ["enable_rules without it", "scan: { enable_rules: [js/no-ssrf] }\n", []],
    ["disable wins", `scan: { enable_rules: [${RULE}], disable_rules: [${RULE}] }\n`, []],
    [
      "suppressions by a pattern",
      `scan:\n  suppressions:\n    - { rule_id: ${RULE}, path_pattern: '^.*b\\.js$' }\n`,
      ["src/a.js"],
    ],
    ["an override below the threshold", `scan: { severity: high, severity_overrides: { ${RULE}: low } }\n`, []],
    ["unknown keys", "scan: { shade: 1 }\nother: {}\n", ["src/a.js", "b.js"]],
  ])("configuration: %s", async (_name, text, files) => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "src/a.js": EVIL, "b.js": EVIL });
      for (const config of [".hi-scan.yml", ".foxguard.yml"]) {
        layOut(cwd, { [config]: text });
        const response = await askAdapter({ command: "scan-workspace" }, { cwd, env });
        expect(new Set(filesOf(response))).toStrictEqual(new Set(files));
      }
      // From a folder below, as the reference's own case has it.
      const request = { command: "scan-workspace", config: "../.foxguard.yml" } as const;
      const below = await askAdapter(request, { cwd: path.join(cwd, "src"), env });
      expect(filesOf(below)).toStrictEqual(files.includes("src/a.js") ? ["a.js"] : []);
    });
  });

  it("ours is read where both stand, and the other is named", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, {
        "a.js": EVIL,
        ".hi-scan.yml": "scan: {}\n",
        ".foxguard.yml": `scan: { disable_rules: [${RULE}] }\n`,
      });
      const response = await askAdapter({ command: "scan-workspace" }, { cwd, env });
      expect(response.exit_code).toBe(1);
      expect(response.notices).toContain(".hi-scan.yml is read; .foxguard.yml beside it is not");
    });
  });

  it("B18, B10: secrets: exclusions by prefix and from a file, ignored rules; a link to outside is refused", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const secret = (rule: string): string => `t = "${PLANTED_SECRETS[rule]}"\n`;
      layOut(cwd, {
        "a.env": secret("secret/github-token") + secret("secret/npm-token"),
        "fix/b.env": secret("secret/npm-token"),
        "out.txt": "# why\nfix\na.env\n",
      });
      const ask = async (config: string) => {
        layOut(cwd, { ".hi-scan.yml": config });
        return askAdapter({ command: "secrets" }, { cwd, env });
      };
      expect(
        rulesOf(await ask("secrets: { ignore_rules: [secret/github-token], exclude_paths: [fix] }\n"))
      ).toStrictEqual(["secret/npm-token"]);
      expect(rulesOf(await ask("secrets: { exclude_path_file: out.txt }\n"))).toStrictEqual([]);
      symlinkSync("/etc/hostname", path.join(cwd, "link.txt"));
      const refused = await ask("secrets: { exclude_path_file: link.txt }\n");
      expect(refused.error).toMatch(/'link\.txt' for secrets\.exclude_path_file escapes the project root/);
    });
  });

  it("B9, B28: a baseline holds back what it knows: not another file, not a moved line", async () => {
    const { executeAdapterRequest: execute } = await importApi();
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": EVIL });
      const options = { cwd, env: { ...process.env, ...env } };
      const request = { command: "scan-workspace" } as const;
      const written = await execute(request, { ...options, writeBaseline: { file: ".hi-scan-baseline.json" } });
      expect(written).toMatchObject({ exit_code: 1, findings: [{ rule_id: RULE }] });
      expect(written.notices).toContain("Wrote baseline to .hi-scan-baseline.json: 1 added, 1 in all.");
      layOut(cwd, { "b.js": EVIL });
      expect(filesOf(await askAdapter(request, { cwd, env }))).toStrictEqual(["b.js"]);
      // Appending keeps what is in there, and adds nothing twice.
      const again = await execute(request, { ...options, writeBaseline: { file: ".hi-scan-baseline.json" } });
      expect(again.notices).toContain("Wrote baseline to .hi-scan-baseline.json: 1 added, 2 in all.");
      expect(await askAdapter(request, { cwd, env })).toMatchObject({ exit_code: 0, findings: [] });
      expect(readFileSync(path.join(cwd, ".hi-scan-baseline.json"), "utf8")).not.toMatch(/eval\(|description|snippet/);
      layOut(cwd, { "a.js": `\n${EVIL}` });
      expect(filesOf(await askAdapter(request, { cwd, env }))).toStrictEqual(["a.js"]);
    });
  });

  it("a baseline takes one finding where one is meant, and follows no link", async () => {
    const { executeAdapterRequest: execute } = await importApi();
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": EVIL + EVIL });
      const options = { cwd, env: { ...process.env, ...env } };
      const request = { command: "scan-file", path: "a.js" } as const;
      await execute(request, { ...options, writeBaseline: { file: "kept.json", only: { rule_id: RULE, line: 2 } } });
      const left = await askAdapter({ ...request, baseline: "kept.json" }, { cwd, env });
      expect(left.findings.map(({ line }) => line)).toStrictEqual([1]);
      writeFileSync(path.join(cwd, "target.json"), "mine");
      symlinkSync("target.json", path.join(cwd, "link.json"));
      mkdirSync(path.join(cwd, "real"));
      symlinkSync("real", path.join(cwd, "folder"));
      for (const file of ["link.json", "folder/kept.json", "../kept.json"]) {
        const refused = await execute(request, { ...options, writeBaseline: { file } });
        expect(refused, file).toMatchObject({ ok: false, exit_code: 2 });
      }
      expect(readFileSync(path.join(cwd, "target.json"), "utf8")).toBe("mine");
    });
  });

  it("a baseline that the configuration or the request names is read, and one that is absent is none", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": EVIL, ".foxguard.yml": "scan: { baseline: none.json }\n" });
      expect((await askAdapter({ command: "scan-workspace" }, { cwd, env })).exit_code).toBe(1);
      layOut(cwd, { "none.json": '{"version":1}' });
      expect((await askAdapter({ command: "scan-workspace" }, { cwd, env })).error).toMatch(
        /^Failed to parse baseline /
      );
    });
  });

  it("B14: threshold: the request's over the configuration's, everything where neither says", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": 'eval(x);\nrequire("crypto").createHash("md5");\n' });
      const severities = async (severity?: "low" | "high") => {
        const request = { command: "scan-file", path: "a.js", ...(severity ? { severity } : {}) } as const;
        return (await askAdapter(request, { cwd, env })).findings.map((finding) => finding.severity);
      };
      expect(await severities()).toStrictEqual(["critical", "medium"]);
      expect(await severities("high")).toStrictEqual(["critical"]);
      layOut(cwd, { ".hi-scan.yml": "scan: { severity: critical }\n" });
      expect(await severities()).toStrictEqual(["critical"]);
      expect(await severities("low")).toStrictEqual(["critical", "medium"]);
    });
  });

  it("B8: no_builtins without rules finds nothing and is no failure", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": EVIL });
      const response = await askAdapter({ command: "scan-file", path: "a.js", no_builtins: true }, { cwd, env });
      expect(response).toMatchObject({ ok: true, exit_code: 0, findings: [] });
    });
  });

  it("A7: explain takes the file by whole segments, and what matches nothing is clean", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "src/app.js": EVIL, "src/myapp.js": EVIL });
      const ask = async (finding: object) =>
        askAdapter({ command: "explain", workspace_root: cwd, finding: { rule_id: RULE, ...finding } }, { cwd, env });
      expect(filesOf(await ask({ file: "app.js" }))).toStrictEqual([path.join(cwd, "src/app.js")]);
      expect(await ask({ file: "app.js", line: 2 })).toMatchObject({ exit_code: 0, findings: [] });
      expect((await ask({})).findings).toHaveLength(2);
    });
  });
});

it("a pattern that takes for ever is an error, and takes no time to be one", async () => {
  await withTemporaryDirectory(async (cwd) => {
    const name = `${"a".repeat(60)}!.js`;
    const config = `scan:\n  suppressions:\n    - { rule_id: ${RULE}, path_pattern: '^(a+)+$' }\n`;
    layOut(cwd, { [name]: EVIL, ".hi-scan.yml": config });
    const response = await askAdapter({ command: "scan-workspace" }, { cwd });
    expect(response.error).toMatch(/path_pattern: it takes too long$/);
  });
});
