import { readdir } from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { HookRepository } from "../helpers/hook-repository.ts";

// Seed 003 AC-004: a session is asked at most three times to repair the same findings of the same file, told once that
// this is over, and then left alone. Through the real process, with the answer that Claude Code and Codex get.

const FOUND = "export const a = 1;\ndebugger;\n";
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create();
  await repository.write("src/a.ts", FOUND);
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

interface Answer {
  readonly decision?: string;
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext: string };
}

/** One patch of Codex on some files, and what it is answered; undefined where that is nothing. */
async function patch(files: readonly string[], session = "s-1"): Promise<Answer | undefined> {
  const command = ["*** Begin Patch", ...files.map((file) => `*** Update File: ${file}`), "*** End Patch"].join("\n");
  const run = await repository.run("codex", {
    session_id: session,
    cwd: repository.root,
    hook_event_name: "PostToolUse",
    tool_name: "apply_patch",
    tool_input: { command },
  });
  expect(run).toMatchObject({ exitCode: 0, signal: null, stderr: "" });
  return run.stdout === "" ? undefined : (JSON.parse(run.stdout) as Answer);
}

async function status(session: string, files = ["src/a.ts"]): Promise<unknown> {
  const { status: said, repair } = await repository.check(files, { session });
  return [said, ...repair.map((entry) => entry.request ?? entry.state)];
}

describe("the same findings of the same file", () => {
  it("ask three times, are told once without blocking, and then keep silent", async () => {
    for (const request of [1, 2, 3]) {
      const answer = await patch(["src/a.ts"]);
      expect(answer).toMatchObject({ decision: "block" });
      expect(answer?.reason?.includes(`request ${request} of 3`)).toBe(request > 1);
    }
    const told = await patch(["src/a.ts"]);
    expect(told).toBeDefined();
    expect(told).not.toHaveProperty("decision");
    expect(told).not.toHaveProperty("reason");
    expect(told?.hookSpecificOutput?.additionalContext).toMatch(/edit was saved[\s\S]*exhausted after 3 requests/);
    expect(told?.hookSpecificOutput?.additionalContext).toContain("src/a.ts:2:1 eslint(no-debugger)");
    expect(told?.systemMessage).toMatch(/^hi: repair is exhausted after 3 requests: 1 error in src\/a\.ts$/);
    expect(await patch(["src/a.ts"])).toBeUndefined();
    expect(await patch(["src/a.ts"])).toBeUndefined();
  });

  it("are the same after lines moved, and whatever came between", async () => {
    expect(await status("s-2")).toStrictEqual(["findings", 1]);
    await repository.write("src/a.ts", `// moved\n\n${FOUND}`);
    expect(await status("s-2")).toStrictEqual(["findings", 2]);
    await repository.write("src/a.ts", "export const a = 1;\n");
    expect(await status("s-2")).toStrictEqual(["clean"]);
    await repository.write("src/a.ts", "export const a = (1\n");
    expect(await status("s-2")).toStrictEqual(["findings", 1]);
    await repository.write("src/a.ts", `if (true) {\n  debugger;\n}\n`);
    expect(await status("s-2")).toStrictEqual(["findings", 3]);
    await repository.write("src/a.ts", `// here\n${FOUND}`);
    expect(await status("s-2")).toStrictEqual(["exhausted", "exhausted"]);
    expect(await status("s-2")).toStrictEqual(["exhausted", "silent"]);
  });

  it("are others in another session, another file, or with another finding", async () => {
    for (let run = 0; run < 4; run += 1) await status("s-3");
    expect(await status("s-4")).toStrictEqual(["findings", 1]);
    await repository.write("src/b.ts", FOUND);
    expect(await status("s-3", ["src/b.ts"])).toStrictEqual(["findings", 1]);
    await repository.write("src/a.ts", `${FOUND}debugger;\n`);
    expect(await status("s-3")).toStrictEqual(["findings", 1]);
    await repository.write("src/a.ts", FOUND);
    expect(await status("s-3")).toStrictEqual(["exhausted", "silent"]);
  });
});

describe("one patch of several files", () => {
  it("asks for the fresh ones only, and tells of the others once", async () => {
    await repository.write("src/b.ts", "export const b = (x) => x == null;\n");
    for (let run = 0; run < 3; run += 1) await patch(["src/a.ts"]);
    const both = await patch(["src/a.ts", "src/b.ts"]);
    expect(both).toMatchObject({ decision: "block" });
    expect(both?.reason).toContain("src/b.ts:1:");
    expect(both?.reason).not.toContain("src/a.ts:");
    expect(both?.hookSpecificOutput?.additionalContext).toMatch(/Not asked for again, [^\n]*: 1 error in src\/a\.ts\./);
    const again = await patch(["src/a.ts", "src/b.ts"]);
    expect(again?.hookSpecificOutput?.additionalContext).not.toContain("src/a.ts:");
  });
});

describe("a file that was rewritten", () => {
  it("is told of also where the findings are silent", async () => {
    for (let run = 0; run < 5; run += 1) await patch(["src/a.ts"]);
    await repository.write("src/a.ts", "export  const a = 1;\ndebugger;\n");
    const answer = await patch(["src/a.ts"]);
    expect(answer?.hookSpecificOutput?.additionalContext).toMatch(/^hi rewrote src\/a\.ts/);
    expect(answer).not.toHaveProperty("decision");
  });
});

describe("cursor and opencode", () => {
  it.each([
    [
      "cursor",
      () => ({
        conversation_id: "c-1",
        hook_event_name: "postToolUse",
        workspace_roots: [repository.root],
        tool_name: "Write",
        tool_input: { file_path: "src/a.ts" },
      }),
    ],
    [
      "opencode",
      () => ({ tool: "edit", sessionID: "o-1", args: { filePath: "src/a.ts" }, directory: repository.root }),
    ],
  ])("%s hears them three times, that it is over once, and then nothing", async (provider, makePayload) => {
    const heard: string[] = [];
    for (let run = 0; run < 6; run += 1) heard.push((await repository.run(provider, makePayload())).stdout);
    expect(heard.map((text) => /Repair them before/.test(text))).toStrictEqual([true, true, true, false, false, false]);
    expect(heard[3]).toContain("Not asked for again");
    expect(heard.slice(4)).toStrictEqual(["{}\n", "{}\n"]);
  });

  it("an event that is not heard uses no request up", async () => {
    const payload = { conversation_id: "s-5", workspace_roots: [repository.root] };
    const event = { hook_event_name: "afterFileEdit", file_path: repository.at("src/a.ts") };
    for (let run = 0; run < 4; run += 1) await repository.run("cursor", { ...payload, ...event });
    expect(await status("s-5")).toStrictEqual(["findings", 1]);
  });
});

describe("a session", () => {
  it.each([
    ["without a name", ""],
    ["that is very long", "x".repeat(100_000)],
    ["that climbs", "../../../up"],
    ["with a NUL", "a\0b"],
  ])("%s is counted like any other, and chooses no path", async (_, session) => {
    const payload = { tool_name: "Edit", session_id: session, tool_input: { file_path: repository.at("src/a.ts") } };
    const before = await repository.snapshot();
    const runs = [];
    for (let run = 0; run < 5; run += 1) runs.push((await repository.run("claude", payload)).stdout);
    expect(runs.map((text) => text.includes('"decision"'))).toStrictEqual([true, true, true, false, false]);
    expect(await repository.snapshot()).toStrictEqual(before);
    const [place = ""] = await readdir(path.join(repository.state, "hi/repair"));
    const sessions = await readdir(path.join(repository.state, "hi/repair", place));
    expect(sessions).toStrictEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });
});
