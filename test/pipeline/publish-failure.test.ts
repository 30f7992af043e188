import { renameSync } from "node:fs";
import { lstat, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createPublisher } from "../../src/adapters/publisher.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { publish } from "../../src/pipeline/publish.ts";
import type { Publisher } from "../../src/pipeline/publishing/publisher.ts";
import {
  createStore,
  plant,
  readContent,
  refusalOf,
  sayNotShown,
  tryAsRoot,
  withLiveTree,
} from "../helpers/live-tree.ts";
import { makeWorld, planChanges, prove, publishPlan } from "../helpers/publication.ts";
import type { Change } from "../helpers/publication.ts";

const BEFORE = {
  "a.json": "old a",
  "d/b.json": "old b",
  "real.json": "old real",
  "link.json": "-> real.json",
  old: "orphan",
};
const CHANGES: readonly Change[] = [
  { path: "a.json", text: "new a" },
  { path: "new/deep/c.json", text: "new c" },
  { path: "d/b.json", text: "new b" },
  { path: "old", text: undefined },
  { path: "link.json", text: "new real" },
  { path: ".hi/receipt.json", text: "receipt" },
];

function toFault(code: string): Error {
  return Object.assign(new Error(`${code}: made by a test`), { code });
}

/** The real publisher, of which one method fails at its n-th call. */
function failAt(method: "stage" | "commit" | "remove", nth: number, code: string): Publisher {
  const real = createPublisher();
  let count = 0;
  const failing = async (...args: readonly unknown[]): Promise<unknown> => {
    count += 1;
    if (count === nth) throw toFault(code);
    return (real[method] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
  };
  return { ...real, [method]: failing };
}

/** Paths with kind and content: what a person would call the state of the tree. */
async function readState(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const rows = entries.map(async (entry) => {
    const full = path.join(entry.parentPath, entry.name);
    const { mode } = await lstat(full);
    return `${path.relative(root, full)} ${mode} ${await readContent(entry)}`;
  });
  return (await Promise.all(rows)).toSorted();
}

describe("an error at any step leaves all as before, and the message is true", () => {
  // baksohyeon/mogui-ADE-orchestrator#98: "write aborted" was printed after ten files were in place.
  const positions = [
    ...[1, 2, 3, 4, 5].map((nth) => ["stage", nth, 0] as const),
    ...[1, 2, 3].map((nth) => ["commit", nth, nth - 1] as const),
    ...[4, 5].map((nth) => ["commit", nth, nth] as const),
    ["remove", 1, 3] as const,
  ];

  test.each(positions)("%s number %i fails after %i files were done", (method, nth, done) =>
    withLiveTree(async ({ root, parent, store }) => {
      await plant(root, BEFORE);
      const before = await readState(root);
      const plan = await planChanges(root, CHANGES);
      const refusal = await refusalOf(publishPlan(plan, makeWorld(store, failAt(method, nth, "EIO"))));
      expect(refusal.facts).toMatchObject({ code: "HI_PUBLISH_FAILED", details: { system: "EIO" } });
      const state = {
        0: "Nothing was written.",
        1: "The one file written before it was put back: everything is as before.",
      };
      expect(refusal.message).toContain(state[done as 0 | 1] ?? `The ${done} files written before it were put back`);
      expect(await readState(root)).toEqual(before);
      expect(await readdir(parent)).toEqual([]);
      // And all is as planned once the fault is gone.
      await publishPlan(plan, makeWorld(createStore(parent)));
      expect(await readFile(path.join(root, "real.json"), "utf8")).toBe("new real");
    })
  );

  test("the file that failed is named", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, BEFORE);
      const refusal = await refusalOf(
        publishPlan(await planChanges(root, CHANGES), makeWorld(store, failAt("commit", 3, "EIO")))
      );
      expect(refusal.facts.where).toEqual({ path: "d/b.json" });
    }));

  test("a later edit of someone else is not undone, and named", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, BEFORE);
      const real = createPublisher();
      let commits = 0;
      const commit: Publisher["commit"] = async (given, staged) => {
        commits += 1;
        if (commits === 3) await writeFile(path.join(root, "a.json"), "theirs");
        if (commits === 3) throw toFault("EIO");
        await real.commit(given, staged);
      };
      const refusal = await refusalOf(
        publishPlan(await planChanges(root, CHANGES), makeWorld(store, { ...real, commit }))
      );
      expect(refusal.message).toContain("could not be put back and are as planned, not as before: a.json");
      expect(refusal.facts.details).toMatchObject({ left: ["a.json"] });
      expect(await readFile(path.join(root, "a.json"), "utf8")).toBe("theirs");
      expect(await readdir(root)).not.toContain("new");
    }));

  test("a target that changes between the check and its rename stops the rest", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, BEFORE);
      const real = createPublisher();
      const commit: Publisher["commit"] = async (given, staged) => {
        await real.commit(given, staged);
        if (staged.write.path === "a.json") await writeFile(path.join(root, "d/b.json"), "theirs");
      };
      const refusal = await refusalOf(
        publishPlan(await planChanges(root, CHANGES), makeWorld(store, { ...real, commit }))
      );
      expect(refusal.facts).toMatchObject({ code: "HI_STALE_PLAN", where: { path: "d/b.json" } });
      expect(refusal.message).toContain("everything is as before");
      const [a, b] = [
        await readFile(path.join(root, "a.json"), "utf8"),
        await readFile(path.join(root, "d/b.json"), "utf8"),
      ];
      expect([a, b]).toEqual(["old a", "theirs"]);
    }));

  test("an interruption before the first rename writes nothing", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, BEFORE);
      const before = await readState(root);
      const interruption = new AbortController();
      const world = { ...makeWorld(store), interrupted: interruption.signal };
      const publication = await prove(await planChanges(root, CHANGES), world);
      interruption.abort();
      expect((await refusalOf(publish(publication, world))).facts).toMatchObject({
        code: "HI_INTERRUPTED",
        exitCode: 130,
      });
      expect(await readState(root)).toEqual(before);
    }));

  test("a defect passes through as it is, and what was written is taken back", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, BEFORE);
      const before = await readState(root);
      const defect = new TypeError("ours");
      const real = createPublisher();
      const remove: Publisher["remove"] = async (given, removal) => {
        if (removal.path === "old") throw defect;
        return real.remove(given, removal);
      };
      const publisher = { ...real, remove };
      await expect(publishPlan(await planChanges(root, CHANGES), makeWorld(store, publisher))).rejects.toBe(defect);
      expect(await readState(root)).toEqual(before);
    }));
});

