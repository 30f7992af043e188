import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** One operation that worked, as the preload writes it down (test/fixtures/crash/preload.mjs). */
export interface Operation {
  readonly name: string;
  readonly file: string;
  readonly from: string | null;
  readonly bytes: string | null;
  readonly mode?: number | string | null;
  readonly isFlushed: boolean;
}

interface FileNode {
  readonly kind: "file";
  mode: number;
  bytes: Buffer;
  /** What a flush has brought to the disk; undefined where none has. */
  durable: Buffer | undefined;
}

interface FolderNode {
  readonly kind: "folder";
  mode: number;
  readonly names: Map<string, DiskNode>;
  /** The names as the folder's last flush left them. */
  durable: Map<string, DiskNode>;
}

type DiskNode = FileNode | FolderNode | { readonly kind: "link"; readonly target: string };

/** Which names of a folder survive a power loss: those of its last flush, or those that it had. */
export type Survival = (folder: string) => "flushed" | "all";

/**
 * A disk that loses, without power, what was not flushed: a file's bytes without a flush of the file, a name without
 * a flush of its folder. What stood there at first is on the disk.
 */
export class LossyDisk {
  readonly #root: FolderNode;
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
    this.#root = readFolder(base);
  }

  apply({ name, file, from, bytes, mode, isFlushed }: Operation): void {
    const inside = path.relative(this.#base, file);
    switch (name) {
      case "openSync":
        return this.#create(inside, { kind: "file", mode: 0o644, bytes: Buffer.alloc(0), durable: undefined });
      case "writeFileSync":
        return this.#write(inside, Buffer.from(bytes ?? "", "base64"), isFlushed);
      case "mkdirSync":
        return this.#create(inside, { kind: "folder", mode: 0o755, names: new Map(), durable: new Map() });
      case "symlinkSync":
        return this.#create(inside, { kind: "link", target: from ?? "" });
      case "renameSync":
      case "linkSync":
        return this.#move(from ?? "", inside, name === "renameSync");
      case "fchownSync":
        return undefined;
      case "fsyncSync":
        return flush(this.#find(inside));
      case "chmodSync":
      case "fchmodSync":
        return setMode(this.#find(inside), Number(mode) & 0o7777);
      case "rmSync":
      case "rmdirSync":
        this.#folderOf(inside)?.names.delete(path.basename(inside));
        return undefined;
      default:
        throw new Error(`the disk does not know ${name}`);
    }
  }

  /** What is there after a power loss now. */
  materialize(target: string, survives: Survival): void {
    writeFolder(this.#root, { target, inside: "", survives });
  }

  #find(inside: string): DiskNode | undefined {
    if (inside === "") return this.#root;
    return this.#folderOf(inside)?.names.get(path.basename(inside));
  }

  #folderOf(inside: string): FolderNode | undefined {
    const node = this.#find(path.dirname(inside) === "." ? "" : path.dirname(inside));
    return node?.kind === "folder" ? node : undefined;
  }

  #create(inside: string, node: DiskNode): void {
    const names = this.#folderOf(inside)?.names;
    if (names?.has(path.basename(inside)) && node.kind === "file") return;
    names?.set(path.basename(inside), node);
  }

  #write(inside: string, bytes: Buffer, isFlushed: boolean): void {
    const node = this.#find(inside);
    if (node?.kind !== "file") throw new Error(`nothing was opened at ${inside}`);
    node.bytes = bytes;
    if (isFlushed) node.durable = bytes;
  }

  #move(from: string, inside: string, isGone: boolean): void {
    const source = path.relative(this.#base, from);
    const node = this.#find(source);
    if (node === undefined) throw new Error(`nothing is at ${source}`);
    if (isGone) this.#folderOf(source)?.names.delete(path.basename(source));
    this.#folderOf(inside)?.names.set(path.basename(inside), node);
  }
}

function setMode(node: DiskNode | undefined, mode: number): void {
  if (node && node.kind !== "link") node.mode = mode;
}

function flush(node: DiskNode | undefined): void {
  if (node?.kind === "file") node.durable = node.bytes;
  if (node?.kind === "folder") node.durable = new Map(node.names);
}

/** Of git's own only what finds the git directory, and what is ours in it. */
const PASSED_OVER = /^\.git\/(?:objects|hooks|info|logs|refs|branches|index|COMMIT_EDITMSG|description)(?:\/|$)/;

function readFolder(base: string, inside = ""): FolderNode {
  const names = new Map<string, DiskNode>();
  for (const entry of readdirSync(path.join(base, inside), { withFileTypes: true })) {
    const name = path.posix.join(inside, entry.name);
    const full = path.join(base, name);
    if (PASSED_OVER.test(name)) continue;
    if (entry.isDirectory()) names.set(entry.name, readFolder(base, name));
    else if (entry.isSymbolicLink()) names.set(entry.name, { kind: "link", target: readlinkSync(full) });
    else {
      const bytes = readFileSync(full);
      names.set(entry.name, { kind: "file", mode: lstatSync(full).mode & 0o7777, bytes, durable: bytes });
    }
  }
  return { kind: "folder", mode: lstatSync(path.join(base, inside)).mode & 0o7777, names, durable: new Map(names) };
}

function writeFolder(
  folder: FolderNode,
  { target, inside, survives }: { target: string; inside: string; survives: Survival }
): void {
  mkdirSync(path.join(target, inside), { recursive: true });
  chmodSync(path.join(target, inside), folder.mode);
  for (const [name, node] of survives(inside) === "all" ? folder.names : folder.durable) {
    const full = path.join(target, inside, name);
    if (node.kind === "folder") writeFolder(node, { target, inside: path.posix.join(inside, name), survives });
    else if (node.kind === "link") symlinkSync(node.target, full);
    else {
      writeFileSync(full, node.durable ?? "");
      chmodSync(full, node.mode);
    }
  }
}
