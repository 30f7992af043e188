import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { findLiveCache, installAgents } from "./install-agents.ts";
import { Place } from "./place.ts";

/**
 * `npm run test:live`: the hook under the real agents, each with a scripted model on loopback, in a network namespace
 * that has nothing else. Words choose files by name, as in `npm run test:live -- codex`. `--json FILE` keeps the test runner's own report. Exits 0 where it cannot be shown, and says why.
 */
const root = path.join(import.meta.dirname, "../..");

async function main(): Promise<number> {
  tellNotShown("Cursor", "it cannot be run here; its projection and its tests follow its documents");
  const namespace = findNamespace();
  if (typeof namespace === "string") return tellNotShown("live agents", namespace);
  const cache = findLiveCache();
  const installed = installAgents(cache);
  if ("fault" in installed) return tell(installed.fault, 1);
  if ("reason" in installed) return tellNotShown("live agents", installed.reason);
  const parent = mkdtempSync(path.join(tmpdir(), "hi-live-"));
  const transcripts = path.join(cache, "transcripts");
  rmSync(transcripts, { recursive: true, force: true });
  try {
    const missing = await fillToolCache(parent);
    if (missing !== undefined) return tellNotShown("live agents", missing);
    const folders = { HI_LIVE_AGENTS: installed.folder, HI_LIVE_PARENT: parent, HI_LIVE_TRANSCRIPTS: transcripts };
    return runTests(namespace, folders);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    printTranscripts(transcripts);
  }
}

/** The program and arguments that start a command without a network, or why there are none. */
function findNamespace(): readonly string[] | string {
  if (process.platform !== "linux") return `network namespaces are Linux's, and this is ${process.platform}`;
  // As root the user stays who it is; another user has to be root in a namespace of its own.
  const ways = [
    ["unshare", "--net"],
    ["unshare", "--map-root-user", "--net"],
  ];
  const said = [];
  for (const way of ways) {
    const [file = "", ...args] = way;
    const { status, error, stderr } = spawnSync(file, [...args, "ip", "link", "set", "lo", "up"], { encoding: "utf8" });
    if (status === 0) return way;
    said.push(error?.message ?? stderr.trim());
  }
  return `no network namespace with a loopback (${said.at(-1)})`;
}

/** Has a first run install the pinned tools, as it still has the network; a reason where it cannot. */
async function fillToolCache(parent: string): Promise<string | undefined> {
  try {
    const place = await Place.create("none", parent);
    await place.remove();
    return undefined;
  } catch (error) {
    if (!String(error).includes("HI_PREVIEW_DEPENDENCIES")) throw error;
    return "the pinned tools of the preview do not install";
  }
}

function runTests(namespace: readonly string[], folders: Readonly<Record<string, string>>): number {
  const [file = "", ...args] = namespace;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
  const { json } = values;
  const reporters = json === undefined ? [] : ["default", "json"].map((name) => `--reporter=${name}`);
  const vitest = [
    path.join(root, "node_modules/.bin/vitest"),
    "run",
    "--config",
    "test/live/vitest.config.ts",
    ...reporters,
    ...(json === undefined ? [] : [`--outputFile.json=${json}`]),
    ...positionals,
  ];
  const script = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...vitest];
  const { status } = spawnSync(file, [...args, ...script], {
    cwd: root,
    env: { ...process.env, ...folders },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status ?? 1;
}

function printTranscripts(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) process.stdout.write(`\n${readFileSync(path.join(folder, name), "utf8")}`);
}

function tell(line: string, exitCode: number): number {
  process.stdout.write(`${line}\n`);
  return exitCode;
}

function tellNotShown(what: string, reason: string): number {
  return tell(`NOT SHOWN: ${what}: ${reason}`, 0);
}

process.exitCode = await main();
