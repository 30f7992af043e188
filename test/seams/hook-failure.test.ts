import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { relativePath } from "../../src/domain/paths.ts";
import { findNodeFailure } from "../../src/runtime/node-version.ts";
import { FAR_DEADLINE, HookRepository, makeScope } from "../helpers/hook-repository.ts";
import type { HookRun } from "../helpers/hook-repository.ts";
import { waitUntilGone } from "../helpers/is-alive.ts";

// Seed 003 AC-002: a tool or configuration failure is never findings and never clean. Feedback fails open.

const TEXT = "debugger;\n";
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
  await repository.write("src/a.ts", TEXT);
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

describe("a tool", () => {
  it.each([
    ["oxlint", 0],
    ["oxfmt", 1],
  ])("that is not installed: %s", async (tool, findings) => {
    await repository.ownModules([tool]);
    const result = await repository.check(["src/a.ts"]);
    expect(result).toMatchObject({ status: "failed", changed: [] });
    expect(result.findings).toHaveLength(findings);
    expect(result.failures).toMatchObject([{ kind: "tool-missing", command: [tool], exitCode: null, signal: null }]);
    expect(await repository.read("src/a.ts")).toBe(TEXT);
  });

  it("is looked for from the scope up to the repository root and no further", async () => {
    await repository.write("../node_modules/oxlint/package.json", '{"name":"oxlint","version":"1.80.0","bin":"x.mjs"}');
    await repository.ownModules(["oxlint"]);
    expect((await repository.check(["src/a.ts"])).failures).toMatchObject([{ kind: "tool-missing" }]);
  });

  it("that type-aware rules need and that is not installed", async () => {
    await repository.ownModules(["oxlint-tsgolint"]);
    await repository.write("oxlint.config.ts", "export default { options: { typeAware: true } };\n");
    const { failures } = await repository.check(["src/a.ts"], { env: { PATH: "/usr/bin:/bin" } });
    expect(failures).toMatchObject([{ kind: "tool-missing", output: expect.stringContaining("tsgolint") as string }]);
  });

  it("of another version than the selection names", async () => {
    await repository.replaceTool("oxlint", "tool-garbage.mjs", "1.79.0");
    const { failures } = await repository.check(["src/a.ts"]);
    expect(failures).toMatchObject([{ kind: "tool-version", command: ["oxlint"] }]);
    expect(failures[0]?.output).toMatch(/1\.79\.0.*1\.80\.0/);
  });

  it.each([
    ["tool-garbage.mjs", { kind: "malformed-output", exitCode: 0 }],
    ["tool-silent.mjs", { kind: "malformed-output", exitCode: 0 }],
    ["tool-half-json.mjs", { kind: "malformed-output", exitCode: 1 }],
    ["tool-crash.mjs", { kind: "process", exitCode: null, signal: "SIGSEGV" }],
    ["tool-closed-stdin.mjs", { kind: "process", exitCode: 101 }],
    ["tool-flood.mjs", { kind: "process", exitCode: null }],
  ])("that misbehaves as %s", async (program, failure) => {
    await repository.replaceTool("oxlint", program);
    const result = await repository.check(["src/a.ts"]);
    expect(result).toMatchObject({ status: "failed", findings: [] });
    expect(result.failures).toMatchObject([failure]);
    expect(result.failures[0]?.output.length).toBeLessThanOrEqual(4096);
  });

  it("that formats nothing and fails is reported, and the file is still verified", async () => {
    await repository.replaceTool("oxfmt", "tool-closed-stdin.mjs");
    const result = await repository.check(["src/a.ts"]);
    expect(result).toMatchObject({ status: "failed", findings: [{ rule: "eslint(no-debugger)" }] });
    expect(result.failures).toMatchObject([
      { kind: "process", exitCode: 101, output: expect.stringContaining("panicked") as string },
    ]);
  });

  it.each(["oxlint", "oxfmt"] as const)("that hangs is killed with its children at the deadline: %s", async (tool) => {
    await repository.replaceTool(tool, "tool-hang.mjs");
    const pids = path.join(repository.root, "../pids");
    const result = await repository.check(["src/a.ts"], { env: { HI_HOOK_DEADLINE_MS: "10000", HI_TEST_PIDS: pids } });
    expect(result.status).toBe("failed");
    expect(result.failures[0]).toMatchObject({ kind: "timeout" });
    const started = (await readFile(pids, "utf8")).split(" ").map(Number);
    expect(started).toHaveLength(2);
    await waitUntilGone(...started);
  });
});

