import { mkdir, rm, symlink, truncate, unlink } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { HookRepository, listChanges, makeScope } from "../helpers/hook-repository.ts";

// Whatever is not an edited, owned, supported file is a silent success, and never a run over the project.

const UGLY = "var  a = 1; debugger\n";
let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
  await repository.select([
    makeScope(".", { ignore: ["packages/b/**", "vendor", "**/*.gen.ts", "od\\[d\\]/**", "{x,y}/z.ts"] }),
  ]);
  for (const file of [
    "src/ignored/a.ts",
    "packages/b/src/a.ts",
    "vendor/deep/a.ts",
    "src/a.gen.ts",
    "od[d]/a.ts",
    "y/z.ts",
    "lib/node_modules/pkg/a.js",
    ".git/hooks/a.cjs",
    "src/readme.md",
    "src/data.json",
    "src/notes.ipynb",
    "tsconfig.json",
    "src/noextension",
    "src/binary.ts",
    "src/other.ts",
    "../outside/a.ts",
    "../outside/other.ts",
  ]) {
    await repository.write(file, UGLY);
  }
  await repository.write("src/binary.ts", Buffer.from([0x47, 0x40, 0x00, 0x10]));
  await mkdir(repository.at("src/folder.ts"));
  await symlink(repository.at("../outside/a.ts"), repository.at("src/link-out.ts"));
  await symlink(repository.at("../outside"), repository.at("src/folder-out"));
  await symlink("nowhere.ts", repository.at("src/dangling.ts"));
  await repository.write("src/huge.ts", UGLY);
  await truncate(repository.at("src/huge.ts"), 64 * 1024 * 1024 + 1);
  await repository.write("../outside/deep/b.ts", UGLY);
  await symlink(repository.at("../outside/deep"), repository.at("src/deep-out"));
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

describe.each([
  ["is missing", "src/missing.ts"],
  ["is ignored by the configuration", "src/ignored/a.ts"],
  ["lies in a nested package that is not selected", "packages/b/src/a.ts"],
  ["lies in an excluded folder", "vendor/deep/a.ts"],
  ["matches an excluded glob", "src/a.gen.ts"],
  ["matches an escaped glob", "od[d]/a.ts"],
  ["matches an alternative", "y/z.ts"],
  ["lies in node_modules", "lib/node_modules/pkg/a.js"],
  ["lies in .git", ".git/hooks/a.cjs"],
  ["is markdown", "src/readme.md"],
  ["is JSON", "src/data.json"],
  ["is a tsconfig", "tsconfig.json"],
  ["is a notebook", "src/notes.ipynb"],
  ["has no extension", "src/noextension"],
  ["is binary", "src/binary.ts"],
  ["is a folder", "src/folder.ts"],
  ["is the repository itself", "."],
  ["is empty", ""],
  ["lies outside", "../outside/a.ts"],
  ["is a link that leads out", "src/link-out.ts"],
  ["lies below a linked folder that leads out", "src/folder-out/a.ts"],
  ["is a dangling link", "src/dangling.ts"],
  ["climbs out of a linked folder, and is another file for the system than by its name", "src/deep-out/../other.ts"],
  ["climbs out of the repository", "src/../../outside/a.ts"],
  ["is larger than any source", "src/huge.ts"],
  ["holds a NUL", "src/\u0000a.ts"],
])("a path that %s", (_, file) => {
  it("is skipped in silence and nothing is touched", async () => {
    const before = await repository.snapshot();
    const outside = await repository.read("../outside/a.ts");
    const result = await repository.check([file]);
    expect(result).toMatchObject({ status: "skipped", files: [], findings: [], failures: [], changed: [] });
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
    expect(await repository.read("../outside/a.ts")).toBe(outside);
  });
});

describe("a tool of Claude Code's that edits a notebook", () => {
  it("is a silent success", async () => {
    const before = await repository.snapshot();
    const payload = {
      hook_event_name: "PostToolUse",
      tool_name: "NotebookEdit",
      tool_input: { notebook_path: repository.at("src/notes.ipynb"), new_source: "var  a" },
    };
    const run = await repository.run("claude", payload);
    expect(run).toStrictEqual({ stdout: "", stderr: "", exitCode: 0, signal: null });
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
  });
});

describe("a link inside the repository", () => {
  it("stays a link; the file it names is the edited one", async () => {
    await repository.write("src/target.ts", UGLY);
    await symlink("target.ts", repository.at("src/link-in.ts"));
    const result = await repository.check(["src/link-in.ts"]);
    expect(result.files).toStrictEqual(["src/target.ts"]);
    expect(await repository.read("src/target.ts")).toBe("const a = 1;\ndebugger;\n");
    const { lstat } = await import("node:fs/promises");
    expect((await lstat(repository.at("src/link-in.ts"))).isSymbolicLink()).toBe(true);
    await unlink(repository.at("src/link-in.ts"));
  });
});

describe("what git ignores", () => {
  it("is skipped, as the tools skip it in a whole run", async () => {
    await using other = await HookRepository.create();
    await other.write(".gitignore", "# built\n/dist/\n*.local.ts\n!keep.local.ts\n");
    await other.write("src/.gitignore", "made/*\n!made/kept.ts\n");
    const ignored = ["dist/a.ts", "src/b.local.ts", "src/made/c.ts"];
    const kept = ["src/dist/a.ts", "src/keep.local.ts", "src/made/kept.ts"];
    for (const file of [...ignored, ...kept]) await other.write(file, "debugger;\n");
    const result = await other.check([...ignored, ...kept]);
    expect(result.files).toStrictEqual(kept.toSorted());
    await rm(other.at(".gitignore"));
  });
});

describe("a path that climbs within the repository", () => {
  it("is the file that it comes to", async () => {
    await repository.write("src/low/b.ts", "debugger;\n");
    const result = await repository.check(["src/low/../low/b.ts", "./src/./low/b.ts"]);
    expect(result.files).toStrictEqual(["src/low/b.ts"]);
  });
});

describe("switches", () => {
  it.each([
    ["claude", "", () => ({ tool_name: "Edit", tool_input: { file_path: repository.at("src/off.ts") } })],
    [
      "codex",
      "",
      () => ({
        cwd: repository.root,
        tool_name: "apply_patch",
        tool_input: { command: "*** Begin Patch\n*** Update File: src/off.ts\n*** End Patch" },
      }),
    ],
    [
      "cursor",
      "{}\n",
      () => ({
        hook_event_name: "postToolUse",
        workspace_roots: [repository.root],
        tool_name: "Write",
        tool_input: { path: "src/off.ts" },
      }),
    ],
    ["opencode", "{}\n", () => ({ tool: "edit", args: { filePath: "src/off.ts" }, directory: repository.root })],
  ])("HI_HOOK=off turns the runtime off for %s", async (provider, stdout, makePayload) => {
    await repository.write("src/off.ts", UGLY);
    const off = await repository.run(provider, makePayload(), { env: { HI_HOOK: "off" } });
    expect(off).toStrictEqual({ stdout, stderr: "", exitCode: 0, signal: null });
    expect(await repository.read("src/off.ts")).toBe(UGLY);
    expect((await repository.run(provider, makePayload(), { env: { HI_HOOK: "on" } })).stdout).toContain("src/off.ts:");
  });

  it("no selected scope means nothing to do", async () => {
    await using other = await HookRepository.create();
    await other.select([]);
    await other.write("src/a.ts", UGLY);
    expect((await other.check(["src/a.ts"])).status).toBe("skipped");
  });
});
