import { isPython } from "../tests/read-program.ts";

/** What a script writes in quotes may name a module: an import, a mock, a setup file of a runner. */
const QUOTED = /["'`]([^"'`\n]{1,300})["'`]/g;
const PYTHON_IMPORT = /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+([^#\n]*)|import[ \t]+([^#\n]+))/gm;

/**
 * Which files of a repository name which. It takes in too much rather than too little: a name that may stand for more
 * than one file (an alias, a folder of Python's path) stands for each of them.
 */
export class ImportGraph {
  private readonly byStem = new Map<string, string[]>();
  private readonly byLast = new Map<string, string[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      for (const stem of toStems(path)) {
        put(this.byStem, stem, path);
        put(this.byLast, stem.slice(stem.lastIndexOf("/") + 1), stem);
      }
    }
  }

  /** Files that are the same module by its name: `check.js` and `check.ts`, `check/index.js`. */
  findNamesakes(path: string): readonly string[] {
    return toStems(path).flatMap((stem) => (this.byStem.get(stem) ?? []).filter((other) => other !== path));
  }

  /** What a file names by relative paths alone, which is certain. */
  findRelative(path: string, text: string): readonly string[] {
    const folder = path.split("/").slice(0, -1);
    return listNamed(path, text)
      .filter((name) => name.startsWith("."))
      .flatMap((name) => this.atPath(folder, name, isPython(path)));
  }

  /** All that a file may name. */
  findTargets(path: string, text: string): readonly string[] {
    const folder = path.split("/").slice(0, -1);
    return listNamed(path, text).flatMap((name) =>
      name.startsWith(".") ? this.atPath(folder, name, isPython(path)) : this.byEnd(name, isPython(path))
    );
  }

  private atPath(folder: readonly string[], name: string, isDotted: boolean): readonly string[] {
    const [, dots = "", rest = ""] = isDotted ? (/^(\.+)(.*)$/.exec(name) ?? []) : [];
    const ups = "../".repeat(Math.max(dots.length - 1, 0));
    const written = isDotted ? `${ups}${rest.replaceAll(".", "/")}` : name;
    const parts = [...folder];
    for (const part of written.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "." && part !== "") parts.push(part);
    }
    return this.byStem.get(toStem(parts.join("/"))) ?? [];
  }

  /** `@/support/check`, `#support/check.js`, `support.check`: whatever ends in it, with or without its first part. */
  private byEnd(name: string, isDotted: boolean): readonly string[] {
    const stem = toStem(isDotted ? name.replaceAll(".", "/") : name);
    const [, ...rest] = stem.split("/");
    const ends = [stem, ...(rest.length > 0 && !isDotted ? [rest.join("/")] : [])];
    const last = stem.slice(stem.lastIndexOf("/") + 1);
    return (this.byLast.get(last) ?? [])
      .filter((other) => ends.some((end) => other === end || other.endsWith(`/${end}`)))
      .flatMap((other) => this.byStem.get(other) ?? []);
  }
}

/** Every file from which one of the given can be reached, these included. */
export function listReaching(
  targets: Iterable<string>,
  edges: ReadonlyMap<string, readonly string[]>
): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [from, to] of edges) for (const target of new Set(to)) put(importers, target, from);
  const open = [...targets];
  const found = new Set(open);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const importer of importers.get(path) ?? []) {
      if (found.has(importer)) continue;
      found.add(importer);
      open.push(importer);
    }
  }
  return found;
}

/** What a file names that may be a module. */
export function listNamed(path: string, text: string): readonly string[] {
  if (!isPython(path)) return [...text.matchAll(QUOTED)].flatMap(([, name]) => name ?? []);
  return [...text.matchAll(PYTHON_IMPORT)].flatMap(([, from, names = "", plain = ""]) => {
    if (from === undefined) return plain.split(",").map((name) => name.trim().replace(/\s.*$/, ""));
    const inner = names.split(",").map((name) => name.replaceAll(/[()\s]|\bas\b.*/g, ""));
    return [from, ...inner.filter(Boolean).map((name) => (from.endsWith(".") ? `${from}${name}` : `${from}.${name}`))];
  });
}

const toStem = (path: string): string => path.replace(/\.(?:[cm]?[jt]sx?|py)$/, "");

/** A file is a module by its own name and, of an index, by its folder's. */
function toStems(path: string): readonly string[] {
  const stem = toStem(path);
  const folder = stem.replace(/\/(?:index|__init__)$/, "");
  return folder === stem ? [stem] : [stem, folder];
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
