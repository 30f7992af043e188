import { readFile, readdir, stat, symlink } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import type { Plan } from "../../src/domain/plan.ts";
import { contain } from "../../src/pipeline/contain.ts";
import { dispose } from "../../src/pipeline/dispose.ts";
import { materialize } from "../../src/pipeline/materialize.ts";
import type { CandidateStore } from "../../src/pipeline/world.ts";
import { git } from "../helpers/hi.ts";
import { createStore, plant, withLiveTree } from "../helpers/live-tree.ts";
import type { LiveTree } from "../helpers/live-tree.ts";
import { makeWorld, planChanges } from "../helpers/publication.ts";

const PLANNED = [
  { path: "package.json", text: `{ "scripts": {} }` },
  { path: ".hi/runtime/hook.mjs", text: "#!", mode: 0o755 },
  { path: ".claude/settings.json", text: "kept" },
  { path: "old.config.ts", text: undefined },
];

async function plantProject({ root, directory }: LiveTree): Promise<Plan> {
  await git(root, "init", "--quiet");
  await plant(directory, { "outside/x.ts": "secret" });
  await plant(root, {
    "package.json": "{}",
    "pnpm-lock.yaml": "",
    "src/a.ts": "a",
    "old.config.ts": "",
    "README.md": "",
    ".npmrc": "x",
    ".gitignore": ".claude\ndist\n",
    ".claude/settings.json": "kept",
    "dist/out.js": "",
    "src/link.ts": "-> a.ts",
    "away.ts": "-> ../outside/x.ts",
  });
  return planChanges(root, PLANNED);
}

/** Every file and link of a candidate but its marker. */
async function listCandidate(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith(".hi-candidate-"))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

test("a candidate is the sources, the plan over them, and what is kept; what is ignored or goes is not there", () =>
  withLiveTree(async (tree) => {
    const plan = await plantProject(tree);
    const world = makeWorld(tree.store);
    const candidate = await materialize(plan, world);
    expect(await listCandidate(candidate.root)).toEqual([
      ".claude/settings.json",
      ".gitignore",
      ".hi/runtime/hook.mjs",
      "package.json",
      "pnpm-lock.yaml",
      "src/a.ts",
      "src/link.ts",
    ]);
    expect(await readFile(path.join(candidate.root, "package.json"), "utf8")).toBe(`{ "scripts": {} }`);
    expect((await stat(path.join(candidate.root, ".hi/runtime/hook.mjs"))).mode & 0o777).toBe(0o755);
    expect(candidate.notPreviewed).toEqual([{ path: "away.ts", why: "link-outside" }]);
    expect(candidate.planned).toEqual(["package.json", ".hi/runtime/hook.mjs", ".claude/settings.json"]);
    await contain(candidate, world);
    expect((await dispose(candidate, world)).evidence).toMatchObject({ gone: true, nonce: candidate.nonce });
    expect(await readFile(path.join(tree.root, "package.json"), "utf8")).toBe("{}");
  }));

test("with the preview off the candidate holds what would be written, no source and nothing that stays, and is proven", () =>
  withLiveTree(async (tree) => {
    const plan = await plantProject(tree);
    const world = makeWorld(tree.store);
    const candidate = await materialize(plan, world, "off");
    expect(await listCandidate(candidate.root)).toEqual([".hi/runtime/hook.mjs", "package.json"]);
    expect(candidate.copied).toEqual([]);
    await contain(candidate, world);
    await dispose(candidate, world);
  }));

test("whatever fails on the way, the candidate is gone again", () =>
  withLiveTree(async (tree) => {
    const plan = await plantProject(tree);
    const failure = new Error("made by a test");
    const failing = async (): Promise<never> => {
      throw failure;
    };
    const stores: readonly Partial<CandidateStore>[] = [{ copyFrom: failing }, { write: failing }, { remove: failing }];
    for (const broken of stores) {
      await expect(materialize(plan, makeWorld({ ...tree.store, ...broken }))).rejects.toBe(failure);
      expect(await readdir(tree.parent)).toEqual([]);
    }
  }));

test("a repository reached through a link is the real one: the proof sees it as such", () =>
  withLiveTree(async (tree) => {
    const plan = await plantProject(tree);
    const alias = path.join(tree.directory, "alias") as typeof tree.root;
    await symlink(tree.root, alias);
    const world = makeWorld(tree.store);
    const candidate = await materialize({ ...plan, root: alias }, world);
    expect((await contain(candidate, world)).evidence).toMatchObject({ liveRoot: tree.root });
    await dispose(candidate, world);
    await expect(createStore(path.join(alias, "src")).create(tree.root)).rejects.toMatchObject({
      facts: { code: "HI_TEMP_UNSAFE" },
    });
  }));

// cruft/cruft#309: the .git folder took part. gunjanghate/GitGenie#209: a name with dots was joined into a path.
test("nothing of .git or node_modules is ever copied, tracked or not", () =>
  withLiveTree(async ({ root, parent, store }) => {
    await git(root, "init", "--quiet");
    await plant(root, {
      "node_modules/x/index.js": "",
      "node_modules/x/package.json": "{}",
      "a.ts": "",
      ".git/hooks/pre-commit.cjs": "",
    });
    await git(root, "add", "--all", "--force");
    const candidate = await materialize(await planChanges(root, []), makeWorld(store));
    expect(await listCandidate(candidate.root)).toEqual(["a.ts"]);
    await store.dispose(candidate);
    expect(await readdir(parent)).toEqual([]);
  }));
