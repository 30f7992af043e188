import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import type { ScannerRequest, ScannerResponse } from "../../src/contracts/scanner.ts";
import { askAdapter, filesOf, layOut, rulesOf } from "../helpers/adapter.ts";
import { findRealFoxguard, WITHOUT_FOXGUARD } from "../helpers/foxguard.ts";
import { HI, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { waitUntilGone } from "../helpers/is-alive.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { sayNotShown } from "./reports.fixture.ts";

// The peer's program as an engine: what it does well is told, what it does badly is said and never taken for clean.

const FINDING = {
  rule_id: "js/no-eval",
  severity: "critical",
  cwe: "CWE-95",
  description: "x",
  file: "./a.js",
  line: 1,
  column: 1,
  end_line: 1,
  end_column: 8,
  snippet: "eval(é)",
};
const REPORT = {
  schema_version: "1.0.0",
  scanner: { name: "foxguard", version: "0.14.1" },
  target: { files_scanned: 1 },
  findings: [FINDING],
};

interface Fake {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly script?: string;
  /** What its report goes through. */
  readonly pipe?: string;
  readonly code?: number;
}

/** Stands a small program in the peer's place, and asks. */
async function askWith(
  fake: Fake,
  request: ScannerRequest,
  engine = "auto",
  files: Readonly<Record<string, string>> = {}
): Promise<ScannerResponse> {
  return withTemporaryDirectory(async (root) => {
    const cwd = path.join(root, "work");
    layOut(root, { "work/a.js": "eval(é);\n", "bin/out": fake.stdout ?? "", "bin/err": fake.stderr ?? "", ...files });
    const program = path.join(root, "bin/foxguard");
    const lines = [
      `cat "${root}/bin/out" | ${fake.pipe ?? "cat"}`,
      `cat "${root}/bin/err" >&2`,
      fake.script ?? "",
      `exit ${fake.code ?? 0}`,
    ];
    const version = 'case "$1" in --version) echo "foxguard 0.9.0"; exit 0;; esac';
    writeFileSync(
      program,
      ["#!/bin/sh", version, `echo "$@" > "${root}/asked"; env > "${root}/env"`, ...lines].join("\n")
    );
    chmodSync(program, 0o755);
    const env = { HI_SCAN_ENGINE: engine, HI_FOXGUARD: program, PLANTED: "not for it" };
    const response = await askAdapter(request, { cwd, env });
    const seen = path.join(root, "env");
    if (existsSync(seen)) expect(readFileSync(seen, "utf8")).not.toContain("not for it");
    return response;
  });
}

const SCAN = { command: "scan-file", path: "a.js" } as const;

describe("a program in its place", () => {
  it("is mapped, its columns to UTF-16, its version named", async () => {
    const response = await askWith({ stdout: JSON.stringify(REPORT), code: 1 }, SCAN);
    expect(response).toMatchObject({ ok: true, exit_code: 1, summary: { files_scanned: 1 } });
    expect(response.findings).toMatchObject([{ file: "a.js", column: 1, end_column: 7, confidence: 1 }]);
    expect(response.notices[0]).toBe("Engine: foxguard 0.14.1.");
  });

  it("may answer with the bare list of older versions", async () => {
    const response = await askWith({ stdout: JSON.stringify([FINDING]), code: 1 }, SCAN);
    expect(rulesOf(response)).toStrictEqual(["js/no-eval"]);
    expect(response.notices[0]).toBe("Engine: foxguard (an old report, which names no version).");
  });

  it.each<readonly [string, Fake, RegExp]>([
    [
      "crashes",
      { code: 101, stderr: "panicked" },
      /^foxguard ended with 101 \(it is 0\.9\.0; 0\.14 is known\): panicked$/,
    ],
    ["says an error as JSON", { code: 2, stdout: '{"findings":[]}' }, /^foxguard ended with 2/],
    ["is killed", { script: "kill -9 $$" }, /^foxguard was ended by SIGKILL/],
    ["prints no JSON", { stdout: "not-json" }, /^foxguard ended with 0, but its output is no JSON$/],
    ["prints nothing", {}, /its output is no JSON$/],
    ["prints other JSON", { stdout: '{"results":[]}' }, /its output has no findings$/],
    ["reports an error", { code: 1, stdout: '{"error":"boom","findings":[]}' }, /but its report is of an error$/],
    ["tells of findings and has none", { code: 1, stdout: '{"findings":[]}' }, /tells of findings, but reports none$/],
    ...["../b.js", "/etc/passwd", "gone.js"].map(
      (file) =>
        [
          `finds something in ${file}`,
          { code: 1, stdout: JSON.stringify({ ...REPORT, findings: [{ ...FINDING, file }] }) },
          /a file that is not in what it was given$/,
        ] as const
    ),
    [
      "prints half a finding",
      { stdout: '{"findings":[{"rule_id":"x"}]}' },
      /one of its findings is not as its schema says$/,
    ],
    ["is of another schema", { stdout: '{"schema_version":"2.0.0","findings":[]}' }, /the schema version "2\.0\.0"/],
    [
      "is of another version",
      { stdout: JSON.stringify({ ...REPORT, scanner: { version: "0.20.0" } }) },
      /^foxguard 0\.20\.0 is not known here; 0\.14 is$/,
    ],
  ])("that %s is an error, never clean", async (_name, fake, error) => {
    const response = await askWith(fake, SCAN);
    expect(response).toMatchObject({ ok: false, exit_code: 2, command: "scan-file", findings: [] });
    expect(response.error).toMatch(error);
  });

  it("that passes the file over in silence leaves it to us", async () => {
    const none = { ...REPORT, findings: [], target: { files_scanned: 0 } };
    const stderr = "warning: skipping ./a.js (parse error)\nSkipped 1 file: 1 parse error.\n";
    const response = await askWith({ stdout: JSON.stringify(none), stderr }, SCAN);
    expect(rulesOf(response)).toStrictEqual(["js/no-eval"]);
    expect(response.notices[1]).toMatch(/^foxguard does not look at a\.js: scanned by the engine embedded /);
  });

  it("that does not say what it passed over is not believed whole", async () => {
    const none = { ...REPORT, findings: [], target: { files_scanned: 0 } };
    const response = await askWith({ stdout: JSON.stringify(none) }, SCAN);
    expect(response.notices).toContain("Warning: foxguard did not look at 1 of 1 files, and does not say at which.");
    expect(rulesOf(response)).toStrictEqual(["js/no-eval"]);
  });

  it("that looked at fewer files than it was given leaves what we do not read untold, never clean", async () => {
    const none = { ...REPORT, findings: [], target: { files_scanned: 0 } };
    const before = { "work/a.py": "x = 1\n", "work/b.py": "x = 1\n" };
    const response = await askWith({ stdout: JSON.stringify(none) }, { command: "scan-workspace" }, "auto", before);
    expect(response.skipped?.map(({ file, reason }) => `${file} ${reason}`)).toStrictEqual([
      "a.py engine-failed",
      "b.py engine-failed",
    ]);
  });

  it.each(["a.js", ".//a.js", "none/../a.js", "/a.js"])("may spell the path %s", async (spelled) => {
    const script = spelled.startsWith("/") ? `sed "s|FOLDER|$PWD|"` : "cat";
    const file = spelled.startsWith("/") ? `FOLDER${spelled}` : spelled;
    const stdout = JSON.stringify({ ...REPORT, findings: [{ ...FINDING, file }] });
    const response = await askWith({ pipe: script, stdout, code: 1 }, SCAN);
    expect(response.findings).toMatchObject([{ file: "a.js", rule_id: "js/no-eval" }]);
  });

  it("is not asked where the embedded engine is chosen", async () => {
    const response = await askWith({ code: 101 }, SCAN, "embedded");
    expect(response.notices[0]).toMatch(/^Engine: embedded /);
  });
});

it("leaves neither a process nor a file behind where the adapter is stopped", async () => {
  await withTemporaryDirectory(async (root) => {
    const program = path.join(root, "bin/foxguard");
    layOut(root, {
      "work/a.js": "eval(x);\n",
      "temporary/none": "",
      "bin/foxguard": `#!/bin/sh\necho $$ > ${root}/pid.new\nmv ${root}/pid.new ${root}/pid\nsleep 600\n`,
    });
    chmodSync(program, 0o755);
    const env = { HI_SCAN_ENGINE: "foxguard", HI_FOXGUARD: program, TMPDIR: path.join(root, "temporary") };
    const stop = (child: ChildProcess): void => {
      const look = setInterval(() => {
        if (!existsSync(path.join(root, "pid"))) return;
        clearInterval(look);
        child.kill("SIGTERM");
      }, 20);
    };
    const input = JSON.stringify(SCAN);
    const ended = await runProcess(process.execPath, [HI, "adapter"], {
      cwd: path.join(root, "work"),
      env,
      input,
      onSpawn: stop,
    });
    expect(ended).toMatchObject({ signal: "SIGTERM", stdout: "" });
    expect(readdirSync(path.join(root, "temporary"))).toStrictEqual(["none"]);
    const pid = Number(readFileSync(path.join(root, "pid"), "utf8"));
    await waitUntilGone(pid);
  });
});

describe("no program", () => {
  it("is no trouble of auto's, and one of foxguard's", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": "eval(x);\n" });
      const nowhere = { PATH: path.join(cwd, "none"), HI_FOXGUARD: "" };
      const auto = await askAdapter(SCAN, { cwd, env: { ...nowhere, HI_SCAN_ENGINE: "auto" } });
      expect(auto).toMatchObject({ ok: true, exit_code: 1 });
      const named = await askAdapter(SCAN, { cwd, env: { ...nowhere, HI_SCAN_ENGINE: "foxguard" } });
      expect(named.error).toMatch(/^foxguard is not installed: it is not on PATH;/);
      const wrong = { ...nowhere, HI_FOXGUARD: path.join(cwd, "a.js"), HI_SCAN_ENGINE: "auto" };
      expect((await askAdapter(SCAN, { cwd, env: wrong })).error).toMatch(/HI_FOXGUARD names no program/);
      const unknown = await askAdapter(SCAN, { cwd, env: { HI_SCAN_ENGINE: "fox" } });
      expect(unknown.error).toBe("HI_SCAN_ENGINE is not one of auto, embedded, foxguard");
    });
  });

  it("is taken from the project: what a repository brings does not judge it", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": "eval(x);\n", "bin/foxguard": "#!/bin/sh\necho '[]'\n" });
      chmodSync(path.join(cwd, "bin/foxguard"), 0o755);
      for (const folder of [path.join(cwd, "bin"), "bin", ""]) {
        const env = { HI_SCAN_ENGINE: "auto", PATH: `${folder}:${process.env["PATH"] ?? ""}`, HI_FOXGUARD: "" };
        const response = await askAdapter({ ...SCAN, workspace_root: cwd }, { cwd, env });
        expect(response.exit_code).toBe(1);
      }
    });
  });

  it("is taken from the repository round a smaller project either", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const bin = path.join(cwd, "node_modules/.bin");
      const program = "#!/bin/sh\ntouch ran\necho '[]'\n";
      layOut(cwd, {
        "packages/p/a.js": "eval(x);\n",
        "packages/p/.hi-scan.yml": "{}\n",
        [`node_modules/.bin/foxguard`]: program,
      });
      chmodSync(path.join(bin, "foxguard"), 0o755);
      const env = { HI_SCAN_ENGINE: "auto", PATH: `${bin}:${process.env["PATH"] ?? ""}`, HI_FOXGUARD: "" };
      const inner = path.join(cwd, "packages/p");
      // Installed above the project; then, somewhere else, in the repository and in the workspace of the project.
      expect(await askAdapter(SCAN, { cwd: inner, env })).toMatchObject({ ok: true, exit_code: 1 });
      layOut(cwd, { "tools/foxguard": program });
      chmodSync(path.join(cwd, "tools/foxguard"), 0o755);
      const tools = { ...env, PATH: `${path.join(cwd, "tools")}:${process.env["PATH"] ?? ""}` };
      const bounded = { ...SCAN, path: "packages/p/a.js", workspace_root: cwd };
      expect(await askAdapter(bounded, { cwd, env: tools })).toMatchObject({ ok: true, exit_code: 1 });
      layOut(cwd, { ".git/HEAD": "ref: refs/heads/main\n" });
      mkdirSync(path.join(cwd, ".git/objects"), { recursive: true });
      mkdirSync(path.join(cwd, ".git/refs"), { recursive: true });
      expect(await askAdapter(SCAN, { cwd: inner, env: tools })).toMatchObject({ ok: true, exit_code: 1 });
      expect(existsSync(path.join(inner, "ran")), "its program was started").toBe(false);
    });
  });
});

