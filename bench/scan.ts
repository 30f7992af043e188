import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";

import type { Ratio, Timed } from "./measure.ts";
import { compare, round, runOnce } from "./measure.ts";
import { makeScanTree } from "./scan-sources.ts";

/** Where the scanner is measured. */
export interface ScanBench {
  readonly scratch: string;
  /** A repository with a published route of lint. */
  readonly linted: string;
  readonly projectRoot: string;
  readonly pairs: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface ScanMeasured {
  readonly ratios: readonly Ratio[];
  /** Of `scan-workspace`, in MiB, as the system accounts the process with its threads. */
  readonly memory: { readonly at: string; readonly value: number; readonly limit: number };
  /** Aloud, what could not be measured here. */
  readonly notShown: readonly string[];
}

const FILES = 10_000;
const FOXGUARD = process.env["HI_FOXGUARD"] ?? "foxguard";

/** The embedded engine through the adapter's process: one file cold, one file with the linter, a whole workspace. */
export async function measureScan(bench: ScanBench): Promise<ScanMeasured> {
  const tree = path.join(bench.scratch, "scan");
  mkdirSync(tree, { recursive: true });
  makeScanTree(tree, FILES);
  execFileSync("git", ["init", "--quiet"], { cwd: tree });
  const ask = toAdapter(bench, tree);
  const one = ask("scan-file, cold", { command: "scan-file", path: "src/area0/part0.js" });
  await proveFindings(one, 1);
  const bareNode = { name: "node -e 0", command: [process.execPath, "-e", "0"], cwd: tree };
  const cold = await compare(one, bareNode, { pairs: bench.pairs, limit: 3.5 });
  const linted = await measureLinted(bench);
  const name = `scan-workspace, ${FILES.toLocaleString("en")} files`;
  const whole = ask(name, { command: "scan-workspace", workspace_root: tree });
  await proveFindings(whole, FILES);
  const peer = await measurePeer(whole, tree, bench);
  const memory = { at: name, value: await measurePeak(whole), limit: 500 };
  return {
    ratios: [cold, linted, ...(peer ? [peer] : [])],
    memory,
    notShown: peer ? [] : ["NOT SHOWN: scan-workspace against foxguard (it is not here: pip install foxguard==0.14.1)"],
  };
}

function toAdapter({ projectRoot, env }: ScanBench, cwd: string) {
  return (name: string, request: Readonly<Record<string, unknown>>): Timed => ({
    name,
    command: [process.execPath, path.join(projectRoot, "dist/hi.mjs"), "adapter"],
    cwd,
    env: { ...env, HI_SCAN_ENGINE: "embedded" },
    input: JSON.stringify(request),
  });
}

/** What is timed must have looked at its files, and found something. */
async function proveFindings(timed: Timed, files: number, of = ""): Promise<void> {
  const { summary, findings = [], skipped = [] } = JSON.parse((await runOnce(timed)).stdout);
  const isMeant = findings.some(({ rule_id: rule }: { rule_id: string }) => rule.startsWith(of));
  if (summary?.files_scanned !== files || !isMeant || skipped.length > 0) {
    throw new Error(`${timed.name}: not the work that is meant: ${JSON.stringify(summary)}`);
  }
}

/** One file with the linter's findings, against starting Node and the linter's own process one after the other. */
async function measureLinted(bench: ScanBench): Promise<Ratio> {
  const { linted, projectRoot, pairs } = bench;
  const modules = path.join(linted, "node_modules");
  if (!existsSync(modules)) symlinkSync(path.join(projectRoot, "node_modules"), modules);
  const scope = path.join(linted, "packages/p0");
  const file = "src/d0/f0.ts";
  const asking = { ...bench, env: { ...bench.env, HI_SCAN_OXLINT: "on" } };
  const subject = toAdapter(asking, linted)("scan-file with oxlint, cold", {
    command: "scan-file",
    path: `packages/p0/${file}`,
  });
  await proveFindings(subject, 1, "oxlint/");
  const oxlint = path.join(projectRoot, "node_modules/oxlint/bin/oxlint");
  const args = ["-c", "oxlint.config.ts", "--disable-nested-config", "--format", "json", file];
  const source = `require("node:child_process").spawnSync(process.execPath, ${JSON.stringify([oxlint, ...args])})`;
  const reference = { name: "node, then oxlint", command: [process.execPath, "-e", source], cwd: scope };
  return compare(subject, reference, { pairs, limit: 1.2 });
}

async function measurePeer(whole: Timed, tree: string, { pairs }: ScanBench): Promise<Ratio | undefined> {
  const peer = { name: "foxguard", command: [FOXGUARD, "--format", "json", "."], cwd: tree };
  try {
    execFileSync(FOXGUARD, ["--version"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return compare(whole, peer, { pairs: Math.min(pairs, 3), limit: 6, referenceExpected: [0, 1] });
}

async function measurePeak({ command, cwd, env, input }: Timed): Promise<number> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined).end(input);
  let peak = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peak = Math.max(peak, Number(/VmHWM:\s+(?<kib>\d+)/.exec(status)?.groups?.["kib"] ?? 0));
    } catch {
      // It has ended.
    }
  }, 20);
  await new Promise((resolve) => child.on("close", resolve));
  clearInterval(look);
  return round(peak / 1024);
}
