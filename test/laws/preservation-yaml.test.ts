import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { yamlConfigEditor } from "../../src/adapters/yaml-config.ts";
import type { Json } from "../../src/domain/json.ts";
import { toChoices, toValue } from "../helpers/jsonc-documents.ts";
import { chooseEdit, sortedText } from "../helpers/jsonc-edits.ts";
import { isMadeByCutting } from "../helpers/jsonc-oracle.ts";
import { renderYaml, writeYamlValue } from "../helpers/yaml-documents.ts";

const cases = fc.record({ seed: fc.integer(), depth: fc.integer({ min: 1, max: 3 }) });
const countComments = (text: string): number => (text.match(/# (?:head|above|beside|nothing)/g) ?? []).length;

test("5,000 random YAML documents: an edit changes its own key and no other byte, or is refused", () => {
  let applied = 0;
  fc.assert(
    fc.property(cases, ({ seed, depth }) => {
      const choices = toChoices(seed);
      const written = writeYamlValue(choices, depth);
      const before = renderYaml(choices, written);
      expect(sortedText((parse(before) as Json) ?? {})).toBe(sortedText(toValue(written)));
      const { edit, expected, effect } = chooseEdit(choices, toValue(written));
      const result = yamlConfigEditor.edit(before, edit);
      if (!result.ok) {
        expect(result.lines.length).toBeGreaterThan(0);
        return;
      }
      applied += 1;
      expect(sortedText((parse(result.text) as Json) ?? {})).toBe(sortedText(expected));
      // A collection that loses its last child is written as empty brackets.
      if (effect === "remove") {
        expect(isMadeByCutting(before, result.text) || /\{\}|\[\]/.test(result.text)).toBe(true);
      }
      if (effect !== "add") return;
      expect(countComments(result.text)).toBe(countComments(before));
      expect(isMadeByCutting(result.text, before) || /\{\s*\}|\[\s*\]/.test(before)).toBe(true);
    }),
    { numRuns: 5000 }
  );
  expect(applied).toBeGreaterThan(5000 * 0.85);
});
