/** What the structural rules can parse. */
const SCRIPTS = new Set(["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"]);
/** What holds script that nobody here takes out of it, and code of other languages: never plainly clean. */
const OTHER_CODE = new Set(
  (
    "vue svelte astro html htm py pyw go java rb rake php cs swift kt kts rs sol hs scala clj c h cc cpp hpp m mm sh bash " +
    "zsh ps1 pl lua dart ex exs erl r jl sql"
  ).split(" ")
);

/** Folders of code that nobody here wrote, or that is made: passed over in walks, never where one of their files is named. */
const NOISE = new Set(
  (
    "vendor node_modules __fixtures__ __mocks__ __tests__ __snapshots__ dist build .next coverage .cache spec stubs " +
    "generated gen"
  ).split(" ")
);

/** The programs that `hi` publishes, which `hi check` holds against what it published. */
const OUR_PROGRAMS = /(?:^|\/)\.hi\/(?:runtime\/[a-z]+\.mjs|scan-on-save\.sh)$/;

/** The ending without its dot, in lower case; empty where there is none. */
export function toEnding(file: string): string {
  const name = toName(file);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The last segment, with either separator. */
export function toName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
}

export function isScript(file: string): boolean {
  return SCRIPTS.has(toEnding(file));
}

/** Whether a reader would take the file for code, though no rule here reads it. */
export function isOtherCode(file: string): boolean {
  return OTHER_CODE.has(toEnding(file));
}

/** Whether a folder of this name is one of them. */
export function isNoiseFolder(name: string): boolean {
  return NOISE.has(name);
}

/** Whether a path below what is walked lies in such a folder, or is a bundle by its name. */
export function isNoise(inside: string): boolean {
  const segments = inside.split("/");
  const name = segments.pop() ?? "";
  return segments.some((segment) => NOISE.has(segment)) || name.includes(".min.") || OUR_PROGRAMS.test(inside);
}

/** Script whose lines nobody wrote: long ones, and of some size. */
export function isMinified(text: string): boolean {
  if (text.length < 2000) return false;
  const end = text.indexOf("\n");
  if (end === -1 || end > 1000) return true;
  let lines = 1;
  for (let at = end; at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return text.length / lines > 300;
}
