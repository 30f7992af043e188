import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";

import { measureCustomLint } from "./custom-lint.ts";
import { measureGuard } from "./guard.ts";
import { measureHook } from "./hook.ts";
import { measureLint } from "./lint.ts";
import type { Ratio, Timed } from "./measure.ts";
import { compare, round, runOnce, summarise } from "./measure.ts";
import { measurePage } from "./page.ts";
import { measurePublish } from "./publish.ts";
import { makeRepository } from "./repositories.ts";
import { measureScan } from "./scan.ts";
import type { ScanMeasured } from "./scan.ts";

/**
 * Measures every ratio that is promised, in one run, and writes bench/results.json.
 * Ratios only: absolute times say more about the machine than about the program.
 */
const projectRoot = path.join(import.meta.dirname, "..");
const hi = path.join(projectRoot, "dist/hi.mjs");
const PAIRS = Number(process.env["HI_BENCH_PAIRS"] ?? 15);
const scratch = mkdtempSync(path.join(tmpdir(), "hi-bench-"));
const temporary = path.join(scratch, "temporary");
const env = {
  HI_TEMP: temporary,
  HI_CACHE: process.env["HI_CACHE"] ?? path.join(tmpdir(), "hi-test-cache"),
  // The Node of the benchmarks is the machine's: what lies in `node_modules/.bin` is not taken for it.
  PATH: [path.dirname(process.execPath), process.env["PATH"] ?? ""].join(path.delimiter),
};

const node =
  (name: string, ...args: string[]) =>
  (cwd: string): Timed => ({ name, command: [process.execPath, ...args], cwd, env });
const bareNode = node("node -e 0", "-e", "0");
const yeoman = node("node -e import('yeoman-environment')", "-e", "import('yeoman-environment')");

async function makeInitialised(name: string, shape: { scopes: number; files: number }): Promise<string> {
  const root = path.join(scratch, name);
  makeRepository(root, shape);
  const scopes = Array.from({ length: shape.scopes }, (_, index) => `packages/p${index}`).join(",");
  const flags = ["--yes", "--preview", "off", "--providers", "claude,codex,cursor,opencode", "--scopes", scopes];
  await runOnce({ name: "init", command: [process.execPath, hi, "init", ...flags], cwd: root, env });
  return root;
}

async function measureCheck(small: string, large: string): Promise<Ratio[]> {
  const check = (cwd: string): Timed => ({ name: "hi check", command: [process.execPath, hi, "check"], cwd, env });
  const bare = await compare({ ...check(small), name: "hi check, 200 files" }, bareNode(projectRoot), {
    pairs: PAIRS,
    limit: 2.5,
  });
  const big = await compare({ ...check(large), name: "hi check, 20,000 files" }, bareNode(projectRoot), {
    pairs: PAIRS,
    limit: 2.5,
  });
  const names = { subject: "hi check, 20,000 files", reference: "hi check, 200 files" };
  const growth = await compare(
    { ...check(large), name: names.subject },
    { ...check(small), name: names.reference },
    { pairs: PAIRS }
  );
  const noise = await compare(
    { ...check(small), name: names.reference },
    { ...check(small), name: `${names.reference}, again (the noise)` },
    { pairs: PAIRS }
  );
  return [bare, big, growth, noise];
}

async function measureDryRun(): Promise<Ratio> {
  const root = await makeInitialised("twenty-scopes", { scopes: 20, files: 200 });
  // Something must be pending, or the run ends after the plan: one scope's configuration is to be made anew.
  const receiptPath = path.join(root, ".hi/receipt.json");
  const receipt = JSON.parse(readFileSync(receiptPath, "utf8"));
  for (const file of Object.keys(receipt.files).filter((name) => name.endsWith("oxlint.config.ts"))) {
    delete receipt.files[file];
    rmSync(path.join(root, file));
  }
  writeFileSync(receiptPath, `${JSON.stringify(receipt, null, 2)}\n`);
  const command = [process.execPath, hi, "update", "--dry-run", "--preview", "off"];
  const subject = { name: "hi update --dry-run --preview off, 20 scopes, 20 files pending", command, cwd: root, env };
  return compare(subject, yeoman(projectRoot), { pairs: PAIRS, limit: 0.5 });
}

