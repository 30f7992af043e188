import { rm } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { Project } from "./reports.fixture.ts";
import { init, OFF, PLAIN, succeed, update, withProject } from "./reports.fixture.ts";

/**
 * Mechanism: a check failed for ever where an edit was kept, since nothing recorded it; and a hook that was edited was
 * told to be deleted, and doubled by the restore that the message named.
 */

const ALL = ["--providers", "claude,codex,cursor,opencode"] as const;

/** Each agent's file with a hook of ours among others, one edit of that hook, and whether another timeout of ours meets it. */
const HOOKS = [
  { file: ".claude/settings.json", event: "PostToolUse", from: '"timeout": 60', to: '"timeout": 61', meets: true },
  { file: ".codex/hooks.json", event: "PostToolUse", from: '"Edit|Write"', to: '"Edit"', meets: false },
  { file: ".cursor/hooks.json", event: "postToolUse", from: "node .hi/", to: "FORCE_COLOR=0 node .hi/", meets: false },
] as const;

interface Hooks {
  readonly hooks: Readonly<Record<string, readonly unknown[]>>;
}

async function edit(project: Project, file: string, from: string, to: string): Promise<string> {
  const text = await project.read(file);
  expect(text).toContain(from);
  const edited = text.replace(from, () => to);
  await project.write(file, edited);
  return edited;
}

const check = async (project: Project, exitCode: number): Promise<string> => {
  const ended = await project.hi(["check"]);
  expect(ended.exitCode, ended.stdout + ended.stderr).toBe(exitCode);
  return ended.stdout;
};

const restore = (project: Project, file: string) => succeed(project, ["restore", file, "--yes", ...OFF]);

const countCalls = (text: string): number => text.split(".hi/runtime/hook.mjs").length - 1;

describe.each(HOOKS)("our hook in $file, edited", ({ file, event, from, to, meets }) => {
  test("is said to be edited, is kept and recorded; the check fails again only when it changes again", () =>
    withProject({}, async (project) => {
      await init(project, ALL);
      const ours = await project.read(file);
      const edited = await edit(project, file, from, to);
      const said = await check(project, 1);
      expect(said).toMatch(new RegExp(`edited here +${file} +keys of ours were edited; hi update records it as kept`));
      expect(said).not.toContain("deleted");
      const { stdout } = await update(project);
      expect(stdout).toContain(`edited here; the edit is kept (hi restore ${file} takes ours)`);
      expect(await project.read(file)).toBe(edited);
      expect(await check(project, 0)).toContain(`note ${file} is edited here in /hooks/${event}/-, as the last update`);
      expect((await update(project)).stdout).toContain("Nothing to do: 1 edit kept");
      await edit(project, file, "hook.mjs", "./hook.mjs");
      await check(project, 1);
      await project.write(file, ours);
      expect(await check(project, 0)).not.toContain("note");
    }));

  test("comes back in its place: one hook, the neighbours on both sides as they were", () =>
    withProject({}, async (project) => {
      await init(project, ALL);
      const { hooks } = JSON.parse(await project.read(file)) as Hooks;
      const [first, last] = ["./first.sh", "./last.sh"].map((command) => ({ matcher: "Bash", command }));
      const text = JSON.stringify({ hooks: { [event]: [first, ...(hooks[event] ?? []), last] } }, null, 2);
      await project.write(
        file,
        text.replace(JSON.stringify(from).slice(1, -1), () => JSON.stringify(to).slice(1, -1))
      );
      const edited = text.replace(from, () => to);
      await project.write(file, edited);
      expect(edited).not.toBe(text);
      const { stdout } = await restore(project, file);
      expect(stdout).toContain("ours again");
      const now = JSON.parse(await project.read(file)) as Hooks;
      expect(now.hooks[event]).toEqual([first, ...(hooks[event] ?? []), last]);
      expect(countCalls(await project.read(file))).toBe(countCalls(text));
    }));

  test("beside a change of ours: merged, or a conflict that stops the update until it is settled; never added twice", () =>
    withProject({}, async (project) => {
      await init(project, ALL);
      const edited = await edit(project, file, from, to);
      await edit(project, ".hi/settings.json", '"commitGate"', '"hook": { "deadlineMs": 90000 },\n  "commitGate"');
      const ended = await project.hi(["update", "--yes", ...OFF]);
      expect(ended.exitCode).toBe(meets ? 1 : 0);
      if (meets) {
        expect(await project.read(file)).toBe(edited);
        const kept = await update(project, ["--on-conflict", "keep"]);
        expect(kept.stdout).toContain("edited here, and ours changed too; yours is kept");
        expect(await project.read(file)).toBe(edited);
      } else {
        const timeout = /"timeout": (\d+)/;
        expect(await project.read(file)).not.toBe(edited);
        expect((await project.read(file)).replace(timeout, "")).toBe(edited.replace(timeout, ""));
      }
      await check(project, 0);
      expect((await project.hi(["update", "--yes", "--exit-code", ...OFF])).exitCode).toBe(0);
      await restore(project, file);
      expect(JSON.parse(await project.read(file)).hooks[event]).toHaveLength(1);
      expect(await project.read(file)).toMatch(/"timeout": 1\d\d/);
      expect((await succeed(project, ["update", "--yes", "--exit-code", ...OFF])).stdout).toContain("Nothing to do");
    }));
});

