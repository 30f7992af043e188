import { STOP_BLOCKS } from "../domain/guard-record.ts";
import { HOOK_DEADLINE_MS } from "../domain/hook-deadline.ts";
import type { Json } from "../domain/json.ts";
import { toPointer } from "../domain/json.ts";
import { parsePattern } from "../domain/path-pattern.ts";
import type { RelativePath, ScopePath } from "../domain/paths.ts";
import { parseRelativePath } from "../domain/paths.ts";
import type { Receipt, RecordedKey } from "../domain/receipt.ts";
import { RECEIPT_SCHEMA_VERSION } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import { parseScope, toScopeSentence } from "../domain/selection.ts";
import { findOldVersion } from "../domain/settings-migration.ts";
import type { Settings } from "../domain/settings.ts";
import { COMMIT_GATES, PACKS, PROVIDERS, SETTINGS_SCHEMA_VERSION } from "../domain/settings.ts";
import type { DocumentReader } from "../pipeline/world.ts";
import type { DocumentKind, DocumentText } from "./document-text.ts";
import { getMember, isTooDeep, locate, parseDocument, quote, refuseFault, validateDocument } from "./document-text.ts";
import { readLinterSettings } from "./linter-settings.ts";
import { readScanSettings } from "./scan-settings.ts";
import { validateReceipt, validateSettings } from "./validators.generated.js";

const RECEIPT: DocumentKind = {
  name: "receipt",
  version: RECEIPT_SCHEMA_VERSION,
  isRelaxed: false,
  validate: validateReceipt,
  invalidCode: "HI_RECEIPT_INVALID",
  newerCode: "HI_RECEIPT_NEWER",
  next: "bring back the committed one: git checkout -- .hi/receipt.json",
};

const SETTINGS: DocumentKind = {
  name: "settings file",
  version: SETTINGS_SCHEMA_VERSION,
  isRelaxed: true,
  validate: validateSettings,
  invalidCode: "HI_SETTINGS_INVALID",
  newerCode: "HI_SETTINGS_NEWER",
  next: "mend .hi/settings.json there, then run the same command again",
};

/** Opens the reader of the committed documents. Both are untrusted: they come with a clone. */
export function openDocuments(): Promise<DocumentReader> {
  return Promise.resolve({
    receipt: (text, path) => readReceipt({ kind: RECEIPT, text, path }),
    settings: (text, path) => readSettings({ kind: SETTINGS, text, path }),
  });
}

/** @throws Refusal HI_RECEIPT_INVALID, HI_RECEIPT_NEWER */
function readReceipt(document: DocumentText): Receipt {
  const value = parseDocument(document);
  validateDocument(document, value);
  // The schema has just said that it is one.
  const receipt = value as unknown as Receipt;
  const { files } = receipt;
  for (const [name, entry] of Object.entries(files)) {
    checkName(document, name);
    if (![...(entry.keys ?? []), ...(entry.removedKeys ?? [])].some(isKeyTooDeep)) continue;
    throw refuseFault(document, {
      pointer: "/files",
      key: name,
      message: `a value of ${quote(name)} is nested too deep`,
    });
  }
  const sorted = Object.entries(files).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { ...receipt, files: Object.fromEntries(sorted) };
}

const isKeyTooDeep = ({ value, kept = null }: RecordedKey): boolean => isTooDeep(value) || isTooDeep(kept);

