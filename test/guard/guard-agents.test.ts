import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { bundleRuntime } from "../../src/adapters/from-source.ts";
import { askHook, PROVIDERS, toHeard, toStopPayload } from "../helpers/agent-hooks.ts";
import type { Heard, Provider } from "../helpers/agent-hooks.ts";
import { ALLOWED, BASELINE_TEST, BLOCKED, GuardedRepository, node, toPolicy } from "../helpers/guarded-repository.ts";
import { git, PROJECT_ROOT, runProcess } from "../helpers/hi.ts";

// A whole session under each agent's hooks: what `hi init --packs base,guard` generates, a real session, real payloads.

let repository: GuardedRepository;

beforeAll(async () => {
  const policy = toPolicy([{ name: "passes", command: node("") }], { paths: { protectedPatterns: ["locked/**"] } });
  repository = await GuardedRepository.create(policy, {
    "locked/a.js": "export {};\n",
    ".gitignore": "node_modules\n",
  });
  const init = ["init", "--yes", "--preview", "off", "--scopes", ".", "--packs", "base,guard"];
  const ended = await repository.hi([...init, "--providers", PROVIDERS.join(",")]);
  expect(ended.exitCode, ended.stderr).toBe(0);
  await repository.commit("guard");
  // The very program that the build makes of this source.
  expect(repository.read(".hi/runtime/guard.mjs")).toContain(await bundleRuntime(PROJECT_ROOT, "guard"));
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await git(repository.root, "checkout", "--quiet", ".");
  await repository.start();
});

const ask = (provider: Provider, event: "pre-tool" | "stop", payload: unknown): Promise<Heard> =>
  askHook(repository, { provider, event, payload });

function write(provider: Provider, name: string): Record<string, unknown> {
  const file = repository.at(name);
  const common = { session_id: "s", cwd: repository.root, hook_event_name: "PreToolUse" };
  const patch = `*** Begin Patch\n*** Update File: ${name}\n@@\n-a\n+b\n*** End Patch\n`;
  const rows: Record<Provider, Record<string, unknown>> = {
    claude: { ...common, tool_name: "Write", tool_input: { file_path: file, content: "" } },
    codex: { ...common, turn_id: "t", tool_name: "apply_patch", tool_input: { command: patch } },
    cursor: {
      conversation_id: "c",
      hook_event_name: "preToolUse",
      workspace_roots: [repository.root],
      tool_name: "Write",
      tool_input: { path: file, contents: "" },
    },
    opencode: {
      hook_event_name: "tool.execute.before",
      tool: "write",
      sessionID: "s",
      callID: "c",
      args: { filePath: file, content: "" },
      directory: repository.root,
    },
  };
  return rows[provider];
}

function shell(provider: Provider, command: string): Record<string, unknown> {
  const common = {
    session_id: "s",
    cwd: repository.root,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  };
  const rows: Record<Provider, Record<string, unknown>> = {
    claude: common,
    codex: { ...common, turn_id: "t" },
    cursor: { ...common, tool_name: "Shell", hook_event_name: "preToolUse", conversation_id: "c" },
    opencode: {
      hook_event_name: "tool.execute.before",
      tool: "bash",
      sessionID: "s",
      callID: "c",
      args: { command },
      directory: repository.root,
    },
  };
  return rows[provider];
}

const stop = (provider: Provider, session = "s"): Record<string, unknown> =>
  toStopPayload(provider, { root: repository.root, session });

