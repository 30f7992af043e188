import { spawn } from "node:child_process";

/** A command to time: argv, directory, environment on top of ours. */
export interface Timed {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its whole stdin; without it there is none. */
  readonly input?: string;
}

/** One finished run: wall time and the peak memory of the process and its children, as the system accounts them. */
export interface Sample {
  readonly wallMs: number;
  readonly stdout: string;
}

/** Ratios pair by pair (A, B, A, B, …), so that a machine whose speed drifts does not favour one side. */
export interface Ratio {
  readonly name: string;
  readonly against: string;
  readonly pairs: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly limit?: number;
}

/** Runs one command to its end. @throws Error when it exits with another code than expected */
export async function runOnce({ command, cwd, env, input }: Timed, expected: readonly number[] = [0]): Promise<Sample> {
  const [file = "", ...args] = command;
  const started = process.hrtime.bigint();
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined).end(input);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const wallMs = Number(process.hrtime.bigint() - started) / 1e6;
  if (exitCode === null || !expected.includes(exitCode)) {
    throw new Error(
      `${command.join(" ")} ended with ${exitCode}\n${output.stdout.slice(-2000)}${output.stderr.slice(-2000)}`
    );
  }
  return { wallMs, stdout: output.stdout };
}

/** Times A against B, pair by pair, after one warm-up of each. */
export async function compare(
  subject: Timed,
  reference: Timed,
  options: {
    pairs: number;
    limit?: number;
    /** The subject's exit codes, and the reference's. */
    expected?: readonly number[];
    referenceExpected?: readonly number[];
  }
): Promise<Ratio> {
  await runOnce(subject, options.expected);
  await runOnce(reference, options.referenceExpected);
  const ratios: number[] = [];
  for (let pair = 0; pair < options.pairs; pair += 1) {
    const { wallMs } = await runOnce(subject, options.expected);
    ratios.push(wallMs / (await runOnce(reference, options.referenceExpected)).wallMs);
  }
  return {
    name: subject.name,
    against: reference.name,
    pairs: options.pairs,
    ...summarise(ratios),
    ...(options.limit === undefined ? {} : { limit: options.limit }),
  };
}

export function summarise(values: readonly number[]): { median: number; min: number; max: number } {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
  return { median: round(median), min: round(sorted[0] ?? Number.NaN), max: round(sorted.at(-1) ?? Number.NaN) };
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
