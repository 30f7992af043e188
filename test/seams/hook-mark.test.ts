import { execFileSync } from "node:child_process";
import { link, mkdir, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { parseHookMark } from "../../src/contracts/hook-mark.ts";
import type { HookMark } from "../../src/contracts/hook-mark.ts";
import { PROVIDERS } from "../../src/domain/settings.ts";
import { HookRepository } from "../helpers/hook-repository.ts";

// A hook that never fires is silent, like one that finds nothing. So a run leaves word, outside of the work tree.

let repository: HookRepository;
beforeEach(async () => {
  repository = await HookRepository.create("repo");
  await repository.write("src/a.ts", "export const a = 1;\n");
});
afterEach(() => repository[Symbol.asyncDispose]());

const initGit = (): unknown => execFileSync("git", ["init", "-q"], { cwd: repository.root, stdio: "pipe" });

async function readMark(folder: string, provider: string): Promise<HookMark | undefined> {
  return parseHookMark(JSON.parse(await readFile(path.join(folder, `${provider}.json`), "utf8")));
}

const edit = () => ({ session_id: "s", tool_name: "Edit", tool_input: { file_path: repository.at("src/a.ts") } });

it.each(PROVIDERS)("is left in the git directory by a run for %s, whatever came of it", async (provider) => {
  initGit();
  const before = await repository.snapshot();
  await repository.run(provider, { anything: "else" });
  const mark = await readMark(repository.at(".git/hi-hook"), provider);
  expect(mark).toMatchObject({ status: "skipped", node: process.versions.node });
  expect(Math.abs(Date.now() - Date.parse(mark?.at ?? ""))).toBeLessThan(600_000);
  const after = await repository.snapshot();
  const names = Object.keys(after).filter((name) => after[name] !== before[name] && !name.startsWith(".git"));
  expect(names).toEqual([]);
});

it("holds the last run's status and first failure, bounded", async () => {
  initGit();
  await repository.run("claude", edit());
  expect(await readMark(repository.at(".git/hi-hook"), "claude")).toMatchObject({ status: "clean" });
  await repository.write(
    ".hi/lint/selection.json",
    JSON.stringify({ scopes: [{ path: "x".repeat(5000), config: 1 }] })
  );
  await repository.run("claude", edit());
  const mark = await readMark(repository.at(".git/hi-hook"), "claude");
  expect(mark).toMatchObject({
    status: "failed",
    failure: { kind: "configuration", command: ".hi/lint/selection.json" },
  });
  expect(mark?.failure?.output.length).toBeLessThanOrEqual(500);
});

it("lies in the user's state without git", async () => {
  await repository.run("codex", {});
  const [folder = ""] = await readdir(path.join(repository.state, "hi/hook"));
  expect(await readMark(path.join(repository.state, "hi/hook", folder), "codex")).toMatchObject({ status: "skipped" });
});

it.each([
  ["for no agent", "neutral", { files: ["src/a.ts"] }, {}],
  ["without a payload", "claude", "", {}],
  ["when it is turned off", "claude", {}, { HI_HOOK: "off" }],
  ["when it is told to leave none", "claude", {}, { HI_HOOK_MARK: "off" }],
])("is not left %s", async (_, provider, payload, env) => {
  initGit();
  expect((await repository.run(provider, payload, { env })).exitCode).toBe(0);
  expect(await readdir(repository.at(".git"))).not.toContain("hi-hook");
});

it("of a run that checked a file stays where a run without one follows, until it is a minute old", async () => {
  initGit();
  const notes = { ...edit(), tool_input: { file_path: repository.at("notes.md") } };
  const mark = repository.at(".git/hi-hook/claude.json");
  await repository.run("claude", edit());
  await repository.run("claude", notes);
  expect(await readMark(repository.at(".git/hi-hook"), "claude")).toMatchObject({ status: "clean" });
  const old = new Date(Date.now() - 61_000);
  await utimes(mark, old, old);
  await repository.run("claude", notes);
  expect(await readMark(repository.at(".git/hi-hook"), "claude")).toMatchObject({ status: "skipped" });
});

it("that cannot be left is nobody's trouble", async () => {
  initGit();
  await mkdir(repository.at(".git/hi-hook/claude.json"), { recursive: true });
  expect(await repository.run("claude", edit())).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
});

// Bytes were written to where a link of that name led, and a pipe of that name held the process for ever, since not even
// an exit ends a thread that waits for a reader.
describe.skipIf(process.platform === "win32")("takes the place of", () => {
  let mark: string;
  let victim: string;
  beforeEach(async () => {
    initGit();
    await mkdir(repository.at(".git/hi-hook"));
    mark = repository.at(".git/hi-hook/claude.json");
    victim = path.join(repository.root, "../victim");
    await writeFile(victim, "theirs");
  });

  it.each([
    ["a link, and leaves alone what it leads to", () => symlink(victim, mark)],
    ["one of two names, and leaves the other alone", () => link(victim, mark)],
    ["a link that leads nowhere", () => symlink(repository.at("src/new.ts"), mark)],
    ["a pipe that nobody reads", () => Promise.resolve(execFileSync("mkfifo", [mark]))],
  ])("%s", async (_, prepare) => {
    await prepare();
    const run = await repository.run("claude", edit(), { killAfterMs: 300_000 });
    expect(run).toMatchObject({ exitCode: 0, signal: null, stdout: "", stderr: "" });
    expect(await readMark(repository.at(".git/hi-hook"), "claude")).toMatchObject({ status: "clean" });
    expect(await readFile(victim, "utf8")).toBe("theirs");
    expect(await readdir(repository.at("src"))).toStrictEqual(["a.ts"]);
    expect(await readdir(repository.at(".git/hi-hook"))).toStrictEqual(["claude.json"]);
  });
});
