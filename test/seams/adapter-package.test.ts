import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { layOut } from "../helpers/adapter.ts";
import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

// The adapter as code and as a program of the package, seen from a project that depends on it.

async function withDependent(work: (cwd: string) => Promise<void>): Promise<void> {
  await withTemporaryDirectory(async (cwd) => {
    mkdirSync(path.join(cwd, "node_modules/@types"), { recursive: true });
    symlinkSync(PROJECT_ROOT, path.join(cwd, "node_modules/harness-intelligence"));
    symlinkSync(path.join(PROJECT_ROOT, "node_modules/@types/node"), path.join(cwd, "node_modules/@types/node"));
    layOut(cwd, { "package.json": '{ "type": "module" }', "a.js": "eval(x);\n" });
    await work(cwd);
  });
}

it("code imports the same entry that the program goes through", async () => {
  await withDependent(async (cwd) => {
    const code = `import { executeAdapterRequest } from "harness-intelligence/adapter";
      const ask = async (request) => JSON.stringify(await executeAdapterRequest(request, { env: { HI_SCAN_ENGINE: "embedded" } }));
      const loop = {}; loop.self = loop;
      console.log(await ask({ command: "scan-file", path: "a.js" }));
      console.log(await ask({ command: "nothing", request_id: "r" }));
      for (const odd of [undefined, null, 7, "x", loop, { command: 1n }, []]) console.log(await ask(odd));`;
    const ended = await runProcess(process.execPath, ["--input-type=module", "-e", code], { cwd });
    expect(ended.stderr).toBe("");
    const [scanned, unknown, ...odd] = ended.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(scanned).toMatchObject({ ok: true, exit_code: 1, findings: [{ rule_id: "js/no-eval" }] });
    expect(unknown).toMatchObject({ ok: false, command: null, request_id: "r" });
    expect(odd).toHaveLength(7);
    for (const response of odd) expect(response).toMatchObject({ ok: false, exit_code: 2, command: null });
  });
});

it("looks at many files all the same, whatever flags the importing process has", async () => {
  await withDependent(async (cwd) => {
    layOut(cwd, Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`src/f${at}.js`, "eval(x);\n"])));
    const code = `import { executeAdapterRequest } from "harness-intelligence/adapter";
      const response = await executeAdapterRequest({ command: "scan-workspace", path: "src" }, { env: { HI_SCAN_ENGINE: "embedded" } });
      console.log(JSON.stringify(response));`;
    const ended = await runProcess(process.execPath, ["--input-type=module", "-e", code], { cwd });
    const response = JSON.parse(ended.stdout) as { readonly skipped?: unknown };
    expect(response).toMatchObject({ ok: true, summary: { files_scanned: 600, findings_total: 600 } });
    expect(response.skipped).toBeUndefined();
  });
});

it("its types hold a request and a response to the contract", async () => {
  await withDependent(async (cwd) => {
    const right = `import { executeAdapterRequest } from "harness-intelligence/adapter";
      const response = await executeAdapterRequest({ command: "scan-file", path: "a.js" });
      const code: 0 | 1 | 2 = response.exit_code;
      const first: string | undefined = response.findings[0]?.rule_id;
      export { code, first };\n`;
    layOut(cwd, {
      "right.ts": right,
      "wrong.ts": right.replace('"scan-file"', '"scan-files"'),
    });
    const tsc = path.join(PROJECT_ROOT, "node_modules/typescript/bin/tsc");
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024"];
    const check = (file: string) => runProcess(process.execPath, [tsc, "--ignoreConfig", ...flags, file], { cwd });
    expect(await check("right.ts")).toMatchObject({ exitCode: 0, stdout: "" });
    expect((await check("wrong.ts")).stdout).toMatch(/scan-files/);
  });
});

it("what could be reached in the package before still can", async () => {
  await withDependent(async (cwd) => {
    const code = `const { createRequire } = await import("node:module");
      const require = createRequire(process.cwd() + "/x.js");
      for (const name of ["package.json", "dist/hi.mjs", "receipts/report-1.schema.json", "dist/runtime/hook.mjs"]) {
        console.log(require.resolve("harness-intelligence/" + name).length > 0);
      }`;
    const ended = await runProcess(process.execPath, ["--input-type=module", "-e", code], { cwd });
    expect(ended).toMatchObject({ exitCode: 0, stdout: "true\ntrue\ntrue\ntrue\n" });
  });
});

it("no clear text of a configuration or a request comes back in an error", async () => {
  await withDependent(async (cwd) => {
    const secret = `npm_${"aB3dE5gH7jK9".repeat(3)}`;
    layOut(cwd, { ".hi-scan.yml": `scan: *${secret}\n`, "odd.yml": `scan: { severity: ${secret} }\n` });
    const ask = async (request: object) => {
      const input = JSON.stringify(request);
      return runProcess(process.execPath, [path.join(PROJECT_ROOT, "dist/hi-adapter.mjs")], { cwd, input });
    };
    const requests = [
      { command: "scan-workspace" },
      { command: "scan-workspace", config: "odd.yml" },
      { command: "scan-workspace", config: secret },
      { command: "scan-file", config: "odd.yml", path: secret },
    ];
    for (const request of requests) {
      const { stdout } = await ask(request);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false });
      expect(stdout).not.toContain(secret);
    }
  });
});
