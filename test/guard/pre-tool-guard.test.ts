import { rm, symlink } from "node:fs/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { says } from "../helpers/custom-lint.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { askBefore, DENIES, record, register } from "../helpers/linter-repository.ts";

// The guard before a tool runs: real runtime, each agent's payloads, and a `.hi/runtime/guard.mjs` that decides by a rule
// or misbehaves. What the real one decides is shown in guard-agents.test.ts.

const PROVIDERS = ["claude", "codex", "cursor", "opencode"] as const;
type Provider = (typeof PROVIDERS)[number];
const SILENCE: Readonly<Record<string, string>> = { claude: "", codex: "", cursor: "{}\n", opencode: "{}\n" };

/** Denies what lies below tests/ and outside, as a session would. */
const DECIDES = `
import path from "node:path";
const answer = (decision, reasonCode, file) => ({ decision: { schemaVersion: 1, decision, reasonCode, path: file, explanation: "said " + file } });
export function decideWrite({ cwd, asked: file }) {
  const inner = path.relative(cwd, file);
  if (inner.startsWith("..")) return answer("deny", "PATH_OUTSIDE_REPOSITORY", file);
  return inner.startsWith("tests/") ? answer("deny", "EXISTING_TEST_MODIFIED", inner) : answer("allow", "WRITE_ALLOWED", inner);
}
export const isGuarded = () => true;
export const [decideStop, countStop, clearStop, releaseStop] = Array(4).fill(() => undefined);
`;

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const file of [".hi/receipt.json", ".hi/linters.json", ".hi/guard.json", ".hi/runtime/guard.mjs"]) {
    await rm(repository.at(file), { force: true });
  }
  await repository.write("src/a.ts", "1\n");
  await repository.write("tests/a.test.js", "1\n");
});

function turnOn(program = DECIDES): Promise<unknown> {
  const text = JSON.stringify({ schemaVersion: 1, stopBlocks: 3 });
  return Promise.all([repository.write(".hi/guard.json", text), repository.write(".hi/runtime/guard.mjs", program)]);
}

const replaceDecision = (body: string): string =>
  DECIDES.replace(/export function decideWrite[^]*?\n}/, `export function decideWrite() { ${body} }`);

/** Each agent's payload for a write of these files by its own tools. */
function edits(provider: Provider, files: readonly string[]): readonly Record<string, unknown>[] {
  const root = repository.root;
  const [file = ""] = files;
  const common = { session_id: "s", cwd: root, hook_event_name: "PreToolUse" };
  const patch = ["*** Begin Patch", ...files.map((name) => `*** Update File: ${name}`), "*** End Patch", ""].join("\n");
  const cursor = { conversation_id: "c", hook_event_name: "preToolUse", workspace_roots: [root] };
  const opencode = { hook_event_name: "tool.execute.before", sessionID: "s", callID: "c", directory: root };
  const rows: Record<Provider, readonly Record<string, unknown>[]> = {
    claude: [
      { ...common, tool_name: "Write", tool_input: { file_path: `${root}/${file}`, content: "" } },
      { ...common, tool_name: "Edit", tool_input: { file_path: `${root}/${file}`, old_string: "1", new_string: "2" } },
      {
        ...common,
        tool_name: "MultiEdit",
        tool_input: { file_path: `${root}/${file}`, edits: [{ old_string: "1", new_string: "" }] },
      },
      { ...common, tool_name: "NotebookEdit", tool_input: { notebook_path: `${root}/${file}`, new_source: "" } },
    ],
    codex: [{ ...common, turn_id: "t", tool_name: "apply_patch", tool_input: { command: patch } }],
    cursor: [
      { ...cursor, tool_name: "Write", tool_input: { path: `${root}/${file}`, contents: "" } },
      { ...cursor, tool_name: "StrReplace", tool_input: { path: `${root}/${file}`, old_string: "1", new_string: "2" } },
      { ...cursor, tool_name: "Delete", tool_input: { path: `${root}/${file}` } },
    ],
    opencode: [
      { ...opencode, tool: "write", args: { filePath: file, content: "" } },
      { ...opencode, tool: "edit", args: { filePath: file, oldString: "1", newString: "2" } },
      { ...opencode, tool: "apply_patch", args: { patchText: patch } },
    ],
  };
  return rows[provider];
}

