import { createHash } from "node:crypto";
import { lstatSync, readSync, readdirSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";

import type { Candidate } from "../domain/candidate.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../domain/paths.ts";
import type { LiveEvidence } from "../domain/preview.ts";
import { Refusal } from "../domain/refusal.ts";
import type { LiveTree, LiveWitness } from "../pipeline/world.ts";
import { withRegularFile } from "./read-regular.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

const CHUNK_BYTES = 256 * 1024;
/** Files hashed between two turns for waiting signals. */
const FILES_A_TURN = 64;

/**
 * Shows that a preview left the live repository alone (seed 003 AC-011): sources, manifests and lockfiles by the hash of
 * their bytes, dependency roots by inode, size, mtime and mode. A difference is refused, whoever made it: what was
 * previewed is then no longer what is there.
 */
export function createLiveTree(): LiveTree {
  return {
    witness: async (root, packageFolders) => takeWitness(root, packageFolders),
    verify: (root, before, copied) => verify(root, before, copied),
  };
}

/** Every package's `node_modules`, and the packages directly in it; tools' own folders (`.cache`, `.vite`) may change. */
function takeWitness(root: AbsolutePath, packageFolders: readonly ScopePath[]): LiveWitness {
  const witness = new Map<string, string>();
  for (const folder of packageFolders) {
    const modules = path.posix.join(folder, "node_modules");
    witness.set(modules, describe(root, modules));
    for (const name of listPackages(path.join(root, modules))) {
      witness.set(`${modules}/${name}`, describe(root, `${modules}/${name}`));
    }
  }
  return witness;
}

function listPackages(modules: string): readonly string[] {
  const list = (folder: string): readonly string[] =>
    orUndefined([...ABSENCE, "EACCES"], () => readdirSync(folder)) ?? [];
  const names = list(modules).filter((name) => !name.startsWith("."));
  return names.flatMap((name) =>
    name.startsWith("@") ? [name, ...list(path.join(modules, name)).map((inner) => `${name}/${inner}`)] : [name]
  );
}

function describe(root: AbsolutePath, file: string): string {
  const stats = orUndefined([...ABSENCE, "EACCES"], () => lstatSync(path.join(root, file), { bigint: true }));
  if (stats === undefined) return "absent";
  const { ino, size, mtimeNs, mode } = stats;
  return `inode ${ino}, size ${size}, mtime ${mtimeNs}, mode ${mode.toString(8)}`;
}

async function verify(root: AbsolutePath, before: LiveWitness, copied: Candidate["copied"]): Promise<LiveEvidence> {
  const now = new Map([...before.keys()].map((file) => [file, describe(root, file)]));
  for (const [file, was] of before) {
    const is = now.get(file) ?? "absent";
    if (is !== was) throw toChanged(file, { before: was, after: is });
  }
  const modules = [...before.keys()].filter((file) => file.endsWith("node_modules"));
  refuseNewPackages(root, before, modules);
  const files = await verifyFiles(root, copied);
  const roots = modules.flatMap((file) => {
    const was = before.get(file) ?? "absent";
    return was === "absent" ? [] : [{ path: file, before: was, after: now.get(file) ?? "absent" }];
  });
  return {
    files: copied.length,
    dependencyRoots: roots.length,
    sources: { before: digest(copied.map(({ path: file, sha256 }) => [file, sha256])), after: digest(files) },
    packages: { before: digest(before), after: digest(now) },
    roots,
  };
}

/** Every copied file with its hash as it is now. @throws Refusal HI_LIVE_CHANGED */
async function verifyFiles(root: AbsolutePath, copied: Candidate["copied"]): Promise<readonly Witnessed[]> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const files: Witnessed[] = [];
  for (const [index, { path: file, sha256 }] of copied.entries()) {
    if (index % FILES_A_TURN === 0) await setImmediate();
    const is = hashFile(path.join(root, file), buffer);
    if (is !== sha256) throw toChanged(file, { before: sha256, after: is });
    files.push([file, is]);
  }
  return files;
}

/** A path and what is to be seen of it. */
type Witnessed = readonly [file: string, seen: string];

function digest(rows: Iterable<Witnessed>): string {
  const hash = createHash("sha256");
  const lines = [...rows].map(([file, seen]) => `${file}\0${seen}\n`);
  for (const line of lines.toSorted()) hash.update(line);
  return hash.digest("hex");
}

/** A package that came is seen by its folder's mtime; one that came and was timed back is seen by its name. */
function refuseNewPackages(root: AbsolutePath, before: LiveWitness, roots: readonly string[]): void {
  for (const modules of roots) {
    const added = listPackages(path.join(root, modules)).find((name) => !before.has(`${modules}/${name}`));
    if (added !== undefined) {
      throw toChanged(`${modules}/${added}`, { before: "absent", after: describe(root, `${modules}/${added}`) });
    }
  }
}

/** SHA-256 of a file as it is now; a word where there is none. The buffer is lent to every file in turn. */
function hashFile(file: string, buffer: Buffer): string {
  try {
    const found = withRegularFile(file, (descriptor) => {
      const hash = createHash("sha256");
      for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
        hash.update(buffer.subarray(0, read));
      }
      return hash.digest("hex");
    });
    return found ?? "no file";
  } catch (error) {
    const code = toErrorCode(error);
    if (code === undefined) throw error;
    return code === "ENOENT" ? "absent" : code;
  }
}

function toChanged(file: string, { before, after }: { readonly before: string; readonly after: string }): Refusal {
  return new Refusal({
    code: "HI_LIVE_CHANGED",
    message: `${file} changed while the preview was running, so what was previewed is not what is there. Nothing was written.`,
    where: { path: file as RelativePath },
    next: "let editors, watchers and package managers finish, then run the same command again",
    details: { before, after },
  });
}
