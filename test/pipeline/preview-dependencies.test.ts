import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { bringToolTree } from "../../src/adapters/bring-modules.ts";
import { createDependencyCache } from "../../src/adapters/dependency-cache.ts";
import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import { createToolTable } from "../../src/adapters/tool-table.ts";
import type { PackageManager } from "../../src/domain/answers.ts";
import { PACKAGE_MANAGERS } from "../../src/domain/answers.ts";
import type { ProjectInstall, StagedFile } from "../../src/domain/dependency-install.ts";
import type { AbsolutePath, ScopePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { lock, makeManagerFolder } from "../helpers/package-managers.ts";

const processes = createProcessRunner(new AbortController().signal);
/** Repositories with a lockfile, one a manager, made once: two workspaces, one tarball with lifecycle scripts. */
const repositories = new Map<PackageManager, string>();
let directory = "";

beforeAll(async () => {
  directory = await realpath(await mkdtemp(path.join(tmpdir(), "hi-test-")));
  const tarball = await packEvil(directory);
  for (const manager of PACKAGE_MANAGERS) repositories.set(manager, await makeRepository(manager, tarball));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const witness = () => path.join(directory, "WITNESS");
const leaveWitness = (name: string) => `node -e "require('fs').appendFileSync('${witness()}', '${name} ')"`;

/** A package whose every lifecycle script leaves a trace. */
async function packEvil(parent: string): Promise<string> {
  const folder = path.join(parent, "evil");
  await mkdir(folder);
  const names = ["preinstall", "install", "postinstall", "prepare"];
  const scripts = Object.fromEntries(names.map((name) => [name, leaveWitness(`dependency-${name}`)]));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "evil", version: "1.0.0", scripts }));
  await writeFile(path.join(folder, "index.js"), "module.exports = 1;\n");
  const ended = await runProcess(
    "tar",
    ["-czf", path.join(parent, "evil-1.0.0.tgz"), "--transform", "s,^evil,package,", "evil"],
    { cwd: parent }
  );
  if (ended.exitCode !== 0) throw new Error(ended.stderr);
  return path.join(parent, "evil-1.0.0.tgz");
}

async function makeRepository(manager: PackageManager, tarball: string): Promise<string> {
  const root = path.join(directory, manager);
  const own = (name: string) => ({ [name]: leaveWitness(`own-${name}`) });
  const scripts = { ...own("preinstall"), ...own("postinstall"), ...own("prepare") };
  const file = "file:./vendor/evil-1.0.0.tgz";
  const files: Record<string, unknown> = {
    "package.json": {
      name: "root",
      private: true,
      workspaces: ["packages/*"],
      devDependencies: { "is-number": "7.0.0", evil: file },
    },
    "packages/a/package.json": { name: "@w/a", version: "1.0.0", dependencies: { "@w/b": "1.0.0", "is-odd": "3.0.1" } },
    "packages/b/package.json": { name: "@w/b", version: "1.0.0" },
  };
  if (manager === "pnpm") {
    await write(root, "pnpm-workspace.yaml", "packages:\n  - packages/*\nlinkWorkspacePackages: true\n");
  }
  await mkdir(path.join(root, "vendor"), { recursive: true });
  await cp(tarball, path.join(root, "vendor/evil-1.0.0.tgz"));
  for (const [name, value] of Object.entries(files)) await write(root, name, JSON.stringify(value));
  await lock(root, manager);
  await rm(path.join(root, "node_modules"), { recursive: true, force: true });
  // Only now, so that locking does not run them: what the project could have its package manager run.
  for (const [name, value] of Object.entries(files))
    await write(root, name, JSON.stringify({ ...(value as object), scripts }));
  const leave = `require("fs").appendFileSync(${JSON.stringify(witness())}, "code ");`;
  await write(root, ".npmrc", `registry=http://127.0.0.1:9/\nscript-shell=${root}/evil.sh\nignore-scripts=false\n`);
  await write(root, ".yarnrc", `registry "http://127.0.0.1:9/"\nyarn-path "./evil.cjs"\n`);
  await write(
    root,
    ".yarnrc.yml",
    `yarnPath: ./evil.cjs\nnpmRegistryServer: "http://127.0.0.1:9/"\nenableScripts: true\nplugins:\n  - ./evil.cjs\n`
  );
  await write(root, "bunfig.toml", `preload = ["./evil.cjs"]\n[install]\nregistry = "http://127.0.0.1:9/"\n`);
  await write(root, "evil.cjs", leave);
  await write(root, ".pnpmfile.cjs", `${leave} module.exports = { hooks: { readPackage: (p) => p } };`);
  return root;
}