describe("a configuration", () => {
  it.each([
    ["does not parse", "export default {nope\n"],
    ["names an unknown rule", 'export default { rules: { "no-such-rule": "error" } };\n'],
    ["names an unknown plugin", 'export default { plugins: ["no-such-plugin"] };\n'],
    ["throws", 'throw new Error("on purpose");\n'],
  ])("that %s is a configuration failure", async (_, text) => {
    await repository.write("oxlint.config.ts", text);
    const result = await repository.check(["src/a.ts"]);
    expect(result).toMatchObject({ status: "failed", findings: [] });
    expect(result.failures).toMatchObject([{ kind: "configuration", exitCode: 1 }]);
  });

  it("of the formatter that is missing is a configuration failure; linting goes on", async () => {
    await repository.select([makeScope(".", { format: { config: "gone.config.ts" } })]);
    const result = await repository.check(["src/a.ts"]);
    expect(result.failures).toMatchObject([{ kind: "configuration" }]);
    expect(result.findings).toHaveLength(1);
  });

  it.each([
    ["is not JSON", "{ nope"],
    ["is a list", "[]"],
    ["has no scopes", '{ "schemaVersion": 1 }'],
    ["is of a later version", JSON.stringify({ schemaVersion: 7, scopes: [makeScope(".")] })],
    ["has a scope that leads out", JSON.stringify({ schemaVersion: 1, scopes: [makeScope("../x")] })],
    [
      "has a configuration that leads out",
      JSON.stringify({ schemaVersion: 1, scopes: [makeScope(".", { config: "/etc/x.ts" })] }),
    ],
  ])("selection that %s is a configuration failure", async (_, text) => {
    await repository.write(".hi/lint/selection.json", text);
    const result = await repository.check(["src/a.ts"]);
    expect(result.failures).toMatchObject([{ kind: "configuration", command: [".hi/lint/selection.json"] }]);
    expect(await repository.read("src/a.ts")).toBe(TEXT);
  });

  it("failure says which file, and unsupported files stay silent all the same", async () => {
    await repository.write(".hi/lint/selection.json", "{ nope");
    await repository.write("notes.md", "x");
    expect((await repository.check(["notes.md"])).status).toBe("skipped");
  });
});

describe("a part of the linter that does not work", () => {
  const typed =
    'export default { options: { typeAware: true }, rules: { "no-debugger": "error", "typescript/no-floating-promises": "error" } };\n';

  it.each([
    ["tsconfig.json", '{ "compilerOptions": { "strict": tru } }', "tsconfig.json"],
    ["../base.json", '{ "compilerOptions": { "strict": tru } }', "../base.json"],
    ["tsconfig.json", '{ "extends": "../missing.json" }', "tsconfig.json"],
  ])(
    "%s, a compiler configuration that is %j: told beside the findings, and never as one",
    async (name, text, about) => {
      await repository.write("oxlint.config.ts", typed);
      await repository.write("tsconfig.json", '{ "extends": "../base.json" }');
      await repository.write(name, text);
      const result = await repository.check(["src/a.ts"]);
      expect(result).toMatchObject({ status: "failed", findings: [{ rule: "eslint(no-debugger)", file: "src/a.ts" }] });
      expect(result.findings).toHaveLength(1);
      expect(result.failures).toMatchObject([{ kind: "configuration", command: ["oxlint", about] }]);
      expect(result.failures[0]?.output).toContain("Invalid tsconfig");
    }
  );

  it("a plugin that throws: its silence is never taken for a clean file", async () => {
    const rule = '{ create: () => ({ VariableDeclaration() { throw new Error("on purpose"); } }) }';
    await repository.write("plugin.js", `export default { meta: { name: "mine" }, rules: { boom: ${rule} } };\n`);
    await repository.write(
      "oxlint.config.ts",
      'export default { jsPlugins: ["./plugin.js"], rules: { "mine/boom": "error" } };\n'
    );
    await repository.write("src/a.ts", "export const a = 1;\n");
    const result = await repository.check(["src/a.ts"]);
    expect(result).toMatchObject({ status: "failed", findings: [], changed: [] });
    expect(result.failures).toMatchObject([
      { kind: "process", command: ["oxlint", "src/a.ts"], output: expect.stringContaining("on purpose") as string },
    ]);
  });
});

/** A Node of this machine that cannot load TypeScript configuration, where there is one. */
function findOldNode(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, "node"))
    .find((file) => {
      if (!existsSync(file)) return false;
      const version = spawnSync(file, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout.trim();
      return /^(?:20|21)\./.test(version);
    });
}

const oldNode = findOldNode();

