import { mkdirSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { ScannerResponse } from "../../src/contracts/scanner.ts";
import { HI, PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

// Files below the size limit that took minutes and more, as work grew with the square of their length.

const TOKEN = PLANTED_SECRETS["secret/github-token"] ?? "";

describe("a file that was made to take for ever is answered", () => {
  test.each([
    ["comments that hold back one line", "a.js", `${TOKEN}\n${"// hi: ignore\n".repeat(70_000)}`, 1, 0],
    ["brackets that are never closed", "a.js", `${TOKEN}\n${"// hi: ignore[".repeat(70_000)}`, 1, 0],
    ["comments that are never closed", "a.js", `eval(x)\n${"/*hi ignore[".repeat(80_000)}`, 0, 2],
    ["secrets on one line", "n.txt", `${TOKEN} `.repeat(20_000), 1, 0],
    ["programs on one line", "c.dockerfile", `RUN ${"curl ".repeat(200_000)}`, 0, 0],
    ["switches on one line", "d.dockerfile", `RUN ${"wget curl -".repeat(90_000)}`, 0, 0],
  ])("%s", async (_, name, text, secrets, code) => {
    await using repository = await ScanRepository.create({ [name]: text });
    for (const [args, expected] of [
      [["secrets"], secrets],
      [[], code],
      [["pqc"], code],
    ] as const) {
      const { exitCode, stdout, stderr } = await repository.scan([...args, name, "--format", "lines"]);
      expect(exitCode, `${args.join(" ")} ${stderr.slice(0, 500)}${stdout.slice(0, 500)}`).toBe(expected);
    }
  });

  test("a comment holds back what it says all the same", async () => {
    const lines = [
      "// hi: ignore[js/no-eval]",
      "// another comment, then nothing",
      "",
      "eval(a);",
      "eval(b); // foxguard: ignore[other, js/no-eval]",
      "/* hi: ignore */ eval(c);",
      "eval(d); // hi: ignore[other]",
      "eval(e,",
      "  f); // hi: ignore",
      "// hi: ignore[js/no-eval] // hi: ignore[other]",
      "eval(g);",
    ];
    await using repository = await ScanRepository.create({ "a.js": lines.join("\n") });
    const { stdout } = await repository.scan(["--json"]);
    const { findings } = JSON.parse(stdout) as ScannerResponse;
    expect(findings.map(({ line }) => line)).toEqual([7, 11]);
  });

  test.each([
    ["RUN curl -fsSLk https://example.org", 1],
    ["RUN a && curl --insecure x", 1],
    ["RUN wget -q --no-check-certificate x", 1],
    ["RUN ['curl', x] -k", 1],
    ["RUN curl x | tar -k", 0],
    ["RUN mycurl -k x", 0],
    ["RUN curl x; wget y -k", 0],
    ["RUN -k curl", 0],
  ])("%s: %d", async (text, expected) => {
    await using repository = await ScanRepository.create({ Dockerfile: `FROM x\n${text}\n` });
    expect((await repository.scan(["Dockerfile"])).exitCode).toBe(expected);
  });
});

describe("a working folder that is gone", () => {
  async function runInGone(file: string, args: readonly string[], input = "") {
    return withTemporaryDirectory((folder) => {
      const gone = path.join(folder, "gone");
      mkdirSync(gone);
      const words = ["-c", 'rmdir "$PWD"; exec "$@"', "sh", process.execPath, file, ...args];
      return runProcess("sh", words, { cwd: gone, input });
    });
  }

  test.each([["hi-adapter.mjs", []] as const, ["hi.mjs", ["adapter"]] as const])(
    "%s %j answers once",
    async (name, args) => {
      const file = path.join(PROJECT_ROOT, "dist", name);
      const { exitCode, stdout, stderr } = await runInGone(file, args, '{"command":"scan-workspace","request_id":"a"}');
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, exit_code: 2, request_id: "a" });
    }
  );

  test.each(["scan", "check", "lint", "init"])("hi %s refuses", async (verb) => {
    const { exitCode, stdout, stderr } = await runInGone(HI, [verb]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^HI_NO_FOLDER .+\n-> .+\n$/);
  });
});