async function write(root: string, name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), text);
}

/** Everything in the repository, as if nobody had chosen what to hand over. */
async function readInstall(manager: PackageManager): Promise<ProjectInstall> {
  const root = repositories.get(manager) ?? "";
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const files: StagedFile[] = [];
  for (const name of names.filter((one) => !one.startsWith(".yarn/")))
    files.push({ path: name, bytes: await readFile(path.join(root, name)) });
  return { kind: "project", path: "." as ScopePath, manager, files };
}

async function makeCache(
  parent: string,
  managers: readonly PackageManager[],
  extra: Readonly<Record<string, string>> = {}
) {
  const folder = await makeManagerFolder(parent, managers);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|HI_)/.test(name)) as [string, string][];
  const env = {
    ...Object.fromEntries(inherited),
    PATH: `${folder}${path.delimiter}/usr/bin${path.delimiter}/bin`,
    HI_CACHE: path.join(parent, "cache"),
    ...extra,
  };
  return createDependencyCache({ env, table: createToolTable({ env, processes }) });
}

const contextOf = (manager: PackageManager, offline = false) => ({
  liveRoot: (repositories.get(manager) ?? "/nowhere") as AbsolutePath,
  offline,
  retry: "hi update",
});

async function refusalOf(work: Promise<unknown>) {
  const error = await work.catch((error: unknown) => error);
  if (!(error instanceof Refusal)) throw new Error(`no refusal, but ${String(error)}`);
  return error.facts;
}

const withPlace = (work: (parent: string, candidate: AbsolutePath) => Promise<void>) =>
  withTemporaryDirectory(async (temporary) => {
    const parent = await realpath(temporary);
    const candidate = path.join(parent, "candidate") as AbsolutePath;
    await mkdir(path.join(candidate, "packages/a"), { recursive: true });
    await mkdir(path.join(candidate, "packages/b"), { recursive: true });
    await work(parent, candidate);
  });

/** Files below a folder, by path; links are named by where they lead. */
async function listTree(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const full = path.join(entry.parentPath, entry.name);
      const what = entry.isSymbolicLink()
        ? `-> ${readlinkSync(full)}`
        : entry.isFile()
          ? `${lstatSync(full).ino}`
          : "folder";
      return [path.relative(root, full), what];
    })
  );
}