function shell(provider: Provider, command: string): Record<string, unknown> {
  const root = repository.root;
  const common = {
    session_id: "s",
    cwd: root,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  };
  const rows: Record<Provider, Record<string, unknown>> = {
    claude: common,
    codex: { ...common, turn_id: "t" },
    cursor: {
      conversation_id: "c",
      hook_event_name: "preToolUse",
      workspace_roots: [root],
      tool_name: "Shell",
      tool_input: { command },
    },
    opencode: {
      hook_event_name: "tool.execute.before",
      tool: "bash",
      sessionID: "s",
      callID: "c",
      args: { command },
      directory: root,
    },
  };
  return rows[provider];
}

/** The refusal as the agent gets it; undefined where nothing is refused. */
async function ask(
  provider: Provider,
  payload: unknown,
  env: Readonly<Record<string, string>> = {}
): Promise<string | undefined> {
  const run = await askBefore(repository, provider, payload, env);
  expect(run).toMatchObject({ exitCode: 0, signal: null });
  if (run.stdout === SILENCE[provider]) return undefined;
  const answer = JSON.parse(run.stdout) as Record<string, unknown>;
  const said = answer["hookSpecificOutput"] as Record<string, string> | undefined;
  if (provider === "opencode") return answer["deny"] as string;
  if (provider === "cursor") {
    expect(answer["permission"]).toBe("deny");
    return answer["agent_message"] as string;
  }
  expect(said).toMatchObject({ hookEventName: "PreToolUse", permissionDecision: "deny" });
  return said?.["permissionDecisionReason"];
}

describe.each(PROVIDERS)("%s", (provider) => {
  it("is refused a protected file by every tool that edits, with the reason, and let on elsewhere", async () => {
    await turnOn();
    for (const payload of edits(provider, ["tests/a.test.js"])) {
      const said = await ask(provider, payload);
      expect(said).toContain("the guard denies it");
      expect(said).toContain("EXISTING_TEST_MODIFIED error said tests/a.test.js (tests/a.test.js)");
    }
    for (const payload of edits(provider, ["src/a.ts"])) expect(await ask(provider, payload)).toBeUndefined();
  });

  it("is refused a shell command that writes one by a listed form, and let on with others and outside", async () => {
    await turnOn();
    for (const command of [
      "echo > tests/a.test.js",
      "cd tests && rm *.js",
      "rm -r tests",
      "cp -r src/. tests",
      "mv tests t",
    ]) {
      expect(await ask(provider, shell(provider, command))).toContain("EXISTING_TEST_MODIFIED");
    }
    const made = await ask(provider, shell(provider, 'rm -rf "$DIR"/x'));
    expect(made).toContain("could not decide");
    expect(made).toContain('the path "$DIR"/x is made when the command runs');
    for (const command of ["npm test 2>&1 > /dev/null", "cat tests/a.test.js", "echo > src/a.ts"]) {
      expect(await ask(provider, shell(provider, command))).toBeUndefined();
    }
  });

  it("is refused where nothing can be decided, and told that it is no verdict", async () => {
    const [first] = edits(provider, ["src/a.ts"]);
    const broken = {
      "no module": "export const x = ;",
      "no decisions": "export const decideWrite = 1;",
      throws: replaceDecision("throw new Error('no');"),
      rejects: replaceDecision("return Promise.reject(new Error('no'));"),
      "no answer": replaceDecision("return undefined;"),
      "half an answer": replaceDecision("return { decision: { schemaVersion: 1, decision: 'allow' } };"),
      "another version": DECIDES.replace("schemaVersion: 1", "schemaVersion: 2"),
      "another word": DECIDES.replace('"allow", "WRITE', '"ALLOW", "WRITE'),
      "undecided by its own word": DECIDES.replace('"allow", "WRITE_ALLOWED"', '"deny", "COULD_NOT_DECIDE"'),
      "a process that ends": "process.exit(0);",
      "a process that ends later": replaceDecision("process.exit(1);"),
    };
    for (const [name, program] of Object.entries(broken)) {
      await turnOn(program);
      const said = await ask(provider, first);
      expect(`${name}: ${said}`).toMatch(/could not (?:be decided|decide)/);
    }
  });
});

