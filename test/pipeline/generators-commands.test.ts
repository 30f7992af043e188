import { mkdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { DesiredFile } from "../../src/domain/desired.ts";
import { generate, land, makeAnswers, pick, writeAll } from "../helpers/generated.ts";
import { git, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

/** Stands in for the runtime: tells how it was called, and answers as OpenCode's row does. */
const TELLING_RUNTIME = `import { readFileSync, writeFileSync } from "node:fs";
const input = readFileSync(0, "utf8");
writeFileSync(new URL("../../told.json", import.meta.url), JSON.stringify({ argv: process.argv.slice(2), input }));
process.stdout.write(JSON.stringify({ text: "src/a.ts:1:1 no-var" }));
`;

let files: ReadonlyMap<string, DesiredFile>;
let scratch: string;
let release: () => void;

/** A repository whose path holds what shells trip over, with a folder below. */
async function makeRepository(): Promise<string> {
  const root = path.join(scratch, `re po's & "x" $HOME (1)`);
  await mkdir(path.join(root, "packages/a b"), { recursive: true });
  await land(root, files.values());
  await writeAll(root, { ".hi/runtime/hook.mjs": TELLING_RUNTIME });
  await git(root, "init", "--quiet");
  return root;
}

async function readTold(root: string): Promise<{ argv: string[]; input: string }> {
  return JSON.parse(await readFile(path.join(root, "told.json"), "utf8"));
}

const readProjection = (name: string) => JSON.parse(pick(files, name).content).hooks;

beforeAll(async () => {
  files = await generate(makeAnswers());
  const opened = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<undefined>();
  release = () => closed.resolve(undefined);
  void withTemporaryDirectory(async (directory) => {
    opened.resolve(await realpath(directory));
    await closed.promise;
  });
  scratch = await opened.promise;
});

afterAll(() => release());

describe("from a path with spaces, quotes, an ampersand and a dollar, and from a folder below", () => {
  it("Claude Code's exec form reaches the runtime", async () => {
    const root = await makeRepository();
    const [{ command, args }] = readProjection(".claude/settings.json").PostToolUse[0].hooks;
    const env = { CLAUDE_PROJECT_DIR: root };
    const filled = args.map((argument: string) =>
      argument.replaceAll("${CLAUDE_PROJECT_DIR}", () => env.CLAUDE_PROJECT_DIR)
    );
    const ended = await runProcess(command, filled, { cwd: path.join(root, "packages/a b"), env, input: "{}" });
    expect(ended.exitCode).toBe(0);
    expect(await readTold(root)).toEqual({ argv: ["post-edit", "--provider", "claude"], input: "{}" });
  });

  it.each(["", "packages/a b"])("Codex's shell form reaches the runtime from '%s'", async (folder) => {
    const root = await makeRepository();
    const [{ command }] = readProjection(".codex/hooks.json").PostToolUse[0].hooks;
    const ended = await runProcess("bash", ["-c", command], { cwd: path.join(root, folder), input: "{}" });
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await readTold(root)).toEqual({ argv: ["post-edit", "--provider", "codex"], input: "{}" });
  });

  it("Codex's shell form reaches the runtime of a project without git", async () => {
    const root = await makeRepository();
    await rm(path.join(root, ".git"), { recursive: true });
    const [{ command }] = readProjection(".codex/hooks.json").PostToolUse[0].hooks;
    const env = { GIT_CEILING_DIRECTORIES: path.dirname(root) };
    const ended = await runProcess("bash", ["-c", command], { cwd: root, input: "{}", env });
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await readTold(root)).argv).toEqual(["post-edit", "--provider", "codex"]);
  });

  it("Codex's shell form reaches the runtime of a linked worktree, not of the main checkout", async () => {
    const root = await makeRepository();
    await git(root, "add", "--all");
    await git(root, "commit", "--quiet", "--message=all");
    const linked = path.join(scratch, "linked 'tree'");
    await git(root, "worktree", "add", "--quiet", "-b", "linked", linked);
    const [{ command }] = readProjection(".codex/hooks.json").PostToolUse[0].hooks;
    await runProcess("bash", ["-c", command], { cwd: linked, input: "{}" });
    expect((await readTold(linked)).argv).toEqual(["post-edit", "--provider", "codex"]);
    await git(root, "worktree", "remove", "--force", linked);
  });

  it("Cursor's command reaches the runtime from the project root", async () => {
    const root = await makeRepository();
    const [{ command }] = readProjection(".cursor/hooks.json").postToolUse;
    const ended = await runProcess("sh", ["-c", command], { cwd: root, input: "{}" });
    expect(ended.exitCode).toBe(0);
    expect(await readTold(root)).toEqual({ argv: ["post-edit", "--provider", "cursor"], input: "{}" });
  });
});