describe.each(PACKAGE_MANAGERS)("%s", (manager) => {
  test("frozen, with scripts off: no lifecycle script, pnpmfile, yarnPath, preload or registry of the project's has a say", () =>
    withPlace(async (parent, candidate) => {
      const cache = await makeCache(parent, [manager]);
      const install = await readInstall(manager);
      const provided = await cache.provide(install, contextOf(manager));
      expect(provided.source).toBe("installed");
      expect(provided.outcomes.at(-1)).toMatchObject({ ending: "ok" });
      expect(await cache.bring(provided, candidate, install.path)).toEqual([]);
      expect(existsSync(witness()), existsSync(witness()) ? await readFile(witness(), "utf8") : "").toBe(false);

      const resolve = (from: string, name: string) =>
        runProcess(process.execPath, ["-p", `require.resolve(${JSON.stringify(name)})`], {
          cwd: path.join(candidate, from),
        });
      for (const [from, name] of [
        [".", "is-number"],
        [".", "evil"],
        ["packages/a", "is-odd"],
      ] as const) {
        const ended = await resolve(from, name);
        expect(ended.stdout.trim(), `${name} from ${from}: ${ended.stderr}`).toContain(candidate);
      }
      const workspace = [
        path.join(candidate, "node_modules/@w/b"),
        path.join(candidate, "packages/a/node_modules/@w/b"),
      ].find((link) => existsSync(link));
      expect(await realpath(String(workspace))).toBe(path.join(candidate, "packages/b"));
    }));

  test("once installed it comes from the cache, also offline; every link in it is relative and stays inside", () =>
    withPlace(async (parent, candidate) => {
      const cache = await makeCache(parent, [manager]);
      const install = await readInstall(manager);
      const first = await cache.provide(install, contextOf(manager));
      const again = await cache.provide(install, contextOf(manager, true));
      expect(again).toMatchObject({ source: "cache", folder: first.folder });
      await cache.bring(again, candidate, install.path);
      for (const [file, what] of await listTree(candidate)) {
        if (!what.startsWith("->")) continue;
        const target = path.join(path.dirname(path.join(candidate, file)), what.slice(3));
        expect(target.startsWith(`${candidate}/`), `${file} ${what}`).toBe(true);
      }
    }));

  // Mechanism: pnpm and bun link packages from a store that live trees are linked from as well.
  test("no file of it is shared with the live tree or with the manager's store", () =>
    withPlace(async (parent, candidate) => {
      const cache = await makeCache(parent, [manager]);
      const install = await readInstall(manager);
      const provided = await cache.provide(install, contextOf(manager));
      const files = [...(await listTree(provided.folder))]
        .filter(([, what]) => /^\d+$/.test(what))
        .map(([file]) => path.join(provided.folder, file));
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) expect(lstatSync(file).nlink, file).toBe(1);
      await cache.bring(provided, candidate, install.path);
    }));

  test("a lockfile that does not fit the manifests is refused with the command, the directory and what it said", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, [manager]);
      const install = await readInstall(manager);
      const files = install.files.map((file) => {
        if (file.path !== "package.json") return file;
        const manifest = JSON.parse(Buffer.from(file.bytes).toString());
        manifest.devDependencies["left-pad"] = "1.3.0";
        return { ...file, bytes: Buffer.from(JSON.stringify(manifest)) };
      });
      const facts = await refusalOf(cache.provide({ ...install, files }, contextOf(manager)));
      expect(facts).toMatchObject({
        code: "HI_PREVIEW_DEPENDENCIES",
        details: { directory: expect.stringContaining("staging") },
      });
      expect(String(facts.details?.["command"])).toMatch(/--ignore-scripts|--mode=skip-build/);
      expect(facts.details).toHaveProperty("exit");
      expect(String(facts.details?.["output"]).length).toBeGreaterThan(10);
      expect(facts.next).toContain("--preview off");
      expect(await readdir(path.join(parent, "cache/staging"))).toEqual([]);
    }));
});

