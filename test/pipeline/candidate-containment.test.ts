import { readFileSync } from "node:fs";
import { chmod, link, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import { findTreeRelation } from "../../src/adapters/tree-relation.ts";
import type { Candidate } from "../../src/domain/candidate.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { contain } from "../../src/pipeline/contain.ts";
import type { CandidateStore } from "../../src/pipeline/world.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { createStore, paths, plant, sayNotShown, tryAsRoot, withLiveTree } from "../helpers/live-tree.ts";

const refusedFor = (check: string) => ({ facts: { code: "HI_NOT_CONTAINED", details: { check } } });

/** Holds a document against its published schema. */
function expectSchema(name: string, document: unknown): void {
  const schema = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts", `${name}.schema.json`), "utf8"));
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  expect([isValid(document), isValid.errors]).toEqual([true, null]);
}

/** A candidate with one copied and one planned file. */
async function makeCandidate(root: AbsolutePath, store: CandidateStore): Promise<Candidate> {
  await plant(root, { "src/a.ts": "a" });
  const copied = await store.copyFrom(await store.create(root), paths("src/a.ts"));
  return store.write(copied, "oxlint.config.ts" as never, new TextEncoder().encode("export default {}"), 0o644);
}

describe("the proof", () => {
  test("is a value with its evidence: eight checks, each with what it examined, and the identities compared", () =>
    withLiveTree(async ({ root, parent, store }) => {
      const candidate = await makeCandidate(root, store);
      const { evidence } = await contain(candidate, { candidates: store });
      expect(evidence).toMatchObject({
        format: "hi-containment/1",
        candidateRoot: candidate.root,
        approvedParent: parent,
        liveRoot: root,
        marker: { path: path.join(candidate.root, `.hi-candidate-${candidate.nonce}.json`), nonce: candidate.nonce },
      });
      expect(evidence.checks.map((check) => check.name)).toEqual([
        "parent-approved",
        "marker-matches",
        "canonical",
        "strict-descendant-of-parent",
        "not-ancestor-of-live",
        "not-descendant-of-live",
        "links-resolve-inside",
        "no-shared-inode",
      ]);
      expect(evidence.checks.at(-1)).toEqual({ name: "no-shared-inode", examined: 3 });
      expect(evidence.candidateIdentity).not.toEqual(evidence.liveIdentity);
      expectSchema("containment-1", evidence);
      expectSchema("cleanup-1", await store.dispose(candidate));
    }));

  test("a check that was not made is not passed", () =>
    withLiveTree(async ({ root, store }) => {
      const candidate = await makeCandidate(root, store);
      const evidence = await store.examine(candidate);
      const partial = { ...store, examine: async () => ({ ...evidence, checks: evidence.checks.slice(1) }) };
      await expect(contain(candidate, { candidates: partial })).rejects.toThrow(TypeError);
      const foreign = { ...store, examine: async () => ({ ...evidence, candidateRoot: "/elsewhere" }) };
      await expect(contain(candidate, { candidates: foreign })).rejects.toThrow(TypeError);
      await store.dispose(candidate);
    }));
});

describe("refuses a candidate", () => {
  /** Each condition is made on disk behind the store's back. */
  const conditions: readonly [string, string, (candidate: Candidate, directory: string) => Promise<unknown>][] = [
    ["marker-matches", "whose marker is gone", (c) => rm(markerOf(c))],
    [
      "marker-matches",
      "whose marker names another nonce",
      async (c) => writeFile(markerOf(c), (await readFile(markerOf(c), "utf8")).replaceAll(c.nonce, "0".repeat(32))),
    ],
    [
      "marker-matches",
      "whose marker is a link",
      async (c, directory) => {
        await rename(markerOf(c), path.join(directory, "marker"));
        await symlink(path.join(directory, "marker"), markerOf(c));
      },
    ],
    ["marker-matches", "whose marker is no JSON", (c) => writeFile(markerOf(c), "{")],
    [
      "canonical",
      "whose root is a link",
      async (c, directory) => {
        await rename(c.root, path.join(directory, "moved"));
        await symlink(path.join(directory, "moved"), c.root);
      },
    ],
    ["canonical", "that others may enter", (c) => chmod(c.root, 0o755)],
    ["links-resolve-inside", "with an absolute link out", (c) => symlink("/etc/hosts", path.join(c.root, "src/l"))],
    ["links-resolve-inside", "with a relative link out", (c) => symlink("../../x", path.join(c.root, "src/l"))],
    ["links-resolve-inside", "with a dangling link out", (c) => symlink("/nonexistent/x", path.join(c.root, "l"))],
    [
      "links-resolve-inside",
      "with a chain out",
      async (c) => {
        await symlink("second", path.join(c.root, "first"));
        await symlink("..", path.join(c.root, "second"));
      },
    ],
    ["links-resolve-inside", "with a loop", (c) => symlink("l", path.join(c.root, "l"))],
    [
      "links-resolve-inside",
      "with a link deep in a package",
      async (c) => {
        await plant(c.root, { "node_modules/x/y/z/": "" });
        await symlink("../../../../../..", path.join(c.root, "node_modules/x/y/z/l"));
      },
    ],
    [
      "no-shared-inode",
      "that holds the live file of the same path",
      async (c) => {
        await rm(path.join(c.root, "src/a.ts"));
        await link(path.join(c.liveRoot, "src/a.ts"), path.join(c.root, "src/a.ts"));
      },
    ],
    [
      "no-shared-inode",
      "that holds a live file under another name",
      async (c) => {
        await plant(c.liveRoot, { "node_modules/deep/er/file.js": "" });
        await link(path.join(c.liveRoot, "node_modules/deep/er/file.js"), path.join(c.root, "other.js"));
      },
    ],
  ];

  test.each(conditions)("(%s) %s", (check, _, spoil) =>
    withLiveTree(async ({ root, store, directory }) => {
      const candidate = await makeCandidate(root, store);
      await spoil(candidate, directory);
      await expect(contain(candidate, { candidates: store })).rejects.toMatchObject(refusedFor(check));
    })
  );

  test("(parent-approved) made below another parent than the approved one", () =>
    withLiveTree(async ({ root, store, directory }) => {
      const candidate = await makeCandidate(root, store);
      const other = path.join(directory, "other-parent");
      await mkdir(other);
      await expect(createStore(other).examine(candidate)).rejects.toMatchObject(refusedFor("parent-approved"));
      await store.dispose(candidate);
    }));

  test("that names a root outside its parent, above or inside the repository", () =>
    withLiveTree(async ({ root, store, directory }) => {
      const candidate = await makeCandidate(root, store);
      const name = path.basename(candidate.root);
      for (const folder of [directory, root]) {
        const elsewhere = path.join(folder, name) as AbsolutePath;
        await rename(candidate.root, elsewhere);
        const check = "strict-descendant-of-parent";
        await expect(store.examine({ ...candidate, root: elsewhere })).rejects.toMatchObject(refusedFor(check));
        await rename(elsewhere, candidate.root);
      }
      await store.dispose(candidate);
    }));
});

test("hard links to a cache outside the repository, and links inside, are contained", () =>
  withLiveTree(async ({ root, store, directory }) => {
    const candidate = await makeCandidate(root, store);
    await plant(directory, { "cache/x/index.js": "" });
    await plant(root, { "node_modules/x/index.js": "" });
    await plant(candidate.root, { "node_modules/x/": "", "node_modules/y": "-> x", gone: "-> src/none/at/all" });
    await link(path.join(directory, "cache/x/index.js"), path.join(candidate.root, "node_modules/x/index.js"));
    const { checks } = (await contain(candidate, { candidates: store })).evidence;
    expect(checks).toContainEqual({ name: "links-resolve-inside", examined: 2 });
    await store.dispose(candidate);
  }));

function markerOf({ root, nonce }: Candidate): string {
  return path.join(root, `.hi-candidate-${nonce}.json`);
}

/** Works while `from` is also seen at `to`, and says loudly where this machine lets nobody mount. */
async function whileBound({ from, to }: { from: string; to: string }, work: () => Promise<void>): Promise<void> {
  if ((await tryAsRoot(`mount --bind '${from}' '${to}'`, "/")) === undefined) {
    sayNotShown("a bind mount as the temporary directory or in a candidate");
    return;
  }
  await work().finally(() => tryAsRoot(`umount -l '${to}'`, "/"));
}

describe("bind mounts do not fool it", () => {
  test.each([
    ["the repository seen elsewhere", ""],
    ["a folder of the repository seen elsewhere", "tmp"],
  ])("%s is no temporary directory", (_, folder) =>
    withLiveTree(async ({ root, directory }) => {
      await plant(directory, { "live/tmp/": "", "view/": "" });
      const view = path.join(directory, "view");
      await whileBound({ from: path.join(root, folder), to: view }, async () => {
        await expect(createStore(view).create(root)).rejects.toMatchObject({ facts: { code: "HI_TEMP_UNSAFE" } });
        expect(await readdir(path.join(root, "tmp"))).toEqual([]);
      });
    })
  );

  test("the repository seen elsewhere is told by device and inode alone, where there is no list of mounts", () =>
    withLiveTree(async ({ root, parent, directory }) => {
      await plant(directory, { "live/tmp/": "", "view/": "" });
      const view = path.join(directory, "view") as AbsolutePath;
      const below = path.join(view, "tmp") as AbsolutePath;
      await whileBound({ from: root, to: view }, async () => {
        expect(findTreeRelation(view, root, []).relation).toBe("same");
        expect(findTreeRelation(below, root, []).relation).toBe("inside");
        expect(findTreeRelation(root, below, []).relation).toBe("above");
        expect(findTreeRelation(parent, root, []).relation).toBe("apart");
      });
    }));

  test("a repository that is a view of a folder of the temporary directory is below it", () =>
    withLiveTree(async ({ parent, directory, store }) => {
      await plant(directory, { "parent/work/repository/": "", "view/": "" });
      const view = path.join(directory, "view") as AbsolutePath;
      await whileBound({ from: path.join(parent, "work/repository"), to: view }, async () => {
        await expect(store.create(view)).rejects.toMatchObject({ facts: { code: "HI_TEMP_UNSAFE" } });
      });
    }));

  test("a live folder in the place of the candidate, marker and all, lies in the repository", () =>
    withLiveTree(async ({ root, store }) => {
      const candidate = await makeCandidate(root, store);
      await mkdir(path.join(root, "tmp"), { mode: 0o700 });
      await writeFile(path.join(root, "tmp", path.basename(markerOf(candidate))), await readFile(markerOf(candidate)));
      await whileBound({ from: path.join(root, "tmp"), to: candidate.root }, async () => {
        await expect(contain(candidate, { candidates: store })).rejects.toMatchObject(
          refusedFor("not-descendant-of-live")
        );
      });
      await store.dispose(candidate);
    }));

  test("a live folder mounted into a candidate fails the proof, and cleanup does not empty it", () =>
    withLiveTree(async ({ root, store }) => {
      const candidate = await makeCandidate(root, store);
      const inside = path.join(candidate.root, "lib");
      await mkdir(inside);
      await whileBound({ from: path.join(root, "src"), to: inside }, async () => {
        await expect(contain(candidate, { candidates: store })).rejects.toMatchObject(refusedFor("canonical"));
        const failed = { facts: { code: "HI_CLEANUP_FAILED", details: { remaining: [inside] } } };
        await expect(store.dispose(candidate)).rejects.toMatchObject(failed);
        expect(store.disposeAllSync()).toEqual([candidate.root]);
        expect(await readFile(path.join(root, "src/a.ts"), "utf8")).toBe("a");
      });
      await store.dispose(candidate);
    }));

  test("a single live file mounted over a file of the candidate fails it too", () =>
    withLiveTree(async ({ root, store }) => {
      const candidate = await makeCandidate(root, store);
      const over = path.join(candidate.root, "src/a.ts");
      await whileBound({ from: path.join(root, "src/a.ts"), to: over }, async () => {
        await expect(contain(candidate, { candidates: store })).rejects.toMatchObject(refusedFor("canonical"));
      });
    }));
});
