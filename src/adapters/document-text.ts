import type { ParseProblem } from "../domain/config-edit.ts";
import { parseShallowJson } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import { toPointer, toPointerSegments } from "../domain/json.ts";
import type { RelativePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { toTextPosition } from "../domain/text-position.ts";
import { findMember, findNode, readJsonText, toJson } from "./json-text.ts";
import type { SchemaError, Validator } from "./validators.generated.js";

/** How one kind of document is read, and what its refusals are called. */
export interface DocumentKind {
  readonly name: string;
  readonly version: number;
  /** Comments and trailing commas are allowed: people write it. */
  readonly isRelaxed: boolean;
  readonly validate: Validator;
  readonly invalidCode: string;
  readonly newerCode: string;
  /** What to do about a broken one. */
  readonly next: string;
}

/** A document as it is read: its text and where it stands, for refusals that name the place. */
export interface DocumentText {
  readonly kind: DocumentKind;
  readonly text: string;
  readonly path: RelativePath;
}

/** What is wrong, at a value (by pointer) or at a member's name. */
export interface DocumentFault {
  readonly pointer: string;
  readonly key?: string;
  readonly message: string;
}

/** UTF-16 code units; a receipt of 10,000 files is a tenth of it. */
const LONGEST = 32 * 1024 * 1024;
/** Values nested deeper are not ours, and would exhaust whoever walks them. */
const DEEPEST = 64;

/** Parses a document and checks its version; not yet its schema. @throws Refusal with the kind's codes */
export function parseDocument(document: DocumentText): Json {
  const { kind, text } = document;
  if (text.length > LONGEST) throw refuseAt(document, { message: "it is too large to be one", line: 1, column: 1 });
  const value = parseValue(document);
  const version = getMember(value, "schemaVersion");
  if (typeof version === "number" && Number.isInteger(version) && version > kind.version) {
    throw new Refusal({
      code: kind.newerCode,
      message: `The ${kind.name} was written by a newer hi (its schema version is ${version}, this hi knows ${kind.version}).`,
      where: locate(document, { pointer: "/schemaVersion", message: "" }),
      next: "npm install --save-dev harness-intelligence@latest",
    });
  }
  return value;
}

/** Holds a parsed document to its schema. @throws Refusal at the first rule that it breaks */
export function validateDocument(document: DocumentText, value: Json): void {
  const { validate } = document.kind;
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  throw refuseFault(document, error ? toFault(error) : { pointer: "", message: "it does not follow its schema" });
}

/** A refusal that names the place of a fault in the text. */
export function refuseFault(document: DocumentText, fault: DocumentFault): Refusal {
  const { path: _, ...place } = locate(document, fault);
  return refuseAt(document, { message: fault.message, line: 1, column: 1, ...place });
}

/** One member of an object, own ones only. */
export function getMember(value: Json | undefined, key: string): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, key)) {
    return undefined;
  }
  return (value as { readonly [key: string]: Json })[key];
}

/** Text from outside, short and without control characters, as it may stand in a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** A refusal at a line and a column of the text. */
export function refuseAt({ kind, path, text }: DocumentText, { message, line, column }: ParseProblem): Refusal {
  const isConflict = /^<{7}(?: |$)/m.test(text.slice(0, LONGEST));
  const cause = isConflict ? "it holds the markers of a merge conflict" : message;
  return new Refusal({
    code: kind.invalidCode,
    message: `The ${kind.name} cannot be used: ${cause}.`,
    where: { path, line, column },
    next: isConflict ? `settle the conflict in ${path}, then run the same command again` : kind.next,
  });
}

/** The platform's parser first, for speed; the tree only where something is wrong or comments may stand. */
function parseValue(document: DocumentText): Json {
  const { kind, text } = document;
  const value = parseFast(text);
  if (value !== undefined) return value;
  const reading = readJsonText(text, !kind.isRelaxed);
  if (!reading.ok) throw refuseAt(document, reading.problem);
  if (!reading.document.root) throw refuseAt(document, { message: "it is empty", line: 1, column: 1 });
  return toJson(reading.document.root);
}

function parseFast(text: string): Json | undefined {
  try {
    return parseShallowJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is nested deeper than any of ours; looks level by level, so that nothing can exhaust the stack. */
export function isTooDeep(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap((item) => (item !== null && typeof item === "object" ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Where a fault lies: the path, and line and column where the text can be read. */
export function locate(
  { text, path, kind }: DocumentText,
  { pointer, key }: DocumentFault
): { path: string; line?: number; column?: number } {
  const reading = readJsonText(text, !kind.isRelaxed);
  if (!reading.ok) return { path };
  const node = findNode(reading.document.root, pointer);
  const member = node && key !== undefined && node.type === "object" ? findMember(node, key) : undefined;
  const offset = member?.offset ?? node?.offset;
  return offset === undefined ? { path } : { path, ...toTextPosition(text, offset) };
}

function toFault({ instancePath, keyword, params, message, propertyName }: SchemaError): DocumentFault {
  const at = instancePath === "" ? "it" : quote(toPointerSegments(instancePath).join("."));
  if (propertyName !== undefined) {
    return {
      pointer: instancePath,
      key: propertyName,
      message: `${quote(propertyName)} is no name that may stand here`,
    };
  }
  const extra = params["additionalProperty"];
  if (typeof extra === "string") {
    return { pointer: instancePath, key: extra, message: `${quote(extra)} is not known here` };
  }
  if (keyword === "false schema") return toFaultAtKey(instancePath);
  if (keyword === "required") {
    return { pointer: instancePath, message: `${at} has no ${quote(String(params["missingProperty"]))}` };
  }
  if (keyword === "enum") {
    return { pointer: instancePath, message: `${at} must be one of ${toList(params["allowedValues"])}` };
  }
  if (keyword === "const") {
    return { pointer: instancePath, message: `${at} must be ${JSON.stringify(params["allowedValue"])}` };
  }
  return { pointer: instancePath, message: `${at} ${message ?? "is not as it must be"}` };
}

/** A member that the schema forbids beside another. */
function toFaultAtKey(instancePath: string): DocumentFault {
  const segments = toPointerSegments(instancePath);
  const key = segments.at(-1) ?? "";
  return {
    pointer: toPointer(segments.slice(0, -1)),
    key,
    message: `${quote(key)} does not belong to an entry of this class`,
  };
}

function toList(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(", ") : "the allowed values";
}
