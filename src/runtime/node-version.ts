import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import type { RelativePath } from "../domain/paths.ts";

/** The first Node that loads TypeScript configuration without a flag, in its two lines of release. */
const FIRST_IN_22 = 18;
const FIRST_IN_23 = 6;

/** A failure where this Node cannot load one of the configuration files; undefined where it can. */
export function findNodeFailure(configs: readonly RelativePath[], version: string): PostEditFailure | undefined {
  const config = configs.find((file) => /\.[cm]?ts$/.test(file));
  if (config === undefined || canLoadTypeScript(version)) return undefined;
  const output = `Node ${version} cannot load ${config}: it takes Node 22.18 or later`;
  return { kind: "node-version", command: ["node"], exitCode: null, signal: null, output };
}

function canLoadTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major === 22) return minor >= FIRST_IN_22;
  if (major === 23) return minor >= FIRST_IN_23;
  return major > 23;
}
