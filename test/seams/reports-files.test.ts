import { chmod, chown, cp, link, lstat, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { readTree } from "../helpers/golden.ts";
import { HI, runProcess } from "../helpers/hi.ts";
import { plant, tryAsRoot } from "../helpers/live-tree.ts";
import type { Project } from "./reports.fixture.ts";
import {
  hashWorkTree,
  init,
  OFF,
  PLAIN,
  sayNotShown,
  succeed,
  toDocument,
  update,
  withFolder,
  withProject,
} from "./reports.fixture.ts";

const ALL = ["--providers", "claude,codex,cursor,opencode", "--commit-gate", "lefthook"];
const SETTINGS = ".claude/settings.json";

/** The permission bits of every file and folder but git's, by path. */
async function readModes(root: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(root, { recursive: true })).filter((name) => !/^\.git(?:\/|$)/.test(name));
  const rows = names.map(async (name) => [name, ((await lstat(path.join(root, name))).mode & 0o7777).toString(8)]);
  return Object.fromEntries(await Promise.all(rows));
}

/** Sets every file's and folder's mode, git's own among them. */
async function setModes(root: string, file: number, folder: number): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? folder : file);
  }
  await chmod(root, folder);
}

describe("modes", () => {
  // Files were made read-only to protect them, and others could not read or write them (projen/projen#1137, #1335: g12).
  test("an update changes no mode, and what is new is as open as any file", () =>
    withProject({ "run.sh": "#!/bin/sh\n", [SETTINGS]: "{}\n" }, async (project) => {
      await chmod(path.join(project.root, "run.sh"), 0o750);
      await chmod(path.join(project.root, SETTINGS), 0o600);
      const before = await readModes(project.root);
      await init(project, ALL);
      await update(project);
      const after = await readModes(project.root);
      expect(after).toMatchObject(before);
      for (const [name, mode] of Object.entries(after)) {
        if (!Object.hasOwn(before, name)) expect(mode, name).toMatch(/^(?:644|755)$/);
      }
    }));

  // A runner has every file as root with 0666 and 0777 (projen/projen#2582: g14).
  test("a copy with 0666 and 0777 everywhere: in step, and nothing to do", () =>
    withProject({}, async (project) => {
      await init(project, ALL);
      const copy = path.join(project.directory, "runner");
      await cp(project.root, copy, { recursive: true });
      await setModes(copy, 0o666, 0o777);
      const where = { cwd: copy };
      await succeed(project, ["check"], where);
      expect(toDocument(await update(project, ["--json"], where)).gate).toMatchObject({ because: "nothing-to-do" });
      await rm(path.join(copy, ".hi/README.md"));
      await succeed(project, ["restore", ".hi/README.md", "--yes", ...OFF], where);
      expect(await readTree(copy)).toEqual(await readTree(project.root));
      expect((await readModes(copy))[".hi"]).toBe("777");
    }));

  // The umask made a temporary file unreadable, and it was renamed into place (AltimateAI/altimate-code#1115: g16).
  test.each(["0777", "0077"])(
    "umask %s, as a user without rights of root: every file is readable, and the next runs work",
    (umask) =>
      withProject({}, async (project) => {
        const NOBODY = 65_534;
        const user =
          process.geteuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
        if (user.length > 0) {
          for (const name of ["", ...(await readdir(project.directory, { recursive: true }))]) {
            await chown(path.join(project.directory, name), NOBODY, NOBODY);
          }
        }
        const run = (...args: readonly string[]) => {
          const shell = ["sh", "-c", `umask ${umask}; exec "$0" "$@"`, process.execPath, HI, ...args];
          const [file = "", ...rest] = [...user, ...shell];
          const env = {
            HOME: path.join(project.directory, "home"),
            HI_TEMP: path.join(project.directory, "temporary"),
          };
          return runProcess(file, rest, { cwd: project.root, env });
        };
        for (const args of [
          ["init", "--yes", "--scopes", ".", ...ALL, ...OFF],
          ["check"],
          ["update", "--yes", ...OFF],
          ["diff"],
        ]) {
          const ended = await run(...args);
          expect(ended.exitCode, `${args.join(" ")}\n${ended.stdout}${ended.stderr}`).toBe(0);
        }
        const modes = Object.values(await readModes(project.root));
        expect(modes.filter((mode) => mode !== "644" && mode !== "755")).toEqual([]);
      })
  );
});