describe("the cache", () => {
  test("offline, what was never installed is refused, and the command to run online is named", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const facts = await refusalOf(cache.provide(await readInstall("npm"), contextOf("npm", true)));
      expect(facts).toMatchObject({ code: "HI_PREVIEW_DEPENDENCIES", next: expect.stringContaining("`hi update`") });
    }));

  test("many at once end with one entry, and all of them with it", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const all = await Promise.all([1, 2, 3].map(() => cache.provide(install, contextOf("npm"))));
      expect(new Set(all.map(({ folder }) => folder)).size).toBe(1);
      expect(await readdir(path.join(parent, "cache/entries"))).toHaveLength(1);
      expect(await readdir(path.join(parent, "cache/staging"))).toEqual([]);
    }));

  test("half an install never counts, nor one that was changed since", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const { folder } = await cache.provide(install, contextOf("npm"));
      await rm(path.join(path.dirname(folder), "seal.json"));
      expect(await cache.provide(install, contextOf("npm"))).toMatchObject({ source: "installed" });
      await writeFile(path.join(folder, "node_modules/is-number/index.js"), "evil");
      expect(await cache.provide(install, contextOf("npm"))).toMatchObject({ source: "installed" });
      expect(await readFile(path.join(folder, "node_modules/is-number/index.js"), "utf8")).not.toBe("evil");
    }));

  test("what a killed run left in staging is swept; what a living one or another host has is not", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const host = hostname().replaceAll(/[^\w-]/g, "_");
      const names = [`${host}.4194999.aaaa`, `${host}.${process.pid}.bbbb`, "elsewhere.4194999.cccc"];
      for (const name of [...names, `${host}.4194999.recent`])
        await mkdir(path.join(parent, "cache/staging", name), { recursive: true });
      for (const name of names) await utimes(path.join(parent, "cache/staging", name), 1_000_000, 1_000_000);
      await refusalOf(cache.provide(install, contextOf("npm", true)));
      expect((await readdir(path.join(parent, "cache/staging"))).toSorted()).toEqual(
        [...names.slice(1), `${host}.4194999.recent`].toSorted()
      );
    }));

  test("scripts of the manifests are no part of the key; versions are", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const change = (text: string, by: string) =>
        install.files.map((file) =>
          file.path === "package.json"
            ? { ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString().replace(text, by)) }
            : file
        );
      await cache.provide(install, contextOf("npm"));
      expect(
        await cache.provide({ ...install, files: change("own-prepare", "other") }, contextOf("npm"))
      ).toMatchObject({ source: "cache" });
      expect(
        await refusalOf(cache.provide({ ...install, files: change("7.0.0", "6.0.0") }, contextOf("npm", true)))
      ).toHaveProperty("code");
    }));

  test.each(["inside the repository", "a relative path"])("%s is no place for it", (where) =>
    withPlace(async (parent) => {
      const liveRoot = contextOf("npm").liveRoot;
      const folder = where === "a relative path" ? "cache" : path.join(liveRoot, "node_modules/.cache");
      const cache = await makeCache(parent, ["npm"], { HI_CACHE: folder });
      const facts = await refusalOf(cache.provide(await readInstall("npm"), contextOf("npm")));
      expect(facts.code).toBe("HI_CACHE_UNSAFE");
      expect(existsSync(path.join(liveRoot, "node_modules"))).toBe(false);
    })
  );
});

describe("a live node_modules", () => {
  /** Installs for real in the live tree, as the project's people do, then asks a cache that has nothing. */
  const withLive = (work: (parent: string, candidate: AbsolutePath, live: AbsolutePath) => Promise<void>) =>
    withPlace(async (parent, candidate) => {
      const live = path.join(parent, "live") as AbsolutePath;
      await cp(repositories.get("npm") ?? "", live, { recursive: true });
      await rm(path.join(live, ".npmrc"));
      const ended = await runProcess("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: live });
      if (ended.exitCode !== 0) throw new Error(ended.stderr);
      await work(parent, candidate, live);
    });

  test("with exactly the lockfile's versions is copied from, offline too, and never linked to", () =>
    withLive(async (parent, candidate, live) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const provided = await cache.provide(install, { ...contextOf("npm", true), liveRoot: live });
      expect(provided).toMatchObject({ source: "live", outcomes: [] });
      await cache.bring(provided, candidate, install.path);
      const file = "node_modules/is-number/index.js";
      expect(await readFile(path.join(candidate, file))).toEqual(await readFile(path.join(live, file)));
      expect(lstatSync(path.join(live, file)).nlink).toBe(1);
      expect(await realpath(path.join(candidate, "node_modules/@w/a"))).toBe(path.join(candidate, "packages/a"));
    }));

  test.each([
    ["another version", "is-number/package.json", JSON.stringify({ name: "is-number", version: "7.0.1" })],
    ["a package less", "is-odd", undefined],
    ["a lockfile of its own that says something else", ".package-lock.json", JSON.stringify({ packages: {} })],
  ])("with %s is not used", (_, name, text) =>
    withLive(async (parent, __, live) => {
      const cache = await makeCache(parent, ["npm"]);
      const place = path.join(live, "node_modules", name);
      if (text === undefined) await rm(place, { recursive: true });
      else await writeFile(place, text);
      const facts = await refusalOf(
        cache.provide(await readInstall("npm"), { ...contextOf("npm", true), liveRoot: live })
      );
      expect(facts.code).toBe("HI_PREVIEW_DEPENDENCIES");
    })
  );
});

