import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { ScannerRequest } from "../../src/contracts/scanner.ts";
import { askAdapter, rulesOf } from "../helpers/adapter.ts";
import { HI, PROJECT_ROOT, runHi, runProcess } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

const ECDH = 'import c from "node:crypto";\n\nc.createECDH("x");\n';
const RULE = "js/pq-vulnerable-crypto";
const PACKS = "base,scan-hook,scan-commands,scan-save,scan-vscode";
const token = PLANTED_SECRETS["secret/npm-token"] ?? "";

/** A repository that `hi init` set up with these packs, in a folder of its own so that a candidate may stand beside it. */
async function setUp(packs: string, files: Readonly<Record<string, string>> = {}): Promise<ScanRepository> {
  const repository = await ScanRepository.create({ "package.json": '{"name":"x"}\n', "src/a.js": ECDH, ...files });
  const temporary = `${repository.root}-temporary`;
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const args = ["init", "--yes", "--preview", "off", "--providers", "claude", "--packs", packs];
  const ended = await runHi(args, { cwd: repository.root, env: { HI_TEMP: temporary } });
  if (ended.exitCode !== 0) throw new Error(ended.stderr + ended.stdout);
  return repository;
}

const read = (repository: ScanRepository, name: string): string => readFileSync(repository.at(name), "utf8");

