import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { PackageManager } from "../../src/domain/answers.ts";
import { makeComposed } from "../helpers/generated.ts";
import { runProcess } from "../helpers/hi.ts";
import { LOCKFILES, lock } from "../helpers/package-managers.ts";
import type { OnResult } from "../helpers/preview-world.ts";
import { toRows, withPreview } from "../helpers/preview-world.ts";

let directory = "";
beforeAll(async () => {
  directory = await realpath(await mkdtemp(path.join(tmpdir(), "hi-test-")));
  await packPlugin();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const witness = () => path.join(directory, "WITNESS");

/** A lint plugin as a package: what it reports shows that it was installed, found and run. */
async function packPlugin(): Promise<void> {
  const folder = path.join(directory, "package");
  await mkdir(folder);
  const rule =
    "create: (context) => ({ DebuggerStatement: (node) => context.report({ node, message: 'seen by the plugin' }) })";
  const scripts = { postinstall: `node -e "require('fs').writeFileSync('${witness()}', 'dependency')"` };
  const manifest = {
    name: "eslint-plugin-mini",
    version: "1.0.0",
    type: "module",
    main: "index.js",
    types: "index.d.ts",
    scripts,
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(
    path.join(folder, "index.js"),
    `export default { meta: { name: "mini" }, rules: { seen: { ${rule} } } };\n`
  );
  await writeFile(path.join(folder, "index.d.ts"), "export declare function load(): Promise<number>;\n");
  const ended = await runProcess("tar", ["-czf", "plugin.tgz", "package"], { cwd: directory });
  if (ended.exitCode !== 0) throw new Error(ended.stderr);
}

/** A workspace whose member `packages/a` has the plugin, locked by the real manager. */
async function makeFiles(manager: PackageManager): Promise<Record<string, string>> {
  const root = path.join(directory, manager);
  const files: Record<string, string> = {
    "package.json": JSON.stringify({ name: "root", private: true, workspaces: ["packages/*"] }),
    "packages/a/package.json": JSON.stringify({
      name: "@w/a",
      version: "1.0.0",
      type: "module",
      dependencies: {
        "eslint-plugin-mini": `file:${directory}/plugin.tgz`,
        "@w/b": manager === "pnpm" ? "workspace:*" : "1.0.0",
      },
    }),
    "packages/a/tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext", "skipLibCheck": true } }',
    "packages/a/a.ts": 'import { load } from "eslint-plugin-mini";\ndebugger;\nload();\n',
    "packages/b/package.json": JSON.stringify({ name: "@w/b", version: "1.0.0" }),
    "packages/b/b.ts": "debugger;\n",
    ".npmrc": "registry=http://127.0.0.1:9/\n",
    ".yarnrc.yml": "yarnPath: ./evil.cjs\n",
    ".pnpmfile.cjs": `require("fs").writeFileSync(${JSON.stringify(witness())}, "pnpmfile");\n`,
    "evil.cjs": `require("fs").writeFileSync(${JSON.stringify(witness())}, "yarnPath");\n`,
    ...(manager === "pnpm" ? { "pnpm-workspace.yaml": "packages:\n  - packages/*\n" } : {}),
  };
  await mkdir(path.join(root, "vendor"), { recursive: true });
  await cp(path.join(directory, "plugin.tgz"), path.join(root, "vendor/plugin.tgz"));
  files["packages/a/package.json"] = (files["packages/a/package.json"] ?? "").replace(
    `file:${directory}/plugin.tgz`,
    "file:../../vendor/plugin.tgz"
  );
  for (const [name, text] of Object.entries(files)) {
    if (name.startsWith(".") || name === "evil.cjs") continue;
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  await lock(root, manager);
  return { ...files, [LOCKFILES[manager]]: await readFile(path.join(root, LOCKFILES[manager]), "utf8") };
}

/** pnpm and bun give each member a `node_modules` of its own. */
const isHoisted = (manager: PackageManager): boolean => manager !== "pnpm" && manager !== "bun";

const POLICY =
  '{ "categories": { "correctness": "off" }, "jsPlugins": ["eslint-plugin-mini"], "options": { "typeAware": true }, "rules": { "mini/seen": "error", "typescript/no-floating-promises": "warn" } }';

describe.each(["npm", "pnpm", "bun"] as const)("a workspace of %s", (manager) => {
  test("a member's own dependencies are there for plugins and for types, and nothing of the project's ran but the plugin", async () => {
    const files = await makeFiles(manager);
    files["packages/a/.oxlintrc.json"] = POLICY;
    const manifest = {
      "packages/a/package.json": (files["packages/a/package.json"] ?? "").replace(
        '"type"',
        '"devDependencies":{"oxlint":"1.80.0"},"type"'
      ),
    };
    const { scope, planned: composed } = await makeComposed("packages/a", "packages/a/.oxlintrc.json", { typed: true });
    const bring = path.join(directory, manager, "vendor");
    await withPreview(
      files,
      {
        manager,
        scopes: [scope],
        planned: { ...manifest, ...composed },
        before: (live) => cp(bring, path.join(live, "vendor"), { recursive: true }),
        after: async (candidate) => {
          const modules = await readdir(
            path.join(candidate, isHoisted(manager) ? "node_modules" : "packages/a/node_modules")
          );
          expect(modules).toEqual(expect.arrayContaining(["eslint-plugin-mini", "@w", "oxlint"]));
        },
      },
      ({ result }) => {
        const rows = toRows(result);
        // What the project's policy says; the rest is the defaults'.
        expect(rows.filter((row) => row.endsWith("same 1"))).toEqual([
          "packages/a mini(seen) error count 1 fixable 0 new 0 same 1",
          "packages/a typescript(no-floating-promises) warning count 1 fixable 0 new 0 same 1",
        ]);
        const { installs, executes, liveUnchanged } = result as OnResult;
        expect(installs).toEqual([
          { what: ".", source: expect.any(String) },
          { what: "tools", source: expect.any(String) },
        ]);
        expect(executes).toEqual(["eslint-plugin-mini (packages/a/.oxlintrc.json)"]);
        expect(liveUnchanged.files).toBeGreaterThan(5);
        expect(existsSync(witness())).toBe(false);
      }
    );
  });
});

test("a repository without a manifest at its root: the lockfile of the scope is the one that counts", async () => {
  const root = path.join(directory, "rootless/app");
  const manifest = JSON.stringify({ name: "app", version: "1.0.0", dependencies: { "is-number": "7.0.0" } });
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, "package.json"), manifest);
  await lock(root, "npm");
  const files = {
    "app/package.json": manifest,
    "app/package-lock.json": await readFile(path.join(root, "package-lock.json"), "utf8"),
    "app/a.js": "debugger;\n",
    "tools/x.js": "debugger;\n",
  };
  const planned = {
    "app/oxlint.config.ts":
      'import core from "ultracite/oxlint/core";\nexport default { extends: [core], rules: { "no-debugger": "error" } };\n',
  };
  await withPreview(files, { scopes: [{ path: "app" }], planned }, ({ result }) => {
    expect((result as OnResult).installs).toEqual([
      { what: "app", source: expect.any(String) },
      { what: "tools", source: expect.any(String) },
    ]);
    expect(toRows(result)).toContain("app eslint(no-debugger) error count 1 fixable 0 new 1 same 0");
  });
});
