import { createRequire } from "node:module";
import path from "node:path";

/** What Yarn's Plug'n'Play says of where packages are; it stands in for node_modules. */
interface PlugAndPlay {
  readonly resolveToUnqualified: (request: string, issuer: string) => string | null;
}

/**
 * The folder of a package as Plug'n'Play knows it for a folder; undefined where this process does not run under it, or
 * where the folder's package does not depend on that one.
 */
export function findPlugAndPlay(name: string, from: string): string | undefined {
  if (process.versions["pnp"] === undefined) return undefined;
  try {
    const api = createRequire(path.join(from, "package.json"))("pnpapi") as PlugAndPlay;
    return api.resolveToUnqualified(name, `${from}${path.sep}`) ?? undefined;
  } catch {
    return undefined;
  }
}
