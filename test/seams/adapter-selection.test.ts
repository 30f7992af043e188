import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { askAdapter, filesOf, layOut } from "../helpers/adapter.ts";
import { ENGINE_ROWS, WITHOUT_FOXGUARD } from "../helpers/foxguard.ts";
import { git, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { sayNotShown } from "./reports.fixture.ts";

// Which files a scan looks at, on each engine; what it does not look at is never plainly clean.

const EVIL = "eval(input);\n";

if (ENGINE_ROWS.length === 1) sayNotShown(WITHOUT_FOXGUARD);

describe.each(ENGINE_ROWS)("$engine", ({ env }) => {
  const inFolder = (work: (cwd: string) => Promise<void>) => () => withTemporaryDirectory(work);

  it.each([
    "vendor/a.js",
    "node_modules/p/a.js",
    "dist/a.js",
    "build/spec/a.js",
    "a.min.js",
    "src/.hidden.js",
    "a.mts",
    "a.cts",
    "[id] é.tsx",
  ])("looks at %s where it is named itself", async (file) => {
    await withTemporaryDirectory(async (cwd) => {
      layOut(cwd, { [file]: EVIL });
      const named = await askAdapter({ command: "scan-file", path: file }, { cwd, env });
      expect(named).toMatchObject({ exit_code: 1, summary: { files_scanned: 1 } });
      const absolute = await askAdapter({ command: "scan-file", path: path.join(cwd, file) }, { cwd, env });
      expect(filesOf(absolute)).toStrictEqual([path.join(cwd, file)]);
    });
  });

  it(
    "scans a file with a syntax error as far as it parses, and says so",
    inFolder(async (cwd) => {
      layOut(cwd, { "a.js": "eval(input);\nfunction (\n" });
      const response = await askAdapter({ command: "scan-file", path: "a.js" }, { cwd, env });
      expect(filesOf(response)).toStrictEqual(["a.js"]);
      expect(response.skipped).toMatchObject([{ file: "a.js", reason: "partial-parse" }]);
    })
  );

  it(
    "says of each that is not looked at why, and what was scanned",
    inFolder(async (cwd) => {
      const minified = `${"let a=1;".repeat(400)}eval(x)\n`;
      layOut(cwd, {
        "large.js": `${EVIL}${"//\n".repeat(2000)}`,
        "nul.js": "eval(a)\0\n",
        "latin.js": Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]),
        "App.vue": "<script>eval(x)</script>\n",
        "README.md": "eval(x)\n",
        "small.js": minified,
        "src/a.js": EVIL,
        "vendor/b.js": EVIL,
      });
      const response = await askAdapter({ command: "scan-workspace", max_file_size: 4000 }, { cwd, env });
      const reasons = Object.fromEntries((response.skipped ?? []).map(({ file, reason }) => [file, reason]));
      expect(reasons).toMatchObject({
        "large.js": "too-large",
        "nul.js": "binary",
        "latin.js": "not-utf8",
        "small.js": "minified",
      });
      expect(filesOf(response)).toStrictEqual(["src/a.js"]);
      expect(response.summary?.files_scanned).toBe(1);
      expect(response.notices.some((notice) => /^Skipped \d+ files: .*1 noise folder/.test(notice))).toBe(true);
    })
  );

  it(
    "is not plainly clean where nothing was looked at",
    inFolder(async (cwd) => {
      layOut(cwd, { "App.vue": "<script>eval(x)</script>\n" });
      const response = await askAdapter({ command: "scan-file", path: "App.vue" }, { cwd, env });
      expect(response).toMatchObject({ ok: true, exit_code: 0, summary: { files_scanned: 0 } });
      expect(response.skipped).toMatchObject([{ reason: "unsupported" }]);
      expect(response.notices).toContain("Warning: no files were scanned.");
    })
  );

  it(
    "follows no link out of the workspace, and scans no place twice",
    inFolder(async (cwd) => {
      layOut(cwd, { "outside/a.js": EVIL, "in/b.js": EVIL });
      symlinkSync("../outside/a.js", path.join(cwd, "in/out.js"));
      symlinkSync("b.js", path.join(cwd, "in/twice.js"));
      symlinkSync("../outside", path.join(cwd, "in/folder"));
      const all = await askAdapter({ command: "scan-workspace", workspace_root: "in" }, { cwd, env });
      expect(filesOf(all)).toStrictEqual(["in/b.js"]);
      expect(all.skipped).toContainEqual(expect.objectContaining({ file: "in/out.js", reason: "link-outside" }));
      for (const named of ["out.js", "folder/a.js"]) {
        const one = await askAdapter({ command: "scan-file", workspace_root: "in", path: named }, { cwd, env });
        expect(one).toMatchObject({ ok: true, exit_code: 0, skipped: [{ reason: "link-outside" }] });
      }
    })
  );

  it(
    "waits at no pipe and opens no device",
    inFolder(async (cwd) => {
      await runProcess("mkfifo", ["pipe.js"], { cwd });
      layOut(cwd, { "a.js": EVIL });
      const named = await askAdapter({ command: "scan-file", path: "pipe.js" }, { cwd, env });
      expect(named).toMatchObject({ ok: true, exit_code: 0, skipped: [{ reason: "not-a-file" }] });
      const device = await askAdapter({ command: "secrets", path: "/dev/zero" }, { cwd, env });
      expect(device).toMatchObject({ ok: true, skipped: [{ reason: "not-a-file" }] });
      expect(filesOf(await askAdapter({ command: "scan-workspace" }, { cwd, env }))).toStrictEqual(["a.js"]);
    })
  );

  it(
    "B11: takes exclusions by prefix and by glob from the scanned folder, in changed mode too",
    inFolder(async (cwd) => {
      await git(cwd, "init", "--quiet");
      layOut(cwd, { "own/a.js": EVIL, "made/x/b.js": EVIL, "src/own/c.js": EVIL });
      const exclude = ["own", "made/**/*.js"];
      for (const mode of ["none", "changed"] as const) {
        const response = await askAdapter({ command: "scan-workspace", exclude, change_mode: mode }, { cwd, env });
        expect(filesOf(response)).toStrictEqual(["src/own/c.js"]);
      }
    })
  );

  it(
    "B13: tells staged, unstaged, untracked and both apart, and takes odd names",
    inFolder(async (cwd) => {
      await git(cwd, "init", "--quiet");
      layOut(cwd, { "unstaged é.js": "let a;\n", "same.js": EVIL, "gone.js": EVIL });
      await git(cwd, "add", ".");
      await git(cwd, "commit", "--quiet", "-m", "x");
      layOut(cwd, { "sta\nged.js": EVIL, "unstaged é.js": EVIL, " untracked.js": EVIL });
      await git(cwd, "add", "sta\nged.js");
      await git(cwd, "rm", "--quiet", "gone.js");
      const expected = {
        staged: ["sta\nged.js"],
        changed: ["sta\nged.js"],
        unstaged: [" untracked.js", "unstaged é.js"],
        "all-changes": [" untracked.js", "sta\nged.js", "unstaged é.js"],
      } as const;
      for (const mode of ["staged", "changed", "unstaged", "all-changes"] as const) {
        const response = await askAdapter({ command: "scan-workspace", change_mode: mode }, { cwd, env });
        expect(filesOf(response), mode).toStrictEqual(expected[mode]);
      }
    })
  );

  it(
    "judges what is staged, not what stands in the work tree by now",
    inFolder(async (cwd) => {
      await git(cwd, "init", "--quiet");
      layOut(cwd, { "a.js": EVIL, "b.js": "let b;\n" });
      await git(cwd, "add", ".");
      layOut(cwd, { "a.js": "let a;\n", "b.js": EVIL });
      const response = await askAdapter({ command: "scan-workspace", change_mode: "staged" }, { cwd, env });
      expect(filesOf(response)).toStrictEqual(["a.js"]);
    })
  );

  it(
    "leaves out what .gitignore names, in git and outside of it, but not a file that is named",
    inFolder(async (cwd) => {
      layOut(cwd, { ".gitignore": "off.js\nout/\n!keep.js\n", "off.js": EVIL, "out/b.js": EVIL, "on.js": EVIL });
      for (const isRepository of [false, true]) {
        if (isRepository) await git(cwd, "init", "--quiet");
        expect(filesOf(await askAdapter({ command: "scan-workspace" }, { cwd, env }))).toStrictEqual(["on.js"]);
      }
      expect(filesOf(await askAdapter({ command: "scan-file", path: "off.js" }, { cwd, env }))).toStrictEqual([
        "off.js",
      ]);
    })
  );

  it(
    "names files as the request named the place",
    inFolder(async (cwd) => {
      layOut(cwd, { "in/sub/a.js": EVIL });
      const ask = async (request: object) =>
        filesOf(await askAdapter({ command: "scan-workspace", ...request }, { cwd, env }));
      expect(await ask({})).toStrictEqual(["in/sub/a.js"]);
      expect(await ask({ workspace_root: "in" })).toStrictEqual(["in/sub/a.js"]);
      expect(await ask({ workspace_root: "in/", path: "./sub" })).toStrictEqual(["in/sub/a.js"]);
      expect(await ask({ path: cwd })).toStrictEqual([path.join(cwd, "in/sub/a.js")]);
      expect(await ask({ workspace_root: path.join(cwd, "in"), path: "sub/a.js" })).toStrictEqual([
        path.join(cwd, "in/sub/a.js"),
      ]);
    })
  );
});

