import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";

/** Every path of a tree with its kind, mode, modification time in nanoseconds and content hash: git's own files too. */
export async function hashTree(root: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(root, { recursive: true })).toSorted();
  const entries = await Promise.all(
    ["", ...names].map(async (name) => [name, await describe(path.join(root, name))] as const)
  );
  return new Map(entries);
}

async function describe(file: string): Promise<string> {
  const { mode, mtimeNs, size } = await lstat(file, { bigint: true });
  const kind = Number(mode) & 0o17_0000;
  const target = kind === 0o12_0000 ? await readlink(file) : "";
  const content = kind === 0o10_0000 ? await hashFile(file) : target;
  return [kind.toString(8), (Number(mode) & 0o7777).toString(8), String(mtimeNs), String(size), content].join(" ");
}

async function hashFile(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
