import { builtinModules } from "node:module";

import type { Plugin } from "esbuild";

/**
 * Takes Node's core modules as the values that they are instead of importing them: for an import Node makes a namespace,
 * and reads every getter of the module for it. Of `node:fs` alone that loads the promises, the streams and the readline
 * interface, which is a fifth of what starting Node costs.
 */
export const takeCoreModules: Plugin = {
  name: "core-modules",
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, ({ path: name, kind }) => {
      const bare = name.replace(/^node:/, "");
      const isTaken = kind === "import-statement" && builtinModules.includes(bare);
      return isTaken ? { path: `node:${bare}`, namespace: "core-module", sideEffects: false } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: "core-module" }, ({ path: name }) => ({ contents: renderModule(name) }));
  },
};

/** Each costs about a sixth of starting Node, and what starts a process can load the other while it runs. */
const LATE: ReadonlySet<string> = new Set(["node:child_process", "node:crypto"]);

/** Only what is asked for is looked up: the rest of the module is dropped, as nothing in it has an effect. */
function renderModule(name: string): string {
  const core = (process.getBuiltinModule(name) ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(core).filter((key) => /^[A-Za-z]\w*$/.test(key) && key !== "default");
  const lines = names.map((key) => {
    // A class is made with `new`, which a function of ours could not be.
    const isLate = LATE.has(name) && typeof core[key] === "function" && /^[a-z]/.test(key);
    return isLate
      ? `export const ${key} = (...values) => process.getBuiltinModule("${name}").${key}(...values);`
      : `export const ${key} = /* @__PURE__ */ (() => core.${key})();`;
  });
  return [`const core = /* @__PURE__ */ process.getBuiltinModule("${name}");`, "export default core;", ...lines].join(
    "\n"
  );
}