/** The preview's lint stage, from its own timings, against plain oxlint processes over the same files in the same run. */
async function measurePreview(): Promise<{ ratio: Ratio; stages: Record<string, number> }> {
  const root = path.join(scratch, "preview");
  makeRepository(root, { scopes: 2, files: 4000 });
  const flags = ["--yes", "--dry-run", "--json", "--providers", "claude", "--scopes", "packages/p0,packages/p1"];
  const command = [process.execPath, hi, "init", ...flags];
  await runOnce({ name: "warm", command, cwd: root, env });
  const published = [
    process.execPath,
    hi,
    "init",
    ...flags.filter((flag) => flag !== "--dry-run" && flag !== "--json"),
    "--preview",
    "off",
  ];
  const ratios: number[] = [];
  const stages: Record<string, number> = {};
  const plainRoot = path.join(scratch, "plain");
  makeRepository(plainRoot, { scopes: 2, files: 4000 });
  await runOnce({ name: "init", command: published, cwd: plainRoot, env });
  const { symlinkSync } = await import("node:fs");
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(scratch, "node_modules"));
  for (let pair = 0; pair < Math.min(PAIRS, 7); pair += 1) {
    const preview = JSON.parse((await runOnce({ name: "preview", command, cwd: root, env })).stdout).preview;
    for (const { stage, durationMs } of preview.timings) stages[stage] = (stages[stage] ?? 0) + durationMs;
    const lintMs = preview.timings.find((timing: { stage: string }) => timing.stage === "lint").durationMs;
    let plainMs = 0;
    for (const scope of ["p0", "p1"]) {
      const oxlint = path.join(projectRoot, "node_modules/oxlint/bin/oxlint");
      const plain = [process.execPath, oxlint, "-c", "oxlint.config.ts", "--disable-nested-config", "--format", "json"];
      plainMs += (
        await runOnce({ name: "oxlint", command: plain, cwd: path.join(plainRoot, "packages", scope), env }, [0, 1])
      ).wallMs;
    }
    ratios.push(lintMs / plainMs);
  }
  const total = Object.values(stages).reduce((sum, value) => sum + value, 0);
  const shares = Object.fromEntries(Object.entries(stages).map(([stage, value]) => [stage, round(value / total)]));
  return {
    ratio: {
      name: "the preview's lint, 4,000 files",
      against: "plain oxlint over the same files",
      pairs: ratios.length,
      ...summarise(ratios),
      limit: 1.5,
    },
    stages: shares,
  };
}

/** Peak memory of a dry run over 20,000 files, in MiB, as the system accounts it. */
async function measureMemory(root: string): Promise<number> {
  rmSync(path.join(root, "packages/p0/oxlint.config.ts"));
  const flags = ["update", "--dry-run", "--preview", "off", "--json"];
  const source = `
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
const child = spawn(process.execPath, ${JSON.stringify([hi, ...flags])}, { stdio: "ignore" });
let peak = 0;
const look = setInterval(() => {
  try { peak = Math.max(peak, Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/" + child.pid + "/status", "utf8"))?.[1] ?? 0)); } catch {}
}, 5);
child.on("close", (code) => { clearInterval(look); process.stdout.write(String(peak)); process.exit(code ?? 1); });`;
  const { stdout } = await runOnce({
    name: "memory",
    command: [process.execPath, "--input-type=module", "-e", source],
    cwd: root,
    env,
  });
  return round(Number(stdout) / 1024);
}

/** `npm run bench -- hook` measures and prints that part alone, and leaves results.json as it is. */
async function measureOnlyHook(): Promise<void> {
  for (const ratio of await measureHookOfOurs()) print(ratio);
}

/** `npm run bench -- custom-lint`: the same for custom linters. */
async function measureOnlyCustomLint(): Promise<void> {
  const { ratios, flood } = await measureCustomLint(PAIRS);
  for (const ratio of ratios) print(ratio);
  process.stdout.write(`${JSON.stringify(flood)}\n`);
}

/** `npm run bench -- guard`, likewise. */
async function measureOnlyGuard(): Promise<void> {
  const { ratios, msPerChangedFile } = await measureGuard({ scratch, projectRoot, pairs: PAIRS, env });
  for (const ratio of ratios) print(ratio);
  process.stdout.write(`${msPerChangedFile} ms a changed file\n`);
}

/** `npm run bench -- page`: the same for the review page, in chromium. */
async function measureOnlyPage(): Promise<void> {
  const measured = await measurePage(scratch, PAIRS);
  if (measured === undefined) {
    process.stdout.write("NOT SHOWN: the review page (there is no chromium here)\n");
    return;
  }
  print(measured.ratio);
  for (const tree of measured.trees) process.stdout.write(`${JSON.stringify(tree)}\n`);
}

