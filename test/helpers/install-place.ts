import { lstatSync, readlinkSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { createDependencyCache } from "../../src/adapters/dependency-cache.ts";
import { createProcessRunner } from "../../src/adapters/process-runner.ts";
import { createToolTable } from "../../src/adapters/tool-table.ts";
import type { PackageManager } from "../../src/domain/answers.ts";
import type { ProjectInstall, StagedFile } from "../../src/domain/dependency-install.ts";
import type { AbsolutePath, ScopePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { runProcess, withTemporaryDirectory } from "./hi.ts";
import { lock, makeManagerFolder } from "./package-managers.ts";

const processes = createProcessRunner(new AbortController().signal);
/** Repositories with a lockfile, one a manager, made once: two workspaces, one tarball with lifecycle scripts. */
export const repositories = new Map<PackageManager, string>();
let directory = "";

/** Makes the repositories; call once before the tests of a file, and `removeRepositories` after them. */
export async function makeRepositories(managers: readonly PackageManager[]): Promise<void> {
  directory = await realpath(await mkdtemp(path.join(tmpdir(), "hi-test-")));
  const tarball = await packEvil(directory);
  for (const manager of managers) repositories.set(manager, await makeRepository(manager, tarball));
}

export async function removeRepositories(): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

/** Where code of the project's, or of its dependencies, leaves its trace. */
export const witness = () => path.join(directory, "WITNESS");
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
  for (const [name, value] of Object.entries(files)) {
    await write(root, name, JSON.stringify({ ...(value as object), scripts }));
  }
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

export async function write(root: string, name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), text);
}

/** Everything in the repository, as if nobody had chosen what to hand over. */
export async function readInstall(manager: PackageManager): Promise<ProjectInstall> {
  const root = repositories.get(manager) ?? "";
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const files: StagedFile[] = [];
  for (const name of names.filter((one) => !one.startsWith(".yarn/"))) {
    files.push({ path: name, bytes: await readFile(path.join(root, name)) });
  }
  return { kind: "project", path: "." as ScopePath, manager, files };
}

export async function makeCache(
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

export const contextOf = (manager: PackageManager, offline = false) => ({
  liveRoot: (repositories.get(manager) ?? "/nowhere") as AbsolutePath,
  offline,
  retry: "hi update",
});

export async function refusalOf(work: Promise<unknown>) {
  const ended = await work.catch((error: unknown) => error);
  if (!(ended instanceof Refusal)) throw new Error(`no refusal, but ${String(ended)}`);
  return ended.facts;
}

/** A private folder with an empty candidate in it. */
export const withInstallPlace = (work: (parent: string, candidate: AbsolutePath) => Promise<void>) =>
  withTemporaryDirectory(async (temporary) => {
    const parent = await realpath(temporary);
    const candidate = path.join(parent, "candidate") as AbsolutePath;
    await mkdir(path.join(candidate, "packages/a"), { recursive: true });
    await mkdir(path.join(candidate, "packages/b"), { recursive: true });
    await work(parent, candidate);
  });

/** Files below a folder, by path; links are named by where they lead. */
export async function listTree(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const full = path.join(entry.parentPath, entry.name);
      const what = entry.isFile() ? `${lstatSync(full).ino}` : "folder";
      return [path.relative(root, full), entry.isSymbolicLink() ? `-> ${readlinkSync(full)}` : what];
    })
  );
}
