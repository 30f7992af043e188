import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { readTree } from "../helpers/golden.ts";
import { runHi } from "../helpers/hi.ts";
import { ENTER, hasTerminal, talk } from "../helpers/terminal.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const TREE = { "package.json": { name: "sample", private: true }, "src/index.ts": "export const one = 1;\n" };
const FLAGS = ["init", "--yes", "--preview", "off", "--providers", "claude,codex", "--scopes", "."];

async function run(args: readonly string[], cwd: string) {
  const temporary = `${cwd}-temporary`;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  return runHi(args, { cwd, env: { HI_TEMP: temporary } });
}

// The plan is shown, the user looks at it for a while, and an editor saves a target meanwhile: those newer bytes win.
describe.skipIf(!hasTerminal)("a plan that went stale between the question and the answer", () => {
  test("is refused by name, and nothing of it is written", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, TREE);
      const manifest = path.join(folder, "package.json");
      const edited = `${readFileSync(manifest, "utf8").trimEnd()}\n\n`;
      const session = await talk("init --preview off", folder, [
        { after: "Which coding agents", type: ENTER },
        { after: "Which packages", type: ENTER },
        { after: "Which packs", type: ENTER },
        { after: "What does no scope own", type: ENTER },
        { after: "Check staged files", type: ENTER },
        { after: "Publish these changes?", type: "y", meanwhile: () => writeFileSync(manifest, edited) },
      ]);
      expect(session.screen).toContain("HI_STALE_PLAN");
      expect(session.screen).toContain("package.json");
      expect(session).toMatchObject({ exitCode: 2, temporary: [] });
      const tree = await readTree(folder);
      expect([...tree.keys()]).toEqual(["package.json", "src/index.ts"]);
      expect(tree.get("package.json")).toBe(edited);
    }));
});

describe("targets that are not what they seem", () => {
  // Two paths that differ only in case overwrite each other on some disks (lcgamboa/picsim#4).
  test("a path that differs only in case is the project's, on every platform", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...TREE, ".Claude/Settings.json": "{}\n" });
      const ended = await run(FLAGS, folder);
      expect(ended.exitCode, ended.stderr).toBe(0);
      expect(ended.stdout).toContain("differs from it only in case");
      const tree = await readTree(folder);
      expect(tree.get(".Claude/Settings.json")).toBe("{}\n");
      expect([...tree.keys()].filter((name) => name.toLowerCase().startsWith(".claude/"))).toEqual([
        ".Claude/Settings.json",
      ]);
    }));

  // A managed path that is a link to a file outside (copier-org/copier#2838), and one inside (slkiser/opencode-quota#265).
  test("a link that leads out is never written through; one that stays inside is written, and stays a link", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ...TREE, "dotfiles/claude.json": '{\n  "own": true\n}\n' });
      const outside = `${folder}-outside.json`;
      await writeFile(outside, '{\n  "secret": true\n}\n');
      await mkdir(path.join(folder, ".claude"));
      await mkdir(path.join(folder, ".codex"));
      await symlink("../dotfiles/claude.json", path.join(folder, ".claude/settings.json"));
      await symlink(outside, path.join(folder, ".codex/hooks.json"));
      const ended = await run(FLAGS, folder);
      expect(ended.exitCode, ended.stderr).toBe(0);
      expect(ended.stdout).toContain("a link that leads out of the repository");
      expect(await readFile(outside, "utf8")).toBe('{\n  "secret": true\n}\n');
      const inside = await readFile(path.join(folder, "dotfiles/claude.json"), "utf8");
      expect(JSON.parse(inside)).toMatchObject({
        own: true,
        hooks: { PostToolUse: [{ matcher: "Edit|Write|NotebookEdit" }] },
      });
      expect((await run(["check"], folder)).exitCode).toBe(0);
      const again = await run(["update", "--yes", "--json", "--preview", "off"], folder);
      expect(JSON.parse(again.stdout).gate.because).toBe("nothing-to-do");
    }));

  // A folder where a file belongs (shadcn-ui/ui#6700), and a file in another encoding (angular/angular-cli#3970).
  test.each([
    [".claude/settings.json/inner.txt", "x", "HI_NOT_A_FILE"],
    [".claude/settings.json", Buffer.from("\uFEFF{}\n", "utf16le"), "HI_UNPARSEABLE"],
  ])("%s is refused before anything is written: %s", (file, content, code) =>
    inFolder(async (folder) => {
      await makeRepository(folder, TREE);
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
      const before = [...(await readTree(folder)).keys()];
      const ended = await run([...FLAGS, "--json"], folder);
      expect(ended.exitCode).toBe(2);
      expect(JSON.parse(ended.stdout).refusal.code).toBe(code);
      expect([...(await readTree(folder)).keys()]).toEqual(before);
    })
  );
});

test("a folder that differs from .hi only in case stops the run: nothing of ours can stand beside it", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, { ...TREE, ".Hi/notes.txt": "mine\n" });
    const ended = await run([...FLAGS, "--json"], folder);
    expect(ended.exitCode).toBe(2);
    expect(JSON.parse(ended.stdout).refusal.code).toBe("HI_CASE_TWIN");
    expect([...(await readTree(folder)).keys()]).toEqual([".Hi/notes.txt", "package.json", "src/index.ts"]);
  }));
