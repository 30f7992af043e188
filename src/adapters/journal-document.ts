import path from "node:path";

import { canonicalJson } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { isRelativePath, isWithin } from "../domain/paths.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { JOURNAL_SCHEMA_VERSION } from "../domain/publication-journal.ts";
import type { Journal } from "../domain/publication-journal.ts";
import { Refusal } from "../domain/refusal.ts";
import { sha256 } from "./hash.ts";
import { validateJournal } from "./validators.generated.journal.js";

/** The journal's text, sealed: a digest over everything else in it. */
export function toJournalText(journal: Journal): string {
  const digest = sha256(canonicalJson(journal as unknown as Json));
  return `${JSON.stringify({ ...journal, digest })}\n`;
}

/**
 * Reads a journal, which is untrusted: sealed, of its schema, every path one of the repository's own, every temporary
 * name one of ours. What the disk and the receipts say of the paths is asked later.
 * @throws Refusal HI_JOURNAL_NEWER, HI_JOURNAL_INVALID
 */
export function parseJournal(text: string, file: AbsolutePath): Journal {
  const value = parseObject(text, file);
  const { digest, ...journal } = value;
  const { schemaVersion } = value;
  if (typeof schemaVersion === "number" && schemaVersion > JOURNAL_SCHEMA_VERSION) throw toNewer(file, schemaVersion);
  if (!validateJournal(value)) throw toInvalid(file, "it does not follow its schema");
  if (sha256(canonicalJson(journal)) !== digest) throw toInvalid(file, "its seal is broken: it was changed");
  const problem = findProblem(journal as unknown as Journal);
  if (problem !== undefined) throw toInvalid(file, problem);
  return journal as unknown as Journal;
}

function parseObject(text: string, file: AbsolutePath): { readonly [key: string]: Json } {
  try {
    const value = JSON.parse(text) as Json;
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      return value as { readonly [key: string]: Json };
    }
  } catch {
    // Said below.
  }
  throw toInvalid(file, "it is no JSON object");
}

/** Lexical: what cannot be a path of a plan of ours, whatever stands on the disk. */
function findProblem({ entries, folders, receipt, saved }: Journal): string | undefined {
  const places = entries.map(({ place }) => place);
  for (const { path: asked, place } of entries) {
    if (!isRelativePath(asked) || !isRelativePath(place)) return `${JSON.stringify(asked)} is no path of a repository`;
  }
  if (new Set(places).size !== places.length) return "it names a place twice";
  const odd = folders.find((folder) => !isRelativePath(folder) || !places.some((place) => isWithin(folder, place)));
  if (odd !== undefined) return `${JSON.stringify(odd)} is no folder of what it publishes`;
  const ranges = [...entries.map(({ before }) => before), receipt].filter((one) => one !== null && "at" in one);
  return ranges.every(({ at, length }) => at + length <= saved.length) ? undefined : "it saves more than there is";
}

export function toInvalid(file: string, because: string): Refusal {
  return new Refusal({
    code: "HI_JOURNAL_INVALID",
    message: `The journal of a publication cannot be used: ${because}. Nothing was changed by it.`,
    where: { path: file },
    next: `git status shows what is there; then remove ${path.dirname(file)} and run the same command again`,
  });
}

function toNewer(file: string, version: number): Refusal {
  return new Refusal({
    code: "HI_JOURNAL_NEWER",
    message: `The journal was written by a newer hi (its schema version is ${version}, this hi knows ${JOURNAL_SCHEMA_VERSION}).`,
    where: { path: file },
    next: "npm install --save-dev harness-intelligence@latest",
  });
}
