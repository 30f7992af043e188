import { describe, expect, it } from "vitest";

import { neutralise } from "../../src/cli/render/neutralise.ts";
import { toPlainLine } from "../../src/domain/plain-text.ts";

// One list of what is not shown as it is, for terminals (made visible) and for agents (taken out).

const LAST = 0x10_ff_ff;

function* everyCharacter(): Generator<string> {
  for (let code = 0; code <= LAST; code += 1) yield String.fromCodePoint(code);
}

const isHidden = (char: string): boolean =>
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(char) ||
  /[\uFFF9-\uFFFB\u2800]/.test(char);

describe("a character", () => {
  it("is left as it is where it shows what it is, and never where it hides, orders or controls", () => {
    const wrong: string[] = [];
    let hidden = 0;
    for (const char of everyCharacter()) {
      const isTaken = isHidden(char);
      hidden += isTaken ? 1 : 0;
      const line = toPlainLine(`a${char}b`, 10);
      const shown = neutralise(char);
      if (isTaken ? line.includes(char) || shown.includes(char) : line !== `a${char}b` || shown !== char) {
        wrong.push(char.codePointAt(0)?.toString(16) ?? "");
      }
    }
    expect(wrong).toStrictEqual([]);
    expect(hidden).toBeGreaterThan(6000);
  });

  it.each([
    ["zero-width", "\u200B\u200C\u200D\u2060\uFEFF"],
    ["bidirectional", "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"],
    ["a variation selector", "\uFE00\uFE0F\u180B\u{E0100}\u{E01EF}"],
    ["a tag", "\u{E0001}\u{E0041}\u{E007F}"],
    ["a filler", "\u115F\u1160\u3164\uFFA0\u2800"],
    ["a soft hyphen, a joiner, an invisible operator", "\u00AD\u034F\u2061\u2062\u2063\u2064"],
    ["an annotation", "\uFFF9\uFFFA\uFFFB"],
    ["musical formatting", "\u{1D173}\u{1D17A}"],
  ])("that is %s is taken out for an agent, and shown by its number in a terminal", (_, chars) => {
    expect(toPlainLine(`a${chars}b`, 100)).toBe("ab");
    expect(neutralise(chars)).toMatch(/^(?:\\u\{[0-9a-f]+\})+$/);
  });
});

describe("a line for an agent", () => {
  it.each([
    ["colours", "a\u001B[31;1mb\u001B[0m", "ab"],
    ["a title", "a\u001B]0;evil\u0007b", "ab"],
    ["a link", "a\u001B]8;;http://x\u001B\\b\u001B]8;;\u001B\\", "ab"],
    ["a device control string", "a\u001BP1$r0m\u001B\\b", "ab"],
    ["C1 introducers", "a\u009B2Jb\u009D0;t\u009Cc", "abc"],
    ["line breaks of all kinds", "a\nb\r\nc\u0085d\u2028e\u2029f\u000Bg", "a b c d e f g"],
    ["half a pair", "a\uD800b\uDC00c", "abc"],
    ["a sequence that is broken up", "a\u001B\u200B[31mb", "a [31mb"],
  ])("has no %s", (_, text, plain) => {
    expect(toPlainLine(text, 100)).toBe(plain);
  });

  it("is cut between characters and says so", () => {
    expect(toPlainLine("😀😀😀", 4)).toBe("😀…");
    expect(toPlainLine("abcdef", 4)).toBe("abc…");
  });
});