describe.each(PROVIDERS)("%s", (provider) => {
  it("may not write what the session guards, by an edit or by a listed form, and may write the rest", async () => {
    const guarded: Readonly<Record<string, string>> = {
      [BASELINE_TEST]: "EXISTING_TEST_MODIFIED",
      "locked/a.js": "PROTECTED_PATH_CHANGED",
      "hi.policy.yml": "JUDGE_CONFIGURATION_PROTECTED",
      ".hi/guard.json": "JUDGE_CONFIGURATION_PROTECTED",
      ".hi/runtime/hook.mjs": "JUDGE_CONFIGURATION_PROTECTED",
      ".claude/settings.json": "JUDGE_CONFIGURATION_PROTECTED",
      ".opencode/plugins/hi.js": "JUDGE_CONFIGURATION_PROTECTED",
      ".git/config": "JUDGE_CONFIGURATION_PROTECTED",
    };
    for (const [name, code] of Object.entries(guarded)) {
      expect((await ask(provider, "pre-tool", write(provider, name))).said, name).toContain(code);
      expect((await ask(provider, "pre-tool", shell(provider, `echo > '${name}'`))).said, name).toContain(code);
    }
    expect((await ask(provider, "pre-tool", shell(provider, "rm -rf tests"))).said).toContain("EXISTING_TEST_MODIFIED");
    expect((await ask(provider, "pre-tool", shell(provider, "git checkout -- ."))).said).not.toBe("");
    expect((await ask(provider, "pre-tool", write(provider, "src/a.js"))).said).toBe("");
    for (const command of ["npm test > /dev/null 2>&1", "echo 1 > src/b.js", "git add -A && git commit -m x"]) {
      expect((await ask(provider, "pre-tool", shell(provider, command))).said, command).toBe("");
    }
  });

  it("may not stop before a fresh pass, and may after it", async () => {
    repository.write("src/a.js", "export const one = () => 2 - 1;\n");
    expect((await ask(provider, "stop", stop(provider))).said).toContain("hi verify");
    expect((await repository.verify()).exitCode).toBe(0);
    expect((await ask(provider, "stop", stop(provider))).said).toBe("");
    repository.write("src/a.js", "export const one = () => 1;\n// later\n");
    expect((await ask(provider, "stop", stop(provider))).said).toContain("block 1 of 3");
  });

  it("is let go after three blocks, which is recorded, shown, and fails hi ci until a pass settles it", async () => {
    for (const block of [1, 2, 3]) {
      expect((await ask(provider, "stop", stop(provider))).said).toContain(`block ${block} of 3`);
    }
    const released = await ask(provider, "stop", stop(provider));
    expect(released.said).toBe("");
    expect(released.stderr).toContain("recorded as released-unverified");
    expect(await repository.canStop()).toBe(BLOCKED);
    const status = await repository.hi(["session", "status"]);
    expect(status.stdout).toContain(`Released unverified: ${provider} was let go`);
    expect((await repository.hi(["ci", "--base-ref", "HEAD"])).stdout).toContain(
      "an agent was let go here without a pass, and none has settled that since\nNext: hi verify in a session"
    );
    const ci = await repository.hi(["ci", "--base-ref", "HEAD", "--json"]);
    expect([ci.exitCode, (JSON.parse(ci.stdout) as { failureKind: string }).failureKind]).toEqual([
      5,
      "released-unverified",
    ]);
    expect((await ask(provider, "stop", stop(provider, "another"))).said).toContain("block 1 of 3");
    expect((await repository.verify()).exitCode).toBe(0);
    expect(await repository.canStop()).toBe(ALLOWED);
    expect((await repository.hi(["session", "status"])).stdout).not.toContain("Released unverified");
    expect((await repository.hi(["ci", "--base-ref", "HEAD"])).exitCode).toBe(0);
  });
});

it("asks nothing without a session", async () => {
  await repository.hi(["session", "end"]);
  expect((await ask("claude", "pre-tool", write("claude", BASELINE_TEST))).said).toBe("");
  expect((await ask("claude", "stop", stop("claude"))).said).toBe("");
});

it("keeps refusing where the session's state was taken away or damaged", async () => {
  await repository.verify();
  await runProcess("rm", ["-rf", ".git/hi-guard"], { cwd: repository.root });
  expect((await ask("claude", "pre-tool", write("claude", "src/a.js"))).said).toContain("SESSION_STATE_CORRUPT");
  expect((await ask("claude", "stop", stop("claude"))).said).toContain("cannot be believed");
  const again = { ...stop("claude"), stop_hook_active: true };
  expect((await ask("claude", "stop", again)).stderr).toContain("let go");
});

it("keeps refusing where its record and the receipt were both taken away while a session is on", async () => {
  await runProcess("rm", [".hi/guard.json", ".hi/receipt.json"], { cwd: repository.root });
  const told = async () => [
    (await ask("claude", "pre-tool", write("claude", "src/a.js"))).said,
    (await ask("claude", "stop", stop("claude"))).said,
  ];
  for (const said of await told()) expect(said).toContain(".hi/guard.json was published and is gone");
  await runProcess("rm", ["-rf", ".git/hi-guard"], { cwd: repository.root });
  for (const said of await told()) expect(said).toContain(".hi/guard.json was published and is gone");
  await repository.hi(["session", "end"]);
  expect(await told()).toEqual(["", ""]);
});