describe("files with more than one name", () => {
  // A new inode after each save broke hard links (microsoft/vscode#195539: g05).
  test("a hard link: the plan says that it will be parted, and the other name keeps its bytes", () =>
    withProject({}, async (project) => {
      const other = path.join(project.directory, "other.json");
      const before = await project.read("package.json");
      await link(path.join(project.root, "package.json"), other);
      const shown = await succeed(project, ["init", "--dry-run", "--yes", "--scopes", ".", ...OFF]);
      expect(shown.stdout).toMatch(/package\.json[^\n]*more than one hard link/);
      await init(project);
      expect(await readFile(other, "utf8")).toBe(before);
      expect((await stat(other)).nlink).toBe(1);
    }));

  // A rename destroyed a link of somebody's dotfiles, noticed weeks later (slkiser/opencode-quota#265,
  // can1357/oh-my-pi#4453: g04).
  test("a link inside the repository: it stays, through every run, and the file that it leads to is written", () =>
    withProject({ "dotfiles/claude.json": '{ "own": true }\n', ".claude/": "" }, async (project) => {
      await plant(project.root, { [SETTINGS]: "-> ../dotfiles/claude.json" });
      await init(project);
      await update(project);
      await succeed(project, ["init", "--yes", "--providers", "codex", ...OFF]);
      expect((await lstat(path.join(project.root, SETTINGS))).isSymbolicLink()).toBe(true);
      expect(JSON.parse(await project.read("dotfiles/claude.json"))).toEqual({ own: true, hooks: { PostToolUse: [] } });
    }));
});

describe("what another tool does to a file of ours", () => {
  const asTabs = (text: string): string => `${JSON.stringify(JSON.parse(text), null, "\t")}\n`;

  // Others have to write files that we wrote (projen/projen#499, #934: g13).
  test("rewritten, sorted and extended by others: merged as local edits, no error, and ours is not added twice", () =>
    withProject({}, async (project) => {
      await init(project, ALL);
      const settings = JSON.parse(await project.read(SETTINGS));
      await project.write(SETTINGS, asTabs(JSON.stringify({ model: "opus", ...settings })));
      await project.write("package.json", asTabs(await project.read("package.json")));
      await project.write("oxlint.config.ts", (await project.read("oxlint.config.ts")).replaceAll('"', "'"));
      await project.write("lefthook.yml", `${await project.read("lefthook.yml")}pre-push:\n  commands: {}\n`);
      // The first update records the edit, and writes nothing else.
      expect(toDocument(await update(project, ["--json"])).published?.written).toEqual([".hi/receipt.json"]);
      const before = await readTree(project.root);
      const { plan, gate } = toDocument(await update(project, ["--json"]));
      expect(gate).toMatchObject({ because: "nothing-to-do" });
      const edited = plan?.entries.filter(({ reason }) => reason.code === "local-edit").map((entry) => entry.path);
      expect(edited).toEqual(["oxlint.config.ts"]);
      expect(await readTree(project.root)).toEqual(before);
    }));

  // A patch failed, yet the record moved on and success was printed (cruft/cruft#47, #44: g19).
  test("an update that meets an edit, without git: kept, a conflict until it is settled, and the record stays behind", () =>
    withFolder(async (project) => {
      await plant(project.root, PLAIN);
      await init(project);
      const record = async () => JSON.parse(await project.read(".hi/receipt.json")).files[".hi/README.md"];
      const now = await record();
      // As an earlier version of the templates left it, and edited since.
      const earlier = { ...now, sha256: "0".repeat(64), since: "0.0.1" };
      const receipt = JSON.parse(await project.read(".hi/receipt.json"));
      receipt.files[".hi/README.md"] = earlier;
      await project.write(".hi/receipt.json", JSON.stringify(receipt));
      await project.write(".hi/README.md", "mine\n");
      for (let round = 0; round < 2; round += 1) {
        const ended = await project.hi(["update", "--yes", ...OFF]);
        expect(ended.stdout).toContain("edited here, and ours changed the same; to be settled");
        expect(ended.exitCode).toBe(1);
        expect(await record()).toEqual(earlier);
        expect((await project.hi(["update", "--dry-run", "--exit-code", ...OFF])).exitCode).toBe(1);
      }
      expect(await project.read(".hi/README.md")).toBe("mine\n");
      await rm(path.join(project.root, ".hi/README.md"));
      await succeed(project, ["restore", ".hi/README.md", "--yes", ...OFF]);
      expect(await record()).toMatchObject({ sha256: now.sha256 });
    }));
});

