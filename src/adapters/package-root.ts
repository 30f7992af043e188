import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The folder of our own package, from any of its modules: source and bundle lie at different depths, `templates/` and
 * package.json beside each other mark the root. @throws Error when the package is incomplete: a defect.
 */
export function findPackageRoot(from: string): string {
  const isRoot = existsSync(path.join(from, "templates")) && existsSync(path.join(from, "package.json"));
  if (isRoot) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error("the package is incomplete: no folder has both package.json and templates/");
  return findPackageRoot(parent);
}
