import fc from "fast-check";
import { expect, test } from "vitest";

import type { OwnedKey, Ownership } from "../../src/domain/desired.ts";
import type { Json } from "../../src/domain/json.ts";
import { isJsonEqual } from "../../src/domain/json.ts";
import { planKeys } from "../../src/domain/merge-keys.ts";
import type { FileFacts } from "../../src/domain/ownership.ts";
import { decideFile } from "../../src/domain/ownership.ts";
import type { ReceiptEntry } from "../../src/domain/receipt.ts";

const RUNS = { numRuns: 10_000 };
const hash = fc.constantFrom("a", "b", "c");
const ownership: fc.Arbitrary<Exclude<Ownership, "merged">> = fc.constantFrom("generated", "authored");

const toEntry = (kind: Ownership, sha256: string, created = true): ReceiptEntry => ({
  class: kind,
  sha256,
  generator: "g",
  since: "1.0.0",
  created,
});

const facts = fc
  .record({
    kind: ownership,
    wanted: fc.option(hash),
    current: fc.option(hash),
    owned: fc.option(hash),
    created: fc.boolean(),
    restore: fc.boolean(),
  })
  .map(({ kind, wanted, current, owned, created, restore }) => ({
    kind,
    facts: {
      wanted: wanted ?? undefined,
      current: current ?? undefined,
      owned: owned === null ? undefined : toEntry(kind, owned, created),
      restore,
    } satisfies FileFacts,
  }));

test("bytes on disk are replaced or deleted only where they are as published, or ours and named by a restore", () => {
  fc.assert(
    fc.property(facts, ({ kind, facts: given }) => {
      const { action } = decideFile(kind, given);
      if (action === "update" || action === "delete") {
        const isNamed = action === "update" && given.restore && given.owned !== undefined;
        expect(isNamed || given.current === given.owned?.sha256).toBe(true);
      }
      // What stood there before us is the project's, though its bytes are ours as well.
      if (action === "delete") expect(given.owned?.created).toBe(true);
      if (action === "create") expect(given.current).toBeUndefined();
      if (kind === "authored") expect(["create", "keep"]).toContain(action);
    }),
    RUNS
  );
});

test("what the user deleted stays deleted until it is restored, and the receipt remembers it", () => {
  fc.assert(
    fc.property(facts, ({ kind, facts: given }) => {
      fc.pre(given.current === undefined && given.owned !== undefined && given.wanted !== undefined);
      const decided = decideFile(kind, given);
      expect(decided.action).toBe(given.restore ? "create" : "keep");
      expect(decided.receipt).toBe(given.restore ? "advance" : "removed");
    }),
    RUNS
  );
});

test("a decision carried out is a fixpoint: decided again, every whole file is kept", () => {
  fc.assert(
    fc.property(facts, ({ kind, facts: given }) => {
      const first = decideFile(kind, given);
      const isWritten = first.action === "create" || first.action === "update";
      const left = first.action === "delete" ? undefined : given.current;
      const current = isWritten ? given.wanted : left;
      const kept = first.receipt === "drop" ? undefined : given.owned;
      const advanced = first.receipt === "advance" ? given.wanted : undefined;
      const owned = advanced === undefined ? kept : toEntry(kind, advanced);
      const second = decideFile(kind, { ...given, current, owned, restore: false });
      expect(["keep", "conflict"]).toContain(second.action);
      if (first.action === "conflict") expect(second.action).toBe("conflict");
    }),
    RUNS
  );
});

const value: fc.Arbitrary<Json> = fc.constantFrom("ours", "older", "theirs");
const pointer = fc.constantFrom("/scripts/lint", "/scripts/test", "/hooks/Post/-", "/hooks/Pre/-");
const key: fc.Arbitrary<OwnedKey> = fc.record({ pointer, value });
const keys = fc.uniqueArray(key, { selector: (item) => `${item.pointer}=${String(item.value)}`, maxLength: 4 });
const documents = fc.record({
  scripts: fc.dictionary(fc.constantFrom("lint", "test", "own"), value, { maxKeys: 3 }),
  hooks: fc.dictionary(fc.constantFrom("Post", "Pre"), fc.uniqueArray(value, { maxLength: 3 }), { maxKeys: 2 }),
});

