import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";

import { Refusal } from "../domain/refusal.ts";
import { toErrorCode } from "./system-error.ts";

/** How much of a file is looked at for what says that it is a report of ours. */
const HEAD_BYTES = 4096;
/** How each format of ours begins; a file that only speaks of us begins otherwise. */
const BEGINNINGS = [
  /^<!-- harness-intelligence: [\w -]+ -->\n/,
  /^<!doctype html>\n[^]*<meta name="generator" content="harness-intelligence"/,
  /^\{\s*"format": "hi-(?:report|fleet-report)\/1"/,
  /^\{\s*"\$schema": "[^"]*sarif[^"]*"[^]*"driver": \{\s*"name": "harness-intelligence"/,
];

/**
 * Looks whether a report may be written there: where nothing is, or an earlier report of ours. Anything else is the
 * project's, and is not replaced. @throws Refusal HI_OUTPUT_REFUSED
 */
export function checkReportFile(file: string): void {
  const folder = path.dirname(path.resolve(file));
  if (!isFolder(folder)) throw refuse(file, `${folder} is no folder`);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isSymbolicLink()) throw refuse(file, "a link stands there, and is not followed");
  if (!stats.isFile()) throw refuse(file, "no regular file stands there");
  const head = readHead(file);
  if (BEGINNINGS.some((beginning) => beginning.test(head))) return;
  throw refuse(file, "a file stands there that is no report of ours");
}

/** Puts a report in place as a whole, or leaves what was there. @throws Refusal HI_OUTPUT_REFUSED */
export function writeReportFile(file: string, text: string): void {
  checkReportFile(file);
  const temporary = `${file}.${process.pid}.hi-tmp`;
  try {
    const handle = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644);
    try {
      writeWhole(handle, Buffer.from(text));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw refuse(file, `it cannot be written (${toErrorCode(error) ?? String(error)})`);
  }
}

function writeWhole(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

function readHead(file: string): string {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.toString("utf8", 0, readSync(handle, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}

function refuse(file: string, why: string): Refusal {
  return new Refusal({
    code: "HI_OUTPUT_REFUSED",
    message: `No report is written to ${JSON.stringify(file)}: ${why}.`,
    next: "name another file with --output",
  });
}
