import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";
import { renderDocument, toChoices, toValue, writeValue } from "../helpers/jsonc-documents.ts";
import { chooseEdit, sortedText } from "../helpers/jsonc-edits.ts";
import type { ExpectedEdit } from "../helpers/jsonc-edits.ts";
import {
  isMadeByCutting,
  isMadeByFilling,
  isMadeByReplacing,
  isRunCut,
  lex,
  parseJsonc,
} from "../helpers/jsonc-oracle.ts";
import type { Piece } from "../helpers/jsonc-oracle.ts";

/**
 * The law of preservation: an edit leaves every byte outside the range that it inserts, replaces or removes, and the
 * document then holds exactly the wanted change. The oracle lexes on its own and parses with the platform's JSON.parse.
 */
const RUNS = 10_000;
const cases = fc.record({ seed: fc.integer(), depth: fc.integer({ min: 1, max: 4 }) });

/** A key that stands twice cannot be taken out: an earlier one would come to light. */
function isTwice(text: string, edit: ConfigEdit): boolean {
  const result = jsonConfigEditor.edit(text, edit);
  return !result.ok && result.reason.endsWith("stands there more than once");
}

function expectPreserved(before: string, after: string, { effect }: ExpectedEdit): void {
  const old = lex(before);
  const now = lex(after);
  if (effect === "remove") {
    expect(isMadeByCutting(before, after)).toBe(true);
    expect(isRunCut(old.tokens, now.tokens)).toBe(true);
    expect(isRunCut(old.comments, now.comments)).toBe(true);
    return;
  }
  if (effect === "add") {
    expect(isMadeByCutting(after, before) || isMadeByFilling(before, after)).toBe(true);
    expect(isRunCut(now.tokens, old.tokens)).toBe(true);
    expect(now.comments.map(getText)).toStrictEqual(old.comments.map(getText));
    return;
  }
  if (sortedText(effect.from) === sortedText(effect.to)) expect(after).toBe(before);
  else expect(isMadeByReplacing(before, after, effect)).toBe(true);
}

function getText(piece: Piece): string {
  return piece.text;
}

test("10,000 random JSONC documents: an edit changes its own key and no other byte", { timeout: 300_000 }, () => {
  let applied = 0;
  fc.assert(
    fc.property(cases, ({ seed, depth }) => {
      const choices = toChoices(seed);
      const written = writeValue(choices, depth);
      const before = renderDocument(choices, written);
      expect(sortedText(parseJsonc(before))).toBe(sortedText(toValue(written)));
      const wanted = chooseEdit(choices, toValue(written));
      const { edit, expected } = wanted;
      const result = jsonConfigEditor.edit(before, edit);
      if (!result.ok) {
        expect(edit.kind === "remove" && isTwice(before, edit), result.reason).toBe(true);
        return;
      }
      applied += 1;
      expect(sortedText(parseJsonc(result.text))).toBe(sortedText(expected));
      expectPreserved(before, result.text, wanted);
    }),
    { numRuns: RUNS },
  );
  expect(applied).toBeGreaterThan(RUNS * 0.9);
});