interface Tool {
  readonly tool: string;
  /** A JavaScript expression. */
  readonly args?: string;
}

/** Loads the landed plugin in a process of its own and sends it one finished tool call. */
async function runPlugin(
  root: string,
  { tool, args = '{ filePath: "a.ts" }' }: Tool,
  env: Record<string, string> = {}
) {
  const program = `
    const module = await import(${JSON.stringify(pathToFileURL(path.join(root, ".opencode/plugins/hi.js")).href)});
    const exported = Object.values(module);
    const logged = [];
    const client = { app: { log: async ({ body }) => logged.push(body) } };
    const hooks = await exported[0]({ client, directory: ${JSON.stringify(root)}, worktree: ${JSON.stringify(root)} });
    const output = { title: "t", output: "done", metadata: {} };
    await hooks["tool.execute.after"]({ tool: ${JSON.stringify(tool)}, sessionID: "s", callID: "c", args: ${args} }, output);
    process.stdout.write(JSON.stringify({ exports: exported.map((one) => typeof one), output, logged }));
  `;
  const ended = await runProcess(process.execPath, ["--input-type=module", "--eval", program], { cwd: scratch, env });
  if (ended.exitCode !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout) as { exports: string[]; output: { output: string }; logged: { message: string }[] };
}

describe("OpenCode's plugin", () => {
  it("has one export, a function, and appends what the runtime says", async () => {
    const root = await makeRepository();
    const { exports, output } = await runPlugin(root, { tool: "edit" });
    expect(exports).toEqual(["function"]);
    expect(output).toEqual({ title: "t", output: "done\n\nsrc/a.ts:1:1 no-var", metadata: {} });
    const { argv, input } = await readTold(root);
    expect(argv).toEqual(["post-edit", "--provider", "opencode"]);
    expect(JSON.parse(input)).toEqual({
      hook_event_name: "tool.execute.after",
      tool: "edit",
      sessionID: "s",
      callID: "c",
      args: { filePath: "a.ts" },
      metadata: {},
      directory: root,
    });
  });

  it("asks nothing after tools that edit nothing", async () => {
    const root = await makeRepository();
    await rm(path.join(root, "told.json"), { force: true });
    expect((await runPlugin(root, { tool: "bash" })).output.output).toBe("done");
    await expect(readTold(root)).rejects.toThrow();
  });

  it.each([
    ["the runtime is missing", undefined, {}],
    ["node is missing", TELLING_RUNTIME, { PATH: "/nowhere" }],
    ["the runtime fails", "process.exit(3);\n", {}],
    ["the runtime answers with no JSON", 'process.stdout.write("oops");\n', {}],
    ["the runtime does not read its input", "process.stdin.destroy();\n", {}],
  ])("leaves the tool's result alone where %s", async (_, runtime, env) => {
    const root = await makeRepository();
    await (runtime === undefined
      ? rm(path.join(root, ".hi/runtime/hook.mjs"))
      : writeAll(root, { ".hi/runtime/hook.mjs": runtime }));
    const { output } = await runPlugin(
      root,
      { tool: "apply_patch", args: '{ patchText: "x".repeat(3_000_000) }' },
      env
    );
    expect(output.output).toBe("done");
  });

  it("says once in OpenCode's log what it could not do", async () => {
    const root = await makeRepository();
    const { logged } = await runPlugin(root, { tool: "write" }, { PATH: "/nowhere" });
    expect(logged).toEqual([
      { service: "harness-intelligence", level: "warn", message: expect.stringContaining("node") },
    ]);
  });
});
