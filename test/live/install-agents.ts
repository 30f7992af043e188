import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** The exact versions, each with the hash of its archive. */
const PINNED = path.join(import.meta.dirname, "../fixtures/live-agents");
const INSTALL_DEADLINE_MS = 900_000;

/** `HI_LIVE_CACHE`, else a folder in the user's cache directory. */
export function findLiveCache(): string {
  const xdg = process.env["XDG_CACHE_HOME"];
  const caches = xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), ".cache");
  return path.resolve(process.env["HI_LIVE_CACHE"] ?? path.join(caches, "harness-intelligence-live"));
}

/** Where the agents are, or why they are not there. */
export type Installed = { readonly folder: string } | { readonly reason: string } | { readonly fault: string };

/**
 * Installs the pinned agents (1.2 GB) into the cache, once for each lockfile; a folder there is always whole. An
 * archive that is not what the lockfile says is a fault; everything else is for the machine to answer.
 */
export function installAgents(cache: string): Installed {
  const lock = readFileSync(path.join(PINNED, "package-lock.json"));
  const folder = path.join(cache, `agents-${createHash("sha256").update(lock).digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return { folder };
  mkdirSync(cache, { recursive: true });
  const staging = mkdtempSync(path.join(cache, "staging-"));
  try {
    cpSync(PINNED, staging, { recursive: true });
    process.stdout.write("Installing the pinned agents (1.2 GB, once)\n");
    const { status, stderr, error } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
      cwd: staging,
      encoding: "utf8",
      env: toNpmEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      timeout: INSTALL_DEADLINE_MS,
    });
    if (status === 0) {
      moveInto(staging, folder);
      return { folder };
    }
    const told = stderr.split("\n").filter((line) => line.startsWith("npm error"));
    const reason = `the agents do not install: ${error?.message ?? told.slice(0, 2).join(" / ")}`;
    return stderr.includes("EINTEGRITY") ? { fault: reason } : { reason };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Another run may have been faster. */
function moveInto(staging: string, folder: string): void {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Without what `npm run` says of this project. */
function toNpmEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$/.test(name)));
}
