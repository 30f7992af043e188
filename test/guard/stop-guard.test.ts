import { rm } from "node:fs/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { HookRepository } from "../helpers/hook-repository.ts";
import type { HookRun } from "../helpers/hook-repository.ts";

// The guard when an agent stops: real runtime, each agent's payloads and answers, and a `.hi/runtime/guard.mjs` whose
// can-stop is given. What the real one decides, and keeps, is shown in guard-agents.test.ts.

const PROVIDERS = ["claude", "codex", "cursor", "opencode"] as const;
type Provider = (typeof PROVIDERS)[number];
const SILENCE: Readonly<Record<string, string>> = { claude: "", codex: "", cursor: "{}\n", opencode: "{}\n" };

/** Answers by a word, and counts in a file beside it. */
const toProgram = (body: string): string => `
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
const file = new URL("stops.txt", import.meta.url);
const answer = (decision, reasonCode, explanation) => ({ decision: { schemaVersion: 1, decision, reasonCode, explanation } });
export const decideWrite = () => undefined;
export const isGuarded = () => true;
export async function decideStop() { ${body} }
export function countStop({ provider, session }) {
  appendFileSync(file, \`block \${provider} \${session}\\n\`);
  return readFileSync(file, "utf8").split("\\n").filter((line) => line === \`block \${provider} \${session}\`).length;
}
export const clearStop = () => writeFileSync(file, "");
export const releaseStop = ({ provider, session }) => appendFileSync(file, \`release \${provider} \${session}\\n\`);
`;
const DENIES = toProgram('return answer("deny", "COMPLETION_BLOCKED", "There is no passing verification.");');

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const file of ["receipt.json", "guard.json", "runtime/guard.mjs", "runtime/stops.txt"]) {
    await rm(repository.at(`.hi/${file}`), { force: true });
  }
});

async function turnOn(program: string): Promise<void> {
  await repository.write(".hi/guard.json", JSON.stringify({ schemaVersion: 1, stopBlocks: 2 }));
  await repository.write(".hi/runtime/guard.mjs", program);
}

/** What each agent sends when it is done; `again` where it was kept from stopping before. */
function stop(provider: Provider, again = 0): Record<string, unknown> {
  const cwd = repository.root;
  const named = { session_id: "s", cwd, hook_event_name: "Stop", stop_hook_active: again > 0 };
  const rows: Record<Provider, Record<string, unknown>> = {
    claude: { ...named, transcript_path: "/t", permission_mode: "default", last_assistant_message: "done" },
    codex: { ...named, turn_id: "t", transcript_path: null, model: "m", permission_mode: "default" },
    cursor: {
      conversation_id: "s",
      hook_event_name: "stop",
      cursor_version: "2.0",
      workspace_roots: [cwd],
      status: "completed",
      loop_count: again,
    },
    opencode: { hook_event_name: "session.idle", sessionID: "s", directory: cwd, isAgain: again > 0 },
  };
  return rows[provider];
}

function run(provider: Provider, payload: unknown, env: Readonly<Record<string, string>> = {}): Promise<HookRun> {
  const args = [repository.at(".hi/runtime/hook.mjs"), "stop", "--provider", provider];
  return repository.run(provider, payload, { args, env });
}

/** What keeps the agent from stopping; undefined where it may stop. */
async function ask(
  provider: Provider,
  payload: unknown,
  env: Readonly<Record<string, string>> = {}
): Promise<string | undefined> {
  const ended = await run(provider, payload, env);
  expect(ended).toMatchObject({ exitCode: 0, signal: null });
  if (ended.stdout === SILENCE[provider]) return undefined;
  const answer = JSON.parse(ended.stdout) as Record<string, string>;
  if (provider === "cursor") return answer["followup_message"];
  if (provider === "opencode") return answer["block"];
  return answer["decision"] === "block" ? answer["reason"] : undefined;
}

describe.each(PROVIDERS)("%s", (provider) => {
  it("is kept from stopping with the reason and the next command, a bounded number of times, and then let go aloud", async () => {
    await turnOn(DENIES);
    for (const block of [1, 2]) {
      const said = await ask(provider, stop(provider, block - 1));
      expect(said).toContain("There is no passing verification.");
      expect(said).toContain("Next: npx --no-install hi verify");
      expect(said?.match(/hi verify/g)).toHaveLength(1);
      expect(said).toContain(`block ${block} of 2`);
    }
    const let_go = await run(provider, stop(provider, 2));
    expect(await ask(provider, stop(provider, 2))).toBeUndefined();
    expect(let_go.stderr).toContain("let go without a passing verification");
    expect(let_go.stderr).toContain("released-unverified");
    expect(await repository.read(".hi/runtime/stops.txt")).toContain(`release ${provider} s`);
  });

  it("may stop where can-stop allows it, and is counted anew after", async () => {
    await turnOn(DENIES);
    await ask(provider, stop(provider));
    await turnOn(toProgram('return answer("allow", "COMPLETION_ALLOWED", "");'));
    expect(await ask(provider, stop(provider))).toBeUndefined();
    await turnOn(DENIES);
    expect(await ask(provider, stop(provider))).toContain("block 1 of 2");
  });

  it("is kept from stopping where nothing can be decided, and let go when it comes again where nothing can be counted", async () => {
    for (const body of ["throw new Error('no');", "return undefined;", 'return answer("perhaps", "X", "");']) {
      await turnOn(toProgram(body));
      expect(await ask(provider, stop(provider))).toContain("could not be decided");
      await rm(repository.at(".hi/runtime/stops.txt"), { force: true });
    }
    for (const program of ["export const x = ;", "process.exit(3);", toProgram("process.exit(3);")]) {
      await turnOn(program);
      expect(await ask(provider, stop(provider))).toContain("could not be decided");
      expect(await ask(provider, stop(provider, 1))).toBeUndefined();
    }
  });

  it("is asked nothing where the guard is off", async () => {
    expect(await ask(provider, stop(provider))).toBeUndefined();
  });
});

it("is not turned off by the environment, nor by a payload that cannot be read", async () => {
  await turnOn(DENIES);
  expect(await ask("claude", stop("claude"), { HI_HOOK: "off", NODE_ENV: "test" })).toContain("no passing");
  expect(await ask("codex", "no json")).toContain("no passing");
});

it("does not keep from stopping what the user or an error has ended", async () => {
  await turnOn(DENIES);
  for (const status of ["aborted", "error"]) expect(await ask("cursor", { ...stop("cursor"), status })).toBeUndefined();
});

it("counts a subagent by itself, and records no release of it", async () => {
  await turnOn(DENIES);
  const part = { ...stop("claude"), hook_event_name: "SubagentStop", agent_id: "a", agent_type: "x" };
  for (const block of [1, 2]) expect(await ask("claude", part)).toContain(`block ${block} of 2`);
  expect(await ask("claude", part)).toBeUndefined();
  expect(await repository.read(".hi/runtime/stops.txt")).not.toContain("release");
  expect(await ask("claude", stop("claude"))).toContain("block 1 of 2");
});

it("asks once where Cursor runs the Claude projection beside its own", async () => {
  await turnOn(DENIES);
  expect(await ask("claude", stop("cursor"))).toContain("no passing");
  await repository.write(
    ".cursor/hooks.json",
    '{ "hooks": { "stop": [{ "command": "node .hi/runtime/hook.mjs stop --provider cursor" }] } }'
  );
  const ended = await run("claude", stop("cursor"));
  await rm(repository.at(".cursor"), { recursive: true });
  expect(ended.stdout).toBe("{}\n");
});
