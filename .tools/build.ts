import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { build } from "esbuild";
import type { BuildOptions, Metafile } from "esbuild";

import { PROGRAM_NAMES, readTemplateSources } from "../src/adapters/from-source.ts";
import { bundlePage } from "../src/adapters/page-bundle.ts";
import { TOOLCHAIN } from "../src/domain/toolchain.ts";
import { bundleAdapter } from "./bundle-adapter.ts";
import { compileEagerly } from "./compile-eagerly.ts";
import { takeCoreModules } from "./core-modules.ts";
import { dropUnused } from "./drop-unused.ts";
import { mergeChunks } from "./merge-chunks.ts";
import { stubYeoman } from "./stub-yeoman.ts";
import { renderThirdParty } from "./third-party.ts";

/**
 * Bundles `dist/`: hi.mjs (the launcher), lib/ (the program, what is heavy in chunks of its own), types/ (of what code imports), runtime/ (what is
 * copied into repositories), page/ (what runs in the review page) and the notices of what is bundled.
 */
const root = path.join(import.meta.dirname, "..");
const dist = path.join(root, "dist");
/** Where it is put together: `dist/` is always one whole build. */
const staging = path.join(root, `node_modules/.cache/hi-build-${process.pid}`);

/** What some bundled CommonJS expects to find; looked for when it is called, as most runs never do. */
const REQUIRE =
  'const require = (name) => process.getBuiltinModule("node:module").createRequire(import.meta.url)(name);';

/** What the launcher loads. */
const PROGRAM = "program.mjs";

/** What the launcher loads for verbs that are started often: no agent and no commit waits for what else there is. */
const ALONE = {
  "can-stop.mjs": "src/can-stop-bin.ts",
  "can-write.mjs": "src/can-write-bin.ts",
  "hook.mjs": "src/hook-bin.ts",
  "lint.mjs": "src/lint-bin.ts",
} as const;

/** What `hi check` loads, beside its entry: one file, since it may cost little more than starting Node. */
const OF_THE_CHECK = [
  "src/adapters/own-version.ts",
  "src/adapters/progress.ts",
  "src/adapters/world.ts",
  "src/cli/render/check.ts",
  "src/commands/check.ts",
];

/** Programs of the machine's own kind, which no bundle can hold. */
const NATIVE = ["@ast-grep/napi"];

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  // Some packages have a CommonJS form that asks for its parts in a way no bundler follows.
  mainFields: ["module", "main"],
  logLevel: "warning",
  outExtension: { ".js": ".mjs" },
  platform: "node",
} satisfies BuildOptions;

// ASCII: a text with one wider character takes twice the memory as a whole.
const COMPACT = {
  ...COMMON,
  charset: "ascii",
  minifySyntax: true,
  minifyWhitespace: true,
  target: "node22",
} satisfies BuildOptions;

async function bundleProgram(define: Record<string, string>): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    ...COMPACT,
    chunkNames: "[name]-[hash]",
    // The launcher starts the program; asking would load what makes `import.meta`.
    define: { ...define, "import.meta.main": "false" },
    entryPoints: { bin: "src/bin.ts", templates: "src/adapters/template-engine.ts", yeoman: "src/adapters/yeoman.ts" },
    metafile: true,
    outdir: path.join(staging, "lib"),
    external: NATIVE,
    plugins: [stubYeoman(root), dropUnused],
    splitting: true,
    write: false,
  });
  const merged = await mergeChunks({
    outputFiles,
    metafile,
    entry: "src/bin.ts",
    together: OF_THE_CHECK,
    name: PROGRAM,
    options: { ...COMPACT, external: NATIVE },
  });
  merged.set(PROGRAM, compileEagerly(merged.get(PROGRAM) ?? ""));
  await mkdir(path.join(staging, "lib"), { recursive: true });
  await Promise.all([...merged].map(([name, text]) => writeFile(path.join(staging, "lib", name), giveRequire(text))));
  return metafile;
}

/** Below a first line that names the interpreter, and only where something asks for it. */
function giveRequire(text: string): string {
  if (!/\brequire\b/.test(text)) return text;
  const [, hashbang = "", body = ""] = /^(#!.*\n)?([^]*)$/.exec(text) ?? [];
  return `${hashbang}${REQUIRE}\n${body}`;
}

/** Each of these verbs in one file. */
async function bundleAlone(): Promise<void> {
  for (const [name, entry] of Object.entries(ALONE)) {
    const { outputFiles } = await build({
      ...COMPACT,
      entryPoints: [entry],
      outfile: name,
      plugins: [takeCoreModules],
      write: false,
    });
    await writeFile(path.join(staging, "lib", name), compileEagerly(outputFiles[0]?.text ?? ""));
  }
}

async function bundleLauncher(engines: string): Promise<void> {
  const define = { __ENGINES__: JSON.stringify(engines) };
  const banner = { js: "#!/usr/bin/env node" };
  const entryPoints = { hi: ".tools/launcher.ts", "hi-adapter": ".tools/adapter-launcher.ts" };
  const external = ["./hi.mjs"];
  await build({ ...COMMON, banner, define, entryPoints, external, outdir: staging, target: "node18" });
}

async function main(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const { version, digest, programs } = await readTemplateSources(root, TOOLCHAIN);
  await mkdir(path.join(staging, "runtime"), { recursive: true });
  for (const name of PROGRAM_NAMES) await writeFile(path.join(staging, `runtime/${name}.mjs`), programs[name]);
  await bundleLauncher(manifest.engines.node);
  const program = await bundleProgram({
    __TEMPLATE_DIGEST__: JSON.stringify(digest),
    __VERSION__: JSON.stringify(version),
  });
  await bundleAlone();
  const adapter = await bundleAdapter(root, staging, {
    options: { ...COMPACT, define: { __VERSION__: JSON.stringify(version) } },
    finish: (text) => compileEagerly(giveRequire(text)),
  });
  const page = await bundlePage(root);
  await mkdir(path.join(staging, "page"), { recursive: true });
  await writeFile(path.join(staging, "page/page.js"), page.script);
  await writeFile(path.join(staging, "page/page.css"), page.style);
  await writeFile(path.join(staging, "THIRD-PARTY.txt"), renderThirdParty(root, [program, adapter, page.metafile]));
  if (process.argv.includes("--metafile")) await writeFile(path.join(staging, "meta.json"), JSON.stringify(program));
  await rm(dist, { recursive: true, force: true });
  await rename(staging, dist);
}

try {
  await main();
} catch (error) {
  // esbuild has said where already.
  if (!(error instanceof Error && "errors" in error)) throw error;
  process.exitCode = 1;
} finally {
  await rm(staging, { recursive: true, force: true });
}
