import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { resolvePath } from "./resolve-inside.ts";
import { orUndefined, toErrorCode } from "./system-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The cache's folders; all three are real paths. */
export interface CacheRoot {
  readonly root: AbsolutePath;
  /** Sealed installs by key. */
  readonly entries: string;
  /** Installs under way, one folder each. */
  readonly staging: string;
}

/**
 * The cache folder: `HI_CACHE`, else `XDG_CACHE_HOME/harness-intelligence`, else `~/.cache/harness-intelligence`.
 * Looked at before it is made, so that a refused place stays as it was.
 * @throws Refusal HI_CACHE_UNSAFE for a relative path, a place in the repository or another user's folder
 */
export function openCacheRoot(env: Environment, liveRoot: AbsolutePath): CacheRoot {
  const wanted = findCacheFolder(env);
  if (wanted === undefined || !path.isAbsolute(wanted)) throw toUnsafe(wanted ?? "", "is not an absolute path");
  const { root: base } = path.parse(wanted);
  const { real } = resolvePath(base as AbsolutePath, path.relative(base, wanted));
  if (isSameOrBelow(realpathSync(liveRoot), real)) throw toUnsafe(real, "lies in the repository");
  mkdirSync(real, { recursive: true, mode: 0o700 });
  const root = realpathSync(real);
  refuseForeign(root);
  const [entries, staging] = [path.join(root, "entries"), path.join(root, "staging")];
  for (const folder of [entries, staging]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepStaging(staging);
  return { root: root as AbsolutePath, entries, staging };
}

/** What a staging folder's name begins with: whose it is. A home directory may be shared by several hosts. */
export function toStagingPrefix(): string {
  return `${toHostName()}.${process.pid}.`;
}

const toHostName = (): string => hostname().replaceAll(/[^\w-]/g, "_");

/** Longer than any install may take: a number that means another process in another container is then no matter. */
const STALE_MS = 60 * 60 * 1000;

/** Removes what killed runs of this host left. */
function sweepStaging(staging: string): void {
  for (const name of readdirSync(staging)) {
    const [host, pid] = name.split(".");
    if (host !== toHostName() || pid === undefined || isAlive(Number(pid))) continue;
    const stats = orUndefined(["ENOENT"], () => statSync(path.join(staging, name)));
    if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS) {
      rmSync(path.join(staging, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return toErrorCode(error) !== "ESRCH";
  }
}

function findCacheFolder(env: Environment): string | undefined {
  if (env["HI_CACHE"]) return env["HI_CACHE"];
  const xdg = env["XDG_CACHE_HOME"];
  // The XDG convention has a relative value ignored.
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, "harness-intelligence");
  const home = env["HOME"] ?? env["USERPROFILE"];
  return home ? path.join(home, ".cache/harness-intelligence") : undefined;
}

/** Others must not be able to put their packages where ours are looked for. */
function refuseForeign(root: string): void {
  if (process.getuid === undefined) return;
  const { uid, mode } = statSync(root);
  if (uid !== process.getuid()) throw toUnsafe(root, "belongs to another user");
  if ((mode & 0o022) !== 0) chmodSync(root, mode & 0o755);
}

function toUnsafe(where: string, why: string): Refusal {
  return new Refusal({
    code: "HI_CACHE_UNSAFE",
    message: `The cache of installed tools cannot be at ${JSON.stringify(where)}: it ${why}.`,
    where: { path: where },
    next: "set HI_CACHE to an absolute path of yours outside the repository, then run the same command again",
  });
}
