/** The first Node that loads TypeScript configuration without a flag, in its two lines of release. */
const FIRST_IN_22 = 18;
const FIRST_IN_23 = 6;

/** What can be told of a version that is needed for TypeScript configuration. */
export const NODE_FOR_TYPESCRIPT = "22.18";

/** How people get one, as commands of the usual version managers. */
export const NODE_INSTALLS = "nvm install 24, fnm install 24 or volta install node@24";

/** True where this Node loads a configuration that is written in TypeScript. `version` is without a leading `v`. */
export function canLoadTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major === 22) return minor >= FIRST_IN_22;
  if (major === 23) return minor >= FIRST_IN_23;
  return major > 23;
}

/** True for a module that only such a Node loads. */
export function isTypeScriptModule(file: string): boolean {
  return /\.[cm]?ts$/.test(file);
}
