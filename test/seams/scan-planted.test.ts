import { mkdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { HI, PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { PLANTED_FOR_SECRETLINT, PLANTED_SECRETS, UNSPEAKABLE } from "../helpers/planted-secrets.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

// Whatever is found, wherever it stands and however it is told: no output of any command holds a secret that a rule knows.

const ALL = Object.values({ ...PLANTED_SECRETS, ...PLANTED_FOR_SECRETLINT });
const token = PLANTED_SECRETS["secret/github-token"] ?? "";
const npm = PLANTED_SECRETS["secret/npm-token"] ?? "";
const url = PLANTED_FOR_SECRETLINT["secret/secretlint-basicauth"] ?? "";

/** What no rule tells by its shape: only its name says what it is. */
const named = UNSPEAKABLE[3] ?? "";

/** Findings of every detector on lines that hold secrets, and broken files that do. */
const FILES: Readonly<Record<string, string>> = {
  "src/all.js": ALL.map((secret, at) => `const s${at} = ${JSON.stringify(secret)};`).join("\n"),
  "src/eval.js": `eval("${token}" + x); const password = "${npm}"; el.innerHTML = "${token}" + y;\n`,
  "src/crypto.js": `crypto.createECDH("x", "${token}"); crypto.createHash("${npm}");\n`,
  "src/taint.js": `const { exec } = require("child_process");\nfunction f(req) { exec("curl ${token} " + req.query.q); }\n`,
  "src/named.js": `const dbPasswd = "${named}"; eval(x);\nrun({ pwd: "${named}", to: eval(x) });\n`,
  "Dockerfile.named": `FROM x\nENV DB_PASSWORD=${named} NODE_TLS_REJECT_UNAUTHORIZED=0\nRUN curl -k -u admin:${named} -H "X-Auth-Token: ${named}" x\n`,
  "src/long.js": `${"a ".repeat(495)}crypto.createECDH("x"); const t = "${token}";\n`,
  "src/broken.js": `function ( { "${token}"; eval("${npm}"\n`,
  "src/lint.js": `var ${npm} = "${token}"; debugger;\n`,
  "package.json": `{"dependencies":{"elliptic":"6.5.4"},"x":"${token}", "y": ${npm}\n`,
  "package-lock.json": `{"packages":{"node_modules/elliptic":{"version":"6.5.4","resolved":"${url}"}}}`,
  Dockerfile: `FROM x\nENV NODE_TLS_REJECT_UNAUTHORIZED=0 T=${token}\nRUN curl -k ${url}\n`,
  "nginx.conf": `ssl_ciphers ${npm};\nssl_protocols TLSv1; # ${token}\n`,
  ".env": `${ALL.join("\n")}\nA=${token} ${npm}\n`,
  "key.pem": `${PLANTED_SECRETS["secret/private-key"] ?? ""}\n${token}\n`,
  "notes.md": ALL.join(" "),
  "broken.yml": `scan: [${token}\n  : ${npm}\n`,
  "wrong.yml": `scan:\n  severity: ${token}\n`,
  "baseline.json": `{"version":1,"entries":["${token}"`,
};

function expectSilent(said: string, about: string): void {
  expect(
    UNSPEAKABLE.filter((secret) => said.includes(secret)),
    about
  ).toEqual([]);
}

const COMMANDS: readonly (readonly string[])[] = [
  [],
  ["src/all.js"],
  ["src/broken.js"],
  ["diff", "main"],
  ["secrets"],
  ["secrets", "notes.md"],
  ["pqc"],
  ["pqc", "key.pem"],
  ["--config", "broken.yml"],
  ["--config", "wrong.yml"],
  ["--baseline", "baseline.json"],
  ["baseline"],
];

describe("no output holds a planted secret", () => {
  test.each(["human", "json", "sarif", "github", "lines"])("of hi scan as %s", async (format) => {
    await using repository = await ScanRepository.create({ "a.txt": "a\n" });
    repository.git("add", "-A");
    repository.git("commit", "-qm", "one");
    repository.write(FILES);
    repository.git("add", "-A");
    let findings = 0;
    for (const command of COMMANDS) {
      const { stdout, stderr } = await repository.scan([...command, "--format", format]);
      expectSilent(stdout + stderr, `hi scan ${command.join(" ")}`);
      findings += stdout.split("REDACTED").length - 1;
    }
    // Of what is annotated or listed by line nothing is quoted at all.
    if (format === "human" || format === "json") expect(findings).toBeGreaterThan(20);
    expectSilent(readFileSync(repository.at(".hi-scan-baseline.json"), "utf8"), "the baseline");
  });

  test("of the adapter, whatever it is asked", async () => {
    await using repository = await ScanRepository.create(FILES);
    const requests: readonly string[] = [
      ...["scan-workspace", "secrets", "pqc"].map((command) => JSON.stringify({ command, workspace_root: "." })),
      ...Object.keys(FILES).flatMap((path) =>
        ["scan-file", "secrets", "pqc", "explain"].map((command) => JSON.stringify({ command, path }))
      ),
      JSON.stringify({ command: "scan-workspace", config: "broken.yml" }),
      JSON.stringify({ command: "scan-workspace", config: "wrong.yml" }),
      JSON.stringify({ command: "secrets", baseline: "baseline.json" }),
      JSON.stringify({ command: "diff", base: "main" }),
      ...["inline", "config", "baseline"].map((suppression) =>
        JSON.stringify({
          command: "suppress",
          suppression,
          finding: { rule_id: "secret/npm-token", file: ".env", line: 1 },
        })
      ),
    ];
    const env = { HI_SCAN_ENGINE: "embedded" };
    for (const input of requests) {
      const ended = await runProcess(process.execPath, [HI, "adapter"], { cwd: repository.root, input, env });
      expectSilent(ended.stdout + ended.stderr, input);
    }
  });

  test("of the linter's findings among a scan's", async () => {
    await using repository = await HookRepository.create();
    await repository.write("src/lint.js", FILES["src/lint.js"] ?? "");
    const env = { HI_SCAN_ENGINE: "embedded" };
    const args = [HI, "scan", "--oxlint", "--json", "src/lint.js"];
    const ended = await runProcess(process.execPath, args, { cwd: repository.root, env });
    expect(ended.stdout).toContain("oxlint/no-debugger");
    expectSilent(ended.stdout + ended.stderr, "oxlint");
  });

  test.each(["claude", "codex", "cursor", "neutral"])("of what %s is told after an edit", async (provider) => {
    await using repository = await HookRepository.create();
    await repository.write(".hi/scan.json", JSON.stringify({ schemaVersion: 1, severity: "low", engine: "embedded" }));
    mkdirSync(repository.at("temporary"));
    let findings = 0;
    for (const [name, text] of Object.entries(FILES)) {
      // What the linter and the formatter say of a file is theirs: here the scanner alone has something to say.
      if (!name.startsWith("src/") || /lint|broken|long/.test(name)) continue;
      await repository.write(name, text);
      const file = repository.at(name);
      const payload = {
        hook_event_name: provider === "cursor" ? "afterFileEdit" : "PostToolUse",
        tool_name: "Write",
        tool_input: { file_path: file },
        file_path: file,
        files: [file],
        session_id: name,
        conversation_id: name,
        cwd: repository.root,
        workspace_roots: [repository.root],
      };
      const env = { HI_SCAN_ADAPTER: `${PROJECT_ROOT}/dist/hi-adapter.mjs`, TMPDIR: repository.at("temporary") };
      const { stdout, stderr } = await repository.run(provider, payload, { env });
      expectSilent(stdout + stderr, `${provider} ${name}`);
      findings += stdout.split("js/").length - 1;
    }
    if (provider === "claude" || provider === "neutral") expect(findings).toBeGreaterThan(2);
  });
});
