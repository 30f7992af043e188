import type { RefusalFacts } from "../../domain/refusal.ts";
import { neutralise, neutraliseLines, shorten } from "./neutralise.ts";
import type { Style } from "./style.ts";

const MAX_DETAIL = 2000;

/** A refusal for a person: what happened, where, the evidence, and the next thing to do. */
export function renderRefusal({ code, message, where, details, next }: RefusalFacts, style: Style): string[] {
  const place = where === undefined ? [] : [`  at ${toPlace(where)}`];
  const evidence = Object.entries(details ?? {}).map(([label, value]) => `  ${neutralise(label)}: ${toDetail(value)}`);
  return [
    `${style.paint("bad", code)} ${neutralise(message)}`,
    ...place,
    ...evidence,
    `${style.glyphs.arrow} ${neutralise(next)}`,
  ];
}

function toPlace({ path, line, column }: NonNullable<RefusalFacts["where"]>): string {
  const position = [line, column].filter((part) => part !== undefined);
  return [neutralise(path), ...position].join(":");
}

function toDetail(value: string | number | readonly string[]): string {
  const text = Array.isArray(value) ? value.join(" ") : String(value);
  return neutraliseLines(shorten(text, MAX_DETAIL)).trimEnd().replaceAll("\n", "\n    ");
}

/** A fault of ours: the trace whole, and what to do with it. */
export function renderDefect(error: unknown, style: Style): string[] {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    style.paint("bad", "A defect in hi, not in your project:"),
    ...neutraliseLines(trace)
      .split("\n")
      .map((line) => `  ${line}`),
    `${style.glyphs.arrow} please report it with this trace and the output of hi --version`,
  ];
}
