import type { Json } from "../../src/domain/json.ts";

/** A deterministic source of choices, so that a failing case is one number. */
export interface Choices {
  /** An integer in `[0, below)`. */
  readonly below: (below: number) => number;
  readonly chance: (percent: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
}

/** mulberry32. */
export function toChoices(seed: number): Choices {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}

/** A value as written: members in order, duplicates included, scalars as their own text. */
export type Written =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "array"; readonly items: readonly Written[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Written])[] };

const KEYS = [
  "a",
  "b",
  "c",
  "scripts",
  "extends",
  "//",
  "__proto__",
  "constructor",
  "a/b",
  "~t",
  "é",
  "",
  "length",
  "0",
];
const SCALARS = [
  "null",
  "true",
  "false",
  "0",
  "-1",
  "1.50",
  "1e3",
  "12345678901234567890",
  "0.1000000000000000055",
  '""',
  '"x"',
  '"// no comment"',
  '"/* nor this */"',
  '"a, b"',
  '"\\u00e9\\n"',
  '"}"',
  '"]\\""',
  '"日本"',
];

/** Any value; objects at the top so that edits have a place. */
export function writeValue(choices: Choices, depth: number, isRoot = true): Written {
  const kind = isRoot ? "object" : choices.pick(depth > 0 ? ["scalar", "array", "object", "object"] : ["scalar"]);
  if (kind === "scalar") return { kind, text: choices.pick(SCALARS) };
  const count = choices.below(5);
  if (kind === "array") {
    return { kind, items: Array.from({ length: count }, () => writeValue(choices, depth - 1, false)) };
  }
  const members = Array.from(
    { length: count },
    () => [choices.pick(KEYS), writeValue(choices, depth - 1, false)] as const
  );
  const isSorted = choices.chance(30);
  return {
    kind: "object",
    members: isSorted ? members.toSorted(([left], [right]) => (left < right ? -1 : 1)) : members,
  };
}

/** The JSON value that a reader sees; of a key that stands twice the last. */
export function toValue(written: Written): Json {
  if (written.kind === "scalar") return JSON.parse(written.text) as Json;
  if (written.kind === "array") return written.items.map(toValue);
  return Object.fromEntries(written.members.map(([key, value]) => [key, toValue(value)]));
}

/** How a document is written. */
export interface Style {
  readonly eol: string;
  readonly unit: string;
  readonly isChaotic: boolean;
  readonly hasComments: boolean;
  readonly trailingCommas: number;
  readonly colon: string;
}

/** Writes a document with comments, trailing commas, odd spacing, any line ending, a byte order mark or not. */
export function renderDocument(choices: Choices, written: Written, overrides: Partial<Style> = {}): string {
  const style: Style = {
    eol: choices.pick(["\n", "\n", "\r\n", "\r"]),
    unit: choices.pick(["  ", "  ", "\t", "    ", "   ", " "]),
    isChaotic: choices.chance(25),
    hasComments: choices.chance(60),
    trailingCommas: choices.pick([0, 0, 30, 100]),
    colon: choices.pick([": ", ": ", ":", " : "]),
    ...overrides,
  };
  const bom = choices.chance(15) ? "\uFEFF" : "";
  const header = style.hasComments && choices.chance(20) ? `// header${style.eol}` : "";
  const body = render(written, { choices, style, indentation: "" });
  const end = choices.pick(["", style.eol, style.eol, style.eol + style.eol, style.hasComments ? " // end" : ""]);
  return bom + header + body + end;
}

interface Rendering {
  readonly choices: Choices;
  readonly style: Style;
  readonly indentation: string;
}

function render(written: Written, rendering: Rendering): string {
  if (written.kind === "scalar") return written.text;
  const inner = { ...rendering, indentation: rendering.indentation + rendering.style.unit };
  if (written.kind === "array") {
    return renderContainer(
      written.items.map((item) => render(item, inner)),
      "[]",
      rendering
    );
  }
  const members = written.members.map(([key, value]) => {
    const name = rendering.choices.chance(5) && key === "a" ? '"\\u0061"' : JSON.stringify(key);
    const colon = rendering.style.isChaotic ? `${chaos(rendering)}:${chaos(rendering)}` : rendering.style.colon;
    return `${name}${colon}${render(value, inner)}`;
  });
  return renderContainer(members, "{}", rendering);
}

function renderContainer(items: readonly string[], brackets: string, rendering: Rendering): string {
  const { choices, style, indentation } = rendering;
  const [open, close] = [brackets.charAt(0), brackets.charAt(1)];
  if (style.isChaotic) {
    return (
      open + items.map((item, index) => chaotic(item, index, { items, rendering })).join("") + chaos(rendering) + close
    );
  }
  if (items.length === 0) {
    return (
      open +
      choices.pick(["", "", " ", style.eol + indentation]) +
      (style.hasComments && choices.chance(10) ? `/* none */` : "") +
      close
    );
  }
  const isTrailing = choices.chance(style.trailingCommas);
  if (choices.chance(30)) {
    const pad = choices.pick(["", " "]);
    return open + pad + items.join(choices.pick([", ", ","])) + (isTrailing ? "," : "") + pad + close;
  }
  const lead = style.eol + indentation + style.unit;
  const lines = items.map((item, index) => {
    const above = style.hasComments && choices.chance(12) ? `${lead}// above` : "";
    const beside =
      style.hasComments && choices.chance(12) ? choices.pick([" // beside, so", " /* beside */", "/*b*/ // c"]) : "";
    const comma = index < items.length - 1 || isTrailing ? "," : "";
    return `${above}${lead}${item}${comma}${beside}`;
  });
  const tail = style.hasComments && choices.chance(12) ? `${lead}// tail` : "";
  return `${open}${lines.join("")}${tail}${style.eol}${indentation}${close}`;
}

function chaotic(
  item: string,
  index: number,
  { items, rendering }: { items: readonly string[]; rendering: Rendering }
): string {
  const isLast = index === items.length - 1;
  const comma = !isLast || rendering.choices.chance(rendering.style.trailingCommas) ? "," : "";
  return `${chaos(rendering)}${item}${chaos(rendering)}${comma}`;
}

/** White space and comments as nobody writes them, but as a reader must take them. */
function chaos({ choices, style }: Rendering): string {
  const parts = Array.from({ length: choices.below(3) }, () => {
    const isComment = style.hasComments && choices.chance(25);
    if (isComment) return choices.pick(["/* c */", "/**/", `/* two${style.eol}lines */`, `// line${style.eol}`]);
    return choices.pick([" ", "  ", "\t", style.eol, `${style.eol}${style.unit}`]);
  });
  return parts.join("");
}
