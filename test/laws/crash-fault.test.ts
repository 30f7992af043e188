import { rmSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createWorld } from "../../src/adapters/world.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { InitRequest, UpdateRequest } from "../../src/domain/request.ts";
import { plan as planStage } from "../../src/pipeline/plan.ts";
import { publish } from "../../src/pipeline/publish.ts";
import type { Publication } from "../../src/pipeline/publish.ts";
import { resolve } from "../../src/pipeline/resolve.ts";
import type { World } from "../../src/pipeline/world.ts";
import { hurry, watch } from "../fixtures/crash/operations.mjs";
import {
  copyRepository,
  CUTS,
  expectWhole,
  findState,
  prepareCut,
  readState,
  recoverHere,
  toEnvironment,
} from "../helpers/crash.ts";
import type { Cut } from "../helpers/crash.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { prove } from "../helpers/publication.ts";

const CODES = ["ENOSPC", "EACCES", "EXDEV", "EROFS", "EBUSY"] as const;

hurry();

/** The same for every run of this process; from source they are made anew each time. */
let templates: World["templates"] | undefined;

interface Site {
  readonly cut: Cut;
  readonly root: AbsolutePath;
  readonly world: World;
  readonly publication: Publication;
}

/** The run's own plan, proven, so that its publication alone is done over and over. */
async function openSite(cut: Cut): Promise<Site> {
  const root = copyRepository(cut, "site");
  const { world: made } = await createWorld({
    verb: "update",
    cwd: root,
    env: { ...process.env, ...toEnvironment(cut.directory) },
    progress: { stage: () => undefined, detail: () => undefined, done: () => undefined },
    interrupted: new AbortController().signal,
    note: () => undefined,
    askInit: async ({ answers }) => answers,
    confirm: async () => true,
  });
  templates ??= made.templates;
  const world = { ...made, templates };
  const parsed = parseArguments(cut.args, "0.0.0");
  if (parsed.kind !== "request") throw new Error("no request");
  const plan = await planStage(
    await resolve(parsed.request as InitRequest | UpdateRequest, world),
    { preview: "off" },
    world
  );
  const publication = await prove(plan, world);
  await publish(publication, world);
  const trees = { ...cut.trees, after: readState(root) };
  return { cut: { ...cut, trees }, root, world, publication };
}

/** How long a fault lasts: for one operation, or until somebody has seen to it. */
type Lasting = "once" | "from then on";

interface Ending {
  readonly isFaulty: boolean;
  readonly outcome: string;
}

async function publishWithFault(site: Site, fault: { code: string; nth: number; lasting: Lasting }): Promise<Ending> {
  const { cut, root, world, publication } = site;
  rmSync(root, { recursive: true, force: true });
  copyRepository(cut, "site");
  let count = 0;
  const stop = watch({
    below: root,
    before: ({ name, file }: { name: string; file: string }) => {
      count += 1;
      if (count < fault.nth || (fault.lasting === "once" && count > fault.nth)) return;
      throw Object.assign(new Error(`${fault.code}: ${name} made by a test`), { code: fault.code, path: file });
    },
  });
  const failed = await publish(publication, world).then(
    () => undefined,
    (error: unknown) => error
  );
  stop();
  const isFaulty = count >= fault.nth;
  if (failed !== undefined) expectSaid(site, failed);
  const recovery = await recoverHere(root);
  if (recovery) {
    expectWhole(root, cut, recovery.to);
    return { isFaulty, outcome: `recovered to ${recovery.to}` };
  }
  const state = findState(root, cut);
  expect(state, String(failed)).toBe(failed === undefined ? "after" : "before");
  expectWhole(root, cut, state as "before" | "after");
  return { isFaulty, outcome: failed === undefined ? "published" : "taken back" };
}

/** What went wrong is a refusal, and what it says of the repository is so. */
function expectSaid({ cut, root }: Site, failed: unknown): void {
  expect(failed).toBeInstanceOf(Refusal);
  const { message } = failed as Refusal;
  if (/everything is as before|Nothing was written/.test(message)) expect(findState(root, cut)).toBe("before");
}

/** Five codes at every operation, each for a moment and for good: the three smallest are some two thousand runs. */
const FAULTY = CUTS.slice(0, 3);

describe("an operation of a publication fails", () => {
  test.each(FAULTY)(
    "%s: whatever fails, it ends exactly as before or exactly as after, at once or with the next run",
    (name, step) =>
      withTemporaryDirectory(async (directory) => {
        const site = await openSite(await prepareCut(name, step, directory));
        const outcomes = new Map<string, number>();
        for (const lasting of ["once", "from then on"] as const) {
          let isFaulty = true;
          for (let nth = 1; isFaulty; nth += 1) {
            for (const code of CODES) {
              const ended = await publishWithFault(site, { code, nth, lasting }).catch((error: unknown) => {
                throw new Error(`${code} at operation ${nth}, ${lasting}: ${String(error)}`, { cause: error });
              });
              isFaulty = ended.isFaulty;
              outcomes.set(ended.outcome, (outcomes.get(ended.outcome) ?? 0) + 1);
            }
          }
        }
        process.stderr.write(`${name}: ${JSON.stringify(Object.fromEntries(outcomes))}\n`);
        expect([...outcomes.keys()].toSorted()).toContain("recovered to before");
        expect([...outcomes.keys()]).toContain("taken back");
      })
  );
});
