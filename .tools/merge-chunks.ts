import path from "node:path";

import { build } from "esbuild";
import type { BuildOptions, Metafile, OutputFile, Plugin } from "esbuild";

import { takeCoreModules } from "./core-modules.ts";

/** The output of a split build, by file name: they all lie in one folder. */
interface Split {
  readonly texts: ReadonlyMap<string, string>;
  readonly outputs: ReadonlyMap<string, Metafile["outputs"][string]>;
}

export interface MergeInput {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
  /** The sources whose chunks, with all that they import, become one file. */
  readonly together: readonly string[];
  /** What that file exports under its own name: the exports of this one of the sources. */
  readonly entry: string;
  /** That file's name. */
  readonly name: string;
  readonly options: BuildOptions;
}

/**
 * Puts the chunks of one path through the program into one file: a module costs half a millisecond to load, however
 * small, and esbuild makes one for every set of entry points that share something. Returns text by file name.
 *
 * The merged file exports everything that its chunks exported, under names of its own, and the other files import it
 * from there: there is still one instance of every module.
 */
export async function mergeChunks(input: MergeInput): Promise<Map<string, string>> {
  const split = toSplit(input);
  const merged = [...findTogether(split, [input.entry, ...input.together])].toSorted();
  const names = new Map(merged.map((file, index) => [file, `m${index}_`]));
  const entry = findChunk(split.outputs, input.entry);
  const whole = await bundleWhole(split, { names, entry, options: input.options });
  const rest = [...split.texts.keys()].filter((file) => !names.has(file));
  const files = await Promise.all(
    rest.map(async (file) => [file, await relink(file, { split, names, input })] as const)
  );
  return new Map([[input.name, whole], ...files]);
}

function toSplit({ outputFiles, metafile }: MergeInput): Split {
  const outputs = Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output] as const);
  return {
    texts: new Map(outputFiles.map((file) => [path.basename(file.path), file.text])),
    outputs: new Map(outputs),
  };
}

/** The chunks of the named sources and, with them, all that they load at once. @throws Error for a source without one */
function findTogether({ outputs }: Split, sources: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const imports = outputs.get(file)?.imports ?? [];
    for (const one of imports) if (one.kind === "import-statement" && !one.external) visit(path.basename(one.path));
  };
  for (const source of sources) visit(findChunk(outputs, source));
  return found;
}

/** @throws Error for a source without a chunk of its own */
function findChunk(outputs: Split["outputs"], source: string): string {
  const own = [...outputs].find(([, output]) => output.entryPoint === source);
  if (!own) throw new Error(`${source} has no chunk of its own: is it still imported dynamically?`);
  return own[0];
}

function renderReexports(file: string, from: string, { split, names, toMerged }: Reexports): string {
  const prefix = names.get(file) ?? "";
  const pairs = (split.outputs.get(file)?.exports ?? []).map((name) =>
    toMerged ? `${name} as ${prefix}${name}` : `${prefix}${name} as ${name}`
  );
  return `export { ${pairs.join(", ")} } from ${JSON.stringify(from)};\n`;
}

interface Reexports {
  readonly split: Split;
  readonly names: ReadonlyMap<string, string>;
  readonly toMerged: boolean;
}

interface Whole {
  readonly names: ReadonlyMap<string, string>;
  readonly entry: string;
  readonly options: BuildOptions;
}

async function bundleWhole(split: Split, { names, entry, options }: Whole): Promise<string> {
  const reexports = [...names.keys()].map((file) =>
    renderReexports(file, `./${file}`, { split, names, toMerged: true })
  );
  const contents = [...reexports, `export * from ${JSON.stringify(`./${entry}`)};\n`].join("");
  const load = (file: string): string | undefined =>
    names.has(file) ? importAtOnce(split.texts.get(file) ?? "", names) : undefined;
  return bundleText({ contents, load, options });
}

/**
 * Makes dynamic imports of what is in the same file static: for a dynamic one esbuild wraps all that it reaches into
 * functions, which are compiled anew in every run.
 */
function importAtOnce(text: string, names: ReadonlyMap<string, string>): string {
  const imports = new Map<string, string>();
  const changed = text.replaceAll(/\bimport\("\.\/([^"]+)"\)/g, (whole, file: string) => {
    const prefix = names.get(file);
    if (prefix === undefined) return whole;
    imports.set(`${prefix}all`, file);
    return `Promise.resolve(${prefix}all)`;
  });
  const lines = [...imports].map(([name, file]) => `import * as ${name} from "./${file}";\n`);
  return `${changed}\n${lines.join("")}`;
}

/** One of the other files, with what was merged taken from the merged file. */
async function relink(
  file: string,
  { split, names, input }: { split: Split; names: ReadonlyMap<string, string>; input: MergeInput }
): Promise<string> {
  const load = (other: string): string | undefined =>
    names.has(other) ? renderReexports(other, `./${input.name}`, { split, names, toMerged: false }) : undefined;
  return bundleText({ contents: split.texts.get(file) ?? "", load, options: input.options });
}

interface TextBundle {
  readonly contents: string;
  /** The text of a sibling that is to be bundled in; the others stay imports. */
  readonly load: (file: string) => string | undefined;
  readonly options: BuildOptions;
}

async function bundleText({ contents, load, options }: TextBundle): Promise<string> {
  const siblings: Plugin = {
    name: "siblings",
    setup(one) {
      one.onResolve({ filter: /^\.\/[^/]+\.mjs$/ }, ({ path: name }) => {
        const isIn = load(path.basename(name)) !== undefined;
        return isIn ? { path: name, namespace: "sibling", sideEffects: true } : { path: name, external: true };
      });
      one.onLoad({ filter: /.*/, namespace: "sibling" }, ({ path: name }) => ({
        contents: load(path.basename(name)) ?? "",
      }));
    },
  };
  const stdin = { contents, loader: "js", resolveDir: "/", sourcefile: "chunk.mjs" } as const;
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    plugins: [siblings, takeCoreModules],
    stdin,
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error("a chunk was bundled into nothing");
  return output.text;
}
