import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import type { Json } from "../../src/domain/json.ts";
import { isJsonEqual } from "../../src/domain/json.ts";
import { mergeValues, toValueEdits } from "../../src/domain/merge-values.ts";

const RUNS = { numRuns: 5000 };
const scalar = fc.constantFrom<Json>("a", "b", "c", 1, 2, true, null);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("x", "y", "z"), tie("value"), { maxKeys: 3 })
  ),
}));

const merge = (base: Json, current: Json, wanted: Json): Json | undefined => {
  const merged = mergeValues({ base, current, wanted });
  return merged.ok ? merged.value : undefined;
};

describe("one key of ours, as published, as edited here, as wanted now", () => {
  test.each<[string, Json, Json, Json, Json | undefined]>([
    ["only here", { t: 60, m: "Edit" }, { t: 60, m: "Read|Edit" }, { t: 60, m: "Edit" }, { t: 60, m: "Read|Edit" }],
    ["only ours", { t: 60 }, { t: 60 }, { t: 90 }, { t: 90 }],
    ["two members", { t: 60, m: "Edit" }, { t: 60, m: "Read" }, { t: 90, m: "Edit" }, { t: 90, m: "Read" }],
    ["the same member", { t: 60 }, { t: 61 }, { t: 90 }, undefined],
    ["the same change", { t: 60 }, { t: 90 }, { t: 90 }, { t: 90 }],
    ["a member more on both sides", { a: 1 }, { a: 1, b: 2 }, { a: 1, c: 3 }, { a: 1, b: 2, c: 3 }],
    ["a member gone here, changed in ours", { a: 1, b: 1 }, { a: 1 }, { a: 1, b: 2 }, undefined],
    [
      "deep in a list",
      { h: [{ c: "x", t: 1 }] },
      { h: [{ c: "y", t: 1 }] },
      { h: [{ c: "x", t: 2 }] },
      { h: [{ c: "y", t: 2 }] },
    ],
    ["lists of plain elements", ["a", "b"], ["a", "b", "mine"], ["a", "new", "b"], ["a", "new", "b", "mine"]],
    ["an element gone in ours", ["a", "b"], ["b", "mine", "a"], ["b"], ["b", "mine"]],
    ["structures that come and go", [{ c: 1 }], [{ c: 2 }, { c: 3 }], [{ c: 4 }], undefined],
    ["plain values", "60", "61", "90", undefined],
  ])("%s", (_name, base, current, wanted, merged) => {
    expect(merge(base, current, wanted)).toEqual(merged);
  });
});

test("what one side left alone is as the other has it, and both sides count alike", () => {
  fc.assert(
    fc.property(value, value, value, (base, current, wanted) => {
      expect(isJsonEqual(merge(base, current, base), current)).toBe(true);
      expect(isJsonEqual(merge(base, base, wanted), wanted)).toBe(true);
      expect(isJsonEqual(merge(base, current, current), current)).toBe(true);
      expect(merge(base, current, wanted) === undefined).toBe(merge(base, wanted, current) === undefined);
    }),
    RUNS
  );
});

test("the edits turn the value into the merged one, in a text whose comments stay", () => {
  fc.assert(
    fc.property(value, value, (from, to) => {
      let text = `{\n  // mine\n  "key": ${JSON.stringify(from, null, 2)}, /* after */\n  "other": 1\n}\n`;
      for (const edit of toValueEdits("/key", from, to)) {
        const edited = jsonConfigEditor.edit(text, edit);
        if (!edited.ok) throw new Error(edited.reason);
        ({ text } = edited);
      }
      const parsed = jsonConfigEditor.parse(text);
      expect(parsed.ok && isJsonEqual(parsed.get("/key"), to)).toBe(true);
      expect(text.startsWith('{\n  // mine\n  "key": ') && text.endsWith(', /* after */\n  "other": 1\n}\n')).toBe(
        true
      );
    }),
    RUNS
  );
});