describe("what is generated for hosts", () => {
  test("is nothing at all unless it is chosen", async () => {
    await using repository = await setUp("base");
    const names = readdirSync(repository.root, { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => /scan|commands|\.vscode/.test(name) && !name.startsWith(".git/"))).toEqual([]);
  });

  test("is in step afterwards, and the record says what the settings say", async () => {
    await using repository = await setUp(PACKS);
    expect((await runHi(["check"], { cwd: repository.root })).exitCode).toBe(0);
    expect(JSON.parse(read(repository, ".hi/scan.json"))).toEqual({
      schemaVersion: 1,
      severity: "medium",
      engine: "auto",
    });
  });

  test("is missed by the doctor where there is nothing to scan with", async () => {
    await using repository = await setUp(PACKS);
    const look = async (env: Readonly<Record<string, string>> = {}) => {
      const { stdout } = await runHi(["doctor", "--json"], { cwd: repository.root, env });
      const { findings } = JSON.parse(stdout) as { findings: readonly { code: string }[] };
      return findings.some(({ code }) => code === "scanner-missing");
    };
    expect(await look()).toBe(true);
    expect(await look({ HI_SCAN_ADAPTER: "/elsewhere/adapter.mjs" })).toBe(false);
    mkdirSync(repository.at("node_modules"));
    symlinkSync(PROJECT_ROOT, repository.at("node_modules/harness-intelligence"));
    expect(await look()).toBe(false);
  });

  test("is formatted as the formatter of the repository wants it", async () => {
    await using repository = await setUp(`${PACKS},format`);
    mkdirSync(repository.at("node_modules"));
    for (const name of ["oxfmt", "oxlint", "ultracite"]) {
      symlinkSync(path.join(PROJECT_ROOT, "node_modules", name), repository.at(`node_modules/${name}`));
    }
    const args = [repository.at(".hi/runtime/lint.mjs"), "--check", "format", "--json"];
    const { stdout } = await runProcess(process.execPath, args, { cwd: repository.root });
    const { findings, failures } = JSON.parse(stdout) as {
      findings: readonly { file: string }[];
      failures: readonly unknown[];
    };
    expect(failures).toEqual([]);
    expect(findings.filter(({ file }) => /^\.(?:claude|vscode|hi)\//.test(file))).toEqual([]);
  });

  test("leaves every byte of tasks that stand there, and takes only its own out again", async () => {
    const theirs =
      '{\n\t// mine\n\t"version": "2.0.0",\n\t"tasks": [ { "label": "own", "type": "shell", "command": "ls", }, ],\n}\n';
    await using repository = await setUp("base,scan-vscode", { ".vscode/tasks.json": theirs });
    const merged = read(repository, ".vscode/tasks.json");
    expect(merged).toContain(
      '\t// mine\n\t"version": "2.0.0",\n\t"tasks": [ { "label": "own", "type": "shell", "command": "ls", },'
    );
    expect(merged).toContain('"hi: scan this file"');
    const settings = JSON.parse(read(repository, ".hi/settings.json")) as object;
    writeFileSync(repository.at(".hi/settings.json"), JSON.stringify({ ...settings, packs: ["base"] }));
    const env = { HI_TEMP: `${repository.root}-temporary` };
    const ended = await runHi(["update", "--yes", "--preview", "off"], { cwd: repository.root, env });
    expect([ended.exitCode, ended.stderr]).toEqual([0, ""]);
    expect(read(repository, ".vscode/tasks.json")).not.toContain("hi: scan");
    expect(read(repository, ".vscode/tasks.json")).toContain('{ "label": "own", "type": "shell", "command": "ls", }');
  });
});

interface Task {
  readonly label: string;
  readonly args: readonly string[];
  readonly problemMatcher: { readonly pattern: Readonly<Record<string, string | number>> };
}

test.each(["src/é (b) [c]: d.js", "-r.js"])(
  "VS Code's tasks find every finding at its place, in %s too",
  async (name) => {
    await using repository = await setUp(PACKS, { [name]: ECDH });
    const { tasks } = JSON.parse(read(repository, ".vscode/tasks.json")) as { tasks: readonly Task[] };
    expect(tasks.map(({ label }) => label)).toEqual(["hi: scan this file", "hi: scan the workspace"]);
    for (const { args, problemMatcher } of tasks) {
      expect(args.slice(0, 3)).toEqual(["--no-install", "hi", "scan"]);
      const own = args.slice(3).map((word) => word.replace("${relativeFile}", name));
      const { stdout, exitCode } = await repository.scan(own);
      expect(exitCode).toBe(1);
      const { regexp, ...groups } = problemMatcher.pattern;
      const found = stdout
        .trimEnd()
        .split("\n")
        .map((line) => new RegExp(String(regexp)).exec(line));
      const match = found.find((one) => one?.[Number(groups["file"])]?.replace(/^\.\//, "") === name);
      const values = Object.fromEntries(Object.entries(groups).map(([key, at]) => [key, match?.[Number(at)]]));
      expect(values).toMatchObject({ line: "3", column: "1", endLine: "3", severity: "error", code: RULE });
      expect(found.every((one) => one !== null)).toBe(true);
    }
  }
);

const COMMANDS: Readonly<Record<string, string>> = {
  setup: "npx --no-install hi --version",
  scan: 'npx --no-install hi scan --json -- "PATH"',
  "diff-scan": 'npx --no-install hi scan diff --json -- "BASE"',
  secrets: 'npx --no-install hi scan secrets --json -- "PATH"',
  "pq-audit": 'npx --no-install hi scan pqc --json -- "PATH"',
  triage: "npx --no-install hi scan triage",
};

describe("commands of Claude Code", () => {
  test("are the contract's six, each with the command behind it; triage is left to a terminal", async () => {
    await using repository = await setUp(PACKS);
    const folder = repository.at(".claude/commands/hi");
    expect(readdirSync(folder).toSorted()).toEqual(
      Object.keys(COMMANDS)
        .map((name) => `${name}.md`)
        .toSorted()
    );
    for (const [name, command] of Object.entries(COMMANDS)) {
      const text = readFileSync(path.join(folder, `${name}.md`), "utf8");
      expect(text).toMatch(/^---\ndescription: [^\n]+\n(?:[a-z-]+: [^\n]+\n)*---\n/);
      expect(text).toContain(command);
    }
    expect(readFileSync(path.join(folder, "triage.md"), "utf8")).toContain("terminal");
  });

  test("run as they are written", async () => {
    await using repository = await setUp(PACKS, { ".env": `T=${token}\n` });
    repository.git("add", "-A");
    repository.git("commit", "-qm", "one");
    repository.write({ "src/b.js": ECDH });
    const files: Readonly<Record<string, readonly string[]>> = {
      scan: ["src/a.js", "src/b.js"],
      "diff-scan": ["src/b.js"],
      secrets: [".env"],
      "pq-audit": ["src/a.js", "src/b.js"],
    };
    for (const [name, expected] of Object.entries(files)) {
      const words = (COMMANDS[name] ?? "").replace('"PATH"', ".").replace('"BASE"', "main").split(" ").slice(4);
      const { stdout } = await repository.scan(words);
      const { findings } = JSON.parse(stdout) as { findings: readonly { file: string }[] };
      expect([...new Set(findings.map(({ file }) => file))]).toEqual(expected);
    }
  });
});

describe("the editor's quick fixes: suppress suggests, the host edits", () => {
  const finding = { rule_id: RULE, file: "src/a.js", line: 3 };
  const ask = (repository: ScanRepository, request: ScannerRequest) => askAdapter(request, { cwd: repository.root });
  const save = (root: string) =>
    ({ command: "scan-file", path: "src/a.js", workspace_root: root, severity: "medium" }) as const;
  const suggest = async (repository: ScanRepository, suppression: "baseline" | "config" | "inline") =>
    (await ask(repository, { command: "suppress", finding, suppression })).suppression;

  test("a saved document, and the workspace", async () => {
    await using repository = await ScanRepository.create({
      "src/a.js": ECDH,
      "strict.yml": "scan:\n  severity: critical\n",
    });
    const { root } = repository;
    expect(rulesOf(await ask(repository, save(root)))).toEqual([RULE]);
    const { severity: _, ...plain } = save(root);
    expect(rulesOf(await ask(repository, { ...plain, config: "strict.yml" }))).toEqual([]);
    expect(rulesOf(await ask(repository, { command: "scan-workspace", workspace_root: root }))).toEqual([RULE]);
  });

  test("inline: the snippet above the finding", async () => {
    await using repository = await ScanRepository.create({ "src/a.js": ECDH });
    const lines = ECDH.split("\n");
    lines.splice(2, 0, (await suggest(repository, "inline"))?.snippet ?? "");
    repository.write({ "src/a.js": lines.join("\n") });
    expect(rulesOf(await ask(repository, save(repository.root)))).toEqual([]);
  });

  test("in the configuration: the snippet as it is", async () => {
    await using repository = await ScanRepository.create({ "src/a.js": ECDH });
    repository.write({ ".hi-scan.yml": (await suggest(repository, "config"))?.config_snippet ?? "" });
    expect(rulesOf(await ask(repository, save(repository.root)))).toEqual([]);
  });

  test("in the baseline: the command as it is, which adds that one finding", async () => {
    await using repository = await ScanRepository.create({ "src/a.js": `${ECDH}c.createECDH("y");\n` });
    const command = (await suggest(repository, "baseline"))?.command ?? "";
    const bin = repository.at("bin");
    mkdirSync(bin);
    writeFileSync(path.join(bin, "hi"), `#!/bin/sh\nexec "${process.execPath}" "${HI}" "$@"\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, HI_SCAN_ENGINE: "embedded" };
    const ended = await runProcess("sh", ["-c", command], { cwd: repository.root, env });
    expect(ended.stderr).toBe("");
    const { findings } = await ask(repository, save(repository.root));
    expect(findings.map(({ line }) => line)).toEqual([4]);
  });
});

const hasJq = spawnSync("jq", ["--version"]).status === 0;
const SHELLS = ["sh", "dash", "bash", "busybox"].filter((shell) => spawnSync(shell, ["-c", ":"]).error === undefined);
if (!hasJq) console.warn("NOT SHOWN: the save hook with a real jq, which is not installed");

describe.each(SHELLS.filter((shell) => shell !== "busybox"))("the hook on save, under %s", (shell) => {
  interface Given {
    readonly env?: Readonly<Record<string, string>>;
    readonly path?: string;
  }

  function save(repository: ScanRepository, file: string | undefined, { env = {}, path: searched }: Given = {}) {
    const args = [repository.at(".hi/scan-on-save.sh"), ...(file === undefined ? [] : [file])];
    const known = { PATH: searched ?? process.env["PATH"] ?? "", HOME: repository.root, HI_SCAN_ENGINE: "embedded" };
    const program = spawnSync("sh", ["-c", `command -v ${shell}`], { encoding: "utf8" }).stdout.trim();
    const ended = spawnSync(program, args, { cwd: repository.root, env: { ...known, ...env }, encoding: "utf8" });
    return [ended.status, ended.stdout, ended.stderr] as const;
  }

  /** The scanner as npm would link it. */
  function install(repository: ScanRepository, script?: string): void {
    mkdirSync(repository.at("node_modules/.bin"), { recursive: true });
    const own = `exec "${process.execPath}" "${path.join(PROJECT_ROOT, "dist/hi-adapter.mjs")}" "$@"`;
    writeFileSync(repository.at("node_modules/.bin/hi-adapter"), `#!/bin/sh\n${script ?? own}\n`);
    chmodSync(repository.at("node_modules/.bin/hi-adapter"), 0o755);
  }

  test.skipIf(!hasJq)("says what was found on stderr and ends with 2; silence and 0 where nothing is", async () => {
    const name = "-src it's (Ω) $x.js";
    await using repository = await setUp("base,scan-save", { [name]: ECDH, "ok.js": "let a;\n" });
    install(repository);
    const line = `high ${RULE} line 3: createECDH() uses ECDH, which a quantum computer can break.\n`;
    expect(save(repository, name)).toEqual([2, "", `hi found 1 issue(s) in ${name}\n${line}`]);
    expect(save(repository, name, { env: { HI_SCAN_SEVERITY: "critical" } })).toEqual([0, "", ""]);
    expect(save(repository, "ok.js")).toEqual([0, "", ""]);
  });

  test("is silent and ends with 0 without a file, without a scanner, and without jq", async () => {
    await using repository = await setUp("base,scan-save");
    for (const file of [undefined, "", "gone.js", "src"]) expect(save(repository, file)).toEqual([0, "", ""]);
    expect(save(repository, "src/a.js")).toEqual([0, "", ""]);
    install(repository);
    const bin = repository.at("bin");
    mkdirSync(bin);
    for (const tool of ["dirname", "tr", "sh"]) {
      const found = spawnSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).stdout.trim();
      symlinkSync(found, path.join(bin, tool));
    }
    expect(save(repository, "src/a.js", { path: bin })).toEqual([0, "", ""]);
  });

  test.each([
    "exit 7",
    "echo not-json",
    'echo \'{"ok":false,"summary":{"findings_total":3}}\'',
    "kill -9 $$",
    "exec cat",
  ])("is silent and ends with 0 where the scanner does %j", async (script) => {
    await using repository = await setUp("base,scan-save");
    install(repository, script);
    expect(save(repository, "src/a.js")).toEqual([0, "", ""]);
  });

  test.skipIf(!hasJq)("prints no control characters of what a scanner says", async () => {
    await using repository = await setUp("base,scan-save");
    const said = {
      ok: true,
      summary: { findings_total: 1 },
      findings: [{ severity: "high", rule_id: "x", line: 1, description: "a\u001B[31mb" }],
    };
    writeFileSync(repository.at("said.json"), JSON.stringify(said));
    install(repository, `cat "${repository.at("said.json")}"`);
    const [status, , stderr] = save(repository, "src/a.js");
    expect([status, stderr]).toEqual([2, "hi found 1 issue(s) in src/a.js\nhigh x line 1: a[31mb\n"]);
  });
});

test("the tests' shells are there", () => {
  expect(SHELLS.length).toBeGreaterThan(0);
  expect(existsSync(HI)).toBe(true);
});
