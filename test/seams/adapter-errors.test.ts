import { spawn } from "node:child_process";

import { describe, expect, it } from "vitest";

import type { ScannerResponse } from "../../src/contracts/scanner.ts";
import { SCANNER_COMMANDS, SCANNER_LIMITS } from "../../src/contracts/scanner.ts";
import { askAdapter, askAdapterText, HI_ADAPTER, layOut } from "../helpers/adapter.ts";
import { HI, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

// Every row of the contract's error table, through the process: one JSON answer, exit 0, nothing on stderr.

interface Row {
  readonly name: string;
  readonly input: string;
  readonly error: RegExp;
  readonly command?: string | null;
  readonly id?: string;
}

const ROWS: readonly Row[] = [
  { name: "empty stdin", input: "", error: /^invalid adapter request: the request is empty$/ },
  { name: "white space", input: " \n", error: /^invalid adapter request: the request is empty$/ },
  { name: "no JSON", input: "{nope", error: /^invalid adapter request: the request is no JSON: .* at character 2$/ },
  { name: "a list", input: "[]", error: /^invalid adapter request: the request is no JSON object$/ },
  { name: "more behind it", input: '{"command":"pqc"} {}', error: /^invalid adapter request: .* more follows/ },
  {
    name: "no command",
    input: '{"request_id":"r"}',
    error: /^invalid adapter request: missing member `command`$/,
    id: "r",
  },
  {
    name: "an unknown command, which names the seven that there are",
    input: '{"command":"triage","request_id":"r1"}',
    error: new RegExp(
      `^invalid adapter request: unknown command "triage", expected one of ${SCANNER_COMMANDS.join(", ")}$`
    ),
    id: "r1",
  },
  {
    name: "a wrong enum",
    input: '{"command":"pqc","severity":"HIGH"}',
    error: /^invalid adapter request: unknown severity/,
  },
  {
    name: "a wrong type",
    input: '{"command":"pqc","explain":1,"request_id":"e"}',
    error: /explain is not true or false/,
    id: "e",
  },
  { name: "a number as id", input: '{"command":"pqc","request_id":7}', error: /request_id is not a string/ },
  {
    name: "12.0 for a whole number",
    input: '{"command":"pqc","max_file_size":12.0}',
    error: /max_file_size is not a whole/,
  },
  { name: "a negative size", input: '{"command":"pqc","max_file_size":-1}', error: /max_file_size is not a whole/ },
  {
    name: "a name twice",
    input: '{"command":"pqc","path":"a","path":"b","request_id":"d"}',
    error: /stands twice/,
    id: "d",
  },
  {
    name: "a NUL in a path",
    input: String.raw`{"command":"pqc","path":"a\u0000b"}`,
    error: /path is not a string without NUL/,
  },
  {
    name: "nesting without end",
    input: `{"command":"pqc","x":${"[".repeat(200)}${"]".repeat(200)},"request_id":"deep"}`,
    error: /nested deeper than 128 levels/,
    id: "deep",
  },
  {
    name: "another major",
    input: '{"schema_version":"2.0.0","command":"pqc","request_id":"v"}',
    error: /schema_version "2.0.0" is not supported; this adapter speaks 1\.0\.0/,
    id: "v",
  },
  {
    name: "scan-file without path",
    input: '{"command":"scan-file","request_id":"p"}',
    error: /^scan-file requires path$/,
    command: "scan-file",
    id: "p",
  },
  {
    name: "explain of nothing",
    input: '{"command":"explain"}',
    error: /^explain requires path or workspace_root$/,
    command: "explain",
  },
  {
    name: "suppress without finding",
    input: '{"command":"suppress"}',
    error: /^suppress requires finding$/,
    command: "suppress",
  },
  {
    name: "suppress without rule",
    input: '{"command":"suppress","finding":{"line":1}}',
    error: /^suppress requires finding\.rule_id$/,
    command: "suppress",
  },
  {
    name: "B7: a path that is not there",
    input: '{"command":"scan-file","path":"nope.js"}',
    error: /^path 'nope\.js' does not exist$/,
    command: "scan-file",
  },
  {
    name: "rules that are not there",
    input: '{"command":"pqc","rules":"nope"}',
    error: /^rules path 'nope' does not exist$/,
    command: "pqc",
  },
  {
    name: "a config that is not there",
    input: '{"command":"pqc","config":"nope.yml"}',
    error: /^Config path 'nope\.yml' does not exist$/,
    command: "pqc",
  },
  {
    name: "a broken config, before a path that is not there",
    input: '{"command":"scan-file","path":"nope.js","config":"broken.yml"}',
    error: /^Failed to parse config .*broken\.yml: /,
    command: "scan-file",
  },
  {
    name: "a config of wrong types",
    input: '{"command":"pqc","config":"wrong.yml"}',
    error: /scan\.severity is not one of low/,
    command: "pqc",
  },
  {
    name: "a config that leads out",
    input: '{"command":"pqc","config":"out.yml"}',
    error: /^Config path '\.\.\/x' for scan\.rules escapes the project root /,
    command: "pqc",
  },
  {
    name: "a baseline that is no JSON",
    input: '{"command":"pqc","baseline":"broken.yml"}',
    error: /^Failed to parse baseline .*: it is no JSON$/,
    command: "pqc",
  },
  {
    name: "a bad exclude",
    input: '{"command":"pqc","exclude":["a["]}',
    error: /^invalid exclude pattern 'a\['/,
    command: "pqc",
  },
  {
    name: "a path out of the workspace",
    input: '{"command":"scan-file","workspace_root":"inner","path":"../a.js"}',
    error: /^path '\.\.\/a\.js' leads out of the workspace root 'inner'$/,
    command: "scan-file",
  },
  {
    name: "change mode outside of git",
    input: '{"command":"pqc","change_mode":"staged"}',
    error: /^failed to resolve changed files: /,
    command: "pqc",
  },
];

const FILES = {
  "a.js": "let a = 1;\n",
  "broken.yml": "scan: [\n",
  "inner/b.js": "let b = 1;\n",
  "out.yml": "scan:\n  rules: ../x\n",
  "wrong.yml": "scan:\n  severity: 5\n",
};

describe("the error table", () => {
  it.each(ROWS)("$name", async ({ input, error, command = null, id }) => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, FILES);
      const response = await askAdapterText(input, { cwd });
      expect(response.error).toMatch(error);
      expect(response).toMatchObject({
        schema_version: "1.0.0",
        command,
        ok: false,
        exit_code: 2,
        findings: [],
        notices: [],
      });
      expect(response.request_id).toBe(id);
      expect(response.summary).toBeUndefined();
    });
  });
});

