import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Plugin } from "esbuild";

/** Packages whose modules only define things, though they do not say so themselves. */
const OF_PURE = /node_modules[\\/]jsonc-parser[\\/]/;

/**
 * Leaves out what nothing takes from a package. Of jsonc-parser these are the formatter and the editor, which make some
 * thousand strings as they load, and its enums, of which the compiler has written the numbers in.
 */
export const dropUnused: Plugin = {
  name: "drop-unused",
  setup(build) {
    build.onResolve({ filter: /^(?:jsonc-parser$|\.\/)/ }, async ({ path: name, pluginData, ...from }) => {
      const isOurs = name === "jsonc-parser" || OF_PURE.test(from.importer);
      if (!isOurs || pluginData === dropUnused) return undefined;
      const { importer, kind, resolveDir } = from;
      const found = await build.resolve(name, { importer, kind, resolveDir, pluginData: dropUnused });
      return { path: path.normalize(found.path), sideEffects: false };
    });
    build.onLoad({ filter: /node_modules[\\/]fdir[\\/]dist[\\/]index\.mjs$/ }, async ({ path: file }) => ({
      contents: dropOptional(await readFile(file, "utf8")),
    }));
    build.onLoad({ filter: OF_PURE }, async ({ path: file }) => ({
      contents: markEnums(await readFile(file, "utf8")),
    }));
  },
};

const OPTIONAL = /__require\.resolve\("picomatch"\);\s*pm = __require\("picomatch"\);/;

/** It looks on disk for a package that only its own globs need, whatever lies there; ours are matched before. */
function dropOptional(text: string): string {
  if (!OPTIONAL.test(text)) throw new Error("fdir asks for picomatch in another way: look again at what it loads");
  return text.replace(OPTIONAL, "");
}

/** A call that is marked so is dropped, which only an enum without uses survives. */
function markEnums(text: string): string {
  const code = text.replaceAll(/\/\*.*?\*\//gs, "");
  return text.replaceAll(/^\(function \((\w+)\) \{/gm, (start, name: string) =>
    code.includes(`${name}.`) ? start : `/* @__PURE__ */ ${start}`
  );
}
