/** A lint or format configuration: where it is and what it says. */
export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/** The names that oxlint 1.80.0 finds a configuration by. */
const LINT_CONFIG = /(?:^|\/)(?:\.oxlintrc\.jsonc?|oxlint\.config\.m?ts)$/;

export function isLintConfig(path: string): boolean {
  return LINT_CONFIG.test(path);
}

/**
 * What of the project's own these configurations make a linter execute: every configuration that is a module, and every
 * JS plugin that one names, with the configuration in brackets. Sorted, each once. Read from the text, not by running
 * it: a plugin whose name is computed is not seen, but the module that computes it is listed.
 */
export function listExecuted(configs: readonly ConfigText[]): readonly string[] {
  const found = configs.flatMap(({ path, text }) => {
    const plugins = listPlugins(text).map((plugin) => `${plugin} (${path})`);
    return /\.[cm]?[jt]s$/.test(path) ? [path, ...plugins] : plugins;
  });
  return [...new Set(found)].toSorted();
}

/** What a lint or format configuration, or a module, brings in by a path of its own, and whether it computes a name. */
export interface Brought {
  /** Relative, as written: what `import`, `require`, `extends` and `jsPlugins` name. */
  readonly relative: readonly string[];
  /** Packages, by the names as written, Node's own aside. */
  readonly packages: readonly string[];
  /** An `import(…)` or `require(…)` whose name is not in the text. */
  readonly isComputed: boolean;
}

/** Reads what the file at the path brings in, from its text alone. Packages are dependencies, not the project's code. */
export function listBrought({ path, text }: ConfigText): Brought {
  const code = withoutComments(text);
  // What has no ending is JSON to oxlint.
  const isJson = /\.jsonc?$|(?:^|\/)[^./]+$/.test(path);
  const named = isJson
    ? listExtends(code)
    : [...code.replaceAll(TYPES_ALONE, "").matchAll(IMPORTED)].map((match) => match[2] ?? "");
  const all = [...new Set([...named, ...listPlugins(text)])];
  const relative = all.filter((name) => /^\.{1,2}(?:\/|$)/.test(name));
  const packages = all.filter((name) => /^(?:@[^/:]+\/)?[^./:@][^:]*$/.test(name));
  return { relative, packages, isComputed: !isJson && COMPUTED.test(code) };
}

const IMPORTED = /\b(?:from|import|require)\s*\(?\s*(["'`])([^"'`\n]+)\1/g;
const COMPUTED = /(?<![.\w$])(?:import|require)\s*\(\s*(?:[^\s)"'`]|`[^`\n]*\$\{)/;
/** Erased before the module runs. */
const TYPES_ALONE = /\b(?:import|export)\s+type\b[^;"'`]*\bfrom\s*(["'])[^"'\n]*\1/g;

function listExtends(code: string): readonly string[] {
  const lists = code.matchAll(/"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/g);
  return [...lists].flatMap(([, value = ""]) => [...value.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? ""));
}

function listPlugins(text: string): readonly string[] {
  const lists = withoutComments(text).matchAll(/["'`]?jsPlugins["'`]?\s*:\s*\[([^\]]*)\]/g);
  return [...lists].flatMap(([, inside = ""]) => {
    const values = inside
      .replaceAll(/["']?\bname["']?\s*:\s*(["'`])[^"'`]*\1/g, "")
      .replaceAll(/["']?\bspecifier["']?\s*:/g, "");
    return [...values.matchAll(/(["'`])([^"'`]+)\1/g)].map((match) => match[2] ?? "");
  });
}

/** Comments out, strings kept: a commented-out plugin is not executed. */
function withoutComments(text: string): string {
  return text.replaceAll(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[^]*?\*\/|\/\/[^\n]*/g, "$1");
}

const ENDINGS = ["", ".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js", "/index.cjs"];

/** Where a relative name in a file may lead, in the order that it is looked for; none outside the root or in `node_modules`. */
export function listPlaces(from: string, name: string): readonly string[] {
  const segments = from.split("/").slice(0, -1);
  for (const segment of name.split("/")) {
    if (segment === ".." && segments.pop() === undefined) return [];
    if (segment !== ".." && segment !== "." && segment !== "") segments.push(segment);
  }
  if (segments.includes("node_modules")) return [];
  return ENDINGS.map((ending) => segments.join("/") + ending);
}
