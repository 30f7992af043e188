import { existsSync } from "node:fs";
import path from "node:path";

import type { ProjectInstall } from "../domain/dependency-install.ts";
import { parseShallowJson } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import { getAtPointer, isJsonEqual } from "../domain/json.ts";
import { readRegularText } from "./read-regular.ts";

type Packages = Readonly<Record<string, Json>>;

/**
 * True where the live `node_modules` holds exactly what the lockfile says. npm alone writes down what it installed in a
 * form that can be compared (`node_modules/.package-lock.json`); for every other manager the answer is no.
 * Each package's own version is read as well: the record says what npm did, not what was done since.
 */
export function hasExactModules(install: ProjectInstall, folder: string): boolean {
  if (install.manager !== "npm") return false;
  const lockfile = install.files.find((file) => file.path === "package-lock.json");
  const wanted = lockfile && toPackages(new TextDecoder().decode(lockfile.bytes));
  const record = path.join(folder, "node_modules/.package-lock.json");
  const text = existsSync(record) ? readRegularText(record) : undefined;
  const installed = text === undefined ? undefined : toPackages(text);
  if (!wanted || !installed) return false;
  const isSame = Object.entries(wanted).every(([name, entry]) => isInstalled(name, entry, installed[name]));
  return (
    isSame &&
    Object.entries(installed).every(([name, entry]) => wanted[name] !== undefined && isOnDisk(folder, name, entry))
  );
}

/** The packages of a lockfile that lie in a `node_modules`; the rest are the project's own folders. */
function toPackages(text: string): Packages | undefined {
  try {
    const packages = getAtPointer(parseShallowJson(text), "/packages");
    if (packages === null || typeof packages !== "object" || Array.isArray(packages)) return undefined;
    const pairs = Object.entries(packages as Packages).filter(([name]) => /(?:^|\/)node_modules\//.test(name));
    return Object.fromEntries(pairs);
  } catch {
    return undefined;
  }
}

/** What is optional may be missing: it is for another system. */
function isInstalled(name: string, wanted: Json, installed: Json | undefined): boolean {
  if (installed === undefined) {
    return getAtPointer(wanted, "/optional") === true || getAtPointer(wanted, "/devOptional") === true;
  }
  const keys = ["/version", "/integrity", "/link", "/resolved"];
  return name !== "" && keys.every((key) => isJsonEqual(getAtPointer(wanted, key), getAtPointer(installed, key)));
}

function isOnDisk(folder: string, name: string, entry: Json): boolean {
  if (getAtPointer(entry, "/link") === true) return existsSync(path.join(folder, name));
  try {
    const manifest = parseShallowJson(readRegularText(path.join(folder, name, "package.json")) ?? "");
    return getAtPointer(manifest, "/version") === getAtPointer(entry, "/version");
  } catch {
    return false;
  }
}
