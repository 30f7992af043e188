import { toLimits } from "../contracts/custom-lint.ts";
import type { Json } from "../domain/json.ts";
import { toPointer } from "../domain/json.ts";
import type { LinterLimits, RegisteredLinter } from "../domain/linters.ts";
import {
  EDIT_TOOLS,
  FAILURE_POLICIES,
  findVariableProblem,
  LINTER_EVENTS,
  LINTER_TOOLS,
  toVariableName,
} from "../domain/linters.ts";
import type { RelativePath, ScopePath } from "../domain/paths.ts";
import { parseRelativePath } from "../domain/paths.ts";
import { toTextPosition } from "../domain/text-position.ts";
import type { DocumentText } from "./document-text.ts";
import { getMember, quote, refuseAt, refuseFault } from "./document-text.ts";
import { findRepeatedMember, getMemberName, readJsonText } from "./json-text.ts";

/**
 * Reads the custom linters of settings that follow their schema: what a schema cannot say is checked here.
 * @throws Refusal HI_SETTINGS_INVALID naming the place
 */
export function readLinterSettings(document: DocumentText, value: Json): readonly RegisteredLinter[] {
  refuseRepeated(document);
  const listed = getMember(value, "linters");
  const linters = (Array.isArray(listed) ? listed : []).map((item: Json, index) =>
    readLinter({ document, item, pointer: toPointer(["linters", String(index)]) })
  );
  for (const [index, { name }] of linters.entries()) {
    if (linters.findIndex((other) => other.name === name) === index) continue;
    const pointer = toPointer(["linters", String(index), "name"]);
    throw refuseFault(document, { pointer, message: `a linter named ${quote(name)} is registered twice` });
  }
  return linters.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** A second policy, or a second list, would silently win: what enforces must be said once. */
function refuseRepeated(document: DocumentText): void {
  // A name may be written with escapes.
  if (!/linters|\\u/.test(document.text)) return;
  const reading = readJsonText(document.text);
  const member = reading.ok ? findRepeatedMember(reading.document.root) : undefined;
  if (!member) return;
  const message = `${quote(getMemberName(member))} stands twice in one object`;
  throw refuseAt(document, { message, ...toTextPosition(document.text, member.offset) });
}

interface Entry {
  readonly document: DocumentText;
  readonly item: Json;
  readonly pointer: string;
}

function readLinter(entry: Entry): RegisteredLinter {
  const { item } = entry;
  const tools = getTexts(item, "tools");
  const dir = getText(item, "dir") ?? ".";
  const argv = getTexts(item, "argv");
  if ((argv[0] ?? "").trim() === "") {
    throw refuseFault(entry.document, { pointer: `${entry.pointer}/argv`, message: "its first word names no program" });
  }
  const events = LINTER_EVENTS.filter((event) => getTexts(item, "events").includes(event));
  if (tools.length > 0 && !events.includes("pre-tool") && !EDIT_TOOLS.some((tool) => tools.includes(tool))) {
    const message = `it would never be asked: after an edit the tool is one of ${EDIT_TOOLS.join(", ")}`;
    throw refuseFault(entry.document, { pointer: `${entry.pointer}/tools`, message });
  }
  return {
    name: getText(item, "name") ?? "",
    argv,
    events,
    tools: tools.length === 0 ? LINTER_TOOLS : LINTER_TOOLS.filter((tool) => tools.includes(tool)),
    // The schema has just said that it is one; a gate is what else it would be.
    onFailure: FAILURE_POLICIES.find((policy) => policy === getMember(item, "onFailure")) ?? "closed",
    limits: toLimits((getMember(item, "limits") ?? {}) as Partial<LinterLimits>),
    env: readVariables(entry),
    dir: dir === "." ? ("." as ScopePath) : (readPath(entry, "dir", dir) as unknown as ScopePath),
    about: readDescription(entry),
  };
}

function readVariables({ document, item, pointer }: Entry): readonly string[] {
  const entries = getTexts(item, "env");
  for (const [index, text] of entries.entries()) {
    const problem = findVariableProblem(text);
    if (problem === undefined) continue;
    const message = `${quote(toVariableName(text))} ${problem === "bad-variable" ? "is no variable" : "is the host's own, and may not be set"}`;
    throw refuseFault(document, { pointer: `${pointer}/env/${index}`, message });
  }
  return entries;
}

function readDescription(entry: Entry): RegisteredLinter["about"] {
  const version = getText(entry.item, "version");
  const capabilities = getTexts(entry.item, "capabilities");
  const requests = getText(entry.item, "requests");
  return {
    ...(version === undefined ? {} : { version }),
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(requests === undefined ? {} : { requests: readPath(entry, "requests", requests) }),
  };
}

/** `./a/b/` is `a/b`; links are looked at where the path is used. */
function readPath({ document, pointer }: Entry, name: string, text: string): RelativePath {
  const path = parseRelativePath(text.replace(/^(?:\.\/)+/, "").replace(/\/+$/, ""));
  if (typeof path === "string") return path;
  const message = `${quote(text)} is no folder inside the repository (${path.problem})`;
  throw refuseFault(document, { pointer: `${pointer}/${name}`, message });
}

function getText(value: Json, name: string): string | undefined {
  const text = getMember(value, name);
  return typeof text === "string" ? text : undefined;
}

function getTexts(value: Json, name: string): readonly string[] {
  const items = getMember(value, name);
  return Array.isArray(items) ? items.filter((item) => typeof item === "string") : [];
}
