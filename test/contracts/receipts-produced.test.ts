import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { toDocument } from "../../src/cli/render/json.ts";
import type { PlanEntry } from "../../src/domain/plan.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../../src/domain/receipt.ts";
import type { RunReport } from "../../src/domain/report.ts";
import { plan } from "../../src/pipeline/plan.ts";
import { paths, plant, withLiveTree } from "../helpers/live-tree.ts";
import { inFolder, makeRepository, openWorld, resolveIn } from "../seams/init-detect.fixture.ts";

const RECEIPTS = path.resolve(import.meta.dirname, "../../receipts");
const NAMES = ["receipt", "settings", "containment", "cleanup", "report"] as const;
const ajv = new Ajv2020({
  allowUnionTypes: true,
  schemas: NAMES.map(
    (name) => JSON.parse(readFileSync(path.join(RECEIPTS, `${name}-1.schema.json`), "utf8")) as object
  ),
});

/** Holds what the program made to its schema, as it would be printed or written. */
function expectValid(name: (typeof NAMES)[number], value: unknown): void {
  const validate = ajv.getSchema(`${name}-1.schema.json`);
  const printed = JSON.stringify(value);
  validate?.(JSON.parse(printed));
  expect(validate?.errors).toBeNull();
}

const toText = (entry: PlanEntry | undefined): string => new TextDecoder().decode(entry?.after);

test("the evidence of a real candidate follows its schemas", () =>
  withLiveTree(async ({ root, store }) => {
    await plant(root, { "package.json": "{}", "src/a.ts": "export {};\n" });
    const made = await store.create(root);
    const candidate = await store.copyFrom(made, paths("package.json", "src/a.ts"));
    const containment = await store.examine(candidate);
    const cleanup = await store.dispose(candidate);
    expectValid("containment", containment);
    expectValid("cleanup", cleanup);
    expect(cleanup.nonce).toBe(containment.marker.nonce);
    const report: RunReport = {
      kind: "run",
      verb: "update",
      dryRun: true,
      candidate,
      containment,
      cleanup,
      preview: { mode: "off" },
      gate: { open: false, because: "dry-run" },
      findings: [],
      evidence: [],
      commands: [["npm", "ci", "--ignore-scripts"]],
    };
    expectValid("report", toDocument({ verb: "update", exitCode: 0, report }));
  }));

test("a real plan, the receipt and the settings in it follow their schemas and are read back", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, {
      "package.json": { name: "root", scripts: { lint: "eslint ." } },
      "package-lock.json": { name: "root", lockfileVersion: 3, packages: {} },
      "tsconfig.json": {},
    });
    const resolved = await resolveIn(folder);
    const world = await openWorld(folder);
    const made = await plan(resolved, { preview: "off" }, world);
    const find = (name: string): PlanEntry | undefined => made.entries.find((entry) => entry.path === name);
    expectValid("receipt", JSON.parse(toText(find(RECEIPT_PATH))));
    expectValid("settings", JSON.parse(toText(find(SETTINGS_PATH))));
    const receipt = world.documents.receipt(toText(find(RECEIPT_PATH)), RECEIPT_PATH);
    expect(receipt.files["package.json"]?.class).toBe("merged");
    expect(world.documents.settings(toText(find(SETTINGS_PATH)), SETTINGS_PATH)).toStrictEqual(resolved.settings);
    const report: RunReport = {
      kind: "run",
      verb: "init",
      dryRun: true,
      plan: made,
      gate: { open: false, because: "dry-run" },
      findings: resolved.findings ?? [],
      evidence: resolved.evidence,
      commands: [],
    };
    const document = toDocument({ verb: "init", exitCode: 0, report });
    expectValid("report", document);
    expect(
      document.plan?.entries
        .find((entry) => entry.path === "package.json")
        ?.keys.some((key) => key.action === "conflict")
    ).toBe(true);
  }));

test("refusals, checks and explanations are the same document", () => {
  const refusal = { code: "HI_LOCKED", message: "Another run holds the lock.", next: "wait", details: { pid: 1 } };
  expectValid("report", toDocument({ verb: null, exitCode: 2, refusal }));
  expectValid(
    "report",
    toDocument({ verb: "update", exitCode: 2, report: { kind: "refused", verb: "update", refusal } })
  );
  const [name] = paths("package.json");
  if (name === undefined) return;
  expectValid(
    "report",
    toDocument({
      verb: "diff",
      exitCode: 1,
      report: {
        kind: "check",
        verb: "diff",
        findings: [],
        templateVersion: "0.1.0",
        checkedPaths: 3,
        rows: [{ path: name, class: "missing", reason: "removed-by-user" }],
      },
    })
  );
  expectValid(
    "report",
    toDocument({
      verb: "explain",
      exitCode: 0,
      report: {
        kind: "explain",
        verb: "explain",
        path: name,
        owner: "project",
        differs: [],
        paths: [],
        wouldDo: { action: "keep", reason: "project-file" },
      },
    })
  );
});
