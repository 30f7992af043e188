import { rm } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { says, sh, toAnswer } from "../helpers/custom-lint.ts";
import { HookRepository } from "../helpers/hook-repository.ts";
import { announce, askBefore, DENIES, onceHeard, record, register } from "../helpers/linter-repository.ts";

// A run that cannot be finished: enforcement still ends in the agent's own deny shape, feedback still lets go.
// The faults are put round the real runtime: a module that is loaded before it.

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

const load = (source: string): string => `--import data:text/javascript,${encodeURIComponent(source)}`;

/** A disk that never answers: nothing that is awaited of it comes back. */
const HUNG_DISK = load(
  `import fs from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
   fs.open = () => new Promise(() => {}); syncBuiltinESMExports();`
);
/** Short timers that never fire: what should end a linter does not. */
const HUNG_TIMERS = load(
  `const real = setTimeout; globalThis.setTimeout = (work, ms, ...rest) => real(work, ms > 4000 ? ms : 2 ** 30, ...rest);`
);
/** Thrown once a linter has ended and was heard: not after a time, in which a busy machine may have heard nobody. */
const DEFECT = `--import ${onceHeard(`throw new Error("planted");`)}`;
const OLD_NODE = load(
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.0" } });`
);

const FAULTS = [
  ["hangs", HUNG_TIMERS, "the hook did not end in time", "3000"],
  ["throws where nobody waits", DEFECT, "planted", "50000"],
  ["is run by an old Node", OLD_NODE, "Node 18.20.0 is too old", "3000"],
] as const;

describe.each(FAULTS)("a run that %s", (_, options, message, deadline) => {
  const run = (provider: string) =>
    askBefore(repository, provider, announce(provider, repository.root), {
      NODE_OPTIONS: options,
      HI_HOOK_DEADLINE_MS: deadline,
    });

  it.each([
    ["claude", ["hookSpecificOutput", "permissionDecision"]],
    ["codex", ["hookSpecificOutput", "permissionDecision"]],
    ["cursor", ["permission"]],
  ])("refuses for a closed linter (%s)", async (provider, keys) => {
    await register(repository, record(sh("sleep 60")), record(says(toAnswer("allow")), { onFailure: "open" }));
    const { stdout, exitCode } = await run(provider);
    let answer: unknown = JSON.parse(stdout);
    for (const key of keys) answer = (answer as Record<string, unknown>)[key];
    expect(answer).toBe("deny");
    expect(stdout).toContain(message);
    expect(stdout).toContain("could not decide");
    expect(exitCode).toBe(0);
  });

  it("keeps a deny that was heard before, under open too", async () => {
    const open = { onFailure: "open" };
    await register(repository, record(says(DENIES), open), record(sh("sleep 60"), { ...open, name: "slow" }));
    const { stdout } = await run("claude");
    // An old Node asks nobody.
    const isAsked = !message.startsWith("Node");
    expect(stdout.includes('"permissionDecision":"deny"')).toBe(isAsked);
    expect(stdout).toContain(isAsked ? "no.push" : "does not stop the call");
  });

  it("lets go where every linter is open, and says so", async () => {
    const open = { onFailure: "open" };
    await register(
      repository,
      record(sh("sleep 60"), open),
      record(says(toAnswer("allow")), { ...open, name: "quick" })
    );
    const { stdout, stderr, exitCode } = await run("claude");
    expect(stdout).not.toContain("permissionDecision");
    expect(stdout).toContain("does not stop the call");
    expect(stderr).toContain(message);
    expect(exitCode).toBe(0);
  });
});

it("after an edit it lets go as before", async () => {
  await rm(repository.at(".hi/linters.json"), { force: true });
  await repository.write("src/a.ts", "debugger;\n");
  const payload = { cwd: repository.root, tool_name: "Write", tool_input: { file_path: repository.at("src/a.ts") } };
  const run = await repository.run("claude", payload, {
    env: { NODE_OPTIONS: HUNG_DISK, HI_HOOK_DEADLINE_MS: "1000" },
  });
  expect(run).toMatchObject({ stdout: "", exitCode: 0 });
  expect(run.stderr).toBe("hi: the hook did not end in time; the edit was not checked\n");
});
