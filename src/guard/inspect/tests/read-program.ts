import { decodeText } from "../../../domain/text-encoding.ts";
import { readPython } from "../tree/read-python.ts";
import { readScript } from "../tree/read-script.ts";
import type { Program, Reading } from "../tree/tree.ts";

/** Larger files are not read: an inspection must end. */
const MAX_BYTES = 1_000_000;

export const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
export const isPython = (path: string): boolean => /\.pyi?$/.test(path);

/** Reads a source file by its name; why it cannot be read is a problem with a place. */
export function readProgram(bytes: Uint8Array, path: string): Reading {
  if (bytes.length > MAX_BYTES) return { ok: false, problem: "it is larger than 1 MB", at: 0 };
  const decoded = decodeText(bytes);
  if (!decoded.ok) return { ok: false, problem: decoded.problem.message, at: 0 };
  const text = decoded.text.startsWith("\u{FEFF}") ? ` ${decoded.text.slice(1)}` : decoded.text;
  return isPython(path) ? readPython(text) : readScript(text, path);
}

const ENDINGS = ["", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", "/index.ts", "/index.js"];
const MAX_IMPORTS = 40;

/**
 * Reads what a program imports by relative paths, so that the helpers of a test can be followed: as many as a test file
 * has, and only those whose names it calls for themselves.
 */
export async function readImported(
  program: Program,
  path: string,
  read: (path: string) => Promise<Uint8Array | undefined>
): Promise<ReadonlyMap<string, Program>> {
  const found = new Map<string, Program>();
  for (const from of listHelperModules(program).slice(0, MAX_IMPORTS)) {
    for (const candidate of toCandidates(from, path, program.language)) {
      const bytes = await read(candidate);
      const reading = bytes && readProgram(bytes, candidate);
      if (reading?.ok) found.set(from, reading.program);
      if (bytes) break;
    }
  }
  return found;
}

/** Modules with a name that a line of the file begins by calling. */
function listHelperModules({ body, text }: Program): readonly string[] {
  const called = new Set(
    [...text.matchAll(/(?:^|[;{>])[ \t]*(?:await[ \t]+|return[ \t]+|yield[ \t]+)*([A-Za-z_$][\w$]*)\s*[.(]/gm)].map(
      ([, name]) => name
    )
  );
  const modules = new Set<string>();
  for (const step of body) {
    if (step.kind === "import" && step.names.some(([, local]) => called.has(local))) modules.add(step.from);
    const required =
      step.kind === "bind" &&
      step.value?.kind === "call" &&
      step.value.callee.kind === "name" &&
      step.value.callee.name === "require";
    const [from] = required && step.kind === "bind" && step.value?.kind === "call" ? step.value.args : [];
    if (from?.kind === "literal") modules.add(String(from.value));
  }
  return [...modules];
}

function toCandidates(from: string, path: string, language: Program["language"]): readonly string[] {
  const folder = path.split("/").slice(0, -1);
  if (language === "python") return toPythonCandidates(from, folder);
  if (!from.startsWith(".")) return [];
  const joined = joinPath(folder, from);
  if (joined === undefined) return [];
  const bare = joined.replace(/\.([cm]?)js$/, "");
  const written = bare === joined ? [] : [joined, `${bare}.ts`, `${bare}.tsx`, `${bare}.mts`, `${bare}.cts`];
  return [...written, ...ENDINGS.map((ending) => joined + ending)];
}

function toPythonCandidates(from: string, folder: readonly string[]): readonly string[] {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(from) ?? [];
  const parts = rest === "" ? [] : rest.split(".");
  const base = dots === "" ? undefined : folder.slice(0, folder.length - dots.length + 1);
  const places = base ? [base] : [folder, []];
  return places.flatMap((place) => {
    const joined = [...place, ...parts].join("/");
    return [`${joined}.py`, `${joined}/__init__.py`];
  });
}

/** Undefined where it leads out of the repository. */
function joinPath(folder: readonly string[], from: string): string | undefined {
  const parts = [...folder];
  for (const part of from.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
