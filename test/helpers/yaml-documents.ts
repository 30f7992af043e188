import type { Choices, Written } from "./jsonc-documents.ts";

interface YamlStyle {
  readonly eol: string;
  readonly unit: number;
  readonly isCompact: boolean;
  readonly hasComments: boolean;
}

const KEYS = ["pre-commit", "commands", "jobs", "run", "glob", "parallel", "quoted key", "a", "b", "c"];
const SCALARS: readonly (readonly [string, string])[] = [
  ["true", "true"],
  ["12", "12"],
  ["plain text", '"plain text"'],
  ["'single # no comment'", '"single # no comment"'],
  ['"double: \\"x\\""', '"double: \\"x\\""'],
  ["1.50", "1.5"],
  ["null", "null"],
  ["npx oxlint", '"npx oxlint"'],
];

/** A scalar's YAML text, by its JSON text. */
const BY_JSON = new Map(SCALARS.map(([yaml, json]) => [json, yaml]));

/** A mapping at the root, keys once each, as YAML demands. */
export function writeYamlValue(choices: Choices, depth: number, isRoot = true): Written {
  const kind = isRoot ? "object" : choices.pick(depth > 0 ? ["scalar", "array", "object"] : ["scalar"]);
  if (kind === "scalar") return { kind, text: choices.pick(SCALARS)[1] };
  const count = choices.below(4);
  if (kind === "array") {
    return { kind, items: Array.from({ length: count }, () => writeYamlValue(choices, depth - 1, false)) };
  }
  const keys = new Set(Array.from({ length: count }, () => choices.pick(KEYS)));
  return { kind: "object", members: [...keys].map((key) => [key, writeYamlValue(choices, depth - 1, false)] as const) };
}

/** Writes a document in block and flow style, with comments, any line ending, a byte order mark or not. */
export function renderYaml(choices: Choices, written: Written): string {
  const style = {
    eol: choices.pick(["\n", "\n", "\r\n"]),
    unit: choices.pick([2, 2, 4]),
    isCompact: choices.chance(40),
    hasComments: choices.chance(60),
  };
  const bom = choices.chance(10) ? "\uFEFF" : "";
  const head = choices.pick(["", "", "---\n", style.hasComments ? "# head\n\n" : ""]).replaceAll("\n", style.eol);
  const isEmpty = written.kind === "object" && written.members.length === 0;
  const body = isEmpty
    ? choices.pick(["", "{}", "# nothing yet"])
    : toLines(written, 0, { choices, style }).join(style.eol);
  return bom + head + body + choices.pick(["", style.eol, style.eol, style.eol + style.eol]);
}

interface Rendering {
  readonly choices: Choices;
  readonly style: YamlStyle;
}

function toLines(written: Written, column: number, rendering: Rendering): readonly string[] {
  const pad = " ".repeat(column);
  if (written.kind === "object") {
    return written.members.flatMap(([key, value]) => toMemberLines([key, value], column, rendering));
  }
  if (written.kind === "scalar") return [pad + toScalar(written.text)];
  return written.items.flatMap((item) => {
    const inner = isFlowing(item, rendering)
      ? [toFlow(item) + beside(rendering)]
      : toLines(item, column + 2, rendering);
    const [first = "", ...rest] = inner;
    // A comment above the first key of an item would stand between the dash and the key.
    if (first.trim().startsWith("#")) return [`${pad}- ${toFlow(item)}`];
    return [`${pad}- ${first.trimStart()}`, ...rest];
  });
}

function toMemberLines(
  [key, value]: readonly [string, Written],
  column: number,
  rendering: Rendering
): readonly string[] {
  const { choices, style } = rendering;
  const pad = " ".repeat(column);
  const above = style.hasComments && choices.chance(15) ? [`${pad}# above ${key}`] : [];
  const name = choices.chance(10) ? `"${key}"` : key;
  if (isFlowing(value, rendering)) return [...above, `${pad}${name}: ${toFlow(value)}${beside(rendering)}`];
  const step = value.kind === "array" && style.isCompact ? 0 : style.unit;
  return [...above, `${pad}${name}:${beside(rendering)}`, ...toLines(value, column + step, rendering)];
}

function isFlowing(written: Written, { choices }: Rendering): boolean {
  if (written.kind === "scalar") return true;
  const count = written.kind === "array" ? written.items.length : written.members.length;
  return count === 0 || choices.chance(20);
}

function toFlow(written: Written): string {
  if (written.kind === "scalar") return toScalar(written.text);
  if (written.kind === "array") return `[${written.items.map(toFlow).join(", ")}]`;
  return `{${written.members.map(([key, value]) => `${key}: ${toFlow(value)}`).join(", ")}}`;
}

function toScalar(json: string): string {
  return BY_JSON.get(json) ?? json;
}

function beside({ choices, style }: Rendering): string {
  return style.hasComments && choices.chance(15) ? " # beside" : "";
}