/** @throws Refusal HI_SETTINGS_INVALID, HI_SETTINGS_NEWER, HI_SETTINGS_OLD, HI_SELECTION_REQUIRED */
function readSettings(document: DocumentText): Settings {
  const value = parseDocument(document);
  if (isUnselected(value)) throw refuseUnselected(document.path);
  const old = findOldVersion(value);
  if (old !== undefined) throw refuseOld(document, old);
  validateDocument(document, value);
  const lint = getMember(value, "lint");
  const packs = new Set([...getTexts(value, "packs"), "base"]);
  const gate = getMember(value, "commitGate");
  const linters = readLinterSettings(document, value);
  return {
    schemaVersion: SETTINGS_SCHEMA_VERSION,
    providers: PROVIDERS.filter((name) => getTexts(value, "providers").includes(name)),
    packs: PACKS.filter((name) => packs.has(name)).toSorted(),
    lint: {
      scopes: readScopes(document, getTexts(lint, "scopes")),
      exclude: readExclude(document, getTexts(lint, "exclude")),
    },
    commitGate: COMMIT_GATES.find((name) => name === gate) ?? "disabled",
    ...readHook(value),
    ...readGuard(value),
    ...readScanSettings(document, value),
    ...(linters.length > 0 ? { linters } : {}),
  };
}

/** The usual deadline says nothing, written down or not. */
function readHook(value: Json): Pick<Settings, "hook"> {
  const deadlineMs = getMember(getMember(value, "hook"), "deadlineMs");
  if (typeof deadlineMs !== "number" || deadlineMs === HOOK_DEADLINE_MS.usual) return {};
  return { hook: { deadlineMs } };
}

/** The usual number says nothing, written down or not. */
function readGuard(value: Json): Pick<Settings, "guard"> {
  const stopBlocks = getMember(getMember(value, "guard"), "stopBlocks");
  if (typeof stopBlocks !== "number" || stopBlocks === STOP_BLOCKS.usual) return {};
  return { guard: { stopBlocks } };
}

/** The schema is lexical and lenient; this is the one rule for paths from outside. */
function checkName(document: DocumentText, name: string): void {
  const path = parseRelativePath(name);
  if (typeof path === "string" && name !== "__proto__") return;
  const problem = typeof path === "string" ? "a reserved name" : path.problem;
  const message = `${quote(name)} is not a path inside the repository (${problem})`;
  throw refuseFault(document, { pointer: "/files", key: name, message });
}

function getTexts(value: Json | undefined, key: string): readonly string[] {
  const items = getMember(value, key);
  return Array.isArray(items) ? items.filter((item) => typeof item === "string") : [];
}

/** Settings that never chose scopes: a run would have to guess what it owns. */
function isUnselected(value: Json): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const lint = getMember(value, "lint");
  if (lint === undefined) return true;
  const isObject = lint !== null && typeof lint === "object" && !Array.isArray(lint);
  return isObject && getMember(lint, "scopes") === undefined;
}

function refuseUnselected(path: RelativePath): Refusal {
  return new Refusal({
    code: "HI_SELECTION_REQUIRED",
    message: "The settings file does not say which package roots hi owns (lint.scopes; [] means none).",
    where: { path, line: 1, column: 1 },
    next: "hi init",
  });
}

function refuseOld(document: DocumentText, version: number): Refusal {
  return new Refusal({
    code: "HI_SETTINGS_OLD",
    message: `The settings file was written for an earlier schema (version ${version}, this hi writes ${SETTINGS_SCHEMA_VERSION}).`,
    where: locate(document, { pointer: "/schemaVersion", message: "" }),
    next: "hi init",
  });
}

/** Sorted, each once; `./packages/a/` is `packages/a`. What the disk says of them is asked later. */
function readScopes(document: DocumentText, texts: readonly string[]): readonly ScopePath[] {
  const scopes = texts.map((text, index) => {
    const parsed = parseScope(text);
    if ("scope" in parsed) return parsed.scope;
    const message = toScopeSentence(text.slice(0, 80), parsed.problem);
    throw refuseFault(document, { pointer: toPointer(["lint", "scopes", String(index)]), message });
  });
  return [...new Set(scopes)].toSorted();
}

function readExclude(document: DocumentText, texts: readonly string[]): readonly string[] {
  const patterns = texts.map((text, index) => {
    const parsed = parsePattern(text);
    if ("pattern" in parsed) return parsed.pattern;
    const message = `${quote(text)} is no exclusion pattern (${parsed.problem})`;
    throw refuseFault(document, { pointer: toPointer(["lint", "exclude", String(index)]), message });
  });
  return [...new Set(patterns)].toSorted();
}
