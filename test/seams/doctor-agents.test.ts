import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { homeOf, listWrong, makeNode, pickCode, runDoctor, withSetUp, writeHome } from "../helpers/doctor.ts";
import { git, runHi } from "../helpers/hi.ts";
import type { Project } from "./reports.fixture.ts";
import { OFF, succeed } from "./reports.fixture.ts";

// What each agent does with our hook, as far as it can be seen from outside of the agent.

const CODEX = ".codex/hooks.json";
/** The hash of the definition that we publish, as Codex 0.171.0 itself gives it on Linux. */
const TRUSTED = "sha256:2f2f908462bccc2228c034980cebbf45763e0a191855dc5a9aac8de805a2dd1b";

interface Trust {
  readonly root: string;
  readonly level?: string;
  readonly hash?: string;
  readonly place?: string;
  readonly more?: string;
}

const toToml = ({ root, level = "trusted", hash = TRUSTED, place = "0:0", more = "" }: Trust): string => `
model = "gpt-5.5"
[projects."${root}"]
trust_level = "${level}"
[hooks.state."${path.join(root, CODEX)}:post_tool_use:${place}"]
trusted_hash = "${hash}"
${more}
`;

const codesOf = async (project: Project, area: string): Promise<readonly string[]> =>
  (await runDoctor(project)).findings.filter((finding) => finding.area === area).map(({ code }) => code);

