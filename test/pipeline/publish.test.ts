import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createPublisher } from "../../src/adapters/publisher.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { contain } from "../../src/pipeline/contain.ts";
import type { ProvenCandidate } from "../../src/pipeline/contain.ts";
import type { CleanupProof } from "../../src/pipeline/dispose.ts";
import { publish } from "../../src/pipeline/publish.ts";
import type { Publication } from "../../src/pipeline/publish.ts";
import type { Publisher } from "../../src/pipeline/publishing/publisher.ts";
import { plant, readContent, withLiveTree } from "../helpers/live-tree.ts";
import type { LiveTree } from "../helpers/live-tree.ts";
import { makeWorld, planChanges, prove, publishPlan } from "../helpers/publication.ts";
import type { Change } from "../helpers/publication.ts";

const text = (root: string, file: string): Promise<string> => readFile(path.join(root, file), "utf8");
const mode = async (root: string, file: string): Promise<number> => (await lstat(path.join(root, file))).mode & 0o7777;

async function publishChanges({ root, store }: LiveTree, ...changes: readonly Change[]) {
  return publishPlan(await planChanges(root, changes), makeWorld(store));
}

const refusedWith = (code: string) => ({ facts: { code } });

describe("what is written", () => {
  test("exactly the planned bytes, the receipt last, nothing left beside them", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { "package.json": "{}", "old.json": "gone soon" });
      const order: string[] = [];
      const real = createPublisher();
      const publisher: Publisher = {
        ...real,
        commit: async (root, staged) => {
          const temporary = path.basename(staged.temporary);
          expect([temporary.startsWith("."), path.extname(temporary)]).toEqual([true, ".tmp"]);
          order.push(staged.write.path);
          await real.commit(root, staged);
        },
      };
      const plan = await planChanges(tree.root, [
        { path: ".hi/receipt.json", text: "receipt" },
        { path: "package.json", text: "{ }" },
        { path: ".claude/hooks/deep/settings.json", text: "\uFEFF{}\r\n" },
        { path: "old.json", text: undefined },
      ]);
      const published = await publishPlan(plan, makeWorld(tree.store, publisher));
      expect(order).toEqual(["package.json", ".claude/hooks/deep/settings.json", ".hi/receipt.json"]);
      expect(published).toEqual({ written: order, removed: ["old.json"], receiptSha256: plan.entries[0]?.afterSha256 });
      expect(await text(tree.root, ".claude/hooks/deep/settings.json")).toBe("\uFEFF{}\r\n");
      const all = await readdir(tree.root, { recursive: true });
      expect(all.filter((name) => !name.startsWith(".hi/publication")).toSorted()).toEqual([
        ".claude",
        ".claude/hooks",
        ".claude/hooks/deep",
        ".claude/hooks/deep/settings.json",
        ".hi",
        ".hi/receipt.json",
        "package.json",
      ]);
      expect(await readdir(tree.parent)).toEqual([]);
    }));

  test("a plan without changes writes nothing and says so", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { a: "same" });
      expect(await publishChanges(tree, { path: "a", text: "same" })).toEqual({
        written: [],
        removed: [],
        receiptSha256: undefined,
      });
    }));
});

describe("modes and owners", () => {
  // AltimateAI/altimate-code#1115: the umask made the temporary file unreadable, and it was renamed into place.
  test.each([0o777, 0o077, 0o000])("a new file has the planned mode under umask %o", (umask) =>
    withLiveTree(async (tree) => {
      const before = process.umask(umask);
      await publishChanges(
        tree,
        { path: "new/hook.mjs", text: "#!", mode: 0o755 },
        { path: "new/a.json", text: "" }
      ).finally(() => process.umask(before));
      expect([await mode(tree.root, "new/hook.mjs"), await mode(tree.root, "new/a.json")]).toEqual([0o755, 0o644]);
      expect(await mode(tree.root, "new")).toBe(await mode(tree.root, "."));
    })
  );

  // projen/projen#1137: files were made read-only; projen/projen#2582: a clone with 0666 and 0777 everywhere.
  test.each([0o600, 0o640, 0o666, 0o755, 0o777, 0o444])("an existing file keeps its mode %o", (bits) =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { "d/a": "old" });
      await chmod(path.join(tree.root, "d"), 0o777);
      await chmod(path.join(tree.root, "d/a"), bits);
      await publishChanges(tree, { path: "d/a", text: "new", mode: 0o644 });
      expect([await mode(tree.root, "d/a"), await mode(tree.root, "d"), await text(tree.root, "d/a")]).toEqual([
        bits,
        0o777,
        "new",
      ]);
    })
  );

  test("a mode that changed since the plan is no staleness, and is kept", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { a: "old" });
      const publication = await prove(
        await planChanges(tree.root, [{ path: "a", text: "new" }]),
        makeWorld(tree.store)
      );
      await chmod(path.join(tree.root, "a"), 0o600);
      await publish(publication, makeWorld(tree.store));
      expect(await mode(tree.root, "a")).toBe(0o600);
    }));

  test.runIf(process.geteuid?.() === 0)("a run as root leaves a file its owner's", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { a: "old" });
      await chown(path.join(tree.root, "a"), 1234, 4321);
      await publishChanges(tree, { path: "a", text: "new" });
      expect(await lstat(path.join(tree.root, "a"))).toMatchObject({ uid: 1234, gid: 4321 });
    })
  );
});

