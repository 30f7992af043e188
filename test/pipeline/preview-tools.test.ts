import { lstatSync } from "node:fs";
import { cp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { bringToolTree } from "../../src/adapters/bring-modules.ts";
import { PACKAGE_MANAGERS } from "../../src/domain/answers.ts";
import type { AbsolutePath, ScopePath } from "../../src/domain/paths.ts";
import { runProcess } from "../helpers/hi.ts";
import {
  contextOf,
  makeCache,
  makeRepositories,
  readInstall,
  refusalOf,
  removeRepositories,
  repositories,
  withInstallPlace,
  write,
} from "../helpers/install-place.ts";

beforeAll(() => makeRepositories(["npm"]));
afterAll(removeRepositories);

describe("a live node_modules", () => {
  /** Installs for real in the live tree, as the project's people do, then asks a cache that has nothing. */
  const withLive = (work: (parent: string, candidate: AbsolutePath, live: AbsolutePath) => Promise<void>) =>
    withInstallPlace(async (parent, candidate) => {
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
      await (text === undefined ? rm(place, { recursive: true }) : writeFile(place, text));
      const facts = await refusalOf(
        cache.provide(await readInstall("npm"), { ...contextOf("npm", true), liveRoot: live })
      );
      expect(facts.code).toBe("HI_PREVIEW_DEPENDENCIES");
    })
  );
});

describe("the tool tuple", () => {
  test.each(PACKAGE_MANAGERS)("by %s: exact versions in one flat folder, no lockfile needed", (manager) =>
    withInstallPlace(async (parent, candidate) => {
      const cache = await makeCache(parent, [manager]);
      const tools = { kind: "tools" as const, manager, versions: { "is-odd": "3.0.0" } };
      const provided = await cache.provide(tools, contextOf("npm"));
      expect(provided).toMatchObject({ source: "installed", nodeModules: ["node_modules"] });
      expect(await cache.provide(tools, contextOf("npm", true))).toMatchObject({ source: "cache" });
      await cache.bringTools(provided, candidate);
      const ended = await runProcess(process.execPath, ["-p", "require('is-odd')(3)"], {
        cwd: path.join(candidate, "node_modules/.hi-tools"),
      });
      expect(ended.stdout, ended.stderr).toBe("true\n");
    })
  );

  test("a version that the registry does not have is refused with the exact command", () =>
    withInstallPlace(async (parent) => {
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
    withInstallPlace(async (parent, candidate) => {
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
      expect(linked).toEqual(["@effect/tsgo", "other", "@other/typescript"]);
    }));

  test("without it nothing is rewritten, and nothing is copied", () =>
    withInstallPlace(async (parent, candidate) => {
      const tree = path.join(parent, "tree");
      await write(path.join(tree, "node_modules"), "oxlint/index.js", "oxlint");
      await bringToolTree(tree, candidate);
      expect(lstatSync(path.join(tree, "node_modules/oxlint/index.js")).nlink).toBe(2);
    }));

  test("is placed beside the project's packages, and over them when asked", () =>
    withInstallPlace(async (parent, candidate) => {
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