test("our hook taken out stands for itself: recorded once, brought back at the end", () =>
  withProject({}, async (project) => {
    const neighbour = { matcher: "Bash", hooks: [{ type: "command", command: "ls .hi" }] };
    await init(project);
    const ours = JSON.parse(await project.read(".claude/settings.json")) as Hooks;
    await project.write(".claude/settings.json", JSON.stringify({ hooks: { PostToolUse: [neighbour] } }, null, 2));
    expect(await check(project, 1)).toContain("keys of ours were deleted; hi update records it, hi restore");
    await update(project);
    expect(await check(project, 0)).not.toContain("note");
    await restore(project, ".claude/settings.json");
    const now = JSON.parse(await project.read(".claude/settings.json")) as Hooks;
    expect(now.hooks["PostToolUse"]).toEqual([neighbour, ...(ours.hooks["PostToolUse"] ?? [])]);
  }));

test("a hook of ours that no receipt knows is kept and not doubled", () =>
  withProject({}, async (project) => {
    await init(project);
    const edited = await edit(project, ".claude/settings.json", '"timeout": 60', '"timeout": 7');
    await rm(path.join(project.root, ".hi"), { recursive: true });
    const { stdout } = await init(project);
    expect(stdout).toContain("an entry here calls our program already; it is kept");
    expect(await project.read(".claude/settings.json")).toBe(edited);
  }));

describe("a whole file of ours, and a key of a manifest, edited", () => {
  test("the edit is recorded by an update, and the receipt claims only what we wrote", () =>
    withProject({}, async (project) => {
      await init(project);
      const before = JSON.parse(await project.read(".hi/receipt.json"));
      const edited = await edit(project, "oxlint.config.ts", "export default", "// tuned\nexport default");
      const manifest = await edit(project, "package.json", "--scope=. --fix", "--fix");
      expect(await check(project, 1)).toMatch(/Out of step: 2 paths differ[^\n]+\nNext: hi diff, then hi update\n$/);
      await update(project);
      expect(await check(project, 0)).toMatch(
        /note oxlint\.config\.ts is edited here.+\nnote package\.json .+scripts\/lint:fix/
      );
      expect([await project.read("oxlint.config.ts"), await project.read("package.json")]).toEqual([edited, manifest]);
      const { files } = JSON.parse(await project.read(".hi/receipt.json"));
      expect(files["oxlint.config.ts"].sha256).toBe(before.files["oxlint.config.ts"].sha256);
      const fix = files["package.json"].keys.find((key: { pointer: string }) => key.pointer === "/scripts/lint:fix");
      expect(before.files["package.json"].keys).toContainEqual({ pointer: fix.pointer, value: fix.value });
    }));

  test("a check after a further edit fails, and a restore makes both ours again", () =>
    withProject({}, async (project) => {
      await init(project);
      const ours = [await project.read("oxlint.config.ts"), await project.read("package.json")];
      await edit(project, "oxlint.config.ts", "export default", "// tuned\nexport default");
      await edit(project, "package.json", "--scope=. --fix", "--fix");
      await update(project);
      await edit(project, "oxlint.config.ts", "// tuned", "// tuned again");
      expect(await check(project, 1)).toMatch(
        /edited here +oxlint\.config\.ts +edited; hi update records it as kept, hi restore/
      );
      for (const file of ["oxlint.config.ts", "package.json"]) await restore(project, file);
      expect([await project.read("oxlint.config.ts"), await project.read("package.json")]).toEqual(ours);
      expect(await check(project, 0)).not.toContain("note");
    }));

  test("a checkout that turns line ends round is no further edit", () =>
    withProject({}, async (project) => {
      await init(project);
      const edited = await edit(project, "oxlint.config.ts", "export default", "// tuned\nexport default");
      await project.write("oxlint.config.ts", edited.replaceAll("\n", "\r\n"));
      await update(project);
      await check(project, 0);
      await project.write("oxlint.config.ts", edited);
      await check(project, 0);
    }));

  test("diff names an update only where it would write something", () =>
    withProject({}, async (project) => {
      await init(project);
      await edit(project, "oxlint.config.ts", "export default", "// tuned\nexport default");
      expect((await project.hi(["diff"])).stdout).toContain("Next: hi update --dry-run");
      await update(project);
      const { stdout, exitCode } = await project.hi(["diff"]);
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/edited here +oxlint\.config\.ts .+hi restore oxlint\.config\.ts takes ours/);
      expect(stdout).toContain("An update would change nothing: what differs is kept as it is");
    }));
});

