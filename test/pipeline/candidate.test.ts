import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { copyLive } from "../../src/adapters/candidate-copy.ts";
import { LARGEST_COPY_BYTES } from "../../src/adapters/hashed-copy.ts";
import type { Candidate } from "../../src/domain/candidate.ts";
import { relativePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { runProcess } from "../helpers/hi.ts";
import { createStore, paths, plant, withLiveTree } from "../helpers/live-tree.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const inCandidate = (candidate: Candidate, name: string): string => path.join(candidate.root, name);
const mode = async (file: string): Promise<number> => (await lstat(file)).mode & 0o777;

describe("making", () => {
  test("a private, marked folder below the approved parent, whatever the umask", () =>
    withLiveTree(async ({ root, parent, store }) => {
      const before = process.umask(0o777);
      const candidate = await store.create(root).finally(() => process.umask(before));
      expect(candidate.root).toBe(path.join(parent, `hi-candidate-${candidate.nonce}`));
      expect(await mode(candidate.root)).toBe(0o700);
      const [marker] = await readdir(candidate.root);
      expect(marker).toBe(`.hi-candidate-${candidate.nonce}.json`);
      const said = JSON.parse(await readFile(inCandidate(candidate, marker ?? ""), "utf8"));
      expect(said).toMatchObject({ nonce: candidate.nonce, owner: { pid: process.pid } });
      await store.dispose(candidate);
    }));

  test.each([
    ["inside the repository", (root: string) => path.join(root, "tmp")],
    ["the repository itself", (root: string) => root],
    ["above the repository", (root: string) => path.dirname(root)],
    ["not absolute", () => "tmp"],
    ["not there", (root: string) => path.join(root, "..", "absent")],
    ["no folder", (root: string) => path.join(root, "file")],
    ["inside the repository by way of a link", (root: string) => path.join(root, "..", "alias")],
  ])("refuses a temporary directory that is %s", (_, name) =>
    withLiveTree(async ({ root }) => {
      await plant(root, { "tmp/": "", file: "" });
      await symlink(path.join(root, "tmp"), path.join(root, "..", "alias"));
      const refused = await createStore(name(root))
        .create(root)
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Refusal);
      expect((refused as Refusal).facts).toMatchObject({ code: "HI_TEMP_UNSAFE" });
      expect(await readdir(path.join(root, "tmp"))).toEqual([]);
    })
  );

  test.skipIf(process.platform === "win32")("refuses one that everybody may write in, unless it is sticky", () =>
    withLiveTree(async ({ root, parent, store }) => {
      await chmod(parent, 0o777);
      const refused = await store.create(root).catch((error: unknown) => error);
      expect((refused as Refusal).facts).toMatchObject({ code: "HI_TEMP_UNSAFE", where: { path: parent } });
      expect((refused as Refusal).facts.message).toContain("everybody");
      expect((refused as Refusal).facts.next).toContain("HI_TEMP");
      await chmod(parent, 0o1777);
      await store.dispose(await store.create(root));
    })
  );

  test.runIf(process.geteuid?.() === 0)("refuses one that belongs to another user, unless it is sticky", () =>
    withLiveTree(async ({ root, parent, store }) => {
      await chown(parent, 65_534, 65_534);
      await expect(store.create(root)).rejects.toMatchObject({ facts: { code: "HI_TEMP_UNSAFE" } });
      await chmod(parent, 0o1777);
      await store.dispose(await store.create(root));
    })
  );
});

