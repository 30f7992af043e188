import { readdirSync } from "node:fs";
import path from "node:path";

/** More than this is looked at for no pattern. */
const MAX_MATCHES = 5000;

/**
 * The paths that a pattern of a shell's stands for on disk now, hidden ones among them, whatever the shell's options are.
 * Itself where nothing matches, as a shell leaves it. Undefined where that cannot be told: `**`, which shells read in two
 * ways, and a pattern that matches without end.
 */
export function expandGlob(base: string, pattern: string): readonly string[] | undefined {
  if (pattern.includes("**")) return undefined;
  const isAbsolute = pattern.startsWith("/");
  let found = [isAbsolute ? "/" : base];
  for (const step of pattern.split("/").filter((part) => part !== "")) {
    const isGlob = /(?<!\\)[*?[]/.test(step);
    found = isGlob
      ? found.flatMap((folder) => match(folder, step))
      : found.map((folder) => path.join(folder, unquote(step)));
    if (found.length > MAX_MATCHES) return undefined;
  }
  return found.length > 0 ? found : [path.resolve(base, unquote(pattern))];
}

function match(folder: string, step: string): readonly string[] {
  const expression = toExpression(step);
  return listNames(folder)
    .filter((name) => expression.test(name))
    .map((name) => path.join(folder, name));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const unquote = (text: string): string => text.replaceAll(/\\(.)/gs, "$1");

function toExpression(step: string): RegExp {
  const body = step.replaceAll(
    /\\(.)|\[([!^]?)((?:\]?[^\]]*))\]|\*|\?|([\\^$.|+(){}[\]])/gs,
    (piece, quoted, not, set) => {
      if (typeof quoted === "string") return escape(quoted);
      if (typeof set === "string" && set !== "") {
        return `[${not ? "^" : ""}${set.replaceAll(/[\\[]/g, String.raw`\$&`)}]`;
      }
      if (piece === "*") return ".*";
      return piece === "?" ? "." : escape(piece);
    }
  );
  try {
    return new RegExp(`^${body}$`, "s");
  } catch {
    // A range that is none: better a name too many.
    return /^/;
  }
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