const REAL = findRealFoxguard();
if (REAL === undefined) sayNotShown(WITHOUT_FOXGUARD);

describe.skipIf(REAL === undefined)("the real one", () => {
  const env = {
    HI_SCAN_ENGINE: "foxguard",
    ...(REAL === undefined || REAL === "foxguard" ? {} : { HI_FOXGUARD: REAL }),
  };

  it("scans Python, whose comments and thresholds count as they do there (A2, B2, B6, B22)", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const password = (length: number): string => `password = "${"s3cr3tW0rd".slice(0, length)}"\n`;
      layOut(cwd, {
        "src/app.py": `${password(10)}DEBUG = True\n`,
        "ignored.py": "# foxguard: ignore[py/no-eval]\n\neval(x)\n",
        "block.py": "eval(x)  # /* foxguard: ignore */\n",
        "three.py": password(3),
        "four.py": password(4),
        "ten.py": password(10),
      });
      const app = await askAdapter({ command: "scan-file", path: "src/app.py", severity: "medium" }, { cwd, env });
      expect(app).toMatchObject({ ok: true, exit_code: 1, summary: { files_scanned: 1 } });
      expect(rulesOf(app).some((rule) => /^py\/(?:no-hardcoded-secret|no-debug-true)$/.test(rule))).toBe(true);
      expect(app.summary?.findings_total).toBe(app.findings.length);
      expect((await askAdapter({ command: "scan-file", path: "ignored.py" }, { cwd, env })).exit_code).toBe(0);
      expect((await askAdapter({ command: "scan-file", path: "block.py" }, { cwd, env })).exit_code).toBe(1);
      const counts: Readonly<Record<string, number>> = { "": 2, "8": 1, "3": 3 };
      for (const [least, count] of Object.entries(counts)) {
        layOut(cwd, {
          ".hi-scan.yml": least === "" ? "{}\n" : `scan: { thresholds: { secrets: { min_length: ${least} } } }\n`,
        });
        const request = { command: "scan-workspace", exclude: ["src", "ignored.py", "block.py"] } as const;
        expect((await askAdapter(request, { cwd, env })).findings, least).toHaveLength(count);
      }
      layOut(cwd, { ".hi-scan.yml": "scan: { thresholds: { secrets: { min_length: 0 } } }\n" });
      expect((await askAdapter({ command: "scan-workspace" }, { cwd, env })).error).toMatch(/min_length/);
    });
  });

  it("keeps its own baseline's values, on a line with wide characters too", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.js": "const é = 1; eval(x);\n" });
      await runProcess(REAL ?? "", ["baseline", "--output", ".foxguard/baseline.json", "--", "."], { cwd });
      expect(existsSync(path.join(cwd, ".foxguard/baseline.json"))).toBe(true);
      expect(await askAdapter({ command: "scan-workspace" }, { cwd, env })).toMatchObject({
        exit_code: 0,
        findings: [],
      });
    });
  });

  it("shows no literal that it takes for a secret", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const secret = PLANTED_SECRETS["secret/stripe-live-key"] ?? "";
      layOut(cwd, {
        "a.js": `const password = "correct-horse"; jwt.sign(x, "battery-staple"); eval("${secret}" + x);\n`,
      });
      const response = await askAdapter({ command: "scan-file", path: "a.js" }, { cwd, env });
      expect(rulesOf(response)).toContain("js/no-hardcoded-secret");
      expect(JSON.stringify(response)).not.toMatch(/correct-horse|battery-staple|sk_live_/);
    });
  });

  it("says what of other languages does not parse, instead of calling it clean", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { "a.py": "def (:\neval(x)\n" });
      const response = await askAdapter({ command: "scan-file", path: "a.py" }, { cwd, env });
      expect(response).toMatchObject({ ok: true, skipped: [{ file: "a.py", reason: "engine-failed" }] });
      expect(filesOf(response)).toStrictEqual([]);
    });
  });
});