it("says what a payload lacks that should name a file, and what is done with it", async () => {
  await turnOn();
  const common = { session_id: "s", cwd: repository.root, hook_event_name: "PreToolUse" };
  const claude = (tool_name: string, tool_input?: unknown) => ({ ...common, tool_name, tool_input });
  const codex = (tool_input: unknown) => ({ ...claude("apply_patch", tool_input), turn_id: "t" });
  const cursor = (tool_name: string, tool_input: unknown) => ({
    conversation_id: "c",
    hook_event_name: "preToolUse",
    workspace_roots: [repository.root],
    tool_name,
    tool_input,
  });
  const opencode = (tool: string, args: unknown) => ({
    hook_event_name: "tool.execute.before",
    sessionID: "s",
    callID: "c",
    tool,
    args,
  });
  const file_path = repository.at("src/a.ts");
  const cases: readonly [Provider, unknown, string][] = [
    ["claude", claude("Write", { content: "" }), "of Write names no file: tool_input.file_path is missing"],
    ["claude", claude("Edit", { old_string: "1" }), "of Edit names no file: tool_input.file_path is missing"],
    ["claude", claude("Edit", { file_path: 5, old_string: "1" }), "names no file: tool_input.file_path is no text"],
    ["claude", claude("Edit", { file_path: "", old_string: "1" }), "names no file: tool_input.file_path is empty"],
    ["claude", claude("Write", { file_path }), "of Write holds no content: tool_input.content is missing"],
    ["claude", claude("Write", { file_path, content: [] }), "holds no content: tool_input.content is no text"],
    [
      "claude",
      claude("Edit", { file_path }),
      "of Edit holds no replacement: none of tool_input.old_string, tool_input.new_string is there",
    ],
    ["claude", claude("MultiEdit", { file_path, edits: [] }), "holds no replacement: tool_input.edits is empty"],
    ["claude", claude("Write"), "of Write names no file: tool_input is missing"],
    ["claude", claude("Write", "x"), "of Write names no file: tool_input is no object"],
    ["claude", common, "the payload names no tool: tool_name is missing"],
    ["claude", "no json", "no JSON object came on stdin"],
    ["claude", { ...common, hook_event_name: "Stop" }, "the payload announces Stop, and this answers PreToolUse"],
    ["claude", claude("Bash", { command: ["ls"] }), "of Bash holds no command: tool_input.command is no text"],
    ["codex", codex({}), "of apply_patch holds no patch: tool_input.command is missing"],
    [
      "codex",
      codex({ command: "*** Begin Patch\n*** End Patch\n" }),
      "its patch has no line like *** Update File: PATH",
    ],
    [
      "cursor",
      cursor("Delete", {}),
      "of Delete names no file: none of tool_input.file_path, tool_input.path, tool_input.target_file is there",
    ],
    ["cursor", cursor("Write", { path: "src/a.ts" }), "of Write holds no content: none of tool_input.contents"],
    ["opencode", opencode("write", { filePath: "src/a.ts" }), "of write holds no content: args.content is missing"],
    ["opencode", opencode("edit", {}), "of edit names no file: args.filePath is missing"],
  ];
  for (const [provider, payload, missing] of cases) {
    const said = await ask(provider, payload);
    expect(said).toContain("could not decide, so the call is refused");
    expect(said).toContain("That is no verdict on it.");
    expect(said).toContain(missing);
  }
});

it("refuses an edit whose file cannot be read from the payload", async () => {
  await turnOn();
  const common = { session_id: "s", cwd: repository.root, hook_event_name: "PreToolUse" };
  const payloads: readonly [Provider, Record<string, unknown>][] = [
    ["claude", { ...common, tool_name: "Edit", tool_input: { old_string: "1", new_string: "2" } }],
    ["claude", { ...common, tool_name: "Edit", tool_input: { file_path: 5, old_string: "1", new_string: "2" } }],
    ["claude", { ...common, tool_name: "Write", tool_input: {} }],
    ["claude", { ...common }],
    ["codex", { ...common, tool_name: "apply_patch", tool_input: { command: "*** Begin Patch\n*** End Patch\n" } }],
    ["codex", { ...common, tool_name: "apply_patch", tool_input: {} }],
    ["cursor", { conversation_id: "c", hook_event_name: "preToolUse", tool_name: "Delete", tool_input: {} }],
  ];
  for (const [provider, payload] of payloads) {
    expect(await ask(provider, payload)).toMatch(/could not (?:be decided|decide)/);
  }
  expect(await ask("claude", "no json at all")).toMatch(/could not be decided/);
});