describe("a Node that is too old", () => {
  it.each([
    ["20.20.2", "oxlint.config.ts", true],
    ["22.17.1", "oxlint.config.mts", true],
    ["23.5.0", "oxlint.config.ts", true],
    ["22.18.0", "oxlint.config.ts", false],
    ["24.11.0", "oxlint.config.cts", false],
    ["20.20.2", ".oxlintrc.json", false],
    ["20.20.2", "oxlint.config.mjs", false],
  ])("%s with %s", (version, config, isTooOld) => {
    expect(findNodeFailure([relativePath(config)], version)?.kind === "node-version").toBe(isTooOld);
  });

  it.skipIf(oldNode === undefined)("says so in one line, exit 0, and leaves the file alone", async () => {
    const payload = { tool_name: "Edit", tool_input: { file_path: repository.at("src/a.ts") } };
    const run = await repository.run("claude", payload, { node: oldNode ?? "" });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(/^hi: [^\n]*node-version[^\n]*22\.18[^\n]*\n$/);
    expect(run.stdout).not.toContain("decision");
    expect(await repository.read("src/a.ts")).toBe(TEXT);
  });

  it.skipIf(oldNode === undefined)("works where no configuration is TypeScript", async () => {
    await repository.write(".oxlintrc.json", '{ "rules": { "no-debugger": "error" } }');
    await repository.select([makeScope(".", { config: ".oxlintrc.json", format: null })]);
    const result = await repository.check(["src/a.ts"], { node: oldNode ?? "" });
    expect(result).toMatchObject({ status: "findings", failures: [] });
  });
});

describe("a hook that is stopped", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("by %s takes its tools with it", async (signal) => {
    await repository.replaceTool("oxfmt", "tool-hang.mjs");
    const pids = path.join(repository.root, "../pids");
    const args = [repository.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", "neutral"];
    const hook = spawn(process.execPath, args, {
      env: { ...process.env, ...FAR_DEADLINE, HI_TEST_PIDS: pids },
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = new Promise((resolve) => hook.on("exit", (_, by) => resolve(by)));
    hook.stdin.end(JSON.stringify({ files: ["src/a.ts"] }));
    while (!existsSync(pids)) await new Promise((resolve) => setTimeout(resolve, 20));
    hook.kill(signal);
    expect(await ended).toBe(signal);
    const started = (await readFile(pids, "utf8")).split(" ").map(Number);
    expect(started).toHaveLength(2);
    await waitUntilGone(...started);
  });
});

describe("a failure of ours", () => {
  const payloads = {
    claude: () => ({ tool_name: "Edit", tool_input: { file_path: repository.at("src/a.ts") } }),
    codex: () => ({
      cwd: repository.root,
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch" },
    }),
    cursor: () => ({
      hook_event_name: "postToolUse",
      workspace_roots: [repository.root],
      tool_name: "Write",
      tool_input: { file_path: repository.at("src/a.ts") },
    }),
    opencode: () => ({ tool: "edit", args: { filePath: "src/a.ts" }, directory: repository.root }),
  };

  it.each([
    ["claude" as const, (run: HookRun) => (JSON.parse(run.stdout) as { systemMessage: string }).systemMessage],
    ["codex" as const, (run: HookRun) => (JSON.parse(run.stdout) as { systemMessage: string }).systemMessage],
    [
      "cursor" as const,
      (run: HookRun) => (JSON.parse(run.stdout) as { additional_context: string }).additional_context,
    ],
    ["opencode" as const, (run: HookRun) => (JSON.parse(run.stdout) as { text: string }).text],
  ])("is one line for %s, exit 0, and blocks nothing", async (provider, read) => {
    await repository.ownModules(["oxlint"]);
    const run = await repository.run(provider, payloads[provider]());
    expect(run.exitCode).toBe(0);
    expect(read(run)).toMatch(/^hi: [^\n]*oxlint[^\n]*$/);
    expect(run.stderr).toMatch(/^hi: [^\n]*oxlint[^\n]*\n$/);
    expect(run.stdout).not.toContain("decision");
  });

  it.each([[["post-edit"]], [["post-edit", "--provider", "nobody"]], [["later-event", "--provider", "claude"]], [[]]])(
    "in the command line %j is one line on stderr, exit 0",
    async (args) => {
      const run = await repository.run("", {}, { args: [repository.at(".hi/runtime/hook.mjs"), ...args] });
      expect(run).toMatchObject({ exitCode: 0, stdout: "" });
      expect(run.stderr).toMatch(/^hi: [^\n]+\n$/);
    }
  );
});