describe("links", () => {
  // slkiser/opencode-quota#265, can1357/oh-my-pi#4453: a rename destroyed a link, noticed weeks later.
  test("inside the root: the real file is written, the link stays, also for a folder on the way", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, {
        "real/settings.json": "old",
        "settings.json": "-> real/settings.json",
        ".claude": "-> real",
      });
      await publishChanges(tree, { path: "settings.json", text: "new" }, { path: ".claude/new.json", text: "made" });
      expect(await readlink(path.join(tree.root, "settings.json"))).toBe("real/settings.json");
      expect(await readlink(path.join(tree.root, ".claude"))).toBe("real");
      expect([await text(tree.root, "real/settings.json"), await text(tree.root, "real/new.json")]).toEqual([
        "new",
        "made",
      ]);
    }));

  // copier-org/copier#2838: a managed path is a link to a file outside the project.
  test("out of the root, dangling or in a loop: refused before anything is written", () =>
    withLiveTree(async (tree) => {
      await plant(tree.directory, { "outside/secret": "kept" });
      await plant(tree.root, { a: "-> ../outside/secret", d: "-> ../outside", none: "-> nowhere", loop: "-> loop" });
      for (const name of ["a", "d/new", "none", "loop"]) {
        const changes = [
          { path: "first", text: "x" },
          { path: name, text: "x" },
        ];
        await expect(publishChanges(tree, ...changes), name).rejects.toMatchObject(refusedWith("HI_LINK_OUTSIDE"));
      }
      expect(await text(tree.directory, "outside/secret")).toBe("kept");
      expect((await readdir(tree.root)).toSorted()).toEqual(["a", "d", "loop", "none"]);
      expect(await readdir(path.join(tree.directory, "outside"))).toEqual(["secret"]);
    }));

  // copier-org/copier#2426: a legal link to a file of the parent package stood in the way.
  test("an unrelated link out of the root is no concern", () =>
    withLiveTree(async (tree) => {
      await plant(tree.directory, { "outside/shared.json": "kept" });
      await plant(tree.root, { "p/shared.json": "-> ../../outside/shared.json" });
      await publishChanges(tree, { path: "p/new.json", text: "x" });
      expect(await text(tree.root, "p/shared.json")).toBe("kept");
    }));

  // vanillagreencom/kendex#1703: git ignores a .gitignore that is a link.
  test("a linked .gitignore is not written through, and the refusal says that git does not read it", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { ignore: "dist\n", ".gitignore": "-> ignore" });
      const refused = publishChanges(tree, { path: ".gitignore", text: "dist\n.hi/lock\n" });
      await expect(refused).rejects.toMatchObject({
        facts: { code: "HI_LINK_NOT_READ", message: expect.stringContaining("git does not read it") },
      });
      expect(await text(tree.root, "ignore")).toBe("dist\n");
    }));

  test("two paths that are one file by way of a link", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { a: "old", b: "-> a" });
      const refused = publishChanges(tree, { path: "a", text: "one" }, { path: "b", text: "two" });
      await expect(refused).rejects.toMatchObject(refusedWith("HI_TARGET_TWICE"));
      expect(await text(tree.root, "a")).toBe("old");
    }));

  test("of a link that goes, only the link goes", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { real: "kept", old: "-> real" });
      expect(await publishChanges(tree, { path: "old", text: undefined })).toMatchObject({ removed: ["old"] });
      expect((await readdir(tree.root)).filter((name) => name !== ".hi")).toEqual(["real"]);
    }));

  // microsoft/vscode#195539: a new inode breaks hard links. The policy is written down: the other name keeps its bytes.
  test("a file with two names: the planned name gets the bytes, the other keeps the old ones", () =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { a: "old" });
      await link(path.join(tree.root, "a"), path.join(tree.root, "b"));
      const plan = await planChanges(tree.root, [{ path: "a", text: "new" }]);
      expect(plan.entries[0]?.before).toMatchObject({ links: 2 });
      await publishPlan(plan, makeWorld(tree.store));
      expect([await text(tree.root, "a"), await text(tree.root, "b")]).toEqual(["new", "old"]);
    }));
});

