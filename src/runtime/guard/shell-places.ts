import { statSync } from "node:fs";
import path from "node:path";

import type { ShellWord } from "../../domain/shell/words.ts";
import { expandGlob } from "./expand-glob.ts";

/** Without putting `..` right: behind a link it leads elsewhere. */
export function joinAsWritten(base: string, text: string): string {
  return path.isAbsolute(text) ? text : `${base}/${text}`;
}

/** Links are followed; what cannot be looked at is none. */
export function isDirectory(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

/** Whether something stands there, as far as it can be looked at. */
export function isTaken(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The words as a program gets them that runs in another folder than the shell does: patterns stand for names in the
 * shell's folder, of which there may be several, and `undefined` is one that cannot be told.
 */
export function expandWords(words: readonly ShellWord[], bases: readonly (string | undefined)[]): readonly ShellWord[] {
  return words.flatMap((word) => {
    const { pattern, isOpen } = word;
    if (pattern === undefined || isOpen) return [word];
    const names = bases.map((base) => listNames(pattern, base));
    if (names.includes(undefined)) return [{ ...word, isOpen: true }];
    return [...new Set(names.flatMap((found) => found ?? []))].map((text) => ({ text, isOpen: false, isBare: false }));
  });
}

function listNames(pattern: string, base: string | undefined): readonly string[] | undefined {
  if (path.isAbsolute(pattern)) return expandGlob("/", pattern);
  return base === undefined ? undefined : expandGlob(base, pattern)?.map((place) => path.relative(base, place));
}
