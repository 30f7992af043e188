import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { TOOLS_FOLDER, isRewritten } from "../domain/dependency-install.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { walk } from "./sealed-entry.ts";
import { orUndefined, toErrorCode } from "./system-error.ts";

/** One `node_modules` on its way into a candidate. Both roots are the folders that links may not lead out of. */
interface Bringing {
  readonly from: string;
  readonly to: string;
  readonly fromRoot: string;
  readonly toRoot: string;
  /** True where a file may share its inode with the source: the cache, and only what no tool rewrites. */
  readonly isLinkable: (inside: string) => boolean;
}

/** Returns the links that were left out because they lead outside. */
export async function bringTree(bringing: Bringing): Promise<readonly string[]> {
  const leftOut: string[] = [];
  mkdirSync(bringing.to, { recursive: true });
  await walk(bringing.from, ({ full, inside, kind }) => {
    const target = path.join(bringing.to, inside);
    if (kind === "folder") mkdirSync(target, { recursive: true });
    else if (kind === "file") bringFile(full, target, bringing.isLinkable(inside));
    else if (kind === "link" && !bringLink(full, target, bringing)) leftOut.push(inside);
  });
  return leftOut;
}

function bringFile(from: string, to: string, isLinkable: boolean): void {
  if (isLinkable && link(from, to)) return;
  copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
}

/** False where the system cannot link: another device, a file system without links, too many of them. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(toErrorCode(error) ?? "")) {
      return false;
    }
    throw error;
  }
}

/** Re-makes a link, relative, to the same place in the candidate. False where it leads out of the install. */
function bringLink(from: string, to: string, { fromRoot, toRoot }: Bringing): boolean {
  const target = path.resolve(path.dirname(from), readlinkSync(from));
  if (!isSameOrBelow(fromRoot, target)) return false;
  makeLink(path.join(toRoot, path.relative(fromRoot, target)), to);
  return true;
}

function makeLink(target: string, at: string): void {
  // A junction is absolute by its nature; elsewhere a relative text keeps meaning the same when the tree moves.
  if (process.platform === "win32") symlinkSync(target, at, "junction");
  else symlinkSync(path.relative(path.dirname(at), target), at);
}

/**
 * Brings the tuple into the candidate's tool folder, where its packages find one another and nothing else. The Effect
 * patch is the one tool that rewrites packages, and a tuple without it is not rewritten.
 */
export async function bringToolTree(tree: string, candidateRoot: string): Promise<void> {
  const tools = path.join(candidateRoot, TOOLS_FOLDER);
  const isPatched = existsSync(path.join(tree, "node_modules/@effect/tsgo"));
  mkdirSync(tools, { recursive: true });
  await bringTree({
    from: path.join(tree, "node_modules"),
    to: path.join(tools, "node_modules"),
    fromRoot: tree,
    toRoot: tools,
    isLinkable: (inside) => !isPatched || !isRewritten(toPackageName(inside)),
  });
  writeFileSync(
    path.join(tools, "package.json"),
    `${JSON.stringify({ name: "hi-tools", version: "0.0.0", private: true })}\n`
  );
}

/** The package that a path below a `node_modules` belongs to; the innermost one. */
export function toPackageName(inside: string): string {
  const innermost = inside.split(/(?:^|\/)node_modules\//).at(-1) ?? inside;
  const [first = "", second = ""] = innermost.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

export interface Placing {
  readonly candidateRoot: string;
  readonly folders: readonly string[];
  readonly names: readonly string[];
  readonly replace: boolean;
}

/**
 * Links the tuple's packages into `node_modules` folders, so that configurations find them by name. At the root always;
 * elsewhere only where the package has a `node_modules` of its own, as managers with isolated layouts give it.
 * What the project has in the place is left alone, or set aside inside the candidate when it is to be replaced.
 */
export function placeToolLinks({ candidateRoot, folders, names, replace }: Placing): void {
  const tools = path.join(candidateRoot, TOOLS_FOLDER, "node_modules");
  const places = folders.map((folder) => path.join(candidateRoot, folder, "node_modules"));
  for (const place of places) {
    if (place !== path.join(candidateRoot, "node_modules") && !existsSync(place)) continue;
    for (const name of names) {
      placeOne({ target: path.join(tools, name), at: path.join(place, name), candidateRoot, replace });
    }
  }
}

interface OneLink {
  readonly target: string;
  readonly at: string;
  readonly candidateRoot: string;
  readonly replace: boolean;
}

function placeOne({ target, at, candidateRoot, replace }: OneLink): void {
  const present = orUndefined(["ENOENT", "ENOTDIR"], () => lstatSync(at));
  if (present !== undefined) {
    const isOurs = present.isSymbolicLink() && path.resolve(path.dirname(at), readlinkSync(at)) === target;
    if (isOurs || !replace) return;
    setAside(at, candidateRoot);
  }
  mkdirSync(path.dirname(at), { recursive: true });
  makeLink(target, at);
}

function setAside(at: string, candidateRoot: string): void {
  const aside = path.join(candidateRoot, TOOLS_FOLDER, "aside");
  mkdirSync(aside, { recursive: true });
  renameSync(at, path.join(aside, String(readdirSync(aside).length)));
}
