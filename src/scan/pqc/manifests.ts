import type { Node } from "jsonc-parser";

import { findTooDeep } from "../../domain/json-depth.ts";
import type { Dependency } from "./dependency-seeds.ts";
import { findVulnerable } from "./dependency-seeds.ts";
import type { Said } from "./pqc-findings.ts";

/** What a manifest names, and why it was not read whole where it was not. */
export interface ManifestRead {
  readonly said: readonly Said[];
  readonly trouble?: string;
}

/** `name` is the file's: it tells which manager wrote it. */
export async function readManifest(name: string, text: string): Promise<ManifestRead> {
  if (name === "pnpm-lock.yaml") return readLines(text, "pnpm", /^lockfileVersion:/m, readPnpm);
  if (name === "yarn.lock") return readLines(text, "yarn", /^# yarn lockfile v1|^__metadata:/m, readYarn);
  if (findTooDeep(text) !== undefined) return { said: [], trouble: "its JSON nests too deep" };
  const { parseTree } = await import("jsonc-parser");
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const read = name === "package.json" ? readRanges : readLock;
  const dependencies = tree === undefined ? [] : read(tree);
  return { said: findVulnerable("npm", dependencies), ...(errors.length > 0 ? { trouble: "its JSON is broken" } : {}) };
}

/** Files that programs write line by line; what lacks their first line is something else. */
function readLines(
  text: string,
  manager: "pnpm" | "yarn",
  mark: RegExp,
  read: (text: string) => readonly Dependency[]
): ManifestRead {
  const said = findVulnerable(manager, read(text));
  return mark.test(text) ? { said } : { said, trouble: `it does not say which version of ${manager}'s lockfile it is` };
}

interface Member {
  readonly name: string;
  readonly value: Node;
  readonly start: number;
  readonly end: number;
}

/** The members of an object; none where it is something else. The place is the key's and the value's. */
function toMembers(node: Node | undefined): readonly Member[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children = [], offset, length }) => {
    const [key, value] = children;
    return key !== undefined && value !== undefined && typeof key.value === "string"
      ? [{ name: key.value, value, start: offset, end: offset + length }]
      : [];
  });
}

const findMember = (node: Node | undefined, name: string): Node | undefined =>
  toMembers(node).findLast((member) => member.name === name)?.value;

function toText(node: Node | undefined): string | undefined {
  return node?.type === "string" && typeof node.value === "string" ? node.value : undefined;
}

const EXACT = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;
const withVersion = (version: string | undefined) => (version !== undefined && EXACT.test(version) ? { version } : {});

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
const ALIAS = /^npm:((?:@[^/@]+\/)?[^@]+)@(.+)$/;

function readRanges(tree: Node): readonly Dependency[] {
  return SECTIONS.flatMap((section) => toMembers(findMember(tree, section))).map(({ name, value, start, end }) => {
    const [, aliased = name, range = toText(value)] = ALIAS.exec(toText(value) ?? "") ?? [];
    return { name: aliased, ...withVersion(range), start, end };
  });
}

const FOLDER = "node_modules/";

/** Versions 2 and 3 have `packages` by folder; version 1 has `dependencies` within `dependencies`. */
function readLock(tree: Node): readonly Dependency[] {
  const packages = findMember(tree, "packages");
  if (packages === undefined) return readNested(findMember(tree, "dependencies"), []);
  return toMembers(packages).flatMap(({ name: folder, value, start }) => {
    if (!folder.includes(FOLDER)) return [];
    const path = folder
      .split(FOLDER)
      .slice(1)
      .map((part) => part.replace(/\/$/, ""));
    const name = toText(findMember(value, "name")) ?? path.at(-1) ?? "";
    // The key says what it is; its value may be many lines.
    return [
      { name, path, ...withVersion(toText(findMember(value, "version"))), start, end: start + folder.length + 2 },
    ];
  });
}

/** Not deeper than JSON may be: `findTooDeep` was asked before. */
function readNested(dependencies: Node | undefined, above: readonly string[]): readonly Dependency[] {
  return toMembers(dependencies).flatMap(({ name, value, start }) => {
    const path = [...above, name];
    const [, aliased = name, version] = ALIAS.exec(toText(findMember(value, "version")) ?? "") ?? [];
    const found = version ?? toText(findMember(value, "version"));
    const own = { name: aliased, path, ...withVersion(found), start, end: start + name.length + 2 };
    return [own, ...readNested(findMember(value, "dependencies"), path)];
  });
}

/** `  elliptic@6.5.4:`, `  '@a/b@1.0.0(peer@2)':`, and as older versions wrote it, `  /elliptic/6.5.4:`. */
const PNPM_KEY = /^ {2}['"]?\/?((?:@[\w.~-]+\/)?[\w.~-]+)[@/](\d[^:('"\s]*)[^:]*:/;

function readPnpm(text: string): readonly Dependency[] {
  let section = "";
  return [...text.matchAll(/[^\r\n]+/g)].flatMap(({ 0: line, index }) => {
    section = /^(\w+):/.exec(line)?.[1] ?? section;
    const [, name, version] = section === "packages" ? (PNPM_KEY.exec(line) ?? []) : [];
    if (name === undefined) return [];
    return [{ name, ...withVersion(version), start: index + 2, end: index + line.length }];
  });
}

/** A head of one or more specifiers, then `  version "6.5.4"` or `  version: 6.5.4`. */
function readYarn(text: string): readonly Dependency[] {
  const heads = [...text.matchAll(/^(?![ \t#])[^\r\n]+:[ \t]*$/gm)];
  return heads.flatMap(({ 0: head, index }, at) => {
    const body = text.slice(
      index + head.length,
      Math.min(heads[at + 1]?.index ?? text.length, index + head.length + 4096)
    );
    const version = /^ {2}version:? "?([^"\s]+)"?[ \t]*$/m.exec(body)?.[1];
    const resolved = /^ {2}resolution: "?((?:@[^/@"]+\/)?[^@"]+)@/m.exec(body)?.[1];
    const name = resolved ?? toYarnName(head);
    return name === undefined ? [] : [{ name, ...withVersion(version), start: index, end: index + head.length }];
  });
}

function toYarnName(head: string): string | undefined {
  const [, name, range = ""] = /^"?((?:@[^/@"]+\/)?[^@",]+)@([^",]*)/.exec(head) ?? [];
  return ALIAS.exec(range)?.[1] ?? name;
}