describe("copying", () => {
  test("bytes, SHA-256 and the executable bit; no inode shared; the live tree not touched", () =>
    withLiveTree(async ({ root, store }) => {
      const large = new Uint8Array(3 * 1024 * 1024 + 17).fill(7);
      await plant(root, { "a.ts": "hello", "deep/er/b.js": "", "large.ts": large, "run.mjs": "#!" });
      await chmod(path.join(root, "run.mjs"), 0o755);
      await chmod(path.join(root, "a.ts"), 0o444);
      await utimes(path.join(root, "a.ts"), 1, 1);
      const before = process.umask(0o777);
      const made = await store.create(root);
      const candidate = await store
        .copyFrom(made, paths("a.ts", "deep/er/b.js", "large.ts", "run.mjs"))
        .finally(() => process.umask(before));
      for (const { path: name, sha256, bytes } of candidate.copied) {
        const copied = await readFile(inCandidate(candidate, name));
        expect(copied.equals(await readFile(path.join(root, name))), name).toBe(true);
        expect([sha256, bytes]).toEqual([createHash("sha256").update(copied).digest("hex"), copied.length]);
        const [here, there] = [await lstat(inCandidate(candidate, name)), await lstat(path.join(root, name))];
        expect(here.ino, name).not.toBe(there.ino);
      }
      expect(candidate.copied).toHaveLength(4);
      expect(await mode(inCandidate(candidate, "deep/er"))).toBe(0o700);
      expect(await mode(inCandidate(candidate, "run.mjs"))).toBe(0o700);
      expect(await mode(inCandidate(candidate, "a.ts"))).toBe(0o600);
      expect((await lstat(path.join(root, "a.ts"))).mtimeMs).toBe(1000);
      await store.dispose(candidate);
    }));

  test("what cannot be copied is listed, what is gone is not, and nothing fails", () =>
    withLiveTree(async ({ directory, root, store }) => {
      await plant(root, { "a.ts": "", "folder.ts/": "", "huge.ts": "" });
      await truncate(path.join(root, "huge.ts"), LARGEST_COPY_BYTES + 1);
      await plant(directory, { "outside/x.ts": "secret" });
      await symlink(path.join(directory, "outside"), path.join(root, "linked"));
      await runProcess("mkfifo", ["pipe.ts"], { cwd: root });
      const names = paths("a.ts", "folder.ts", "huge.ts", "gone.ts", "pipe.ts", "linked/x.ts");
      const candidate = await store.copyFrom(await store.create(root), names);
      expect(candidate.copied.map((file) => file.path)).toEqual(["a.ts"]);
      expect(candidate.notPreviewed).toEqual([
        { path: "huge.ts", why: "too-large" },
        { path: "pipe.ts", why: "not-a-file" },
        { path: "linked/x.ts", why: "link-outside" },
      ]);
      await store.dispose(candidate);
    }));

  test("links that stay inside lead to the same place inside the candidate; the others are left out and listed", () =>
    withLiveTree(async ({ directory, root, store }) => {
      await plant(directory, { "outside/x.ts": "secret" });
      await plant(root, {
        "src/a.ts": "a",
        "config/base.json": "{}",
        ".npmrc": "registry=https://example.invalid",
        ".git/config": "",
        "to-file.ts": "-> src/a.ts",
        "chain.ts": "-> to-file.ts",
        "absolute.ts": `-> ${root}/src/a.ts`,
        "roundabout.ts": "-> ../live/src/a.ts",
        "sub/up.json": "-> ../config/base.json",
        "to-folder": "-> src",
        "to-root": "-> .",
        "dangling.ts": "-> src/none.ts",
        dependency: "-> node_modules/x/index.js",
        "out.ts": "-> ../outside/x.ts",
        "out-absolute.ts": `-> ${directory}/outside/x.ts`,
        "out-dangling.ts": "-> ../none.ts",
        "loop.ts": "-> loop.ts",
        registry: "-> .npmrc",
        git: "-> .git/config",
      });
      const inside = paths(
        "to-file.ts",
        "chain.ts",
        "absolute.ts",
        "roundabout.ts",
        "sub/up.json",
        "to-folder",
        "to-root",
        "dangling.ts",
        "dependency"
      );
      const outside = paths("out.ts", "out-absolute.ts", "out-dangling.ts", "loop.ts", "registry", "git");
      const candidate = await store.copyFrom(await store.create(root), [...inside, ...outside]);
      expect(candidate.notPreviewed).toEqual(outside.map((name) => ({ path: name, why: "link-outside" })));
      for (const name of ["to-file.ts", "chain.ts", "absolute.ts", "roundabout.ts"]) {
        expect(await realpath(inCandidate(candidate, name)), name).toBe(inCandidate(candidate, "src/a.ts"));
      }
      expect(await realpath(inCandidate(candidate, "sub/up.json"))).toBe(inCandidate(candidate, "config/base.json"));
      expect(await realpath(inCandidate(candidate, "to-folder"))).toBe(inCandidate(candidate, "src"));
      expect(await realpath(inCandidate(candidate, "to-root"))).toBe(candidate.root);
      expect(await readlink(inCandidate(candidate, "dangling.ts"))).toBe("src/none.ts");
      expect(candidate.copied.map((file) => file.path)).toEqual(["src/a.ts", "config/base.json"]);
      expect((await store.examine(candidate)).checks).toContainEqual({
        name: "links-resolve-inside",
        examined: inside.length,
      });
      await store.dispose(candidate);
    }));

  test("a run that is interrupted stops between two files", () =>
    withLiveTree(async ({ root, parent }) => {
      await plant(root, { "a.ts": "", "b.ts": "" });
      const interruption = new AbortController();
      const store = createStore(parent, interruption.signal);
      const candidate = await store.create(root);
      interruption.abort();
      await expect(store.copyFrom(candidate, paths("a.ts", "b.ts"))).rejects.toMatchObject({
        facts: { code: "HI_INTERRUPTED", exitCode: 130 },
      });
      await store.dispose(candidate);
    }));

  test("a pause comes before every file, so that none is copied after it has thrown", () =>
    withLiveTree(async ({ root, directory }) => {
      await plant(root, { "a.ts": "", "b.ts": "", "c.ts": "" });
      await mkdir(path.join(directory, "to"));
      const stop = new Error("stop");
      let left = 2;
      const pause = async (): Promise<void> => {
        if ((left -= 1) < 0) throw stop;
      };
      const job = {
        liveRoot: root,
        candidateRoot: path.join(directory, "to") as typeof root,
        paths: paths("a.ts", "b.ts", "c.ts"),
        pause,
      };
      await expect(copyLive(job)).rejects.toBe(stop);
      expect(await readdir(path.join(directory, "to"))).toEqual(["a.ts", "b.ts"]);
    }));
});

