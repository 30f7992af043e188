import fc from "fast-check";
import { expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import type { Json } from "../../src/domain/json.ts";
import { getAtPointer } from "../../src/domain/json.ts";
import { renderDocument, toChoices, toValue, writeValue } from "../helpers/jsonc-documents.ts";
import { chooseEdit, sortedText } from "../helpers/jsonc-edits.ts";
import { parseJsonc } from "../helpers/jsonc-oracle.ts";
import { choosePackageEdit, writePackage } from "../helpers/package-documents.ts";
import { expectPreserved } from "../helpers/preserved.ts";

/*
 * The law of preservation: an edit leaves every byte outside the range that it inserts, replaces or removes, and the
 * document then holds exactly the wanted change. The oracle lexes on its own and parses with the platform's JSON.parse.
 */
const RUNS = 10_000;
const cases = fc.record({ seed: fc.integer(), depth: fc.integer({ min: 1, max: 4 }) });

/** A key that stands twice cannot be taken out: an earlier one would come to light. */
function isRefusedTwin(edit: ConfigEdit, reason: string): boolean {
  return edit.kind === "remove" && reason.endsWith("stands there more than once");
}

test("10,000 random JSONC documents: an edit changes its own key and no other byte", () => {
  let applied = 0;
  fc.assert(
    fc.property(cases, ({ seed, depth }) => {
      const choices = toChoices(seed);
      const written = writeValue(choices, depth);
      const before = renderDocument(choices, written);
      expect(sortedText(parseJsonc(before))).toBe(sortedText(toValue(written)));
      const wanted = chooseEdit(choices, toValue(written));
      const result = jsonConfigEditor.edit(before, wanted.edit);
      if (!result.ok) {
        expect(isRefusedTwin(wanted.edit, result.reason), result.reason).toBe(true);
        return;
      }
      applied += 1;
      expect(sortedText(parseJsonc(result.text))).toBe(sortedText(wanted.expected));
      expectPreserved(before, result.text, wanted);
    }),
    { numRuns: RUNS }
  );
  expect(applied).toBeGreaterThan(RUNS * 0.9);
});

test("10,000 random manifests: strict JSON stays strict, sorted names stay sorted", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const choices = toChoices(seed);
      const written = writePackage(choices);
      const before = renderDocument(choices, written, { isChaotic: false, hasComments: false, trailingCommas: 0 });
      const wanted = choosePackageEdit(choices, toValue(written));
      const result = jsonConfigEditor.edit(before, wanted.edit);
      expect(result.ok).toBe(true);
      if (!result.ok) return;
      const strict = JSON.parse(result.text.replace(/^\uFEFF/, "")) as Json;
      expect(sortedText(strict)).toBe(sortedText(wanted.expected));
      expectPreserved(before, result.text, wanted);
      const names = getNames(toValue(written));
      if (names.length > 1 && isSorted(names)) expect(isSorted(getNames(strict))).toBe(true);
    }),
    { numRuns: RUNS }
  );
});

function getNames(value: Json): readonly string[] {
  return Object.keys(getAtPointer(value, "/devDependencies") ?? {});
}

function isSorted(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || (names[index - 1] ?? "") < name);
}

test("10,000 random JSONC documents: what was set and taken out again leaves the very bytes", () => {
  let compared = 0;
  fc.assert(
    fc.property(cases, ({ seed, depth }) => {
      const choices = toChoices(seed);
      const written = writeValue(choices, depth);
      const before = renderDocument(choices, written);
      const { edit, effect } = chooseEdit(choices, toValue(written));
      const undo = toInverse(toValue(written), edit);
      if (effect !== "add" || !undo) return;
      const added = jsonConfigEditor.edit(before, edit);
      expect(added.ok).toBe(true);
      const undone = jsonConfigEditor.edit(added.ok ? added.text : "", undo);
      // White space that alone filled an empty container is the one thing that an addition replaces.
      if (isFilling(before, added.ok ? added.text : "")) return;
      compared += 1;
      expect(undone).toStrictEqual({ ok: true, text: before });
    }),
    { numRuns: RUNS }
  );
  expect(compared).toBeGreaterThan(RUNS * 0.2);
});

/** The edit that takes an addition out again; undefined where it made parents, or where an equal element stands there. */
function toInverse(value: Json, edit: ConfigEdit): ConfigEdit | undefined {
  if (edit.kind === "set") {
    const parent = getAtPointer(value, edit.pointer.slice(0, edit.pointer.lastIndexOf("/")));
    return parent === undefined ? undefined : { kind: "remove", pointer: edit.pointer };
  }
  if (edit.kind !== "append") return undefined;
  const array = getAtPointer(value, edit.pointer);
  return array === undefined ? undefined : { kind: "remove-element", pointer: edit.pointer, value: edit.value };
}

function isFilling(before: string, after: string): boolean {
  const blanks = /([[{])\s+(?=[\]}])/g;
  return (
    before.replace(blanks, "$1") !== before && (after.match(blanks) ?? []).length < (before.match(blanks) ?? []).length
  );
}