async function measureHookOfOurs(): Promise<readonly Ratio[]> {
  const root = await makeInitialised("hook", { scopes: 1, files: 200 });
  return measureHook({ root, projectRoot, pairs: PAIRS, env });
}

/** `npm run bench -- lint`, likewise. */
async function measureOnlyLint(): Promise<void> {
  for (const ratio of await measureLintOfOurs()) print(ratio);
}

async function measureLintOfOurs(): Promise<readonly Ratio[]> {
  const scopes = 20;
  const root = await makeInitialised("lint", { scopes, files: 10_000 });
  return measureLint({ root, projectRoot, scopes, pairs: Math.min(PAIRS, 9), env });
}

/** `npm run bench -- scan`, likewise. */
async function measureOnlyScan(): Promise<void> {
  const { ratios, memory, notShown } = await measureScanOfOurs();
  for (const ratio of ratios) print(ratio);
  process.stdout.write([`${JSON.stringify(memory)}`, ...notShown, ""].join("\n"));
}

async function measureScanOfOurs(): Promise<ScanMeasured> {
  const linted = await makeInitialised("linted", { scopes: 1, files: 20 });
  return measureScan({ scratch, linted, projectRoot, pairs: PAIRS, env });
}

async function main(): Promise<void> {
  mkdirSync(temporary, { mode: 0o700 });
  if (process.argv[2] === "hook") {
    await measureOnlyHook();
    return;
  }
  if (process.argv[2] === "custom-lint") {
    await measureOnlyCustomLint();
    return;
  }
  if (process.argv[2] === "guard") {
    await measureOnlyGuard();
    return;
  }
  if (process.argv[2] === "update") {
    print(await measureDryRun());
    return;
  }
  if (process.argv[2] === "publish") {
    print(await measurePublish({ scratch, pairs: PAIRS }));
    return;
  }
  if (process.argv[2] === "lint") {
    await measureOnlyLint();
    return;
  }
  if (process.argv[2] === "scan") {
    await measureOnlyScan();
    return;
  }
  if (process.argv[2] === "page") {
    await measureOnlyPage();
    return;
  }
  const small = await makeInitialised("small", { scopes: 2, files: 200 });
  const large = await makeInitialised("large", { scopes: 2, files: 20_000 });
  const ratios: Ratio[] = [
    ...(await measureCheck(small, large)),
    await measureDryRun(),
    ...(await measureHookOfOurs()),
    ...(await measureLintOfOurs()),
    await measurePublish({ scratch, pairs: PAIRS }),
  ];
  const customLint = await measureCustomLint(PAIRS);
  const scan = await measureScanOfOurs();
  const guard = await measureGuard({ scratch, projectRoot, pairs: PAIRS, env });
  const preview = await measurePreview();
  const page = await measurePage(scratch, PAIRS);
  const peakMiB = await measureMemory(large);
  const results = {
    machine: { cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30), node: process.version },
    ratios: [
      ...ratios,
      ...customLint.ratios,
      ...guard.ratios,
      ...scan.ratios,
      preview.ratio,
      ...(page ? [page.ratio] : []),
    ],
    previewStages: {
      about: "share of the preview's time, stage by stage, 4,000 files, tools cached",
      ...preview.stages,
    },
    customLintFlood: customLint.flood,
    scanMemoryMiB: scan.memory,
    guard: { about: "can-stop, milliseconds that each changed file adds", msPerChangedFile: guard.msPerChangedFile },
    ...(page ? { reviewPage: page.trees } : {}),
    peakMemoryMiB: { at: "20,000 files, hi update --dry-run --preview off", value: peakMiB, limit: 300 },
  };
  writeFileSync(path.join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  for (const ratio of results.ratios) print(ratio);
  for (const line of scan.notShown) process.stdout.write(`${line}\n`);
  process.stdout.write(`${peakMiB} MiB peak at 20,000 files (limit 300)\n${JSON.stringify(results.previewStages)}\n`);
}

function print(ratio: Ratio): void {
  process.stdout.write(
    `${ratio.median.toFixed(2)} × [${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}]  ${ratio.name} / ${ratio.against} ${toVerdict(ratio)}\n`
  );
}

function toVerdict({ limit, median }: { readonly limit?: number | undefined; readonly median: number }): string {
  if (limit === undefined) return "";
  return median <= limit ? `(limit ${limit})` : `(OVER the limit ${limit})`;
}

try {
  await main();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
