/** How a file itself writes an assertion: what people are told of it names no library that is not there. */
export interface Written {
  /** `assert.ok(…)`, `expect(…).toBe(…)`, `assert …`: the first `…` is what is asserted about. */
  readonly text: string;
  /** The word of the language that turns a condition round. */
  readonly not: "!" | "not ";
}

/** A longer name of what asserts is cut to its last part. */
const MAX_NAME = 40;

export const inScript = (text: string): Written => ({ text, not: "!" });
export const inPython = (text: string): Written => ({ text, not: "not " });

/** A call of a name: `assert.ok(…)`; with nothing handed over, `raises()`. */
export function toCallText(name: string, count: number): string {
  const shown = name.length > MAX_NAME ? `….${name.slice(name.lastIndexOf(".") + 1).slice(0, MAX_NAME)}` : name;
  return `${shown}(${count > 0 ? "…" : ""})`;
}

/** Puts a condition in the place of what is asserted about; each `!` in front of it turns it round. */
export function withCondition({ text, not }: Written, condition: string): Written {
  const [, turns = "", rest = ""] = /^(!*)(.*)$/s.exec(condition) ?? [];
  const inner = not === "!" && turns !== "" && rest.includes(" ") ? `(${rest})` : rest;
  return { text: text.replace("…", () => not.repeat(turns.length) + inner), not };
}
