import { spawn } from "node:child_process";
import path from "node:path";

import { toLinterEnvironment } from "../src/runtime/custom-lint-environment.ts";
import { runCustomLint, runCustomLints } from "../src/runtime/custom-lint-host.ts";
import type { Ratio } from "./measure.ts";
import { round, runOnce, summarise } from "./measure.ts";

/**
 * What the host of custom linters adds to starting the same program bare, with the same stdin, in this process: one
 * linter, and twenty at once. Pairs alternate, and so does who is first.
 */
const FIXTURE = path.join(import.meta.dirname, "../test/fixtures/custom-lint/fixture.mjs");
const REQUEST = { hook: "pre-tool", subject: { tool: "shell", args: { command: "git status", cwd: "." } } } as const;
const STDIN = `${JSON.stringify({ schema: "fak-custom-lint/1", ...REQUEST })}\n`;
const ANSWER = '{"schema":"fak-custom-lint/1","disposition":"allow"}';
const TOGETHER = 20;
/** What one read of a pipe takes at most, and so what a flood may be ahead of us. */
const PIPE_BYTES = 64 * 1024;

/** The quickest program that is one, and what most linters are. */
const PROGRAMS = {
  shell: ["/bin/sh", "-c", `read request; printf %s '${ANSWER}'`],
  Node: [process.execPath, FIXTURE],
} as const;

/** The linter's own: with another one a program may do other work. */
const ENVIRONMENT = toLinterEnvironment([], process.env, "bench");

type Program = keyof typeof PROGRAMS;

/** The same process with nothing round it: written to, read to its end, its code looked at. */
function runBare(program: Program): Promise<void> {
  const [file = "", ...args] = PROGRAMS[program];
  return new Promise((resolve, reject) => {
    // A session of its own, as the linter has: some systems share their time out by session.
    const options = { cwd: path.dirname(FIXTURE), detached: true, env: ENVIRONMENT, stdio: "pipe" } as const;
    const child = spawn(file, args, options);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.resume();
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 && Buffer.concat(chunks).length > 0) resolve();
      else reject(new Error(`${program} ended with ${code}`));
    });
    child.stdin.end(STDIN);
  });
}

async function runHosted(program: Program, count: number): Promise<void> {
  const spec = { name: "bench", argv: PROGRAMS[program], onFailure: "closed", limits: { timeoutMs: 100_000 } };
  const specs = Array.from({ length: count }, () => spec);
  const results = await runCustomLints(specs, REQUEST, { root: path.dirname(FIXTURE), env: process.env });
  for (const { failure } of results) if (failure) throw new Error(failure.message);
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function comparePrograms(
  program: Program,
  { count, pairs, limit }: { count: number; pairs: number; limit: number }
): Promise<Ratio> {
  const bare = () => time(() => Promise.all(Array.from({ length: count }, () => runBare(program))));
  const hosted = () => time(() => runHosted(program, count));
  for (const warm of [bare, hosted, bare, hosted]) await warm();
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0 ? await bare() : undefined;
    const subject = await hosted();
    ratios.push(subject / (first ?? (await bare())));
  }
  const many = count === 1 ? "one custom linter" : `${count} custom linters at once`;
  return {
    name: `${many} (${program})`,
    against: "the same program bare, with the same stdin",
    pairs,
    ...summarise(ratios),
    limit,
  };
}

/** What a program that writes until it is killed delivers to us, and what that does to the memory of a fresh process. */
export interface Flood {
  readonly at: string;
  readonly beyondLimitKiB: number;
  readonly limit: number;
  /** Growth of the largest resident size, over an answer of one line. */
  readonly peakGrowthMiB: number;
}

/** In a process of its own: what is measured is what one flood costs a hook. */
async function measureFlood(): Promise<Flood> {
  const { stdout } = await runOnce({
    name: "flood",
    command: [process.execPath, import.meta.filename, "flood"],
    cwd: path.dirname(FIXTURE),
  });
  return JSON.parse(stdout) as Flood;
}

async function flood(): Promise<Flood> {
  await runHosted("shell", 1);
  const before = readPeakKiB();
  const limits = { maxOutputBytes: 1024 * 1024, timeoutMs: 100_000 };
  const spec = { name: "flood", argv: ["/bin/sh", "-c", "yes"], onFailure: "closed", limits };
  const host = { root: path.dirname(FIXTURE), env: process.env };
  const { failure, receivedBytes } = await runCustomLint(spec, REQUEST, host);
  if (failure?.kind !== "output_overflow") throw new Error(`a flood ended as ${failure?.kind ?? "an answer"}`);
  return {
    at: "a linter that floods stdout, limited to 1 MiB",
    beyondLimitKiB: round((receivedBytes - limits.maxOutputBytes) / 1024),
    limit: PIPE_BYTES / 1024,
    peakGrowthMiB: round((readPeakKiB() - before) / 1024),
  };
}

/** The largest resident size until now, as the system accounts it. */
function readPeakKiB(): number {
  return process.resourceUsage().maxRSS;
}

/** Every ratio of custom linters, and the flood. */
export async function measureCustomLint(
  pairs: number
): Promise<{ readonly ratios: readonly Ratio[]; readonly flood: Flood }> {
  const ratios = [
    await comparePrograms("shell", { count: 1, pairs: pairs * 4, limit: 1.25 }),
    await comparePrograms("Node", { count: 1, pairs: pairs * 2, limit: 1.25 }),
    await comparePrograms("shell", { count: TOGETHER, pairs, limit: 1.15 }),
    await comparePrograms("Node", { count: TOGETHER, pairs, limit: 1.15 }),
  ];
  return { ratios, flood: await measureFlood() };
}

if (import.meta.main && process.argv[2] === "flood") process.stdout.write(JSON.stringify(await flood()));