describe("what others of ours still need is not let go in silence", () => {
  test("the runtime: check fails and update warns, with what calls it and the command, until it is back", () =>
    withProject({}, async (project) => {
      await init(project, ["--providers", "opencode"]);
      await rm(path.join(project.root, ".hi/runtime/hook.mjs"));
      const warning =
        "warning .hi/runtime/hook.mjs is not there, and .claude/settings.json, .opencode/plugins/hi.js still need it: hi restore .hi/runtime/hook.mjs brings it back";
      expect(await check(project, 1)).toContain(warning);
      expect((await update(project)).stdout).toContain(warning);
      expect(await check(project, 1)).toContain(warning);
      expect((await update(project)).stdout).toContain(warning);
      expect((await project.hi(["diff"])).stdout).toContain(warning);
      await restore(project, ".hi/runtime/hook.mjs");
      expect(await check(project, 0)).not.toContain("warning");
    }));

  test.each([
    [".hi/lint/selection.json", ".hi/runtime/hook.mjs, .hi/runtime/lint.mjs still need it"],
    ["oxlint.config.ts", ".hi/lint/selection.json still needs it"],
    [".hi/runtime/lint.mjs", "package.json still needs it"],
  ])("%s: %s", (file, by) =>
    withProject({}, async (project) => {
      await init(project);
      await rm(path.join(project.root, file));
      const { stdout } = await update(project);
      expect(stdout).toContain(`warning ${file} is not there, and ${by}: hi restore`);
      expect(await check(project, 1)).toContain(`warning ${file} is not there, and ${by}: hi restore`);
    })
  );

  test("the lint program, where the scripts are the project's own by now: nothing of ours calls it", () =>
    withProject({}, async (project) => {
      await init(project);
      for (const name of ["lint", "lint:fix", "format", "format:check"]) {
        await edit(project, "package.json", `"${name}": "node .hi/runtime/lint.mjs`, `"${name}": "own lint`);
      }
      await rm(path.join(project.root, ".hi/runtime/lint.mjs"));
      expect((await update(project)).stdout).not.toContain("warning");
      expect(await check(project, 0)).not.toContain("warning");
    }));

  test("a configuration that the project has made itself is there", () =>
    withProject({ "oxfmt.config.ts": "export default {};\n" }, async (project) => {
      expect((await init(project, ["--packs", "base,format"])).stdout).not.toContain("needs it");
      expect(await check(project, 0)).not.toContain("needs it");
    }));

  test("with nobody left who calls it, its deletion is the user's right", () =>
    withProject({}, async (project) => {
      await init(project);
      for (const gone of [".claude", ".hi/runtime"]) await rm(path.join(project.root, gone), { recursive: true });
      await project.write("package.json", PLAIN["package.json"] ?? "");
      const { stdout } = await update(project);
      expect(stdout).not.toContain("warning");
      expect(await check(project, 0)).toContain("In step");
    }));
});
