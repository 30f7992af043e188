import { readFileSync } from "node:fs";
import { rm, stat, utimes } from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { init, PLAIN, update, withProject } from "./reports.fixture.ts";

// Conditions that users of other hooks reported.

let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

const edit = (file: string): Record<string, unknown> => ({
  session_id: "s",
  hook_event_name: "PostToolUse",
  tool_name: "Edit",
  tool_input: { file_path: repository.at(file) },
});

describe("code that is still to be used", () => {
  // A fixer on every edit removed an import before the edit that uses it was made
  // (haydenbleasel/ultracite#483, anthropics/claude-code#14524: f01); others removed code in progress (base44/cli#583: f16).
  it("stays through edits that come one after the other", async () => {
    await repository.write("src/used.ts", "export const used = 1;\n");
    const first = 'import { used } from "./used.ts";\n\nfunction later() {\n  return 1;\n}\nexport const a = 1;\n';
    await repository.write("src/a.ts", first);
    await repository.run("claude", edit("src/a.ts"));
    expect(await repository.read("src/a.ts")).toBe(first);
    await repository.write("src/a.ts", `${first}export const b = used + later();\n`);
    expect((await repository.run("claude", edit("src/a.ts"))).stdout).toBe("");
    expect(await repository.read("src/a.ts")).toContain('import { used } from "./used.ts"');
  });
});

describe("an edit of one file", () => {
  // The hook fixed the whole project after each edit, files that another agent was writing included
  // (haydenbleasel/ultracite#814: f02).
  it("touches that file, also while another one is edited, and follows no name that is gone or outside", async () => {
    for (const file of ["src/a.ts", "src/b.ts", "src/c.ts", "../outside.ts"]) {
      await repository.write(file, "var  a = 1\n");
    }
    await repository.write("src/gone.ts", "");
    await rm(repository.at("src/gone.ts"));
    await utimes(repository.at("src/c.ts"), 1_500_000_000, 1_500_000_000);
    await Promise.all(
      ["src/a.ts", "src/b.ts", "src/gone.ts", "../outside.ts"].map((file) => repository.run("claude", edit(file)))
    );
    expect(await repository.read("src/a.ts")).toBe("const a = 1;\n");
    expect(await repository.read("src/b.ts")).toBe("const a = 1;\n");
    expect(await repository.read("src/c.ts")).toBe("var  a = 1\n");
    expect(await repository.read("../outside.ts")).toBe("var  a = 1\n");
    expect((await stat(repository.at("src/c.ts"))).mtimeMs).toBe(1_500_000_000_000);
  });
});

interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
}

/** The events of each agent that we know of. */
const EVENTS = {
  ".claude/settings.json": ["PreToolUse", "PostToolUse", "Stop"],
  ".codex/hooks.json": ["PreToolUse", "PostToolUse", "Stop"],
  ".cursor/hooks.json": ["preToolUse", "postToolUse", "stop"],
} as const;

interface Group {
  readonly matcher: string;
  readonly hooks?: readonly Handler[];
}

/** What `hi` publishes for an agent, as this repository has it: it is managed by `hi` itself. */
function readHooks(file: keyof typeof EVENTS): Readonly<Record<string, readonly Group[]>> {
  const text = readFileSync(path.join(PROJECT_ROOT, file), "utf8");
  return (JSON.parse(text) as { hooks: Record<string, Group[]> }).hooks;
}

/** Our hook after an edit, for an agent that groups them. */
function readHandler(file: keyof typeof EVENTS): Handler {
  const [handler] = readHooks(file)["PostToolUse"]?.at(-1)?.hooks ?? [];
  if (!handler) throw new Error(`${file} has no hook of ours`);
  return handler;
}

