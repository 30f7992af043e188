import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { parse } from "yaml";

import type { Ended } from "./hi.ts";
import { runProcess } from "./hi.ts";

/** A step of a workflow or of a composite action, as far as it is looked at. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Values of expressions, by what stands between the braces. */
type Context = Readonly<Record<string, string>>;

export async function readYaml<Value>(file: string): Promise<Value> {
  return parse(await readFile(file, "utf8")) as Value;
}

/** Puts values in; an expression that nobody gave a value is a fault of the test. */
function evaluate(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = context[expression];
    if (value === undefined) throw new Error(`no value for ${expression}`);
    return value;
  });
}

export interface Runner {
  /** Where RUNNER_TEMP and the files of the runner are. */
  readonly temporary: string;
  /** The workspace. */
  readonly cwd: string;
  readonly context: Context;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ran extends Ended {
  /** What the step gave as outputs. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** The tests' own name in git is none that a runner has. */
const NOBODY = ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"].map(
  (name) => `--unset=GIT_${name}`
);

/** Runs a step as the runner does: its text in a file, by bash without the user's own files, its variables beside it. */
export async function runStep({ run = "", shell, env = {} }: Step, runner: Runner): Promise<Ran> {
  if (shell !== "bash") throw new Error(`a step runs in ${shell}`);
  await mkdir(runner.temporary, { recursive: true });
  const [script, output] = ["step.sh", "output"].map((name) => path.join(runner.temporary, name)) as [string, string];
  await writeFile(script, run);
  await writeFile(output, "");
  const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, evaluate(text, runner.context)]));
  const ended = await runProcess("env", [...NOBODY, "bash", "--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: runner.cwd,
    env: {
      RUNNER_TEMP: runner.temporary,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: path.join(runner.temporary, "summary.md"),
      ...runner.env,
      ...own,
    },
  });
  return { ...ended, outputs: parseOutputs(await readFile(output, "utf8")) };
}

function parseOutputs(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** What every workflow of ours keeps to: actions by the hash of a commit, and nothing put into the text of a script. */
export function findUnsafe(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ name = "?", uses, run }) => [
    ...(uses !== undefined && !/^[\w./-]+@[0-9a-f]{40}$/.test(uses) ? [`${name}: ${uses} is not pinned`] : []),
    ...(run?.includes("${{") ? [`${name}: an expression in a script`] : []),
  ]);
}