it("forgets no release but by a pass: not with its state, its session, a new one, or a damaged one", async () => {
  const ci = async () => (await repository.hi(["ci", "--base-ref", "HEAD"])).exitCode;
  for (let asked = 0; asked < 4; asked += 1) await ask("claude", "stop", stop("claude"));
  const released = async () => {
    const status = await repository.hi(["session", "status", "--json"]);
    return (JSON.parse(status.stdout) as { releases: object[] }).releases;
  };
  const [first] = await released();
  expect(first).toMatchObject({ provider: "claude", blocks: 3 });
  expect((await ask("claude", "stop", stop("claude"))).said).toBe("");
  expect(await released()).toEqual([first]);
  await runProcess("rm", ["-rf", ".git/hi-guard/stops"], { cwd: repository.root });
  expect(await released()).toEqual([first]);
  expect(await ci()).toBe(5);
  repository.write(".git/hi-guard/session.json", "garbage");
  expect(await ci()).toBe(5);
  expect((await repository.hi(["session", "end"])).stdout).toMatch(
    /The session is ended.*\n.*Released unverified: claude was let go at .* after 3 blocks.*\nNext: hi session start .*, then hi verify/
  );
  expect(await ci()).toBe(5);
  expect(await released()).toEqual([first]);
  expect((await repository.hi(["session", "status"])).stdout).toMatch(
    /No guard session is active here\.\n.*Released unverified: claude .*\nNext: hi session start .*, then hi verify/
  );
  const started = await repository.hi(["session", "start", "--task", "again"]);
  expect(started.stdout).toContain("Released unverified: claude was let go");
  await repository.hi(["session", "end"]);
  await repository.start();
  expect(await released()).toEqual([first]);
  expect(await ci()).toBe(5);
  expect((await repository.verify()).exitCode).toBe(0);
  expect(await ci()).toBe(0);
});

it("may write from no work tree what another one of the repository guards", async () => {
  const linked = repository.outside("linked");
  await git(repository.root, "worktree", "add", "--quiet", "--detach", linked);
  const run = async (root: string, command: string): Promise<string> => {
    const hook = [`${root}/.hi/runtime/hook.mjs`, "pre-tool", "--provider", "claude"];
    const input = JSON.stringify({ ...shell("claude", command), cwd: root });
    return toHeard((await runProcess(process.execPath, hook, { cwd: root, env: repository.env, input })).stdout).said;
  };
  for (const [root, command, code] of [
    [linked, `rm ${repository.at(BASELINE_TEST)}`, "EXISTING_TEST_MODIFIED"],
    [linked, `rm -rf ${repository.at(".git/hi-guard")}`, "JUDGE_CONFIGURATION_PROTECTED"],
    [linked, `sed -i s/a/b/ ${repository.at(".git/config")}`, "JUDGE_CONFIGURATION_PROTECTED"],
    [linked, `rm -rf ${repository.outside("state")}`, "JUDGE_CONFIGURATION_PROTECTED"],
    [repository.root, `rm ${linked}/${BASELINE_TEST}`, "EXISTING_TEST_MODIFIED"],
    [repository.root, `rm -rf ${linked}/locked`, "PROTECTED_PATH_CHANGED"],
  ] as const) {
    expect(await run(root, command), command).toContain(code);
  }
  for (const command of [`touch ${repository.at("src/n.js")}`, `cp src/a.js ${repository.outside("copy.js")}`]) {
    expect(await run(linked, command), command).toBe("");
  }
  await git(repository.root, "worktree", "remove", "--force", linked);
});

it("is refused a folder by a tool that deletes it", async () => {
  const asked = (name: string) => {
    const payload = write("cursor", name);
    return { ...payload, tool_name: "Delete", tool_input: { path: repository.at(name) } };
  };
  expect((await ask("cursor", "pre-tool", asked("tests"))).said).toContain("EXISTING_TEST_MODIFIED");
  expect((await ask("cursor", "pre-tool", asked(".claude"))).said).toContain("JUDGE_CONFIGURATION_PROTECTED");
  expect((await ask("cursor", "pre-tool", asked("src"))).said).toBe("");
});
