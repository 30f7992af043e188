import { readFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "esbuild";

const STUBS = path.join(import.meta.dirname, "stubs");

/** Parts of Yeoman that generators of ours never reach, by package; see stubs/absent.ts. */
const STUBBED: Readonly<Record<string, string>> = {
  "./module-lookup.js": "module-lookup.ts",
  "@yeoman/adapter": "yeoman-adapter.ts",
  "@yeoman/conflicter": "yeoman-conflicter.ts",
  execa: "execa.ts",
  "fly-import": "fly-import.ts",
  "latest-version": "latest-version.ts",
  minimatch: "globs.ts",
  multimatch: "globs.ts",
  "simple-git": "simple-git.ts",
  tinyglobby: "globs.ts",
  "which-package-manager": "which-package-manager.ts",
};

const OF_YEOMAN = /node_modules[\\/](?:yeoman-|@yeoman[\\/]|mem-fs)/;

/**
 * Makes Yeoman small enough to load in a tenth of its time: the environment's base without its index, stubs for what is
 * never reached (only where Yeoman itself asks for it), and package versions written in, since a bundle has no
 * package.json beside it.
 */
export function stubYeoman(root: string): Plugin {
  const modules = path.join(root, "node_modules");
  return {
    name: "stub-yeoman",
    setup(build) {
      build.onResolve({ filter: /^yeoman-environment$/ }, () => ({ path: path.join(STUBS, "yeoman-environment.ts") }));
      build.onResolve({ filter: /^ejs$/ }, () => ({ path: path.join(modules, "ejs/lib/esm/ejs.js") }));
      build.onResolve({ filter: /^(?:[^.]|\.\/module-lookup\.js$)/ }, ({ path: name, importer }) => {
        const stub = STUBBED[name];
        return stub !== undefined && OF_YEOMAN.test(importer) ? { path: path.join(STUBS, stub) } : undefined;
      });
      build.onLoad({ filter: /yeoman-(?:environment|generator)[\\/]dist[\\/].*\.js$/ }, ({ path: file }) => ({
        contents: writeVersionsIn(readFileSync(file, "utf8"), file),
        loader: "js",
      }));
    },
  };
}

/** Replaces the two ways in which Yeoman reads its own package.json. */
function writeVersionsIn(text: string, file: string): string {
  const manifest = path.join(file.slice(0, file.lastIndexOf(`${path.sep}dist${path.sep}`)), "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const literal = JSON.stringify({ version });
  return text
    .replaceAll("require('../package.json')", literal)
    .replaceAll("JSON.parse(readFileSync(pathJoin(_dirname, '../package.json'), 'utf8'))", literal);
}