describe("a hook's definition", () => {
  // A path with a space, a quote or an ampersand split the command, or a shell read a `$` of a file name
  // (anthropics/claude-code#17796, anthropics/claude-code#39478, anthropics/claude-code#33431: f03).
  it("runs in a folder and on a file with a space, quotes, brackets, an ampersand and a dollar", async () => {
    await using other = await HookRepository.create(`My Repo (x) & "it's" $HOME`);
    const file = `src/$HOME 'a' "b" & c.ts`;
    await other.write(file, "debugger;\n");
    const payload = JSON.stringify({ ...edit(""), tool_input: { file_path: other.at(file) } });
    const claude = readHandler(".claude/settings.json");
    const words = (claude.args ?? []).map((word) => word.replace("${CLAUDE_PROJECT_DIR}", other.root));
    const env = { XDG_STATE_HOME: other.state };
    const asClaude = await runProcess(claude.command, words, { cwd: other.root, input: payload, env });
    expect(asClaude.stdout).toContain(JSON.stringify(`${file}:1:1`).slice(1, -1));
    const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-x\n+y\n*** End Patch\n`;
    const asCodex = await runProcess("bash", ["-c", readHandler(".codex/hooks.json").command], {
      cwd: other.root,
      input: JSON.stringify({ cwd: other.root, tool_name: "apply_patch", tool_input: { command: patch } }),
      env,
    });
    expect(asCodex.stdout).toContain(JSON.stringify(`${file}:1:1`).slice(1, -1));
  });

  // A stop hook that said nothing led to another turn, without end (anthropics/claude-code#43906, anthropics/claude-code#10205: f05);
  // a configuration named events that the agent does not have (potpie-ai/potpie#1076: f12); a matcher that mixed tools
  // and file patterns never matched (anthropics/claude-code#5314: f14).
  it.each([".claude/settings.json", ".codex/hooks.json", ".cursor/hooks.json"] as const)(
    "in %s has events that the agent has, none for a stop, and names tools only",
    (file) => {
      const hooks = readHooks(file);
      expect(EVENTS[file]).toEqual(expect.arrayContaining(Object.keys(hooks)));
      expect(Object.keys(hooks).join(" ")).not.toMatch(/stop/i);
      for (const { matcher } of Object.values(hooks).flat()) expect(matcher).toMatch(/^[A-Za-z]+(?:\|[A-Za-z]+)*$/);
    }
  );

  it.each(["claude", "codex", "cursor"])(
    "that is called for a stop all the same says nothing: %s",
    async (provider) => {
      const payload = {
        session_id: "s",
        hook_event_name: provider === "cursor" ? "stop" : "Stop",
        stop_hook_active: false,
      };
      const { stdout, exitCode } = await repository.run(provider, payload);
      expect([stdout.trim(), exitCode]).toStrictEqual([provider === "cursor" ? "{}" : "", 0]);
    }
  );

  // A second installation doubled the entries of the first (affaan-m/ECC#964: f15).
  it("stands once after three installations and an update, and the user's own stay", async () => {
    const own = '{ "type": "command", "command": "echo mine" }';
    const settings = `{ "hooks": { "PostToolUse": [{ "matcher": "Bash", "hooks": [${own}] }] } }\n`;
    await withProject({ ...PLAIN, ".claude/settings.json": settings }, async (project) => {
      for (let run = 0; run < 3; run += 1) await init(project);
      await update(project);
      const text = await project.read(".claude/settings.json");
      expect(text.split("hook.mjs")).toHaveLength(2);
      expect(text.split("echo mine")).toHaveLength(2);
    });
  });
});

describe("findings that are left", () => {
  // An exit code for "lint errors are left" stopped the agent (anthropics/claude-code#4809: f06).
  it.each(["claude", "neutral"])("are an answer and never an exit code: %s", async (provider) => {
    await repository.write("src/a.ts", "debugger;\n");
    const { exitCode, stdout } = await repository.run(provider, edit("src/a.ts"));
    expect(exitCode).toBe(0);
    expect(stdout).toContain("no-debugger");
  });
});

describe("a file that the agent has read", () => {
  // The next edit failed with "file modified since read" after a formatter
  // (anthropics/claude-code#51361, anthropics/claude-code#28383, anthropics/claude-code#65575: f08).
  it("is left as it is where nothing changes, and the agent is told where something did", async () => {
    await repository.write("src/a.ts", "export const a = 1;\n");
    const before = await repository.snapshot();
    expect((await repository.run("claude", edit("src/a.ts"))).stdout).toBe("");
    expect(await repository.snapshot()).toStrictEqual(before);
    await repository.write("src/a.ts", "export  const a = 1;\n");
    const { stdout } = await repository.run("claude", edit("src/a.ts"));
    expect(stdout).toContain("hi rewrote src/a.ts");
    expect(stdout).toContain("read it again before the next edit");
  });
});

describe("a payload from Windows", () => {
  // It came empty or otherwise encoded, and did not parse (git-ai-project/git-ai#604: f11).
  it.each([
    ["a byte order mark and CRLF", (text: string) => `\uFEFF${text.replaceAll(",", ",\r\n")}\r\n`, true],
    ["nothing", () => "", false],
  ])("%s", async (_, wrap, isUnderstood) => {
    await repository.write("src/a.ts", "debugger;\n");
    const { stdout, stderr, exitCode } = await repository.run("claude", wrap(JSON.stringify(edit("src/a.ts"))));
    expect([exitCode, stderr, stdout.includes("no-debugger")]).toStrictEqual([0, "", isUnderstood]);
  });
});

describe("a tool that is not there", () => {
  // Its absence was thrown away with the tool's noise (HexamindOrganisation/hexgate#88: f13).
  it("is one short line to the agent, with exit code 0", async () => {
    await repository.ownModules(["oxlint"]);
    await repository.write("src/a.ts", "export const a = 1;\n");
    const { stdout, stderr, exitCode } = await repository.run("claude", edit("src/a.ts"));
    expect([exitCode, stdout.includes("decision")]).toStrictEqual([0, false]);
    expect((JSON.parse(stdout) as { systemMessage: string }).systemMessage).toMatch(
      /^hi: [^\n]*oxlint is not installed[^\n]*$/
    );
    expect(stderr).toMatch(/^hi: [^\n]*oxlint is not installed[^\n]*\n$/);
  });
});