describe("a disk that does not take the bytes", () => {
  /** The project on a small disk of its own; says where nobody may mount one. */
  async function onSmallDisk(project: Project, size: string, work: (cwd: string) => Promise<void>): Promise<boolean> {
    const cwd = path.join(project.directory, "small");
    if ((await tryAsRoot(`mkdir -p '${cwd}' && mount -t tmpfs -o size=${size} tmpfs '${cwd}'`, "/")) === undefined) {
      sayNotShown("g09, g11 on a full disk: needs root and mount");
      return false;
    }
    await work(cwd).finally(() => tryAsRoot(`umount -l '${cwd}'`, "/"));
    return true;
  }

  /** Every file with its state and every folder by name: one that came and went again leaves its mark on times alone. */
  const readFiles = async (cwd: string) =>
    [...(await hashWorkTree(cwd))].map(([name, state]) => (state.startsWith("40000") ? name : `${name} ${state}`));

  // A full disk cut a configuration to nothing (SignalK/signalk-server#1702, Soul-Brews-Studio/maw-js#2012,
  // nextcloud/server#25175: g09); "aborted" was printed with ten files in place (baksohyeon/mogui-ADE-orchestrator#98: g11).
  // Every size of the disk stops the run at another file.
  test("full at some file of the many: all as before, nothing left, and the message says so; one page more, and all is new", () =>
    withProject({}, async (project) => {
      const full = new Set<string | undefined>();
      for (const pages of [8, 14, 18, 22, 24, 27, 30, 34, 60]) {
        const isShown = await onSmallDisk(project, `${pages * 4}k`, async (cwd) => {
          const files = { ...PLAIN, [SETTINGS]: "{}\n", "lefthook.yml": "pre-push: {}\n" };
          await plant(cwd, files);
          const before = await readFiles(cwd);
          const ended = await project.hi(["init", "--yes", "--json", "--scopes", ".", ...ALL, ...OFF], { cwd });
          const { refusal } = toDocument(ended);
          if (ended.exitCode === 0) {
            expect((await project.hi(["check"], { cwd })).exitCode).toBe(0);
            return;
          }
          full.add(refusal?.where?.path);
          expect(ended.exitCode).toBe(2);
          expect(refusal?.code).toMatch(/^HI_(?:PUBLISH|LOCK|JOURNAL)_FAILED$/);
          expect(refusal?.message).toContain(refusal?.code === "HI_PUBLISH_FAILED" ? "Nothing was written." : "ENOSPC");
          expect(await readFiles(cwd)).toEqual(before);
        });
        if (!isShown) return;
      }
      expect(full.size, `full at ${[...full].join(", ")}`).toBeGreaterThan(2);
    }));

  // Another process had the file open, and the rename failed half way (npm/write-file-atomic#28: g01).
  test("a file that something holds: named, and all the others are as before", () =>
    withProject({ [SETTINGS]: "{}\n" }, async (project) => {
      const over = path.join(project.root, SETTINGS);
      await plant(project.directory, { mounted: "{}\n" });
      if ((await tryAsRoot(`mount --bind '${project.directory}/mounted' '${over}'`, "/")) === undefined) {
        sayNotShown("g01 by a mounted file: needs root and mount");
        return;
      }
      try {
        const before = await readTree(project.root);
        const ended = await project.hi(["init", "--yes", "--json", "--scopes", ".", ...ALL, ...OFF]);
        expect(toDocument(ended).refusal).toMatchObject({ code: "HI_PUBLISH_FAILED", where: { path: SETTINGS } });
        expect(await readTree(project.root)).toEqual(before);
      } finally {
        await tryAsRoot(`umount -l '${over}'`, "/");
      }
      if (process.platform !== "win32") sayNotShown("g01 with Windows' own locks: a mounted file stands for them");
    }));
});

// Many processes read, changed and wrote one file without a lock, and lost it (anthropics/claude-code#29112, #29395,
// #15608: g07).
test("twenty updates at once: one publishes, the others name it and leave, and every file is one whole version", () =>
  withProject({}, async (project) => {
    await init(project, ALL);
    const whole = await readTree(project.root);
    await rm(path.join(project.root, ".hi/README.md"));
    await project.write(".claude/settings.json", "{}\n");
    const flags = ["restore", ".hi/README.md", "--yes", "--json", ...OFF];
    const ends = await Promise.all(Array.from({ length: 20 }, () => project.hi(flags)));
    const documents = ends.map(toDocument);
    expect(documents.filter(({ published }) => published?.written.includes(".hi/README.md"))).toHaveLength(1);
    for (const { refusal, gate } of documents) {
      if (refusal) expect(refusal.code).toBe("HI_LOCKED");
      else expect(gate?.open === true || gate?.because === "nothing-to-do").toBe(true);
    }
    expect(await project.read(".hi/README.md")).toBe(whole.get(".hi/README.md"));
    expect(await expectUnlocked(project)).toBe(0);
  }));

const expectUnlocked = async (project: Project): Promise<number | null> =>
  (await project.hi(["update", "--yes", ...OFF])).exitCode;
