import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import { createRepositoryDisk } from "../../src/adapters/disk.ts";
import { openDocuments } from "../../src/adapters/documents.ts";
import { createPublicationJournal } from "../../src/adapters/publication-journal.ts";
import { createPublisher } from "../../src/adapters/publisher.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { recover } from "../../src/pipeline/recover.ts";
import { undo } from "../../src/pipeline/undo.ts";
import { plant, refusalOf, withLiveTree } from "../helpers/live-tree.ts";
import { makeWorld, planChanges, publishPlan } from "../helpers/publication.ts";

const tools = {
  publisher: createPublisher(),
  journal: createPublicationJournal(),
  disk: createRepositoryDisk(),
  documents: await openDocuments(),
  editors: loadConfigEditor,
};

const RECEIPT = ".hi/receipt.json";
const toReceipt = (...names: readonly string[]): string =>
  JSON.stringify({ files: Object.fromEntries(names.map((name) => [name, {}])) });

async function plantGit(root: AbsolutePath, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  await plant(root, { ".git/HEAD": "ref: refs/heads/main\n", ...files });
  return path.join(root, ".git/hi-publication");
}

describe("what is kept of the last publication", () => {
  test("more than 64 MiB of saved bytes are not kept: there is nothing to undo, and nothing is left", () =>
    withLiveTree(async ({ root, store }) => {
      const large = new Uint8Array(33 * 1024 * 1024).fill(65);
      const folder = await plantGit(root, { a: large, b: large });
      const changes = [
        { path: "a", text: "new" },
        { path: "b", text: "new" },
        { path: RECEIPT, text: toReceipt("a", "b") },
      ];
      await publishPlan(await planChanges(root, changes), makeWorld(store));
      expect(existsSync(folder)).toBe(false);
      expect((await refusalOf(undo({ root, dryRun: false }, tools))).facts.code).toBe("HI_NOTHING_TO_UNDO");
    }));

  test("undo brings back a file, a link that was taken away and a file behind a link, and takes made folders away", () =>
    withLiveTree(async ({ root, store }) => {
      await plantGit(root, {
        a: "old",
        real: "old real",
        alias: "-> real",
        gone: "-> kept",
        kept: "kept",
        "x/old": "orphan",
      });
      const changes = [
        { path: "a", text: "new" },
        { path: "alias", text: "new real" },
        { path: "gone", text: undefined },
        { path: "x/old", text: undefined },
        { path: "made/deep/file", text: "made" },
        { path: RECEIPT, text: toReceipt("a", "alias", "gone", "x/old", "made/deep/file") },
      ];
      await publishPlan(await planChanges(root, changes), makeWorld(store));
      expect(lstatSync(path.join(root, "gone"), { throwIfNoEntry: false })).toBeUndefined();
      const undone = await undo({ root, dryRun: false }, tools);
      expect(undone.paths.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => "put-back"));
      const texts = await Promise.all(
        ["a", "real", "alias", "gone", "x/old"].map((name) => readFile(path.join(root, name), "utf8"))
      );
      expect(texts).toEqual(["old", "old real", "old real", "kept", "orphan"]);
      expect(lstatSync(path.join(root, "gone")).isSymbolicLink()).toBe(true);
      expect(readdirSync(root).toSorted()).toEqual([".git", "a", "alias", "gone", "kept", "real", "x"]);
    }));
});

test("a link in the place of the journal's folder is refused, and nothing is written where it leads", () =>
  withLiveTree(async ({ root, directory, store }) => {
    const folder = await plantGit(root, { a: "old" });
    const outside = path.join(directory, "outside");
    mkdirSync(outside);
    symlinkSync(outside, folder);
    const plan = await planChanges(root, [{ path: "a", text: "new" }]);
    const refusal = await refusalOf(publishPlan(plan, makeWorld(store)));
    expect(refusal.facts.code).toBe("HI_JOURNAL_INVALID");
    expect([readdirSync(outside), await readFile(path.join(root, "a"), "utf8")]).toEqual([[], "old"]);
  }));

test("a publication beside a journal that nobody has recovered from is refused", () =>
  withLiveTree(async ({ root, store }) => {
    await plantGit(root, { a: "old" });
    const world = makeWorld(store);
    const plan = await planChanges(root, [{ path: "a", text: "new" }]);
    const entries = [{ path: "a", place: "a", before: { kind: "absent" }, after: null }] as never;
    await world.journal.open(root, { verb: "update", entries, folders: [], receipt: undefined });
    expect((await refusalOf(publishPlan(plan, world))).facts.code).toBe("HI_UNFINISHED");
    // No receipt owns it, so nothing is done by it either.
    expect((await refusalOf(recover({ root, way: "back" }, tools))).facts.code).toBe("HI_JOURNAL_INVALID");
    expect(await readFile(path.join(root, "a"), "utf8")).toBe("old");
  }));
