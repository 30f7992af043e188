import { mkdir, rm, symlink, writeFile } from "node:fs/promises";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { findEditReader } from "../../src/agents/edit-readers.ts";
import { findAgent } from "../../src/agents/find-agent.ts";
import { NOTHING_TO_SAY, toPostEditResult } from "../../src/contracts/post-edit-result.ts";
import { runProcess } from "../helpers/hi.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import type { HookRun } from "../helpers/hook-repository.ts";
import { announce, askBefore, record, register } from "../helpers/linter-repository.ts";

// The entry decides alone about edits that are nobody's business, and loads the rest for all others. The rest is replaced
// by what fails as soon as it is loaded, so a run that ends well has not loaded it.

let repository: HookRepository;
let tools = "";

beforeAll(async () => {
  repository = await HookRepository.create();
  await mkdir(repository.at(".git"));
  await writeFile(repository.at(".git/HEAD"), "ref: refs/heads/main\n");
  await repository.write("src/a.ts", "export const a = 1;\n");
  await repository.write("notes.md", "# Notes\n");
  await symlink("../notes.md", repository.at("src/notes.ts"));
  await symlink("src/a.ts", repository.at("code.md"));
  await symlink("/etc/hostname", repository.at("src/out.ts"));
  tools = await repository.read(".hi/runtime/tools.mjs");
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

afterEach(async () => {
  await rm(repository.at(".hi/runtime/tools.mjs"), { force: true });
  await repository.write(".hi/runtime/tools.mjs", tools);
  await rm(repository.at(".hi/linters.json"), { force: true });
  await rm(repository.at(".hi/receipt.json"), { force: true });
});

const toRecord = (linters: readonly unknown[]): string => JSON.stringify({ schemaVersion: 1, linters });

/** Puts something in the place of what the entry loads. */
async function put(content: string | undefined): Promise<void> {
  const place = repository.at(".hi/runtime/tools.mjs");
  await rm(place, { force: true });
  if (content === undefined) return;
  if (content === "pipe") await runProcess("mkfifo", [place], { cwd: repository.root });
  else if (content === "device") await symlink("/dev/zero", place);
  else if (content === "cut") await writeFile(place, tools.slice(0, tools.indexOf("\n// ", tools.length / 2)));
  else await writeFile(place, content);
}

const BROKEN = 'throw new Error("loaded");\n';
const PROVIDERS = ["claude", "codex", "cursor", "opencode"] as const;

function edit(provider: (typeof PROVIDERS)[number], file: string): Record<string, unknown> {
  const named = repository.at(file);
  const cwd = repository.root;
  const rows = {
    claude: { session_id: "s", cwd, tool_name: "Write", tool_input: { file_path: named } },
    codex: {
      session_id: "s",
      cwd,
      tool_name: "apply_patch",
      tool_input: { command: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch` },
    },
    cursor: {
      conversation_id: "s",
      workspace_roots: [cwd],
      hook_event_name: "postToolUse",
      tool_name: "Write",
      tool_input: { file_path: named },
    },
    opencode: { sessionID: "s", tool: "write", args: { filePath: named }, directory: cwd },
  };
  return rows[provider];
}

/** The first run leaves the mark that later ones need not renew. */
async function runBroken(provider: (typeof PROVIDERS)[number], file: string): Promise<HookRun> {
  await repository.write(".hi/runtime/tools.mjs", tools);
  await repository.run(provider, edit(provider, "notes.md"));
  await repository.write(".hi/runtime/tools.mjs", BROKEN);
  return repository.run(provider, edit(provider, file));
}

describe.each(PROVIDERS)("an edit that %s announces", (provider) => {
  const silence = provider === "claude" || provider === "codex" ? "" : "{}\n";

  it.each(["notes.md", "src/notes.ts", "src/out.ts", "src/missing.ts", "src"])(
    "is nobody's business: %s",
    async (file) => {
      expect(await runBroken(provider, file)).toStrictEqual({
        stdout: silence,
        stderr: "",
        exitCode: 0,
        signal: null,
      });
    }
  );

  it.each(["src/a.ts", "code.md"])("is looked at: %s", async (file) => {
    const run = await runBroken(provider, file);
    expect(run).toMatchObject({ stdout: silence, exitCode: 0 });
    expect(run.stderr).toMatch(
      /^hi: Error: \.hi\/runtime\/tools\.mjs cannot be loaded: run hi restore \.hi\/runtime\/tools\.mjs \(loaded\); the edit was not checked\n$/
    );
  });

  it.each(["", "export {};", "pipe"])("is told where what looks at it cannot be loaded: %j", async (content) => {
    await put(content);
    const run = await repository.run(provider, edit(provider, "src/a.ts"));
    expect(run).toMatchObject({ stdout: silence, exitCode: 0, signal: null });
    expect(run.stderr).toContain("cannot be loaded");
  });

  it("is looked at where a linter may have something to say of it", async () => {
    await register(repository, record(["true"], { events: ["post-edit"] }));
    expect((await runBroken(provider, "notes.md")).stderr).toContain("cannot be loaded");
    await rm(repository.at(".hi/linters.json"));
    await repository.write(".hi/receipt.json", '{ "files": { ".hi/linters.json": {} } }');
    expect((await runBroken(provider, "notes.md")).stderr).toContain("cannot be loaded");
  });

  it("is answered there as it would be with all there is", () => {
    const skipped = findAgent(provider)?.respond(toPostEditResult(NOTHING_TO_SAY));
    expect(findEditReader(provider)?.silence).toBe(skipped);
  });
});

describe.each(PROVIDERS)("before a tool of %s runs, without what answers", (provider) => {
  const ask = (): Promise<HookRun> => askBefore(repository, provider, announce(provider, repository.root));
  const isDenied = ({ stdout }: HookRun): boolean => /"(?:deny"|deny":)/.test(stdout);

  it.each([
    ["missing", undefined],
    ["broken", BROKEN],
    ["no module", "}{"],
    ["empty", ""],
    ["without what it should have", "export const killRunningGroups = 1;"],
    ["cut off where it still parses", "cut"],
    ["a pipe", "pipe"],
    ["a link to a device", "device"],
  ])("a closed linter refuses (%s)", async (_, content) => {
    await register(repository, record(["true"]));
    await put(content);
    const run = await ask();
    expect([run.exitCode, isDenied(run)]).toStrictEqual([0, true]);
    expect(run.stdout).toContain("hi restore .hi/runtime/tools.mjs");
    expect(run.stderr).toContain("nothing was decided");
  });

  it.each([
    ["a record that is broken", "{"],
    ["a policy that is misspelt", toRecord([record(["true"], { onFailure: "Open" })])],
    ["an emptied record", toRecord([])],
    ["an event that is misspelt", toRecord([record(["true"], { events: ["pre-tol"] })])],
    ["an event that is no list", toRecord([record(["true"], { events: "post-edit" })])],
    ["a record of a later version", JSON.stringify({ schemaVersion: 2, linters: [] })],
  ])("%s refuses", async (_, content) => {
    await repository.write(".hi/linters.json", content);
    await repository.write(".hi/runtime/tools.mjs", BROKEN);
    expect(isDenied(await ask())).toBe(true);
  });

  it("a record that was taken away refuses", async () => {
    await repository.write(".hi/receipt.json", '{ "files": { ".hi/linters.json": {} } }');
    await repository.write(".hi/runtime/tools.mjs", BROKEN);
    expect(isDenied(await ask())).toBe(true);
  });

  it.each([
    ["every linter is open", [record(["true"], { onFailure: "open" })]],
    ["none is asked before a tool", [record(["true"], { events: ["post-edit"] })]],
  ])("it goes on where %s", async (_, linters) => {
    await register(repository, ...linters);
    await repository.write(".hi/runtime/tools.mjs", BROKEN);
    const run = await ask();
    expect([run.exitCode, isDenied(run)]).toStrictEqual([0, false]);
    expect(run.stderr).toContain("nothing was decided");
  });

  it("it goes on where the hook is turned off", async () => {
    await register(repository, record(["true"]));
    await put(BROKEN);
    const off = { HI_HOOK: "off" };
    const run = await askBefore(repository, provider, announce(provider, repository.root), off);
    expect([run.exitCode, run.stderr, isDenied(run)]).toStrictEqual([0, "", false]);
  });

  it("it goes on where there are no linters", async () => {
    await repository.write(".hi/runtime/tools.mjs", BROKEN);
    expect(isDenied(await ask())).toBe(false);
  });
});

it("an edit of more files than are looked at in one step is looked at with a deadline", async () => {
  await put(BROKEN);
  const names = Array.from({ length: 101 }, (_, index) => `*** Update File: n${index}.md\n@@\n-a\n+b\n`).join("");
  const command = `*** Begin Patch\n${names}*** End Patch`;
  const payload = { session_id: "s", cwd: repository.root, tool_name: "apply_patch", tool_input: { command } };
  expect((await repository.run("codex", payload)).stderr).toContain("cannot be loaded");
});

it("a hook that is started through a link runs, whatever Node is told of links", async () => {
  await put(tools);
  await register(repository, record(["false"]));
  const link = `${repository.root}-link`;
  await symlink(repository.root, link);
  const env = { NODE_OPTIONS: "--preserve-symlinks-main" };
  const args = [`${link}/.hi/runtime/hook.mjs`, "pre-tool", "--provider", "claude"];
  const run = await repository.run("claude", announce("claude", repository.root), { args, env });
  expect(run.stdout).toContain('"permissionDecision":"deny"');
});
