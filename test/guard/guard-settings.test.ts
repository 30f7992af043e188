import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";

// The pack guard through the real binary: what it adds to the agents' files, and that taking it out takes out exactly that.

const THEIRS = {
  ".claude/settings.json": `{
    // ours
    "permissions": {"allow": ["Bash(ls)"]},
    "hooks": { "Stop": [ {"hooks": [{"type": "command", "command": "echo theirs"}]} ] }
}
`,
  ".codex/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo theirs"}]}]}}\n',
  ".cursor/hooks.json": '{ "version": 1, "hooks": { "stop": [ { "command": "echo theirs" } ] } }\n',
};

const INIT = ["init", "--yes", "--preview", "off", "--providers", "claude,codex,cursor,opencode", "--scopes", "."];

function withRepository(work: (root: string, env: Record<string, string>) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "shop");
    await mkdir(path.join(directory, "temporary"), { mode: 0o700 });
    await plant(root, {
      "package.json": '{ "name": "shop", "type": "module" }\n',
      "src/a.js": "export {};\n",
      ...THEIRS,
    });
    await git(root, "init", "--quiet");
    await work(root, { HI_TEMP: path.join(directory, "temporary") });
  });
}

const read = (root: string): Promise<readonly string[]> =>
  Promise.all(Object.keys(THEIRS).map((file) => readFile(path.join(root, file), "utf8")));

test("the pack appends hook groups, says that Codex must trust them, and going leaves every other byte", async () => {
  await withRepository(async (root, env) => {
    expect((await runHi([...INIT, "--packs", "base"], { cwd: root, env })).exitCode).toBe(0);
    const before = await read(root);

    const on = await runHi([...INIT, "--packs", "base,guard"], { cwd: root, env });
    expect(on.exitCode, on.stderr).toBe(0);
    expect(on.stdout).toContain("Codex runs none of them until you trust them");
    expect(on.stdout).toContain("write hi.policy.yml with validation.commands, commit it, then hi session start");
    expect(await readFile(path.join(root, ".hi/README.md"), "utf8")).toContain("| runtime/guard.mjs |");
    const [claude = "", codex = "", cursor = ""] = await read(root);
    for (const text of [claude, codex, cursor]) {
      expect(text).toContain("echo theirs");
      expect(text.indexOf("echo theirs")).toBeLessThan(text.lastIndexOf("hook.mjs"));
      expect(text).toMatch(/"?stop"?[^]*--provider|stop --provider/);
    }
    expect(JSON.parse(codex)).toMatchObject({ hooks: { Stop: [{}, {}], PreToolUse: [{}] } });
    expect(JSON.parse(cursor)).toMatchObject({
      hooks: { stop: [{}, { loop_limit: 5 }], preToolUse: [{ failClosed: true }] },
    });
    expect(claude).toContain('"SubagentStop"');
    const plugin = await readFile(path.join(root, ".opencode/plugins/hi.js"), "utf8");
    expect(plugin).toContain("session.idle");
    expect(JSON.parse(await readFile(path.join(root, ".hi/guard.json"), "utf8"))).toStrictEqual({
      schemaVersion: 1,
      stopBlocks: 3,
    });
    const receipt = await readFile(path.join(root, ".hi/receipt.json"), "utf8");
    expect(receipt).toContain(".hi/runtime/guard.mjs");
    expect((await runHi(["check"], { cwd: root, env })).exitCode).toBe(0);

    const again = await runHi(["update", "--yes", "--preview", "off"], { cwd: root, env });
    expect(again.stdout).not.toContain("until you trust them");

    expect((await runHi([...INIT, "--packs", "base"], { cwd: root, env })).exitCode).toBe(0);
    const after = await read(root);
    const withoutEmpty = (text: string): string =>
      text.replaceAll(/\s*,\s*"(?:preToolUse|PreToolUse|SubagentStop)"\s*:\s*\[\s*\]/g, "");
    expect(after.map(withoutEmpty)).toStrictEqual(before.map(withoutEmpty));
  });
});

test("the settings say how often an agent is kept from stopping, and init keeps what they say", async () => {
  await withRepository(async (root, env) => {
    await runHi([...INIT, "--packs", "base,guard"], { cwd: root, env });
    const file = path.join(root, ".hi/settings.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"commitGate"', '"guard": { "stopBlocks": 5 },\n  "commitGate"'));
    expect((await runHi(["update", "--yes", "--preview", "off"], { cwd: root, env })).exitCode).toBe(0);
    const record = async (): Promise<unknown> => JSON.parse(await readFile(path.join(root, ".hi/guard.json"), "utf8"));
    expect(await record()).toStrictEqual({ schemaVersion: 1, stopBlocks: 5 });
    expect(await readFile(path.join(root, ".cursor/hooks.json"), "utf8")).toContain('"loop_limit": 7');
    expect((await runHi([...INIT, "--packs", "base,guard"], { cwd: root, env })).exitCode).toBe(0);
    expect(await record()).toStrictEqual({ schemaVersion: 1, stopBlocks: 5 });
    await writeFile(file, text.replace('"commitGate"', '"guard": { "stopBlocks": 9 },\n  "commitGate"'));
    const refused = await runHi(["update", "--yes", "--preview", "off"], { cwd: root, env });
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("HI_SETTINGS_INVALID");
  });
});

test("the doctor says where the pack is chosen and no session can begin, or no agent could ever stop", async () => {
  await withRepository(async (root, env) => {
    const look = async (policy?: string): Promise<readonly string[]> => {
      if (policy !== undefined) await writeFile(path.join(root, "hi.policy.yml"), policy);
      await git(root, "add", "--all");
      await git(root, "commit", "--quiet", "--allow-empty", "--message=policy");
      const { stdout } = await runHi(["doctor", "--json"], { cwd: root, env });
      const { findings } = JSON.parse(stdout) as { findings: readonly { code: string; next: string | null }[] };
      const told = findings.filter(({ code }) => code.startsWith("guard-policy-"));
      expect(told.every(({ next }) => (next ?? "") !== "")).toBe(true);
      return told.map(({ code }) => code);
    };
    expect((await runHi([...INIT, "--packs", "base"], { cwd: root, env })).exitCode).toBe(0);
    expect(await look()).toEqual([]);
    expect((await runHi([...INIT, "--packs", "base,guard"], { cwd: root, env })).exitCode).toBe(0);
    expect(await look()).toEqual(["guard-policy-missing"]);
    expect(await look("version: 1\n")).toEqual(["guard-policy-endless"]);
    expect(await look("version: [\n")).toEqual(["guard-policy-unreadable"]);
    expect(
      await look('version: 1\nvalidation: { commands: [{ name: t, command: ["true"], timeoutSeconds: 60 }] }\n')
    ).toEqual([]);
  });
});