/** Applies a decision's edit to a plain value: the oracle beside the text editors. */
function apply(document: Record<string, Record<string, Json>>, edit: ReturnType<typeof planKeys>[number]["edit"]) {
  if (!edit) return;
  const [section = "", name = ""] = edit.pointer.slice(1).split("/");
  document[section] ??= {};
  const parent = document[section];
  const array = (parent[name] as Json[] | undefined) ?? [];
  if (edit.kind === "set") parent[name] = edit.value;
  if (edit.kind === "remove") delete parent[name];
  if (edit.kind === "append") parent[name] = [...array, edit.value];
  if (edit.kind === "replace-element") {
    parent[name] = array.map((item) => (isJsonEqual(item, edit.from) ? edit.to : item));
  }
  if (edit.kind === "remove-element") parent[name] = array.filter((item) => !isJsonEqual(item, edit.value));
}

const getFrom = (document: Record<string, Record<string, Json>>) => (path: string) => {
  const [section = "", name] = path.slice(1).split("/");
  return name === undefined ? document[section] : document[section]?.[name];
};

const isSameElement = isJsonEqual;

test("a merge changes only keys it owns or newly takes; every neighbour keeps its value", () => {
  fc.assert(
    fc.property(documents, keys, keys, (document, wanted, owned) => {
      const before = structuredClone(document) as Record<string, Record<string, Json>>;
      const after = structuredClone(document) as Record<string, Record<string, Json>>;
      const base = { wanted, owned, removed: [], isSameElement, takes: () => false, restore: false };
      for (const { edit } of planKeys({ ...base, get: getFrom(before) })) apply(after, edit);
      for (const [name, old] of Object.entries(before["scripts"] ?? {})) {
        const now = after["scripts"]?.[name];
        if (isJsonEqual(old, now)) continue;
        const recorded = owned.filter((item) => item.pointer === `/scripts/${name}`);
        expect(recorded.some((item) => isJsonEqual(item.value, old))).toBe(true);
      }
      for (const [name, old] of Object.entries(before["hooks"] ?? {})) {
        const now = (after["hooks"]?.[name] ?? []) as Json[];
        const gone = (old as Json[]).filter((item) => !now.some((other) => isJsonEqual(item, other)));
        const recorded = owned.filter((item) => item.pointer === `/hooks/${name}/-`);
        for (const item of gone) expect(recorded.some((other) => isJsonEqual(other.value, item))).toBe(true);
      }
    }),
    RUNS
  );
});

test("a merge carried out is a fixpoint: planned again with what it owns, it has no edit", () => {
  // One value a member; of an array any number of elements.
  const toName = ({ pointer: name, value: item }: OwnedKey) => (name.endsWith("/-") ? `${name} ${String(item)}` : name);
  const distinct = (items: OwnedKey[]) => [...new Map(items.map((item) => [toName(item), item])).values()];
  fc.assert(
    fc.property(documents, keys, keys, (document, wanted, owned) => {
      const after = structuredClone(document) as Record<string, Record<string, Json>>;
      const base = { wanted: distinct(wanted), isSameElement, takes: () => false, restore: false };
      const first = planKeys({ ...base, owned: distinct(owned), removed: [], get: getFrom(structuredClone(after)) });
      for (const { edit } of first) apply(after, edit);
      const again = planKeys({
        ...base,
        owned: first.flatMap((decision) => decision.owns ?? []),
        removed: first.flatMap((decision) => decision.removed ?? []),
        get: getFrom(after),
      });
      expect(again.filter((decision) => decision.edit)).toEqual([]);
    }),
    RUNS
  );
});
