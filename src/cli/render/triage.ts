import type { FrameLine } from "../../commands/triage.ts";
import type { ScannerFinding } from "../../contracts/scanner.ts";
import { neutralise, shorten } from "./neutralise.ts";

const MAX_TEXT = 500;
const MAX_LINE = 160;

/** A finding with the lines that it speaks of: those that are meant are marked. */
export function renderOpenFinding(finding: ScannerFinding, frame: readonly FrameLine[]): string {
  const { severity, rule_id: rule, cwe, file, line, column, description } = finding;
  const name = cwe === null ? rule : `${rule} (${cwe})`;
  const width = String(frame.at(-1)?.line ?? line).length;
  const lines = frame.map(({ line: at, text, isMeant }, index) => {
    const gap = (frame[index - 1]?.line ?? at - 1) < at - 1 ? ["  …"] : [];
    const mark = isMeant ? ">" : " ";
    return [...gap, `${mark} ${String(at).padStart(width)} | ${neutralise(shorten(text, MAX_LINE))}`].join("\n");
  });
  return [
    `${severity}  ${neutralise(name)}`,
    neutralise(shorten(description, MAX_TEXT)),
    neutralise(`${file}:${line}:${column}`),
    "",
    ...lines,
  ].join("\n");
}

/** From where to where tainted data flows, how sure the rule is, and what to do instead. */
export function renderExplanation(finding: ScannerFinding): string {
  const { source_line: source, sink_line: sink, taint_hops: hops, confidence, fix_suggestion: fix, tags } = finding;
  const lines = [
    ...(source === undefined ? [] : [toPlace("source", source, finding.source_description)]),
    ...(sink === undefined ? [] : [toPlace("sink", sink, finding.sink_description)]),
    ...(hops === undefined ? [] : [`hops: ${hops}`]),
    `confidence: ${confidence}`,
    ...(tags === undefined ? [] : [`tags: ${neutralise(tags.join(", "))}`]),
    ...(finding.crypto_algorithm === undefined ? [] : [`algorithm: ${neutralise(finding.crypto_algorithm)}`]),
    ...(fix === undefined ? [] : [`instead: ${neutralise(shorten(fix, MAX_TEXT))}`]),
  ];
  return lines.join("\n");
}

function toPlace(what: string, line: number, description: string | undefined): string {
  return description === undefined
    ? `${what}: line ${line}`
    : `${what}: line ${line}, ${neutralise(shorten(description, MAX_LINE))}`;
}