describe("stdin and stdout", () => {
  it("answers bytes that are no UTF-8, and a byte order mark", async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
    ]) {
      const { stdout, exitCode } = await feed(Buffer.from(bytes));
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, exit_code: 2, command: null });
    }
  });

  it("answers a request beyond the limit without having taken it", async () => {
    const { stdout, exitCode } = await feed(Buffer.alloc(SCANNER_LIMITS.maxRequestBytes + 1, 0x20));
    expect(exitCode).toBe(0);
    expect((JSON.parse(stdout) as ScannerResponse).error).toMatch(
      /^invalid adapter request: it has more than 1048576 bytes/
    );
  });

  it("answers where nobody ever closes stdin", async () => {
    const child = spawn(process.execPath, [HI, "adapter"], { stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.write('{"command":"scan-file"');
    let stdout = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) stdout += String(chunk);
    expect((JSON.parse(stdout) as ScannerResponse).error).toBe("invalid adapter request: stdin was not closed in time");
    child.stdin.destroy();
  });

  it("does not mind a reader that went away", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const script = `echo '{"command":"suppress"}' | { "${process.execPath}" "${HI}" adapter; echo "code $?" >&2; } | true`;
      const ended = await runProcess("bash", ["-c", script], { cwd });
      expect(ended.stderr).toBe("code 0\n");
    });
  });

  it("is hi-adapter, too", async () => {
    await withTemporaryDirectory(async (cwd) => {
      const ended = await runProcess(process.execPath, [HI_ADAPTER], { cwd, input: '{"command":"suppress"}' });
      expect(JSON.parse(ended.stdout)).toMatchObject({ command: "suppress", error: "suppress requires finding" });
    });
  });

  it("passes over what the contract does not name, and takes null for absent", async () => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, FILES);
      const asked = { command: "scan-file", path: "a.js", base: null, pr_security_policy: {}, finding: { shade: 1 } };
      const response = await askAdapter(asked as never, { cwd });
      expect(response).toMatchObject({ ok: true, exit_code: 0, summary: { files_scanned: 1 } });
    });
  });
});

function feed(bytes: Buffer): Promise<{ readonly stdout: string; readonly exitCode: number | null }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [HI, "adapter"], { stdio: ["pipe", "pipe", "inherit"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stdin.on("error", () => undefined);
    child.stdin.end(bytes);
    child.on("close", (exitCode) => resolve({ stdout, exitCode }));
  });
}
