import { Readable } from "node:stream";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findAgent } from "../../src/agents/find-agent.ts";
import { findCaller } from "../../src/runtime/find-caller.ts";
import { locateFile } from "../../src/runtime/locate-file.ts";
import { readInput } from "../../src/runtime/read-input.ts";
import { HookRepository, listChanges } from "../helpers/hook-repository.ts";
import { mutatedPayload, readSamples } from "../helpers/mutate-payload.ts";

// A payload is untrusted bytes. Whatever they are, the hook ends by itself with 0, blocks nothing, and touches no file:
// every file here is in order, so that a payload which still names one changes nothing either.

const PROVIDERS = ["claude", "codex", "cursor", "opencode", "neutral"];
const IN_PROCESS = 10_000;
const AS_PROCESS = 500;
/** How many real processes run at once. */
const AT_ONCE = 4;
/** How long the tools take on a busy machine is not what is shown here. */
const PATIENT = { env: { HI_HOOK_DEADLINE_MS: "1500000" } };

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
  for (const file of ["src/a.ts", "src/b.ts", "lib/c.ts", "../outside/a.ts"]) {
    await repository.write(file, "export const a = 1;\n");
  }
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

/** The bytes in pieces, as a pipe may bring them. */
function toStream(bytes: Buffer, pieces: number): Readable {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  const chunks = Array.from({ length: pieces }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  return Readable.from(chunks.filter((chunk) => chunk.length > 0));
}

describe("any payload", { timeout: 1_800_000 }, () => {
  it(`comes to nothing, or to files of the repository, through the reader (${IN_PROCESS})`, async () => {
    const { root } = repository;
    await fc.assert(
      fc.asyncProperty(mutatedPayload(readSamples(root)), fc.integer({ min: 1, max: 5 }), async ({ bytes }, pieces) => {
        const payload = await readInput(toStream(bytes, pieces));
        for (const name of payload === undefined ? [] : PROVIDERS) {
          const agent = findAgent(name);
          const edit = agent && payload && findCaller(agent, payload, {}).toEdit(payload);
          for (const named of edit?.paths.slice(0, 5) ?? []) {
            expect(named).not.toBe("");
            const file = await locateFile(root, edit?.base ?? root, named);
            expect([undefined, "src/a.ts", "src/b.ts", "lib/c.ts"]).toContain(file);
          }
        }
      }),
      { numRuns: IN_PROCESS }
    );
  });

  it(`never crashes, hangs, blocks or touches a file as a process (${AS_PROCESS})`, async () => {
    const before = await repository.snapshot();
    const outside = await repository.read("../outside/a.ts");
    const samples = fc.sample(mutatedPayload(readSamples(repository.root)), {
      numRuns: AS_PROCESS,
      seed: Date.now() % 1e9,
    });
    const waiting = samples.entries();
    const work = async (): Promise<void> => {
      for (const [at, { provider, bytes }] of waiting) {
        const name = at % 3 === 0 ? (PROVIDERS[at % PROVIDERS.length] ?? provider) : provider;
        const run = await repository.run(name, bytes, PATIENT);
        const seen = JSON.stringify({ at, name, ...run, bytes: bytes.toString("base64").slice(0, 4000) });
        expect(run, seen).toMatchObject({ exitCode: 0, signal: null });
        // An edit of no named file is told in one line.
        expect(run.stderr, seen).toMatch(
          /^(?:hi: the payload of [^\n]+ names no file: [^\n]+; the edit was not checked\n)?$/
        );
        expect(run.stdout, seen).not.toContain("decision");
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(listChanges(before, await repository.snapshot())).toStrictEqual([]);
    expect(await repository.read("../outside/a.ts")).toBe(outside);
  });
});
