import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import type { InitAnswers } from "../../src/domain/proposal.ts";
import { planSettings, toSettings } from "../../src/domain/settings-text.ts";
import { COMMIT_GATES, PACKS, PROVIDERS } from "../../src/domain/settings.ts";

const ANSWERS: InitAnswers = {
  providers: ["claude"],
  packs: ["base"],
  scopes: ["."],
  exclude: [],
  commitGate: "disabled",
};

function plan(existing: string | undefined, answers: Partial<InitAnswers> = {}): string {
  const planned = planSettings(existing, toSettings({ ...ANSWERS, ...answers }), jsonConfigEditor);
  if ("text" in planned) return planned.text;
  throw new Error(planned.failure.reason);
}

test("settings are sorted and without duplicates, and base is always a pack", () => {
  const answers = {
    ...ANSWERS,
    providers: ["opencode", "claude", "claude"],
    packs: ["format"],
    scopes: ["b", ".", "b"],
  } as const;
  expect(toSettings(answers)).toMatchObject({
    providers: ["claude", "opencode"],
    packs: ["base", "format"],
    lint: { scopes: [".", "b"], exclude: [] },
  });
});

describe("a text that says it already stays byte for byte", () => {
  test.each([
    ["by defaults", '{"schemaVersion":1,"providers":["claude"],"lint":{"scopes":["."]}}'],
    [
      "in another order",
      '{"lint":{"exclude":[],"scopes":["./"]},"providers":["claude","claude"],"packs":["base"],"schemaVersion":1}',
    ],
    [
      "with comments, tabs and CRLF",
      '// mine\r\n{\r\n\t"schemaVersion": 1,\r\n\t"providers": ["claude",],\r\n\t"lint": { "scopes": ["."] },\r\n}\r\n',
    ],
  ])("%s", (_name, text) => expect(plan(text)).toBe(text));
});

test("an empty file is written whole, the schema first", () => {
  expect(plan(" \n\t").split("\n").slice(0, 2)).toEqual(["{", '  "$schema": "./settings.schema.json",']);
});

test("1,000 changes of mind: the text always means the settings, and planning it again changes nothing", () => {
  const answers = fc.record({
    providers: fc.subarray([...PROVIDERS]),
    packs: fc.subarray([...PACKS]),
    scopes: fc.subarray([".", "a", "b/c"]),
    exclude: fc.subarray(["x/**", "**/*.gen.ts"]),
    commitGate: fc.constantFrom(...COMMIT_GATES),
  });
  fc.assert(
    fc.property(answers, answers, (first, second) => {
      const text = plan(plan(undefined, first), second);
      const { $schema, ...settings } = JSON.parse(text);
      expect($schema).toBe("./settings.schema.json");
      expect(settings).toEqual(toSettings(second));
      expect(plan(text, second)).toBe(text);
    }),
    { numRuns: 1000 }
  );
});
