import { lstatSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

import { parseShallowJson } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { PlanFile } from "../domain/plan-file.ts";
import { PLAN_FORMAT_VERSION, toBytes, toSeal } from "../domain/plan-file.ts";
import { Refusal } from "../domain/refusal.ts";
import { encodeText } from "../domain/text-encoding.ts";
import type { PlanFiles, ReadPlan } from "../pipeline/world.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "../runtime/io/read-regular.ts";
import { writeBeside } from "./atomic-file.ts";
import { sha256 } from "./hash.ts";
import { orUndefined, toErrorCode } from "./system-error.ts";
import { validatePlan } from "./validators.generated.plan.js";

/** Reads and writes plan files, by a name from the working directory. A plan comes from anywhere and is untrusted. */
export function createPlanFiles(cwd: AbsolutePath): PlanFiles {
  const toFile = (name: string): AbsolutePath => path.resolve(cwd, name) as AbsolutePath;
  return {
    refuseUnwritable: (name) => refuseUnwritable(name, toFile(name)),
    write: (name, document) => writePlan(name, toFile(name), document),
    read: (name) => readPlan(name, toFile(name)),
  };
}

/** Only a plan is ever replaced, and nothing is written through a link. */
async function refuseUnwritable(name: string, file: AbsolutePath): Promise<void> {
  const folder = orUndefined(["ENOENT", "ENOTDIR", "EACCES"], () => statSync(path.dirname(file)));
  if (!folder?.isDirectory()) throw toNoPlace(name, "its folder is not there");
  const standing = orUndefined(["ENOENT"], () => lstatSync(file));
  if (standing === undefined) return;
  const isPlan = standing.isFile() && (await isPlanFile(file));
  if (!isPlan) throw toNoPlace(name, "something else stands there");
}

async function isPlanFile(file: AbsolutePath): Promise<boolean> {
  const bytes = await readRegularFile(file, MAX_SOURCE_BYTES);
  return bytes !== undefined && /^\s*\{\s*"format":\s*"hi-plan"/.test(bytes.subarray(0, 256).toString("utf8"));
}

async function writePlan(name: string, file: AbsolutePath, document: PlanFile): Promise<void> {
  await refuseUnwritable(name, file);
  const bytes = encodeText(`${JSON.stringify(document, null, 1)}\n`);
  if (bytes.length > MAX_SOURCE_BYTES) throw toNoPlace(name, `it would be ${bytes.length} bytes long`);
  let temporary: AbsolutePath | undefined;
  try {
    temporary = writeBeside(file, { bytes, mode: 0o644 });
    renameSync(temporary, file);
  } catch (error) {
    const code = toErrorCode(error);
    if (temporary !== undefined) rmSync(temporary, { force: true });
    if (code === undefined) throw error;
    throw toNoPlace(name, code);
  }
}

function toNoPlace(name: string, why: string): Refusal {
  return new Refusal({
    code: "HI_PLAN_UNWRITABLE",
    message: `The plan cannot be written to ${name}: ${why}.`,
    where: { path: name },
    next: "name another file for --plan-out; nothing was written",
  });
}

/** @throws Refusal HI_PLAN_INVALID, HI_PLAN_NEWER */
async function readPlan(name: string, file: AbsolutePath): Promise<ReadPlan> {
  const bytes = await readRegularFile(file, MAX_SOURCE_BYTES);
  if (bytes === undefined) {
    throw toInvalid(name, "it is not there, is no file, cannot be read, or is too large to be one");
  }
  const value = parse(name, bytes.toString("utf8"));
  const minor = readVersion(name, value);
  if (!validatePlan(value)) {
    const [error] = validatePlan.errors ?? [];
    throw toInvalid(name, `${error?.instancePath || "the document"} ${error?.message ?? "does not follow its schema"}`);
  }
  const document = value as unknown as PlanFile;
  if (toSeal(document, sha256) !== document.seal) throw toInvalid(name, "its seal does not fit what it holds");
  refuseOtherContents(name, document);
  const unknown = listUnknown(document);
  if (unknown.length > 0 && minor <= KNOWN.minor) throw toInvalid(name, `its version has no ${unknown.join(", ")}`);
  return { document, unknown };
}

function parse(name: string, text: string): Json {
  try {
    return parseShallowJson(text);
  } catch (error) {
    throw toInvalid(name, `it is no JSON (${(error as Error).message})`);
  }
}

const KNOWN = toVersion(PLAN_FORMAT_VERSION);

function toVersion(text: unknown): { readonly major: number; readonly minor: number } {
  const [, major = "", minor = ""] = /^(\d{1,6})\.(\d{1,6})$/.exec(typeof text === "string" ? text : "") ?? [];
  return { major: Number(major || Number.NaN), minor: Number(minor || Number.NaN) };
}

/** The minor of a document that this reader understands. */
function readVersion(name: string, value: Json): number {
  const record = (value === null || typeof value !== "object" ? {} : value) as { readonly [key: string]: Json };
  if (record["format"] !== "hi-plan") throw toInvalid(name, "it is no plan of hi");
  const { major, minor } = toVersion(record["formatVersion"]);
  if (major > KNOWN.major) {
    throw new Refusal({
      code: "HI_PLAN_NEWER",
      message: `${name} was written by a newer hi (format ${String(record["formatVersion"])}, this hi reads ${KNOWN.major}).`,
      where: { path: name },
      next: "npm install --save-dev harness-intelligence@latest",
    });
  }
  if (major !== KNOWN.major) throw toInvalid(name, "it has no format version that is known");
  return minor;
}

/** Contents are named by what they hold: a text under another's name would show what is not planned. */
function refuseOtherContents(name: string, { contents }: PlanFile): void {
  for (const [hash, content] of Object.entries(contents)) {
    const bytes = toBytesOrNothing(content);
    if (bytes === undefined || sha256(bytes) !== hash) {
      throw toInvalid(name, `the content ${hash} is not what its name says`);
    }
  }
}

function toBytesOrNothing(content: PlanFile["contents"][string]): Uint8Array | undefined {
  try {
    return toBytes(content);
  } catch {
    return undefined;
  }
}

const FIELDS: ReadonlySet<string> = new Set([
  "format",
  "formatVersion",
  "hi",
  "verb",
  "inputs",
  "choices",
  "plan",
  "preview",
  "findings",
  "evidence",
  "commands",
  "contents",
  "seal",
]);

const ENTRY_FIELDS: ReadonlySet<string> = new Set([
  "path",
  "action",
  "ownership",
  "generator",
  "reason",
  "before",
  "after",
  "mode",
  "keys",
  "manual",
]);

/** Fields that this reader does not know: of a newer minor, they may be passed over. */
function listUnknown(document: PlanFile): readonly string[] {
  const fields = Object.keys(document).filter((field) => !FIELDS.has(field));
  const ofEntries = document.plan.entries.flatMap((entry) =>
    Object.keys(entry).filter((field) => !ENTRY_FIELDS.has(field))
  );
  return [...new Set([...fields, ...ofEntries.map((field) => `plan.entries.${field}`)])].toSorted();
}

function toInvalid(name: string, problem: string): Refusal {
  return new Refusal({
    code: "HI_PLAN_INVALID",
    message: `${name} cannot be used as a plan: ${problem}.`,
    where: { path: name },
    next: "hi update --plan-out FILE makes one; nothing was written",
  });
}
