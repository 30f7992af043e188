import { realpathSync, statSync } from "node:fs";
import path from "node:path";

import type { PackageManager } from "../domain/answers.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { readRegularStart, readRegularText } from "./read-regular.ts";
import { orUndefined } from "./system-error.ts";

/** How an installed package manager is started: a program, or Node with its script. */
export interface ManagerLaunch {
  readonly file: string;
  readonly before: readonly string[];
  /** Known without starting it, where its own package says so; a version manager's shim does not. */
  readonly version?: string;
}

const UNUSABLE = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "EISDIR", "ENAMETOOLONG"];
/** Packages whose version is the version of the manager they hold. */
const OWN_PACKAGES = new Set(["npm", "pnpm", "yarn", "@yarnpkg/cli-dist", "bun"]);

/**
 * The folders of PATH that a child gets: absolute, and outside the live repository, whose own `node_modules/.bin` would
 * let the project choose what runs. The folder of this process's own Node comes first.
 */
export function toSearchPath(env: Readonly<Record<string, string | undefined>>, liveRoot: string): readonly string[] {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(path.delimiter);
  const outside = folders.filter((folder) => path.isAbsolute(folder) && !isSameOrBelow(liveRoot, toReal(folder)));
  return [...new Set([path.dirname(process.execPath), ...outside])];
}

/** Every way that PATH offers to start the manager, in PATH's order. */
export function listLaunches(
  manager: PackageManager,
  env: Readonly<Record<string, string | undefined>>,
  liveRoot: AbsolutePath
): readonly ManagerLaunch[] {
  const extensions = process.platform === "win32" ? (env["PATHEXT"] ?? ".EXE;.CMD").split(";") : [""];
  const name = manager === "yarn-berry" ? "yarn" : manager;
  const files = toSearchPath(env, liveRoot).flatMap((folder) =>
    extensions.map((extension) => path.join(folder, name + extension))
  );
  const launches = files.flatMap((file) => toLaunch(file, liveRoot) ?? []);
  return launches.filter(({ version }) => version === undefined || isGeneration(manager, version));
}

/** Yarn 1 and Yarn 2 and later share a name and little else. */
export function isGeneration(manager: PackageManager, version: string): boolean {
  if (manager === "yarn") return /^[01]\./.test(version);
  return manager !== "yarn-berry" || !/^[01]\./.test(version);
}

function toLaunch(file: string, liveRoot: AbsolutePath): ManagerLaunch | undefined {
  return orUndefined(UNUSABLE, () => {
    const real = realpathSync(file);
    const stats = statSync(real);
    const isRunnable = stats.isFile() && (process.platform === "win32" || (stats.mode & 0o111) !== 0);
    if (!isRunnable || isSameOrBelow(liveRoot, real)) return undefined;
    const version = readVersion(real);
    const start = isNodeScript(real) ? { file: process.execPath, before: [real] } : { file, before: [] };
    return version === undefined ? start : { ...start, version };
  });
}

/** A script for Node runs under the Node of this process, whichever older one PATH may have. */
function isNodeScript(file: string): boolean {
  const head = readRegularStart(file, 64)?.toString("latin1") ?? "";
  return /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?node(?:\s|$)/.test(head);
}

/** The version in the nearest package.json above the program, where that package is the manager's own. */
function readVersion(file: string): string | undefined {
  for (const folder of [path.dirname(file), path.dirname(path.dirname(file))]) {
    const text = orUndefined(UNUSABLE, () => readRegularText(path.join(folder, "package.json")));
    if (text === undefined) continue;
    const { name, version } = JSON.parse(text) as { name?: unknown; version?: unknown };
    return OWN_PACKAGES.has(String(name)) && typeof version === "string" ? version : undefined;
  }
  return undefined;
}

function toReal(folder: string): string {
  return orUndefined(UNUSABLE, () => realpathSync(folder)) ?? folder;
}
