import type { CustomLintFinding } from "../../contracts/custom-lint.ts";
import type { PreToolSaying, PreToolVerdict } from "../../contracts/pre-tool-verdict.ts";
import { toPlainLine } from "../../domain/plain-text.ts";
import { countBytes } from "../feedback-text.ts";

const MAX_NAME = 80;
const MAX_ID = 120;
const MAX_MESSAGE = 400;
const MAX_PATH = 300;
const MAX_EVIDENCE = 200;
/** Room kept for the line that says how much was left out. */
const LEFT_OUT_BYTES = 60;

/** The verdict as text for an agent: what refuses first, one line a finding, cut on a line's boundary. */
export function renderVerdict({ disposition, sayings }: PreToolVerdict, maxBytes: number): string {
  const isDenied = disposition === "deny";
  const denying = sayings.filter((saying) => saying.disposition === "deny");
  const others = sayings.filter((saying) => saying.disposition !== "deny");
  const opening = isDenied ? [denying.every(isUndecided) ? NOT_DECIDED : DENIED] : [];
  const lines = [...opening, ...denying.flatMap(renderSaying), ...others.flatMap(renderSaying)];
  return fit(lines, maxBytes);
}

const DENIED = "Not done: the call was refused before it was made.";
const NOT_DECIDED =
  "Not done: whether the call may be made could not be decided, so it was refused. That is no verdict on it.";

/** What a person should know beside the verdict, in one line; empty where that is nothing. */
export function renderNotice({ sayings }: PreToolVerdict): string {
  const lines = sayings.flatMap((saying) => [...renderUndecided(saying), ...saying.notes]);
  return lines.length === 0 ? "" : toPlainLine(`hi: ${lines.join(" · ")}`, MAX_MESSAGE);
}

const isUndecided = ({ undecided }: PreToolSaying): boolean => undecided !== undefined;

function renderSaying(saying: PreToolSaying): readonly string[] {
  const notes = saying.notes.map((note) => toPlainLine(note, MAX_MESSAGE));
  if (saying.undecided) return [...renderUndecided(saying), ...notes];
  if (saying.disposition === "allow") return notes;
  const name = toPlainLine(saying.speaker, MAX_NAME);
  const verb = saying.disposition === "deny" ? "denies it" : "advises";
  const findings = saying.findings.map(renderFinding);
  return [findings.length === 0 ? `${name} ${verb}.` : `${name} ${verb}:`, ...findings, ...notes];
}

function renderUndecided({ speaker, undecided, disposition }: PreToolSaying): readonly string[] {
  if (!undecided) return [];
  const policy = disposition === "deny" ? "so the call is refused" : "which does not stop the call";
  const why = toPlainLine(`${undecided.kind}: ${undecided.message}`, MAX_MESSAGE);
  return [`${toPlainLine(speaker, MAX_NAME)} could not decide, ${policy} (${why}).`];
}

function renderFinding({ id, severity, message, location, evidence }: CustomLintFinding): string {
  const numbers = [location?.line, location?.column].filter((number) => number !== undefined);
  const place = location
    ? [location.path ?? "", ...numbers].map((part) => toPlainLine(String(part), MAX_PATH)).join(":")
    : "";
  return [
    `  ${toPlainLine(id, MAX_ID)} ${toPlainLine(severity, MAX_NAME)} ${toPlainLine(message, MAX_MESSAGE)}`,
    ...(place === "" ? [] : [`(${place})`]),
    ...(evidence === undefined ? [] : [`— ${toPlainLine(evidence, MAX_EVIDENCE)}`]),
  ].join(" ");
}

function fit(lines: readonly string[], maxBytes: number): string {
  let room = maxBytes - LEFT_OUT_BYTES;
  const shown = lines.filter((line) => {
    room -= countBytes(line) + 1;
    return room >= 0;
  });
  const leftOut = lines.length - shown.length;
  return [...shown, ...(leftOut > 0 ? [`… and ${leftOut} more lines that are not shown here`] : [])].join("\n");
}
