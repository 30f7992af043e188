import { existsSync, lstatSync } from "node:fs";
import { mkdir, readFile, readdir, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PACKAGE_MANAGERS } from "../../src/domain/answers.ts";
import { runProcess } from "../helpers/hi.ts";
import {
  contextOf,
  listTree,
  makeCache,
  makeRepositories,
  readInstall,
  refusalOf,
  removeRepositories,
  withInstallPlace,
  witness,
} from "../helpers/install-place.ts";

beforeAll(() => makeRepositories(PACKAGE_MANAGERS));
afterAll(removeRepositories);

describe.each(PACKAGE_MANAGERS)("%s", (manager) => {
  test("frozen, with scripts off: no lifecycle script, pnpmfile, yarnPath, preload or registry of the project's has a say", () =>
    withInstallPlace(async (parent, candidate) => {
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
    withInstallPlace(async (parent, candidate) => {
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
    withInstallPlace(async (parent, candidate) => {
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
    withInstallPlace(async (parent) => {
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
    withInstallPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const facts = await refusalOf(cache.provide(await readInstall("npm"), contextOf("npm", true)));
      expect(facts).toMatchObject({ code: "HI_PREVIEW_DEPENDENCIES", next: expect.stringContaining("`hi update`") });
    }));

  test("many at once end with one entry, and all of them with it", () =>
    withInstallPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const all = await Promise.all([1, 2, 3].map(() => cache.provide(install, contextOf("npm"))));
      expect(new Set(all.map(({ folder }) => folder)).size).toBe(1);
      expect(await readdir(path.join(parent, "cache/entries"))).toHaveLength(1);
      expect(await readdir(path.join(parent, "cache/staging"))).toEqual([]);
    }));

  test("half an install never counts, nor one that was changed since", () =>
    withInstallPlace(async (parent) => {
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
    withInstallPlace(async (parent) => {
      const cache = await makeCache(parent, ["npm"]);
      const install = await readInstall("npm");
      const host = hostname().replaceAll(/[^\w-]/g, "_");
      const names = [`${host}.4194999.aaaa`, `${host}.${process.pid}.bbbb`, "elsewhere.4194999.cccc"];
      for (const name of [...names, `${host}.4194999.recent`]) {
        await mkdir(path.join(parent, "cache/staging", name), { recursive: true });
      }
      for (const name of names) await utimes(path.join(parent, "cache/staging", name), 1_000_000, 1_000_000);
      await refusalOf(cache.provide(install, contextOf("npm", true)));
      expect((await readdir(path.join(parent, "cache/staging"))).toSorted()).toEqual(
        [...names.slice(1), `${host}.4194999.recent`].toSorted()
      );
    }));

  test("scripts of the manifests are no part of the key; versions are", () =>
    withInstallPlace(async (parent) => {
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
    withInstallPlace(async (parent) => {
      const liveRoot = contextOf("npm").liveRoot;
      const folder = where === "a relative path" ? "cache" : path.join(liveRoot, "node_modules/.cache");
      const cache = await makeCache(parent, ["npm"], { HI_CACHE: folder });
      const facts = await refusalOf(cache.provide(await readInstall("npm"), contextOf("npm")));
      expect(facts.code).toBe("HI_CACHE_UNSAFE");
      expect(existsSync(path.join(liveRoot, "node_modules"))).toBe(false);
    })
  );
});
