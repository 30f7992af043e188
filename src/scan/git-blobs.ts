import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { LOOKING_ONLY } from "../runtime/io/harmless-git.ts";
import { runProcess } from "../runtime/io/process.ts";
import { askForBytes, splitFields, toGitStart } from "./git.ts";
import { ScanFault } from "./scan-fault.ts";
import type { SelectedFile } from "./select-files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 1024 * 1024 * 1024;

/** Names below a folder to the blobs that git has for them. */
export type BlobNames = ReadonlyMap<string, string>;

/** What a commit holds below a folder; links and submodules are left out. @throws ScanFault */
export async function listTree(folder: string, commit: string, env: Environment): Promise<BlobNames> {
  const { bytes } = await askForBytes(folder, ["ls-tree", "-r", "-z", commit], { env });
  return new Map(
    toEntries(bytes).flatMap(({ name, facts }) => {
      const blob = /^100\d{3} blob ([\da-f]+)$/.exec(facts)?.[1];
      return blob === undefined ? [] : [[name, blob] as const];
    })
  );
}

/** What the index holds below a folder: files, and what else stands in it under a name. */
export interface IndexNames {
  readonly blobs: BlobNames;
  readonly others: ReadonlyMap<string, "link" | "submodule" | "unmerged">;
}

/** @throws ScanFault */
export async function listIndex(folder: string, env: Environment): Promise<IndexNames> {
  const { bytes } = await askForBytes(folder, ["ls-files", "--stage", "-z"], { env });
  const blobs = new Map<string, string>();
  const others = new Map<string, "link" | "submodule" | "unmerged">();
  for (const { name, facts } of toEntries(bytes)) {
    const [mode = "", blob = "", stage] = facts.split(" ");
    if (stage !== "0") others.set(name, "unmerged");
    else if (mode.startsWith("100")) blobs.set(name, blob);
    else others.set(name, mode === "120000" ? "link" : "submodule");
  }
  return { blobs, others };
}

/** Entries as git writes them: what is said of each, a tab, its name. One whose name is no UTF-8 is asked for by nobody. */
function toEntries(bytes: Buffer): readonly { readonly name: string; readonly facts: string }[] {
  return splitFields(bytes).flatMap(({ text }) => {
    const at = text?.indexOf("\t") ?? -1;
    return text === undefined || at === -1 ? [] : [{ name: text.slice(at + 1), facts: text.slice(0, at) }];
  });
}

/** Which files are laid out, and under which names git has them. */
export interface LayOutAsk {
  readonly files: readonly SelectedFile[];
  readonly blobs: BlobNames;
  /** The name that git has a file under; its own where nothing was renamed. */
  readonly nameOf: (file: SelectedFile) => string;
}

/**
 * Writes what git holds of files into a folder of ours, under their present names, so that an engine can look at it.
 * Those that git does not have are left out. @throws ScanFault
 */
export async function layOutBlobs(
  ask: LayOutAsk,
  repository: { readonly folder: string; readonly env: Environment },
  target: string
): Promise<readonly SelectedFile[]> {
  const held = ask.files.flatMap((file) => {
    const blob = ask.blobs.get(ask.nameOf(file));
    return blob === undefined ? [] : [{ file, blob }];
  });
  const contents = await readBlobs(
    held.map(({ blob }) => blob),
    repository,
    path.join(target, "..", "blobs")
  );
  return held.map(({ file, blob }) => {
    const content = path.join(target, file.inside);
    mkdirSync(path.dirname(content), { recursive: true, mode: 0o700 });
    writeFileSync(content, contents.get(blob) ?? new Uint8Array(), { mode: 0o600 });
    return { ...file, content };
  });
}

async function readBlobs(
  names: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Environment },
  scratch: string
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (names.length === 0) return new Map();
  const start = toGitStart(folder, env);
  if (start === undefined) throw new ScanFault("git not-found");
  const descriptor = openSync(scratch, "wx", 0o600);
  try {
    const outcome = await runProcess({
      ...start,
      args: [...LOOKING_ONLY, "cat-file", "--batch"],
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_BYTES,
      input: [...new Set(names)].map((name) => `${name}\n`).join(""),
      stdoutTo: descriptor,
    });
    if (outcome.ending !== "ok") throw new ScanFault(`git cat-file ${outcome.ending}: ${outcome.stderr.trim()}`);
  } finally {
    closeSync(descriptor);
  }
  return parseBatch(readFileSync(scratch));
}

/** Each blob after a line that names it and its size. */
function parseBatch(bytes: Buffer): ReadonlyMap<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    const [, name, size] = /^([\da-f]+) blob (\d+)$/.exec(bytes.toString("latin1", at, end)) ?? [];
    if (name === undefined) throw new ScanFault("git cat-file answered what was not asked");
    blobs.set(name, bytes.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return blobs;
}