it("reads a command in the folder that the call names", async () => {
  await turnOn();
  const root = repository.root;
  const opencode = shell("opencode", "");
  const named: readonly [Provider, (command: string, folder: string) => Record<string, unknown>][] = [
    ["opencode", (command, workdir) => ({ ...opencode, args: { command, workdir } })],
    [
      "cursor",
      (command, working_directory) => ({ ...shell("cursor", ""), tool_input: { command, working_directory } }),
    ],
    ["codex", (command, workdir) => ({ ...shell("codex", ""), tool_input: { command, workdir } })],
    ["claude", (command, cwd) => ({ ...shell("claude", command), cwd })],
  ];
  for (const [provider, call] of named) {
    const isFromRoot = provider !== "claude";
    for (const folder of [`${root}/tests`, `${root}/src/../tests`, ...(isFromRoot ? ["tests", "./tests/"] : [])]) {
      expect(await ask(provider, call("rm a.test.js", folder))).toContain("EXISTING_TEST_MODIFIED");
    }
    expect(await ask(provider, call("rm tests/a.test.js", "")), provider).toContain("EXISTING_TEST_MODIFIED");
    expect(await ask(provider, call("rm tests/a.test.js", `${root}/src`)), provider).toBeUndefined();
  }
});

it("asks about every file of a folder that a tool takes away", async () => {
  await turnOn();
  for (const name of ["tests", "./tests/", `${repository.root}/tests`]) {
    const call = { ...shell("cursor", ""), tool_name: "Delete", tool_input: { path: name } };
    expect(await ask("cursor", call)).toContain("tests/a.test.js");
    const command = `*** Begin Patch\n*** Delete File: ${name}\n*** End Patch\n`;
    const patch = { ...shell("codex", ""), tool_name: "apply_patch", tool_input: { command } };
    expect(await ask("codex", patch)).toContain("tests/a.test.js");
  }
  const free = { ...shell("cursor", ""), tool_name: "Delete", tool_input: { path: "src" } };
  expect(await ask("cursor", free)).toBeUndefined();
});

it("asks about both ends of a move, and every file of a patch", async () => {
  await turnOn();
  const head = "*** Begin Patch\n*** Update File: src/a.ts\n";
  const patches = [
    `${head}*** Move to: tests/z.js\n*** End Patch\n`,
    `${head}*** Add File: tests/z.js\n*** End Patch\n`,
  ];
  for (const command of patches) {
    const payload = {
      session_id: "s",
      cwd: repository.root,
      hook_event_name: "PreToolUse",
      turn_id: "t",
      tool_name: "apply_patch",
    };
    expect(await ask("codex", { ...payload, tool_input: { command } })).toContain("tests/z.js");
  }
});

it("asks about both files that a name with .. behind a link may mean", async () => {
  await turnOn();
  await symlink(repository.at("tests"), repository.at("link")).catch(() => undefined);
  const payload = {
    ...shell("claude", ""),
    tool_name: "Write",
    tool_input: { file_path: `${repository.root}/link/../tests/a.test.js`, content: "" },
  };
  expect(await ask("claude", payload)).toContain("EXISTING_TEST_MODIFIED");
});

it("says one verdict together with the custom linters", async () => {
  await turnOn();
  await register(repository, record(says(DENIES)));
  const said = await ask("claude", shell("claude", "rm tests/a.test.js"));
  expect(said).toContain("the guard denies it");
  expect(said).toContain("the linter probe denies it");
});

it("is not turned off by the environment, nor by taking its record or its program away", async () => {
  const [edit] = edits("claude", ["tests/a.test.js"]);
  await turnOn();
  expect(await ask("claude", edit, { HI_HOOK: "off", NODE_ENV: "test" })).toContain("EXISTING_TEST_MODIFIED");
  const files = { ".hi/guard.json": { class: "generated" }, ".hi/runtime/guard.mjs": { class: "generated" } };
  await repository.write(".hi/receipt.json", JSON.stringify({ files }));
  await rm(repository.at(".hi/runtime/guard.mjs"));
  expect(await ask("claude", edit)).toContain("hi restore .hi/runtime/guard.mjs");
  await rm(repository.at(".hi/guard.json"));
  expect(await ask("claude", edit)).toContain("hi restore .hi/guard.json");
});

it("is silent where the guard is off, and where no session is on", async () => {
  const [edit] = edits("claude", ["tests/a.test.js"]);
  expect(await ask("claude", edit)).toBeUndefined();
  await turnOn(DECIDES.replace("isGuarded = () => true", "isGuarded = () => false"));
  expect(await ask("claude", edit)).toBeUndefined();
  expect(await ask("claude", { hook_event_name: "PreToolUse" })).toBeUndefined();
});
