import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { createPublisher } from "../../src/adapters/publisher.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { isChange } from "../../src/domain/plan.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { publish } from "../../src/pipeline/publish.ts";
import type { Publisher } from "../../src/pipeline/publishing/publisher.ts";
import { plant, withLiveTree } from "../helpers/live-tree.ts";
import { makeWorld, planChanges, prove, publishPlan } from "../helpers/publication.ts";
import type { Change } from "../helpers/publication.ts";

/** Bytes of every kind a file of a project may hold. */
const content = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom("", "\r\n", "\uFEFF{}\n", "{ // note\n}"),
  fc.uint8Array({ maxLength: 40 })
);
/** Files can be folders of others' paths only by name, never both: folders and files have names of their own. */
const folder = fc.constantFrom("", "d", "d/e", ".hi", "p q");
const file = fc
  .tuple(folder, fc.constantFrom("a", "b", "c.json", "x.ts", ".rc"))
  .map(([at, name]) => path.posix.join(at, name));
const tree = fc.dictionary(file, content, { maxKeys: 10 });
const change: fc.Arbitrary<Change> = fc.record({
  path: fc.oneof(file, fc.constantFrom(".hi/receipt.json", "linked/new", "alias")),
  text: fc.oneof({ weight: 4, arbitrary: content }, { weight: 1, arbitrary: fc.constant(undefined) }),
  mode: fc.constantFrom(0o644, 0o755),
});
const changes = fc.uniqueArray(change, { selector: (given) => given.path, maxLength: 8 });

/** Where a fault comes: never, or at the n-th staging, commit or removal. */
const fault = fc.option(
  fc.record({ method: fc.constantFrom("stage", "commit", "remove"), nth: fc.integer({ min: 1, max: 6 }) })
);

type Row = string;

/** Kind, bytes, mode, inode and times of every path: nothing about a neighbour may change. */
function readTree(root: string): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name);
    const { ino, mode, mtimeNs } = lstatSync(full, { bigint: true });
    const relative = path.relative(root, full);
    // Outside git the last publication is kept here, for whoever undoes it.
    if (/^\.hi\/publication(?:\/|$)/.test(relative)) continue;
    if (entry.isDirectory()) rows.set(relative, `folder ${mode} ${ino}`);
    else if (entry.isSymbolicLink()) rows.set(relative, `link ${readlinkSync(full)} ${ino}`);
    else rows.set(relative, `file ${readFileSync(full, "hex")} ${mode} ${ino} ${mtimeNs}`);
  }
  return rows;
}

/** The same without what a rename changes by its nature. */
const toState = (rows: Map<string, Row>): readonly string[] =>
  [...rows]
    .map(
      ([name, row]) =>
        `${name} ${row
          .split(" ")
          .slice(0, 3 - Number(!row.startsWith("file")))
          .join(" ")}`
    )
    .toSorted();

function makeFaulty(given: { method: string; nth: number }): Publisher {
  const real = createPublisher();
  const method = given.method as "stage" | "commit" | "remove";
  let count = 0;
  const failing = async (...args: readonly unknown[]): Promise<unknown> => {
    count += 1;
    if (count === given.nth) throw Object.assign(new Error("made by a test"), { code: "EIO" });
    return (real[method] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
  };
  return { ...real, [method]: failing };
}

async function plantTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  // A text that starts like this would be planted as a link.
  const plain = Object.entries(files).map(([name, text]) => [
    name,
    typeof text === "string" ? text.replace(/^-> /, "") : text,
  ]);
  await plant(root, Object.fromEntries(plain) as Record<string, string>);
  await plant(root, {
    "real/": "",
    ".hi/kept": "so that the journal makes no folder",
    target: "of the alias",
    linked: "-> real",
    alias: "-> target",
    away: "-> ../parent",
  });
}

/** Everything a change may touch: its path, the real file behind it, and the folders on the way. */
function toTouchable(all: readonly Change[]): (name: string) => boolean {
  const touched = all.flatMap(({ path: name }) => [
    name,
    name.replace(/^linked\//, "real/").replace(/^alias$/, "target"),
  ]);
  return (name) => touched.some((one) => one === name || one.startsWith(`${name}/`));
}

async function expectLaw(
  root: AbsolutePath,
  given: { all: readonly Change[]; publisher: Publisher; store: never }
): Promise<void> {
  const world = makeWorld(given.store, given.publisher);
  const before = readTree(root);
  const plan = await planChanges(root, given.all);
  const failed = await publishPlan(plan, world).then(
    () => undefined,
    (error: unknown) => error
  );
  const after = readTree(root);
  const isTouchable = toTouchable(given.all);
  const untouched = (rows: Map<string, Row>) => [...rows].filter(([name]) => !isTouchable(name));
  expect(untouched(after)).toEqual(untouched(before));
  if (failed !== undefined) {
    expect(failed).toBeInstanceOf(Refusal);
    expect(toState(after)).toEqual(toState(before));
    return;
  }
  for (const entry of plan.entries.filter(isChange)) {
    const there = after.get(
      entry.path.replace(/^linked\//, "real/").replace(/^alias$/, entry.action === "delete" ? "alias" : "target")
    );
    const wanted = entry.after && `file ${Buffer.from(entry.after).toString("hex")} `;
    if (wanted === undefined) expect(there).toBeUndefined();
    else expect(there?.startsWith(wanted), entry.path).toBe(true);
  }
  await expectIdempotent(root, given);
}

/** The second time there is nothing to do; and the first plan no longer fits, unless it said nothing. */
async function expectIdempotent(root: AbsolutePath, given: { all: readonly Change[]; store: never }): Promise<void> {
  const world = makeWorld(given.store);
  const rows = readTree(root);
  const again = await planChanges(root, given.all);
  expect(again.entries.every((entry) => entry.action === "keep")).toBe(true);
  expect(await publish(await prove(again, world), world)).toEqual({
    written: [],
    removed: [],
    receiptSha256: undefined,
  });
  expect(readTree(root)).toEqual(rows);
}

test("all as planned or all as before; what is outside of the plan keeps bytes, mode, inode and time; twice is once", () =>
  withLiveTree(async ({ root, parent, store }) => {
    const property = fc.asyncProperty(tree, changes, fault, async (files, all, given) => {
      await plantTree(root, files);
      await expectLaw(root, { all, publisher: given ? makeFaulty(given) : createPublisher(), store: store as never });
      expect(readdirSync(parent)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 400 });
  }));