describe("the tool tuple", () => {
  test.each(PACKAGE_MANAGERS)("by %s: exact versions in one flat folder, no lockfile needed", (manager) =>
    withPlace(async (parent, candidate) => {
      const cache = await makeCache(parent, [manager]);
      const tools = { kind: "tools" as const, manager, versions: { "is-odd": "3.0.0" } };
      const provided = await cache.provide(tools, contextOf(manager));
      expect(provided).toMatchObject({ source: "installed", nodeModules: ["node_modules"] });
      expect(await cache.provide(tools, contextOf(manager, true))).toMatchObject({ source: "cache" });
      await cache.bringTools(provided, candidate);
      const ended = await runProcess(process.execPath, ["-p", "require('is-odd')(3)"], {
        cwd: path.join(candidate, "node_modules/.hi-tools"),
      });
      expect(ended.stdout, ended.stderr).toBe("true\n");
    })
  );

  test("a version that the registry does not have is refused with the exact command", () =>
    withPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const versions = { "@effect/tsgo": "0.39.0" };
      const facts = await refusalOf(cache.provide({ kind: "tools", manager: "npm", versions }, contextOf("npm")));
      expect(facts).toMatchObject({ code: "HI_PREVIEW_DEPENDENCIES", details: { exit: 1 } });
      expect(facts.details?.["command"]).toEqual(
        expect.arrayContaining(["install", "--ignore-scripts", "--no-package-lock"])
      );
      expect(facts.message).toContain("@effect/tsgo@0.39.0");
      expect(String(facts.details?.["output"])).toContain("@effect/tsgo@0.39.0");
    }));

  test("with the Effect patch, what it rewrites is a copy; any other package shares its bytes with the cache", () =>
    withPlace(async (parent, candidate) => {
      const tree = path.join(parent, "tree");
      const names = [
        "oxlint",
        "@oxlint/binding-x",
        "@effect/tsgo",
        "typescript",
        "other",
        "@other/typescript",
        "other/node_modules/oxlint",
      ];
      for (const name of names) await write(path.join(tree, "node_modules"), `${name}/index.js`, name);
      await bringToolTree(tree, candidate);
      const linked = names.filter((name) => lstatSync(path.join(tree, "node_modules", name, "index.js")).nlink > 1);
      expect(linked).toEqual(["other", "@other/typescript"]);
    }));

  test("without it nothing is rewritten, and nothing is copied", () =>
    withPlace(async (parent, candidate) => {
      const tree = path.join(parent, "tree");
      await write(path.join(tree, "node_modules"), "oxlint/index.js", "oxlint");
      await bringToolTree(tree, candidate);
      expect(lstatSync(path.join(tree, "node_modules/oxlint/index.js")).nlink).toBe(2);
    }));

  test("is placed beside the project's packages, and over them when asked", () =>
    withPlace(async (parent, candidate) => {
      const cache = await makeCache(parent, ["npm"]);
      // Small packages stand for the tuple: what counts is how they are brought in.
      const tools = await cache.provide(
        { kind: "tools", manager: "npm", versions: { "is-odd": "3.0.0", "is-number": "6.0.0" } },
        contextOf("npm")
      );
      const install = await readInstall("npm");
      await cache.bring(await cache.provide(install, contextOf("npm")), candidate, install.path);
      await cache.bringTools(tools, candidate);
      const versionOf = async (name: string) =>
        JSON.parse(await readFile(path.join(candidate, "node_modules", name, "package.json"), "utf8")).version;
      const placing = {
        candidateRoot: candidate,
        folders: ["." as ScopePath, "packages/a" as ScopePath],
        names: ["is-odd", "is-number"],
      };
      await cache.placeTools({ ...placing, replace: false });
      expect([await versionOf("is-odd"), await versionOf("is-number")]).toEqual(["3.0.1", "7.0.0"]);
      await cache.placeTools({ ...placing, replace: true });
      expect([await versionOf("is-odd"), await versionOf("is-number")]).toEqual(["3.0.0", "6.0.0"]);
      for (const name of ["is-odd", "is-number"]) {
        expect(await realpath(path.join(candidate, "node_modules", name))).toBe(
          path.join(candidate, "node_modules/.hi-tools/node_modules", name)
        );
      }
      await cache.placeTools({ ...placing, replace: true });
      expect(await versionOf("is-odd")).toBe("3.0.0");
    }));
});
