import { joinPath, toFolder } from "./file-paths.ts";
import { parseJsonc } from "./jsonc.ts";
import { mergeUnder } from "./merge-policies.ts";
import { movePlugins } from "./move-policy.ts";
import type { FindPackage } from "./move-policy.ts";
import type { Policy, WrittenPolicy } from "./policy.ts";
import { toPolicy } from "./policy.ts";

/** Where policies are read from; paths have `/` between their parts. */
export interface PolicyFiles {
  /** A file's text. @throws whatever tells why there is none */
  readonly read: (path: string) => string;
  readonly findPackage?: FindPackage;
}

/**
 * Reads a JSON policy with all that it extends. Paths in `extends` start at the folder of the file that names them, and
 * so do plugins, which come out as seen from the first file's folder.
 * @throws Error naming the file where one is missing, malformed, named without a dot, or extends itself
 */
export function readPolicy(path: string, files: PolicyFiles, open: readonly string[] = []): Policy {
  if (open.includes(path)) throw new Error(`"extends" leads round in a circle: ${[...open, path].join(", ")}`);
  const { extends: bases = [], ...own } = parsePolicy(path, files.read(path));
  let policy: Policy = own;
  for (const base of bases.toReversed()) {
    const place = toExtended(path, base);
    const inherited = readPolicy(place, files, [...open, path]);
    const { findPackage } = files;
    policy = mergeUnder(policy, movePlugins(inherited, { from: toFolder(place), to: toFolder(path), findPackage }));
  }
  return policy;
}

/** Where a file's `extends` lead. @throws Error naming the file */
export function listExtended(path: string, text: string): readonly string[] {
  return (parsePolicy(path, text).extends ?? []).map((base) => toExtended(path, base));
}

/** One file's policy, `extends` still in it. @throws Error naming the file */
function parsePolicy(path: string, text: string): WrittenPolicy {
  try {
    return toPolicy(parseJsonc(text), path);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Where an element of a file's `extends` leads. @throws Error for a named configuration, which oxlint knows none of */
function toExtended(path: string, base: unknown): string {
  if (typeof base !== "string" || !base.includes(".")) {
    throw new Error(`${path}: "extends" holds ${JSON.stringify(base)}, which is no path of a file`);
  }
  return joinPath(toFolder(path), base);
}
