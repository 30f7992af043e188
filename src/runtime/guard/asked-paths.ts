import { opendirSync } from "node:fs";
import path from "node:path";

import type { ToolCall } from "../../agents/pre-tool/tool-call.ts";
import { RealPlaces } from "../real-places.ts";
import { findShellWrites } from "./shell-writes.ts";

/** What one call may be asked about: each takes up to a millisecond, and an agent waits for the answer. */
const MAX_PATHS = 5000;

/** Installed packages are the project's to take away and bring back; of them the folder itself is asked about. */
const INSTALLED = "node_modules";

/** Which files a call would write. */
export interface AskedPaths {
  /** Absolute. */
  readonly paths: readonly string[];
  /** A tool that may well write elsewhere: a path outside the repository is nobody's business. */
  readonly isOutsideFree: boolean;
  /** Why the files, or some of them, cannot be told. */
  readonly undecided: readonly string[];
}

/** The files that a call would write, by the tool's own words. `root` is a real path; `gap` says what the payload lacks. */
export async function findAskedPaths(root: string, call: ToolCall, gap?: string): Promise<AskedPaths> {
  const base = path.resolve(root, isNameable(call.base) ? call.base : ".");
  const named = listNamed(call, gap);
  if (named) {
    const places = named.paths.map((one) => join(base, one));
    // A folder that is taken away takes its files with it.
    return call.tool === "delete" || call.tool === "patch"
      ? finishBelow(places, { undecided: named.undecided })
      : finish(places, { undecided: named.undecided });
  }
  const { command, cwd } = call.args;
  if (call.tool !== "shell" || typeof command !== "string") return { paths: [], isOutsideFree: false, undecided: [] };
  const folder = typeof cwd === "string" && isNameable(cwd) ? join(base, cwd) : base;
  const { paths, copies, unknown } = findShellWrites(command, folder);
  return finishBelow(paths, { copies, undecided: unknown, isOutsideFree: true });
}

interface Below {
  readonly undecided: readonly string[];
  readonly isOutsideFree?: boolean;
  readonly copies?: readonly { readonly from: string; readonly to: string }[];
}

/** Asks about the files below a folder as well. */
function finishBelow(paths: readonly string[], { copies = [], undecided, ...more }: Below): Promise<AskedPaths> {
  const below = [...paths.map((one) => listBelow(one, one)), ...copies.map(({ from, to }) => listBelow(from, to))];
  const isTooMany = below.some((one) => one === undefined);
  const left = isTooMany ? [...undecided, "it writes more files than are asked about"] : undecided;
  return finish([...paths, ...below.flatMap((one) => one ?? [])], { undecided: left, ...more });
}

const NO_HEADER = "the payload names no file: its patch has no line like *** Update File: PATH";

/** What an editing tool names; undefined for a tool that edits nothing. */
function listNamed(
  { tool, args }: ToolCall,
  gap: string | undefined
): { readonly paths: readonly string[]; readonly undecided: readonly string[] } | undefined {
  if (tool === "patch") {
    const { paths } = args;
    const named = Array.isArray(paths) ? paths.filter((one) => typeof one === "string") : [];
    return { paths: named, undecided: named.length > 0 ? [] : [gap ?? NO_HEADER] };
  }
  if (tool !== "write" && tool !== "edit" && tool !== "delete") return undefined;
  const named = typeof args["path"] === "string" && args["path"] !== "" ? [args["path"]] : [];
  return {
    paths: named,
    undecided:
      named.length > 0 ? [] : [gap ?? `the payload of ${tool} names no file: its path is missing, empty or no text`],
  };
}

/**
 * A name with `..` in it is two files where a link stands before it: one for who joins names, one for who asks the
 * system. Both are asked about.
 */
async function finish(
  paths: readonly string[],
  { undecided, isOutsideFree = false }: { readonly undecided: readonly string[]; readonly isOutsideFree?: boolean }
): Promise<AskedPaths> {
  const places = new RealPlaces();
  const found = new Set<string>();
  for (const one of paths) {
    const full = path.resolve(one);
    found.add(full);
    if (!one.split(/[/\\]/).includes("..")) continue;
    const asked = await places.findAsked(one);
    if (asked !== (await places.find(full))) found.add(asked);
  }
  const isTooMany = places.isExhausted || found.size > MAX_PATHS;
  const why = isTooMany ? [...undecided, "it names more files than are asked about"] : undecided;
  return { paths: [...found].slice(0, MAX_PATHS), isOutsideFree, undecided: why };
}

/** The files below a folder, named as if they stood below another one; nothing for a file, undefined for too many. */
function listBelow(from: string, to: string): readonly string[] | undefined {
  const found: string[] = [];
  const left = path.basename(from) === INSTALLED ? [] : [""];
  for (let inner = left.pop(); inner !== undefined; inner = left.pop()) {
    for (const { name, isFolder } of listEntries(path.join(from, inner))) {
      if (isFolder && name === INSTALLED) found.push(path.join(to, inner, name));
      else if (isFolder) left.push(path.join(inner, name));
      else found.push(path.join(to, inner, name));
      if (found.length + left.length > MAX_PATHS) return undefined;
    }
  }
  return found;
}

/** No link is followed: it is taken away or written over itself. What cannot be read is left to the folder's own path. */
function listEntries(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  const found: { name: string; isFolder: boolean }[] = [];
  try {
    const opened = opendirSync(folder);
    try {
      for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
        found.push({ name: entry.name, isFolder: entry.isDirectory() });
        if (found.length > MAX_PATHS) break;
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    return [];
  }
  return found;
}

function join(base: string, named: string): string {
  return path.isAbsolute(named) ? named : `${base}${path.sep}${named}`;
}

function isNameable(text: string | undefined): text is string {
  return text !== undefined && text !== "" && !text.includes("\0");
}