// npm/write-file-atomic#28: a rename over a file that another process has open fails on some systems.
describe("a busy file", () => {
  test("is tried again a bounded number of times", () =>
    withLiveTree(async ({ root, store }) => {
      await plant(root, { a: "old" });
      let left = 3;
      const rename = (from: string, to: string): void => {
        if (left > 0) {
          left -= 1;
          throw toFault(left === 1 ? "EPERM" : "EBUSY");
        }
        renameSync(from, to);
      };
      await publishPlan(
        await planChanges(root, [{ path: "a", text: "new" }]),
        makeWorld(store, createPublisher({ rename }))
      );
      expect([left, await readFile(path.join(root, "a"), "utf8")]).toEqual([0, "new"]);
    }));

  test("that stays busy is named, and all is as before", () =>
    withLiveTree(async ({ root, store, directory }) => {
      await plant(root, BEFORE);
      await plant(directory, { mounted: "old b" });
      const over = path.join(root, "d/b.json");
      if ((await tryAsRoot(`mount --bind '${directory}/mounted' '${over}'`, "/")) === undefined) {
        sayNotShown("a file that something is mounted over");
        return;
      }
      const before = await readState(root);
      const plan = await planChanges(root, CHANGES);
      const refusal = await refusalOf(publishPlan(plan, makeWorld(store))).finally(() =>
        tryAsRoot(`umount -l '${over}'`, "/")
      );
      expect(refusal.facts).toMatchObject({
        code: "HI_PUBLISH_FAILED",
        where: { path: "d/b.json" },
        details: { system: "EBUSY" },
      });
      expect((await readState(root)).map(toContent)).toEqual(before.map(toContent));
    }));
});

const toContent = (row: string): string => row.replace(/ \d+ /, " ");

describe("a real disk that does not take the bytes", () => {
  /** A repository on a file system of its own; says loudly where nobody may mount one here. */
  async function onMount(mount: string, what: string, work: (root: AbsolutePath) => Promise<void>): Promise<void> {
    await withLiveTree(async ({ directory }) => {
      const root = path.join(directory, "small") as AbsolutePath;
      await mkdir(root);
      if ((await tryAsRoot(mount.replaceAll("ROOT", `'${root}'`), "/")) === undefined) {
        sayNotShown(what);
        return;
      }
      await work(root).finally(() => tryAsRoot(`umount -l '${root}'`, "/"));
    });
  }

  // SignalK/signalk-server#1702, nextcloud/server#25175: a full disk truncated the configuration to nothing.
  test("full at the third of five files: all five as before, no temporary file, the code said", () =>
    withLiveTree(({ store }) =>
      onMount("mount -t tmpfs -o size=96k tmpfs ROOT", "a full disk", async (root) => {
        const names = ["one", "two", "three", "four", "five"];
        await plant(root, Object.fromEntries(names.map((name) => [name, `old ${name}`])));
        const before = await readState(root);
        const changes = names.map((name) => ({ path: name, text: new Uint8Array(30 * 1024).fill(65) }));
        const refusal = await refusalOf(publishPlan(await planChanges(root, changes), makeWorld(store)));
        expect(refusal.facts).toMatchObject({
          code: "HI_PUBLISH_FAILED",
          where: { path: "three" },
          details: { system: "ENOSPC" },
        });
        expect(refusal.message).toContain("Nothing was written.");
        expect(refusal.facts.next).toContain("make room");
        expect(await readState(root)).toEqual(before);
      })
    ));

  test("read-only: said, nothing written", () =>
    withLiveTree(({ store }) =>
      onMount(
        "mount -t tmpfs tmpfs ROOT && echo old > ROOT/a && mount -o remount,ro ROOT",
        "a read-only disk",
        async (root) => {
          const plan = await planChanges(root, [{ path: "a", text: "new" }]);
          const refusal = await refusalOf(publishPlan(plan, makeWorld(store)));
          expect(refusal.facts).toMatchObject({ code: "HI_JOURNAL_FAILED", details: { system: "EROFS" } });
          expect(await readFile(path.join(root, "a"), "utf8")).toBe("old\n");
        }
      )
    ));

  test("a full temporary directory is a refusal, and the candidate is gone again", () =>
    withLiveTree(({ root: live }) =>
      onMount("mount -t tmpfs -o size=64k,mode=700 tmpfs ROOT", "a full temporary directory", async (parent) => {
        const plan = await planChanges(live, [{ path: "big", text: new Uint8Array(200 * 1024) }]);
        const refusal = await refusalOf(prove(plan, makeWorld(createStore(parent))));
        expect(refusal.facts).toMatchObject({ code: "HI_CANDIDATE_FAILED" });
        expect(refusal.message).toContain("ENOSPC");
        expect(await readdir(parent)).toEqual([]);
      })
    ));
});
