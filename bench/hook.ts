import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Ratio, Timed } from "./measure.ts";
import { runOnce, summarise } from "./measure.ts";

/** Where the hook is measured: an initialised repository, whose first scope is TypeScript with ultracite's core preset. */
export interface HookBench {
  readonly root: string;
  readonly projectRoot: string;
  readonly pairs: number;
  readonly env: Readonly<Record<string, string>>;
}

const SCOPE = "packages/p0";
const FILES = ["a", "b", "c"].map((name) => `src/bench-${name}.ts`);

const CLEAN = `export const add = (left: number, right: number): number => left + right;

export const greet = (name: string): string => {
  const greeting = \`Hello \${name}\`;
  return greeting;
};
`;
const TO_FIX = CLEAN.replace("const greeting", "let greeting");
const TO_FORMAT = CLEAN.replace("  const greeting =", "      const greeting  =");
const BOTH = TO_FIX.replace("  let greeting =", "      let greeting  =");

/** The hook on one file, against the same tools as processes one after the other, in one run. */
export async function measureHook(bench: HookBench): Promise<readonly Ratio[]> {
  symlinkSync(path.join(bench.projectRoot, "node_modules"), path.join(bench.root, "node_modules"));
  const one = FILES.slice(0, 1);
  await proveWork(bench, one);
  const bare = (): Promise<number> => time({ name: "node", command: [process.execPath, "-e", "0"], cwd: bench.root });
  const onClean = (): Promise<number> => time(toHook(bench, one));
  const sequence = (text: string) => (): Promise<number> => runSequence(bench, text);
  const hook = (text: string, files: readonly string[]) => (): Promise<number> => {
    write(bench, files, text);
    return time(toHook(bench, files));
  };
  const against = "oxfmt, oxlint --fix, oxlint";
  const skipped = (): Promise<number> => time({ ...toHook(bench, ["notes.md"]), name: "skipped" });
  return [
    await pair(bench, { name: "hook, clean file", against, limit: 0.7 }, [hook(CLEAN, one), sequence(CLEAN)]),
    await pair(bench, { name: "hook, only fixes", against, limit: 1.15 }, [hook(TO_FIX, one), sequence(TO_FIX)]),
    await pair(bench, { name: "hook, only format", against, limit: 1.15 }, [hook(TO_FORMAT, one), sequence(TO_FORMAT)]),
    await pair(bench, { name: "hook, fixes and format", against, limit: 1.35 }, [hook(BOTH, one), sequence(BOTH)]),
    await pair(bench, { name: "hook, skipped file", against: "node -e 0", limit: 1.4 }, [skipped, bare]),
    await pair(bench, { name: "hook, three clean files", against: "one", limit: 1.5 }, [hook(CLEAN, FILES), onClean]),
    await pair(bench, { name: "hook, three files to fix and format", against: "one", limit: 1.5 }, [
      hook(BOTH, FILES),
      hook(BOTH, one),
    ]),
    await pair(bench, { name: "hook, clean file", against: "npx ultracite fix FILE", limit: 0.4 }, [
      hook(CLEAN, one),
      (): Promise<number> => {
        const command = ["npx", "--no-install", "ultracite", "fix", ...one];
        return time({ name: "npx ultracite", command, cwd: path.join(bench.root, SCOPE), env: bench.env });
      },
    ]),
  ];
}

/** What is measured must be what is meant: the file is brought to what it shall be. @throws Error */
async function proveWork(bench: HookBench, files: readonly string[]): Promise<void> {
  for (const text of [CLEAN, TO_FIX, TO_FORMAT, BOTH]) {
    write(bench, files, text);
    const { stdout } = await runOnce(toHook(bench, files));
    const now = files.map((file) => readFileSync(path.join(bench.root, SCOPE, file), "utf8"));
    if (now.some((one) => one !== CLEAN)) throw new Error(`the hook left ${JSON.stringify(now)} and said ${stdout}`);
  }
}

function write({ root }: HookBench, files: readonly string[], text: string): void {
  for (const file of files) writeFileSync(path.join(root, SCOPE, file), text);
}

/** The runtime as published, with the payload that Codex sends for a patch of these files of the scope. */
function toHook({ root, env }: HookBench, files: readonly string[]): Timed {
  const patch = files.map((file) => `*** Update File: ${SCOPE}/${file}\n@@\n-x\n+y\n`).join("");
  const payload = {
    session_id: "bench",
    cwd: root,
    tool_name: "apply_patch",
    tool_input: { command: `*** Begin Patch\n${patch}*** End Patch` },
  };
  const command = [process.execPath, path.join(root, ".hi/runtime/hook.mjs"), "post-edit", "--provider", "codex"];
  return { name: "hook", command, cwd: root, env, input: JSON.stringify(payload) };
}

async function runSequence(bench: HookBench, text: string): Promise<number> {
  const [file = ""] = FILES;
  write(bench, [file], text);
  const cwd = path.join(bench.root, SCOPE);
  const lint = ["-c", "oxlint.config.ts", "--disable-nested-config"];
  let wallMs = 0;
  for (const [tool, ...args] of [
    ["oxfmt", "-c", "oxfmt.config.ts", file],
    ["oxlint", ...lint, "--fix", file],
    ["oxlint", ...lint, file],
  ] as const) {
    const entry = path.join(bench.projectRoot, `node_modules/${tool}/bin/${tool}`);
    const { wallMs: more } = await runOnce({ name: tool, command: [process.execPath, entry, ...args], cwd }, [0, 1]);
    wallMs += more;
  }
  return wallMs;
}

async function time(timed: Timed): Promise<number> {
  return (await runOnce(timed, [0, 1])).wallMs;
}

async function pair(
  { pairs }: HookBench,
  about: { readonly name: string; readonly against: string; readonly limit: number },
  [subject, reference]: readonly [() => Promise<number>, () => Promise<number>]
): Promise<Ratio> {
  await subject();
  await reference();
  const ratios: number[] = [];
  for (let index = 0; index < pairs; index += 1) ratios.push((await subject()) / (await reference()));
  return { ...about, pairs, ...summarise(ratios) };
}