it("reads no file beside what is scanned through a link that leads out", async () => {
  await withTemporaryDirectory(async (cwd) => {
    layOut(cwd, { "in/a.js": EVIL, "out/c.yml": "scan: {}\n", "out/b.json": '{"version":1,"entries":[]}' });
    symlinkSync("../out", path.join(cwd, "in/link"));
    const asks = [{ config: "link/c.yml" }, { baseline: "link/b.json" }, { rules: "link" }];
    for (const ask of asks) {
      const bounded = await askAdapter({ command: "scan-workspace", workspace_root: "in", ...ask }, { cwd });
      expect(bounded.error, JSON.stringify(ask)).toMatch(/leads out of the workspace root/);
    }
    symlinkSync("../out/c.yml", path.join(cwd, "in/.hi-scan.yml"));
    const found = await askAdapter({ command: "scan-file", path: "in/a.js" }, { cwd });
    expect(found.error).toMatch(/leads out of its folder by a link$/);
  });
});

it("looks for no configuration above the workspace root", async () => {
  await withTemporaryDirectory(async (cwd) => {
    mkdirSync(path.join(cwd, "in"));
    layOut(cwd, { ".hi-scan.yml": "scan: { disable_rules: [js/no-eval] }\n", "in/a.js": EVIL });
    const bounded = await askAdapter({ command: "scan-workspace", workspace_root: "in" }, { cwd });
    expect(bounded.exit_code).toBe(1);
    const free = await askAdapter({ command: "scan-file", path: "in/a.js" }, { cwd });
    expect(free.exit_code).toBe(0);
    writeFileSync(path.join(cwd, "in/.foxguard.yml"), "scan: { severity: 7 }\n");
    expect((await askAdapter({ command: "scan-workspace", workspace_root: "in" }, { cwd })).ok).toBe(false);
  });
});

it("looks for no configuration above the current folder outside of a repository", async () => {
  await withTemporaryDirectory(async (parent) => {
    layOut(parent, { ".hi-scan.yml": "scan: { disable_rules: [js/no-eval] }\n", "work/in/a.js": "eval(x);\n" });
    const cwd = path.join(parent, "work");
    for (const request of [{ command: "scan-workspace" }, { command: "scan-file", path: "in/a.js" }] as const) {
      expect((await askAdapter(request, { cwd })).findings).toHaveLength(1);
    }
    layOut(parent, { "work/.hi-scan.yml": "scan: { disable_rules: [js/no-eval] }\n" });
    expect((await askAdapter({ command: "scan-file", path: "in/a.js" }, { cwd })).findings).toHaveLength(0);
    expect((await askAdapter({ command: "scan-file", path: "work/in/a.js" }, { cwd: parent })).findings).toHaveLength(
      0
    );
  });
});
