import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { createWorld } from "../../src/adapters/world.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import { isBasePath } from "../../src/domain/base.ts";
import type { Json } from "../../src/domain/json.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { isChange } from "../../src/domain/plan.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { UpdateRequest } from "../../src/domain/request.ts";
import { plan as planStage } from "../../src/pipeline/plan.ts";
import { resolve } from "../../src/pipeline/resolve.ts";
import type { World } from "../../src/pipeline/world.ts";
import { playScenario } from "../helpers/golden.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";
import { mutateAt, MUTATIONS } from "../helpers/mutate-json.ts";

const MUTANTS = 2000;
const RECEIPT = ".hi/receipt.json";

async function openPlanner(root: AbsolutePath, temporary: string): Promise<() => Promise<Plan>> {
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const { world: made } = await createWorld({
    verb: "update",
    cwd: root,
    env: { ...process.env, HI_TEMP: temporary },
    progress: { stage: () => undefined, detail: () => undefined, done: () => undefined },
    interrupted: new AbortController().signal,
    note: () => undefined,
    askInit: async ({ answers }) => answers,
    confirm: async () => true,
  });
  // What is generated depends on the settings alone, which stay.
  let generated: ReturnType<World["templates"]["generate"]> | undefined;
  const generate: World["templates"]["generate"] = (...given) => (generated ??= made.templates.generate(...given));
  const { version, digest, prepare } = made.templates;
  const world = { ...made, templates: { version, digest, prepare, generate } };
  const parsed = parseArguments(["update", "--yes", "--preview", "off"], "0.0.0");
  if (parsed.kind !== "request") throw new Error("no request");
  const request = parsed.request as UpdateRequest;
  return async () => planStage(await resolve(request, world), { preview: "off" }, world);
}

test(`of ${MUTANTS} changed receipts none makes an update write what neither the receipt nor the templates own; each that cannot be used is refused`, () =>
  withTemporaryDirectory(async (directory) => {
    await playScenario(path.join(PROJECT_ROOT, "test/golden/template-upgrade"), directory, 3);
    const root = path.join(directory, "repository") as AbsolutePath;
    writeFileSync(path.join(root, "src/theirs.ts"), "theirs\n");
    const text = readFileSync(path.join(root, RECEIPT), "utf8");
    const receipt = JSON.parse(text) as Json;
    const planHere = await openPlanner(root, path.join(directory, "temporary"));
    const whole = await planHere();
    const owned = new Set([
      RECEIPT,
      ...Object.keys((receipt as { files: object }).files),
      ...whole.entries.map((entry) => entry.path),
    ]);
    let refused = 0;
    const mutant = fc.record({
      at: fc.integer({ min: 1, max: 400 }),
      mutate: MUTATIONS,
      claim: fc.option(
        fc.constantFrom("src/theirs.ts", "../outside", ".git/config", "package-lock.json", "C:x", "a\\b")
      ),
      byte: fc.option(fc.record({ at: fc.nat(text.length - 1), value: fc.nat(255) })),
    });
    const property = fc.asyncProperty(mutant, async ({ at, mutate, claim, byte }) => {
      const bytes = Buffer.from(JSON.stringify(addClaim(mutateAt(receipt, at, mutate), claim)));
      if (byte) bytes[byte.at % bytes.length] = byte.value;
      writeFileSync(path.join(root, RECEIPT), bytes);
      try {
        const { entries } = await planHere();
        const foreign = entries.filter(isChange).filter((entry) => !owned.has(entry.path) && !isBasePath(entry.path));
        expect(foreign.map((entry) => `${entry.action} ${entry.path}`)).toEqual([]);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused += 1;
        expect(error.facts.next).not.toBe("");
        expect(error.facts.where?.path).toBe(RECEIPT);
      }
    });
    await fc.assert(property, { numRuns: MUTANTS });
    expect(refused).toBeGreaterThan(MUTANTS / 4);
  }));

/** A file of the project's, or what is no path of a repository, as if it had been published. */
function addClaim(receipt: Json, claim: string | null): Json {
  if (claim === null || receipt === null || typeof receipt !== "object" || Array.isArray(receipt)) return receipt;
  const { files } = receipt as { readonly [key: string]: Json };
  if (files === undefined || files === null || typeof files !== "object") return receipt;
  const sha256 = createHash("sha256").update("theirs\n").digest("hex");
  const entry = { class: "generated", sha256, generator: "base", since: "0.0.1", created: true };
  return { ...receipt, files: { ...files, [claim]: entry } } as Json;
}