describe("planned bytes", () => {
  test("are a fresh file with its mode, below folders that are made", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, { "a.ts": "old" });
      const [a, hook] = [relativePath("a.ts"), relativePath(".hi/runtime/hook.mjs")];
      let candidate = await store.copyFrom(await store.create(root), paths("a.ts"));
      await link(inCandidate(candidate, "a.ts"), inCandidate(candidate, "other-name"));
      candidate = await store.write(candidate, a, encode("new"), 0o644);
      candidate = await store.write(candidate, hook, encode("#!"), 0o755);
      expect(candidate.planned).toEqual([a, hook]);
      expect(await readFile(inCandidate(candidate, "a.ts"), "utf8")).toBe("new");
      expect(await readFile(inCandidate(candidate, "other-name"), "utf8")).toBe("old");
      expect(await mode(inCandidate(candidate, ".hi/runtime/hook.mjs"))).toBe(0o755);
      await store.remove(candidate, a);
      await store.remove(candidate, a);
      expect(await readdir(candidate.root)).not.toContain("a.ts");
      await store.dispose(candidate);
    }));

  test("follow a copied link to its place in the candidate, and never out", () =>
    withLiveTree(async ({ directory, root, store }) => {
      await plant(root, { "config/": "", ".claude": "-> config" });
      await plant(directory, { "outside/": "" });
      let candidate = await store.copyFrom(await store.create(root), paths(".claude"));
      const [settings, escape] = [relativePath(".claude/settings.json"), relativePath("away/x")];
      candidate = await store.write(candidate, settings, encode("{}"), 0o644);
      expect(await readFile(inCandidate(candidate, "config/settings.json"), "utf8")).toBe("{}");
      await symlink(path.join(directory, "outside"), inCandidate(candidate, "away"));
      await expect(store.write(candidate, escape, encode("x"), 0o644)).rejects.toMatchObject({
        facts: { code: "HI_NOT_CONTAINED" },
      });
      expect(await readdir(path.join(directory, "outside"))).toEqual([]);
      await store.dispose(candidate);
    }));
});

describe("cleaning up", () => {
  test("counts and proves; a second time there is nothing left to remove", () =>
    withLiveTree(async ({ root, parent, store }) => {
      await plant(root, { "a.ts": "", "b/c.ts": "" });
      const candidate = await store.copyFrom(await store.create(root), paths("a.ts", "b/c.ts"));
      expect(await store.dispose(candidate)).toMatchObject({ gone: true, nonce: candidate.nonce, removedEntries: 4 });
      expect(await store.dispose(candidate)).toMatchObject({ gone: true, removedEntries: 0 });
      expect(await readdir(parent)).toEqual([]);
    }));

  test("folders without the write bit are removed too", () =>
    withLiveTree(async ({ root, parent, store }) => {
      const candidate = await store.create(root);
      await plant(candidate.root, { "package/locked/file": "" });
      await chmod(inCandidate(candidate, "package/locked"), 0o500);
      await store.dispose(candidate);
      expect(await readdir(parent)).toEqual([]);
    }));

  test("what a link leads to stays", () =>
    withLiveTree(async ({ directory, root, store }) => {
      await plant(directory, { "outside/keep": "kept" });
      const candidate = await store.create(root);
      await symlink(path.join(directory, "outside"), inCandidate(candidate, "link"));
      await store.dispose(candidate);
      expect(await readFile(path.join(directory, "outside/keep"), "utf8")).toBe("kept");
    }));

  test("a folder moved aside under another name with the nonce is not gone", () =>
    withLiveTree(async ({ root, parent, store }) => {
      const candidate = await store.create(root);
      await rename(candidate.root, path.join(parent, `moved-${candidate.nonce}`));
      await expect(store.dispose(candidate)).rejects.toMatchObject({ facts: { code: "HI_CLEANUP_FAILED" } });
    }));

  test("a folder that another has put in its place is not removed", () =>
    withLiveTree(async ({ root, store, directory }) => {
      const candidate = await store.create(root);
      await rename(candidate.root, path.join(directory, "elsewhere"));
      await plant(candidate.root, { precious: "kept" });
      await expect(store.dispose(candidate)).rejects.toMatchObject({ facts: { code: "HI_CLEANUP_FAILED" } });
      expect(await readFile(inCandidate(candidate, "precious"), "utf8")).toBe("kept");
      expect(store.disposeAllSync()).toEqual([candidate.root]);
      await writeFile(inCandidate(candidate, "precious"), "still");
    }));
});
