import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { build } from "esbuild";
import type { BuildOptions, Metafile } from "esbuild";

import { takeCoreModules } from "./core-modules.ts";
import { mergeChunks } from "./merge-chunks.ts";

/** What code imports as `harness-intelligence/adapter`. */
const API = "src/scan/execute-adapter-request.ts";
/** The program, and what nearly every request needs of it: one file, since each module costs its loading. */
const ENTRY = "src/adapter-bin.ts";
const PROGRAM = "adapter.mjs";
const AT_ONCE = ["src/scan/answer-scan.ts", "src/scan/structure/detect-structure.ts", "src/scan/pqc/detect-pqc.ts"];
/** The files that say its types. */
const TYPES = ["contracts/scanner.d.ts", "scan/execute-adapter-request.d.ts", "scan/lint-engine.d.ts"];

interface AdapterBuild {
  readonly options: BuildOptions;
  /** The last touch to each file's text. */
  readonly finish: (text: string) => string;
}

/**
 * Bundles the scanner adapter into `lib/`: its program, what code imports, and what only some requests need in chunks of
 * its own; and the types of what code imports.
 */
export async function bundleAdapter(
  root: string,
  staging: string,
  { options, finish }: AdapterBuild
): Promise<Metafile> {
  const merging = { ...options, external: ["@ast-grep/napi"] };
  const { metafile, outputFiles } = await build({
    ...merging,
    chunkNames: "adapter-[name]-[hash]",
    entryPoints: {
      "adapter-bin": ENTRY,
      "adapter-api": API,
      "scan-worker": "src/scan/embedded/scan-worker.ts",
    },
    metafile: true,
    outdir: path.join(staging, "lib"),
    plugins: [takeCoreModules],
    splitting: true,
    write: false,
  });
  await mkdir(path.join(staging, "lib"), { recursive: true });
  const merged = await mergeChunks({
    outputFiles,
    metafile,
    entry: ENTRY,
    together: AT_ONCE,
    name: PROGRAM,
    options: merging,
  });
  const lib = path.join(staging, "lib");
  await Promise.all([...merged].map(([name, text]) => writeFile(path.join(lib, name), finish(text))));
  await writeTypes(root, path.join(staging, "types"));
  return metafile;
}

async function writeTypes(root: string, target: string): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), "hi-types-"));
  try {
    const flags = ["--declaration", "--emitDeclarationOnly", "--rootDir", "src", "--outDir", scratch];
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(root, "node_modules/typescript/bin/tsc"), "--ignoreConfig", ...toFlags(), ...flags, API],
      { cwd: root, encoding: "utf8" }
    );
    if (status !== 0) throw new Error(`the types of ${API}: ${stdout}`);
    for (const name of TYPES) await cp(path.join(scratch, name), path.join(target, name));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** As in tsconfig.json, which cannot be read where a file is named. */
function toFlags(): readonly string[] {
  const values = ["--module", "nodenext", "--target", "es2024", "--lib", "es2024,esnext.collection", "--types", "node"];
  const flags = ["--strict", "--allowImportingTsExtensions", "--erasableSyntaxOnly", "--verbatimModuleSyntax"];
  return [...values, ...flags, "--rewriteRelativeImportExtensions", "--skipLibCheck"];
}
