import { expect } from "vitest";

import type { ExpectedEdit } from "./jsonc-edits.ts";
import { sortedText } from "./jsonc-edits.ts";
import type { Piece } from "./jsonc-oracle.ts";
import { isMadeByCutting, isMadeByFilling, isMadeByReplacing, isRunCut, lex } from "./jsonc-oracle.ts";

/** Fails where an edit touched a byte outside its own range, lost a comment or changed another token. */
export function expectPreserved(before: string, after: string, { effect }: ExpectedEdit): void {
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
