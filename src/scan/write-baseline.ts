import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";

import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { isSwapUnderWay, swapBytes } from "../runtime/io/swap-bytes.ts";
import { parseEntries, toBaselineFingerprint } from "./baseline.ts";
import type { BaselineEntry, DetectedFinding } from "./baseline.ts";
import { ScanFault } from "./scan-fault.ts";
import { toReal } from "./scan-place.ts";

/** What `write-baseline` came to. */
interface BaselineWritten {
  readonly added: number;
  readonly total: number;
}

type Known = readonly { readonly finding: DetectedFinding; readonly file: string }[];

/** How often somebody else may be first before we give up. */
const MOST_TRIES = 60;
const LONGEST_PAUSE_MS = 25;

/**
 * Adds findings to a baseline, made where it is missing. Not a byte of it changes beside them, its mode stays, and what
 * others add meanwhile does too: the new text takes the place of the one that was read, or is made again. Neither the file
 * nor a folder on the way from the root may be a link. @throws ScanFault
 */
export async function appendToBaseline(target: string, root: string, findings: Known): Promise<BaselineWritten> {
  refuseLinks(target, root);
  const wanted = toEntries(findings);
  let added: number | undefined;
  for (let tries = 0; tries < MOST_TRIES;) {
    // Looked for before it is read: who is no more on the way then has done what there is to be read.
    const isUnderWay = isSwapUnderWay(path.dirname(target));
    const before = readBytes(target);
    const kept = before === undefined ? [] : parseEntries(target, before.toString("utf8"));
    const known = new Set(kept.map(({ fingerprint }) => fingerprint));
    const missing = wanted.filter(({ fingerprint }) => !known.has(fingerprint));
    added ??= missing.length;
    // Read again after it was written: somebody may put an older text in its place who had read it before.
    if (before !== undefined && missing.length === 0) {
      if (added === 0 || !isUnderWay) return { added, total: kept.length };
      await wait(Math.random() * LONGEST_PAUSE_MS);
      continue;
    }
    tries += 1;
    const isWritten = before === undefined ? create(target, missing) : add(target, before, missing);
    if (!isWritten) await wait(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new ScanFault(`The baseline ${target} is written by others all the time`);
}

function toEntries(findings: Known): readonly BaselineEntry[] {
  const entries = findings.map(({ finding, file }) => ({
    fingerprint: toBaselineFingerprint(finding, file),
    rule_id: finding.rule_id,
    file,
    line: finding.line,
  }));
  return [...new Map(entries.map((entry) => [entry.fingerprint, entry])).values()];
}

/** Looks before anything is made: a folder behind a link is somebody else's. */
function refuseLinks(target: string, root: string): void {
  if (!isSameOrBelow(root, target)) throw new ScanFault(`The baseline ${target} would lie outside of ${root}`);
  const folder = path.dirname(target);
  let nearest = folder;
  while (nearest !== path.dirname(nearest) && !lstatSync(nearest, { throwIfNoEntry: false })) {
    nearest = path.dirname(nearest);
  }
  if (toReal(nearest) !== nearest) throw new ScanFault(`The baseline ${target} lies behind a link`);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ScanFault(`The baseline ${target} cannot be written: ${(error as Error).message}`);
  }
  if (realpathSync(folder) !== folder) throw new ScanFault(`The baseline ${target} lies behind a link`);
  const facts = lstatSync(target, { throwIfNoEntry: false });
  if (facts && !facts.isFile()) throw new ScanFault(`The baseline ${target} is no regular file`);
}

function readBytes(target: string): Buffer | undefined {
  try {
    return readFileSync(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ScanFault(`The baseline ${target} cannot be read: ${(error as Error).message}`);
  }
}

/** False where one stands there by now. */
function create(target: string, entries: readonly BaselineEntry[]): boolean {
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  const text = `${JSON.stringify({ version: 1, entries }, undefined, 2)}\n`;
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    linkSync(temporary, target);
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new ScanFault(`The baseline ${target} cannot be written: ${message}`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** False where something else stands there by now. @throws ScanFault where it may not be written */
function add(target: string, before: Buffer, entries: readonly BaselineEntry[]): boolean {
  const text = before.toString("utf8");
  if (!Buffer.from(text).equals(before)) throw new ScanFault(`The baseline ${target} is not UTF-8`);
  const swapped = swapBytes(target, before, Buffer.from(addToText(text, entries)));
  if (swapped.kind === "refused") throw new ScanFault(`The baseline ${target} was not written: ${swapped.message}`);
  if (swapped.kind === "swapped") swapped.close();
  return swapped.kind === "swapped";
}

/** The text with more items at the end of its list, laid out as the last of them. */
function addToText(text: string, entries: readonly BaselineEntry[]): string {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const list = findList(parseTree(text.slice(mark)));
  if (!list) throw new ScanFault("The baseline has no list of entries that can be added to");
  const end = list.offset + list.length - 1 + mark;
  const last = list.children?.at(-1);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [unit = "  "] = /(?<=\n)[ \t]+/.exec(text) ?? [];
  const isOneLine = !text.trim().includes("\n");
  const indent = last ? toIndent(text, last.offset + mark) : unit.repeat(2);
  const items = entries.map((entry) =>
    isOneLine
      ? JSON.stringify(entry)
      : JSON.stringify(entry, undefined, unit)
          .split("\n")
          .map((line, at) => (at === 0 ? line : indent + line))
          .join(eol)
  );
  const between = isOneLine ? "," : `,${eol}${indent}`;
  if (last) {
    const after = last.offset + last.length + mark;
    return text.slice(0, after) + items.map((item) => between + item).join("") + text.slice(after);
  }
  const [open, close] = isOneLine ? ["", ""] : [eol + indent, eol + unit];
  return `${text.slice(0, list.offset + mark + 1)}${open}${items.join(between)}${close}${text.slice(end)}`;
}

/** The last one where a key stands twice, as a reader takes it. */
function findList(top: Node | undefined): Node | undefined {
  const members = top?.children ?? [];
  const value = members.findLast(({ children }) => children?.[0]?.value === "entries")?.children?.[1];
  return value?.type === "array" ? value : undefined;
}

/** The blanks that the line of an offset begins with. */
function toIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}
