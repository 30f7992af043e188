import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Ratio, Timed } from "./measure.ts";
import { compare, round, runOnce } from "./measure.ts";

/** Where the guard is measured. */
export interface GuardBench {
  readonly scratch: string;
  readonly projectRoot: string;
  readonly pairs: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Half of the files are tests of the baseline. */
const SIZES = [200, 50_000] as const;
const CHANGED = 200;

const POLICY = `version: 1
validation:
  commands:
    - { name: tests, command: [node, -e, "0"], timeoutSeconds: 60 }
`;

/**
 * can-write against the start of Node, and can-stop with nothing changed, and with a file that was, against `git status
 * --porcelain` and the start of Node, on two sizes; and what each file that differs from the baseline costs can-stop.
 */
export async function measureGuard(bench: GuardBench): Promise<{
  readonly ratios: readonly Ratio[];
  readonly msPerChangedFile: number;
}> {
  const ratios: Ratio[] = [];
  let msPerChangedFile = 0;
  for (const files of SIZES) {
    const guarded = await makeGuarded(bench, files);
    const { canStop, env, root } = guarded;
    const bare: Timed = { name: "node -e 0", command: [process.execPath, "-e", "0"], cwd: root, env };
    for (const [what, asked, code] of [
      ["allowed", "src/d0/f0.ts", 0],
      ["a test of the baseline", "tests/d0/f0.test.ts", 4],
    ] as const) {
      const name = `hi hook can-write, ${what}, ${files.toLocaleString("en")} files`;
      const subject = { ...guarded.ask(name, "can-write", "--path", asked, "--json") };
      ratios.push(await compare(subject, bare, { pairs: bench.pairs, limit: 1.5, expected: [code] }));
    }
    const status: Timed = {
      name: "git status --porcelain, then node -e 0",
      command: ["sh", "-c", 'git status --porcelain && exec "$0" -e 0', process.execPath],
      cwd: root,
      env,
    };
    const name = `hi hook can-stop, nothing changed, ${files.toLocaleString("en")} files`;
    ratios.push(await compare({ ...canStop, name }, status, { pairs: bench.pairs, limit: 1.3 }));
    if (files === SIZES[0]) msPerChangedFile = await measureChanged(guarded, bench.pairs);
    write(root, "src/late.ts", "export const late = 1;\n");
    const late = `hi hook can-stop, a file changed since, ${files.toLocaleString("en")} files`;
    ratios.push(await compare({ ...canStop, name: late }, status, { pairs: bench.pairs, expected: [6] }));
  }
  return { ratios, msPerChangedFile };
}

interface Guarded {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly canStop: Timed;
  readonly ask: (name: string, ...words: readonly string[]) => Timed;
  readonly hi: (...words: readonly string[]) => Promise<unknown>;
}

async function makeGuarded({ scratch, projectRoot, env: outer }: GuardBench, files: number): Promise<Guarded> {
  const root = path.join(scratch, `guard-${files}`);
  const env = { ...outer, XDG_STATE_HOME: path.join(scratch, "state") };
  for (let file = 0; file < files / 2; file += 1) {
    const folder = `d${Math.floor(file / 50)}`;
    write(root, `src/${folder}/f${file % 50}.ts`, `export const value = ${file};\n`);
    write(root, `tests/${folder}/f${file % 50}.test.ts`, `test("value", () => expect(value).toBe(${file}));\n`);
  }
  write(root, "hi.policy.yml", POLICY);
  const git = (...words: readonly string[]) =>
    runOnce({
      name: "git",
      command: ["git", "-c", "user.name=b", "-c", "user.email=b@b.invalid", ...words],
      cwd: root,
    });
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "baseline");
  const program = path.join(projectRoot, "dist/hi.mjs");
  const ask: Guarded["ask"] = (name, ...words) => ({
    name,
    command: [process.execPath, program, "hook", ...words],
    cwd: root,
    env,
  });
  const hi: Guarded["hi"] = (...words) =>
    runOnce({ name: "hi", command: [process.execPath, program, ...words], cwd: root, env });
  await hi("session", "start", "--task", "bench");
  await hi("verify");
  return { root, env, ask, hi, canStop: ask("hi hook can-stop", "can-stop", "--json") };
}

/** With some hundred files changed, what each of them adds, in milliseconds. */
async function measureChanged({ root, canStop, hi }: Guarded, pairs: number): Promise<number> {
  const unchanged = await middle(canStop, pairs);
  for (let file = 0; file < CHANGED; file += 1) write(root, `src/new/n${file}.ts`, `export const other = ${file};\n`);
  await hi("verify");
  const changed = await middle(canStop, pairs);
  return round(Math.max(0, changed - unchanged) / CHANGED);
}

async function middle(timed: Timed, runs: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push((await runOnce(timed)).wallMs);
  return times.toSorted((left, right) => left - right)[Math.floor(runs / 2)] ?? 0;
}

function write(root: string, name: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}
