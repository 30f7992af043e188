import { statSync } from "node:fs";
import path from "node:path";

import { parse } from "jsonc-parser";

import { findTooDeep } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import { getAtPointer } from "../domain/json.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import { isNeverCopied, isReferring } from "./preview-files.ts";
import { readRegularText } from "./read-regular.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** A configuration larger than this is not read for what it refers to. */
const LARGEST_BYTES = 1024 * 1024;
/** Most configurations that one listing reads, a bound against chains without end. */
const MOST_READ = 20_000;

/**
 * Adds to the paths what their configurations refer to: `extends` of tsconfig, oxlint and oxfmt, `references` of
 * tsconfig, and tarballs that a manifest depends on by `file:`. Followed until nothing new comes, and also where git
 * ignores the file, because a generated tsconfig is ignored and extended all the same.
 */
export function addReferencedFiles(root: AbsolutePath, paths: readonly RelativePath[]): readonly RelativePath[] {
  const known = new Set(paths);
  const pending = paths.filter(isReferring);
  const read = (file: RelativePath): Json | undefined => {
    const text = readSmall(path.join(root, file));
    if (text === undefined || findTooDeep(text) !== undefined) return undefined;
    return parse(text, [], { allowTrailingComma: true }) as Json | undefined;
  };
  for (let count = 0; count < MOST_READ; count += 1) {
    const file = pending.pop();
    if (file === undefined) break;
    for (const found of findReferences(root, file, read(file))) {
      if (known.has(found)) continue;
      known.add(found);
      if (/\.jsonc?$/.test(found)) pending.push(found);
    }
  }
  return [...known];
}

function readSmall(file: string): string | undefined {
  const unreadable = [...ABSENCE, "EACCES", "EISDIR", "ELOOP"];
  return orUndefined(unreadable, () => readRegularText(file, LARGEST_BYTES));
}

function findReferences(root: AbsolutePath, file: RelativePath, value: Json | undefined): readonly RelativePath[] {
  const isManifest = path.posix.basename(file) === "package.json";
  const named = isManifest ? listTarballs(value) : [...listExtended(value), ...listReferenced(value)];
  return named.flatMap((text) => {
    const base = path.posix.normalize(path.posix.join(path.posix.dirname(file), text));
    const tried = isManifest ? [base] : [base, `${base}.json`, path.posix.join(base, "tsconfig.json")];
    const found = tried.find((candidate) => isCopyable(candidate) && isFile(path.join(root, candidate)));
    return found === undefined ? [] : [found as RelativePath];
  });
}

const isCopyable = (file: string): boolean => isRelativePath(file) && !isNeverCopied(file);

/** `extends` as one text or a list. A bare name is a package, and comes with the dependencies. */
function listExtended(value: Json | undefined): readonly string[] {
  return listTexts(getAtPointer(value, "/extends")).filter((text) => text.startsWith("."));
}

function listReferenced(value: Json | undefined): readonly string[] {
  const references = getAtPointer(value, "/references");
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference) => listTexts(getAtPointer(reference as Json, "/path")));
}

const DEPENDENCIES = ["/dependencies", "/devDependencies", "/optionalDependencies", "/peerDependencies"];

function listTarballs(value: Json | undefined): readonly string[] {
  return DEPENDENCIES.flatMap((pointer) => {
    const group = getAtPointer(value, pointer);
    if (group === null || typeof group !== "object") return [];
    return Object.values(group).flatMap((spec) => {
      const file = typeof spec === "string" ? /^file:(?:\/\/)?(\S+\.(?:tgz|tar|tar\.gz))$/.exec(spec)?.[1] : undefined;
      return file === undefined ? [] : [file];
    });
  });
}

function listTexts(value: Json | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item): item is string => typeof item === "string");
}

function isFile(file: string): boolean {
  return orUndefined([...ABSENCE, "EACCES", "ELOOP", "ENAMETOOLONG"], () => statSync(file))?.isFile() ?? false;
}