describe("the plan is held against the disk", () => {
  const conditions: readonly [string, string, (root: AbsolutePath) => Promise<unknown>][] = [
    ["HI_STALE_PLAN", "a file was edited", (root) => writeFile(path.join(root, "b"), "theirs")],
    ["HI_STALE_PLAN", "a file is gone", (root) => rm(path.join(root, "b"))],
    ["HI_STALE_PLAN", "a file came where none was", (root) => writeFile(path.join(root, "new"), "theirs")],
    ["HI_STALE_PLAN", "a file to remove was edited", (root) => writeFile(path.join(root, "old"), "theirs")],
    // shadcn-ui/ui#6700: a folder stood where a file was expected.
    ["HI_NOT_A_FILE", "a folder came", (root) => mkdir(path.join(root, "new"))],
    ["HI_NOT_A_FILE", "a file came where a folder is needed", (root) => writeFile(path.join(root, "folder"), "")],
    ["HI_LINK_OUTSIDE", "a link out came", (root) => symlink("/etc", path.join(root, "folder"))],
  ];

  test.each(conditions)("%s where %s: nothing is written", (code, _, change) =>
    withLiveTree(async (tree) => {
      await plant(tree.root, { a: "old a", b: "old b", old: "orphan" });
      const plan = await planChanges(tree.root, [
        { path: "a", text: "new a" },
        { path: "b", text: "new b" },
        { path: "new", text: "new" },
        { path: "folder/file", text: "new" },
        { path: "old", text: undefined },
      ]);
      const publication = await prove(plan, makeWorld(tree.store));
      await change(tree.root);
      const before = await snapshot(tree.root);
      await expect(publish(publication, makeWorld(tree.store))).rejects.toMatchObject(refusedWith(code));
      expect(await snapshot(tree.root)).toEqual(before);
    })
  );

  test("a proof of another candidate, bytes that were not in it, and bytes without their hash are defects", () =>
    withLiveTree(async (tree) => {
      const world = makeWorld(tree.store);
      const plan = await planChanges(tree.root, [{ path: "a", text: "new" }]);
      const publication = await prove(plan, world);
      const other = await prove(plan, world);
      await expect(publish({ ...publication, cleanup: other.cleanup }, world)).rejects.toThrow(TypeError);
      const wider = await planChanges(tree.root, [
        { path: "a", text: "new" },
        { path: "b", text: "new" },
      ]);
      await expect(publish({ ...publication, plan: wider }, world)).rejects.toThrow("b was not in the candidate");
      const entries = plan.entries.map((entry) => ({ ...entry, after: new Uint8Array([1]) }));
      await expect(publish({ ...publication, plan: { ...plan, entries } }, world)).rejects.toThrow(
        "no bytes of its hash"
      );
      expect(await readdir(tree.root)).toEqual([]);
    }));
});

test("unsafe order does not compile", () =>
  withLiveTree(async ({ root, store }) => {
    const plan = await planChanges(root, []);
    const candidate = await store.create(root);
    const proven = await contain(candidate, makeWorld(store));
    const evidence = await store.dispose(candidate);
    // @ts-expect-error a candidate with evidence beside it is no proven candidate: only the stage that proves makes one
    const unproven: ProvenCandidate = { candidate, evidence: proven.evidence };
    // @ts-expect-error evidence of cleanup is not its proof: only the stage that disposes makes one
    const uncleaned: CleanupProof = { evidence };
    // @ts-expect-error publication before cleanup
    const early: Publication = { plan, proven };
    expect([unproven, uncleaned, early]).toHaveLength(3);
  }));

/** Every entry below a folder with its kind, bytes or link text, mode and inode. */
async function snapshot(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const rows = entries.map(async (entry) => {
    const full = path.join(entry.parentPath, entry.name);
    const stats = await lstat(full);
    const time = entry.isDirectory() ? "" : stats.mtimeMs;
    return `${path.relative(root, full)} ${stats.ino} ${stats.mode} ${time} ${await readContent(entry, "hex")}`;
  });
  return (await Promise.all(rows)).toSorted();
}