describe("Codex", () => {
  test("that trusts project and hook", () =>
    withSetUp(async (project) => {
      await writeHome(project, ".codex/config.toml", toToml({ root: project.root }));
      const document = await runDoctor(project);
      expect(listWrong(document)).toEqual([]);
      expect(pickCode(document, "codex-project-trusted")).toHaveLength(1);
      expect(pickCode(document, "codex-hook-trusted")).toHaveLength(1);
    }));

  test.each<[string, string, (root: string) => string]>([
    ["nothing trusted", "codex-project-untrusted", () => ""],
    ["the project refused", "codex-project-untrusted", (root) => toToml({ root, level: "untrusted" })],
    ["the hook not trusted", "codex-hook-untrusted", (root) => toToml({ root }).replace("trusted_hash", "other")],
    ["another definition trusted", "codex-hook-modified", (root) => toToml({ root, hash: `sha256:${"0".repeat(64)}` })],
    ["the hook at another place", "codex-hook-untrusted", (root) => toToml({ root, place: "1:0" })],
    ["the hook switched off", "codex-hook-disabled", (root) => toToml({ root, more: "enabled = false" })],
    ["hooks switched off", "codex-hooks-off", (root) => toToml({ root, more: "[features]\nhooks = false" })],
    [
      "hooks off by the older name",
      "codex-hooks-off",
      (root) => toToml({ root, more: "[features]\ncodex_hooks = false" }),
    ],
    ["a configuration that is no TOML", "codex-config-unreadable", () => "not toml ["],
  ])("with %s: %s", (_, code, toText) =>
    withSetUp(async (project) => {
      await writeHome(project, ".codex/config.toml", toText(project.root));
      const document = await runDoctor(project);
      expect(listWrong(document)).toContain(code);
      const [finding] = pickCode(document, code);
      expect(finding?.next).toMatch(/codex|features|mend/);
      expect(finding?.path).toMatch(/^\//);
    })
  );

  // Both hashes are Codex 0.171.0's own: for the usual timeout, and for that of a deadline of 90 seconds.
  test("whose trust a longer deadline takes away, and the former deadline gives back", () =>
    withSetUp(async (project) => {
      await writeHome(project, ".codex/config.toml", toToml({ root: project.root }));
      const settings = await project.read(".hi/settings.json");
      await project.write(".hi/settings.json", settings.replace("{", '{ "hook": { "deadlineMs": 90000 },'));
      await succeed(project, ["update", "--yes", ...OFF]);
      const [modified] = pickCode(await runDoctor(project), "codex-hook-modified");
      expect(modified?.args).toMatchObject({
        trusted: TRUSTED,
        current: "sha256:eac7002b45bde2c8b698287ae4132cb76e23f17407c63f0b7994de0f6b9b169e",
      });
      await project.write(".hi/settings.json", settings);
      await succeed(project, ["update", "--yes", ...OFF]);
      expect(pickCode(await runDoctor(project), "codex-hook-trusted")).toHaveLength(1);
    }));

  test.each([
    ["a byte order mark", (text: string) => `\uFEFF${text}`],
    ["a $schema", (text: string) => text.replace("{", '{ "$schema": "x",')],
    ["a comment", (text: string) => `// ours\n${text}`],
  ])("with %s in the hooks file, which makes Codex drop it whole", (_, change) =>
    withSetUp(async (project) => {
      await writeHome(project, ".codex/config.toml", toToml({ root: project.root }));
      await project.write(CODEX, change(await project.read(CODEX)));
      expect(listWrong(await runDoctor(project))).toEqual(["codex-file-dropped"]);
    })
  );

  test("switched off by the project's own configuration", () =>
    withSetUp(async (project) => {
      await writeHome(project, ".codex/config.toml", toToml({ root: project.root }));
      await project.write(".codex/config.toml", "[features]\nhooks = false\n");
      const [finding] = pickCode(await runDoctor(project), "codex-hooks-off");
      expect(finding?.path).toBe(path.join(project.root, ".codex/config.toml"));
    }));

  test("by CODEX_HOME, and not on this machine without either", () =>
    withSetUp(async (project) => {
      const elsewhere = path.join(project.directory, "codex");
      expect(await codesOf(project, "codex")).toEqual(["agent-not-here", "hook-proven"]);
      await mkdir(elsewhere);
      await writeFile(path.join(elsewhere, "config.toml"), toToml({ root: project.root }));
      const document = await runDoctor(project, { env: { CODEX_HOME: elsewhere } });
      expect(pickCode(document, "codex-hook-trusted")).toHaveLength(1);
    }));

  test("in a linked work tree, where it reads the main checkout's file and takes its trust", () =>
    withSetUp(async (project) => {
      await git(project.root, "add", "--all", "--", ":!node_modules");
      await git(project.root, "commit", "--quiet", "--message=set up");
      const linked = path.join(project.directory, "linked");
      await git(project.root, "worktree", "add", "--quiet", linked);
      await writeHome(project, ".codex/config.toml", toToml({ root: project.root }));
      const trusted = await runDoctor(project, { cwd: linked });
      expect(trusted.root).toBe(linked);
      expect(pickCode(trusted, "codex-hook-trusted")[0]?.path).toBe(path.join(project.root, CODEX));
      expect(pickCode(trusted, "codex-project-trusted")).toHaveLength(1);
      await rm(path.join(project.root, CODEX));
      const without = await runDoctor(project, { cwd: linked });
      expect(pickCode(without, "codex-main-checkout")[0]?.next).toContain(project.root);
      await git(project.root, "worktree", "remove", "--force", linked);
    }));
});

describe("Claude Code", () => {
  test.each([
    ["the repository", ".claude/settings.local.json"],
    ["the user", "home"],
  ])("with all hooks off by the settings of %s", (_, name) =>
    withSetUp(async (project) => {
      const text = '{ "disableAllHooks": true } // for now\n';
      await (name === "home" ? writeHome(project, ".claude/settings.json", text) : project.write(name, text));
      const [finding] = pickCode(await runDoctor(project), "claude-hooks-off");
      const file = name === "home" ? homeOf(project, ".claude/settings.json") : path.join(project.root, name);
      expect(finding).toMatchObject({ path: file, next: `take disableAllHooks out of ${file}` });
    })
  );

  test("started in a subfolder, which reads none of the root's hooks", () =>
    withSetUp(
      async (project) => {
        const cwd = path.join(project.root, "packages/a");
        const fromBelow = await runDoctor(project, { cwd });
        expect(fromBelow.exitCode).toBe(0);
        expect(pickCode(fromBelow, "claude-subfolder")).toMatchObject([
          { severity: "warning", path: cwd, next: `cd ${project.root} && claude` },
        ]);
        const started = await runDoctor(project, { env: { CLAUDE_PROJECT_DIR: cwd } });
        expect(listWrong(started)).toEqual(["claude-subfolder"]);
        const atRoot = await runDoctor(project, { env: { CLAUDE_PROJECT_DIR: project.root } });
        expect(pickCode(atRoot, "claude-subfolder")).toEqual([]);
        await project.write("packages/a/.claude/settings.json", "{}");
        expect(pickCode(await runDoctor(project), "claude-nested-settings")).toMatchObject([
          { severity: "warning", path: "packages/a/.claude/settings.json" },
        ]);
      },
      { files: { "packages/a/package.json": "{}" }, flags: ["--scopes", ".,packages/a"] }
    ));

  test("with settings that cannot be read", () =>
    withSetUp(async (project) => {
      await project.write(".claude/settings.local.json", "{ nope");
      expect(pickCode(await runDoctor(project), "claude-settings-unreadable")).toMatchObject([{ severity: "warning" }]);
    }));
});

// A hook was configured for an event that its agent does not have, and never fired (potpie-ai/potpie#1076: f12); a missing
// tool was swallowed by the hook's own command (HexamindOrganisation/hexgate#88: f13). Both are silent, and told here.
describe("whether a hook fires", () => {
  test("is told by the mark of its last run, and by what failed in it", () =>
    withSetUp(async (project) => {
      await mkdir(homeOf(project, ".claude"));
      const never = pickCode(await runDoctor(project), "hook-never-ran");
      expect(never).toMatchObject([{ area: "claude", severity: "warning" }]);
      await fire(project);
      const [ran] = pickCode(await runDoctor(project), "hook-ran");
      expect(ran).toMatchObject({ area: "claude", severity: "ok", args: { status: "clean" } });
      await rm(path.join(project.root, "node_modules"));
      await fire(project);
      const failed = await runDoctor(project);
      expect(pickCode(failed, "hook-failed")).toMatchObject([{ area: "claude", args: { kind: "tool-missing" } }]);
      await writeFile(path.join(project.root, ".git/hi-hook/claude.json"), "{ nope");
      expect(pickCode(await runDoctor(project), "hook-mark-unreadable")).toHaveLength(1);
    }));

  test("a hook that was taken out on purpose, and the command that brings it back", () =>
    withSetUp(async (project) => {
      await rm(path.join(project.root, ".cursor/hooks.json"));
      await succeed(project, ["update", "--yes", ...OFF]);
      const [finding] = pickCode(await runDoctor(project), "hook-taken-out");
      expect(finding).toMatchObject({ area: "cursor", severity: "warning", next: "hi restore .cursor/hooks.json" });
      await succeed(project, ["restore", ".cursor/hooks.json", "--yes", ...OFF]);
      expect(pickCode(await runDoctor(project), "hook-taken-out")).toEqual([]);
    }));

  test("a command that does not answer is told with what it said", () =>
    withSetUp(async (project) => {
      const env = await makeNode(
        project,
        '[ "$1" = --version ] && echo v24.11.0 || { echo "cannot start" >&2; exit 7; }'
      );
      const document = await runDoctor(project, { env });
      expect(pickCode(document, "hook-silent").map(({ area }) => area)).toEqual([
        "claude",
        "codex",
        "cursor",
        "opencode",
      ]);
      expect(pickCode(document, "hook-silent")[0]).toMatchObject({ args: { exitCode: 7, output: "cannot start" } });
    }));
});

async function fire(project: Project): Promise<void> {
  const payload = {
    session_id: "s",
    tool_name: "Edit",
    tool_input: { file_path: path.join(project.root, "src/a.ts") },
  };
  const args = [path.join(project.root, ".hi/runtime/hook.mjs"), "post-edit", "--provider", "claude"];
  const { runProcess } = await import("../helpers/hi.ts");
  await runProcess(process.execPath, args, { cwd: project.root, input: JSON.stringify(payload) });
}

describe("nothing is started whose bytes are not ours", () => {
  const WITNESS = "witness";
  const toEvil = (project: Project): string =>
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(path.join(project.directory, WITNESS))}, "");\n`;
  const isStarted = (project: Project): Promise<boolean> =>
    readFile(path.join(project.directory, WITNESS)).then(
      () => true,
      () => false
    );

  // A receipt comes with a clone: whoever writes a program into one can write its hash into the other.
  test("a runtime that the receipt vouches for", () =>
    withSetUp(async (project) => {
      await project.write(".hi/runtime/hook.mjs", toEvil(project));
      const receipt = JSON.parse(await project.read(".hi/receipt.json"));
      const { createHash } = await import("node:crypto");
      receipt.files[".hi/runtime/hook.mjs"].sha256 = createHash("sha256").update(toEvil(project)).digest("hex");
      await project.write(".hi/receipt.json", `${JSON.stringify(receipt, null, 2)}\n`);
      const document = await runDoctor(project);
      expect(pickCode(document, "hook-not-proven")).toHaveLength(4);
      expect(pickCode(document, "hook-not-proven")[0]?.args).toMatchObject({ because: "runtime-differs" });
      expect(await isStarted(project)).toBe(false);
    }));

  test("a command in a projection, or a plugin, that was changed", () =>
    withSetUp(async (project) => {
      await writeFile(path.join(project.directory, "evil.mjs"), toEvil(project));
      const evil = path.join(project.directory, "evil.mjs");
      for (const file of [".claude/settings.json", CODEX, ".cursor/hooks.json"]) {
        await project.write(file, (await project.read(file)).replaceAll(/[^"\\ ]*\.hi\/runtime\/hook\.mjs/g, evil));
      }
      await project.write(".opencode/plugins/hi.js", `${await project.read(".opencode/plugins/hi.js")}// mine\n`);
      const document = await runDoctor(project);
      expect(pickCode(document, "hook-not-proven").map(({ args }) => args["because"])).toEqual(
        Array.from({ length: 4 }, () => "projection-differs")
      );
      expect(await isStarted(project)).toBe(false);
    }));

  test("a node or a git of the repository's own", () =>
    withSetUp(async (project) => {
      const bin = path.join(project.root, "bin");
      await mkdir(bin);
      for (const name of ["node", "git"]) {
        await writeFile(path.join(bin, name), `#!/bin/sh\ntouch ${path.join(project.directory, WITNESS)}\nexit 1\n`);
        await chmod(path.join(bin, name), 0o755);
      }
      const found = await runDoctor(project, { env: { PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` } });
      expect(pickCode(found, "hook-silent")).toEqual([]);
      expect(await isStarted(project)).toBe(false);
    }));

  test("of a repository whose folder has a name that a shell would read", () =>
    withSetUp(async (project) => {
      const odd = path.join(project.directory, 'sh op\'s $(touch witness) & "x"');
      await rename(project.root, odd);
      const document = await runDoctor(project, { cwd: odd });
      expect(pickCode(document, "hook-proven")).toHaveLength(4);
      expect(await isStarted(project)).toBe(false);
      await rename(odd, project.root);
    }));
});

test("the human report shows what is wrong with what mends it, without a terminal in plain ASCII", () =>
  withSetUp(async (project) => {
    await writeHome(project, ".codex/config.toml", "");
    const ended = await project.hi(["doctor"]);
    expect(ended.exitCode).toBe(1);
    const lines = ended.stdout.split("\n");
    const at = lines.findIndex((line) => line.includes("[codex-project-untrusted]"));
    expect(lines[at]).toMatch(/^ {2}wrong /);
    expect(lines[at + 1]).toMatch(/^ {6}-> cd .* && codex, and trust the folder/);
    expect(lines.at(-2)).toMatch(/^\d+ things are wrong/);
    expect(/^[\u0020-\u007E\n]*$/.test(ended.stdout)).toBe(true);
    const help = await runHi(["doctor", "--help"], { cwd: "/" });
    expect(help.stdout.split("\n")[0]).toBe("Example:");
  }));
